package api

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// formats are huma's with a stricter reader.
func formats() map[string]huma.Format {
	f := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: unmarshal}
	return map[string]huma.Format{"application/json": f, "json": f}
}

// unmarshal refuses what is not UTF-8, which encoding/json would replace, so
// that something else was kept than was sent. Its errors speak of JSON, not of
// our types.
func unmarshal(text []byte, v any) error {
	if !utf8.Valid(text) {
		return errors.New("the body is not UTF-8")
	}
	err := json.Unmarshal(text, v)
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return err
	}
	if strings.HasPrefix(kind.Value, "number") {
		return errors.New("a number is out of range")
	}
	return errors.New("a value of another type was wanted")
}
