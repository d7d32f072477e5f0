package store

import (
	"database/sql/driver"
	"fmt"
	"strings"
)

// textArray is a Postgres text[] of simple words (no quotes, commas, braces).
type textArray []string

// Value writes {a,b}.
func (a textArray) Value() (driver.Value, error) {
	for _, s := range a {
		if s == "" || strings.ContainsAny(s, `{},"\ `) {
			return nil, fmt.Errorf("%q is no simple word", s)
		}
	}
	return "{" + strings.Join(a, ",") + "}", nil
}

// Scan reads it back.
func (a *textArray) Scan(v any) error {
	text, ok := v.(string)
	if b, isBytes := v.([]byte); isBytes {
		text, ok = string(b), true
	}
	text, open := strings.CutPrefix(text, "{")
	text, closed := strings.CutSuffix(text, "}")
	if !ok || !open || !closed {
		return fmt.Errorf("%T %v is no array", v, v)
	}
	*a = textArray{}
	if text != "" {
		*a = strings.Split(text, ",")
	}
	return nil
}
