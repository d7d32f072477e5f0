package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"riffle.dev/riffle/internal/column"
)

// Validate tells whether a document may be appended to the log: every field
// known, of its type and within limits, none missing. It answers the canonical
// form with defaults filled in; derived fields that are not given stay nil,
// they are computed when the change is applied. The error is a *DocError.
func (s *Slice) Validate(doc map[string]any) (*Document, error) { return s.plan.validate("", doc) }

func (p *plan) validate(key string, doc map[string]any) (*Document, error) {
	if doc == nil {
		return nil, &DocError{Code: NotADocument, Key: key, Reason: "want a document, an object of fields"}
	}
	name := p.schema.Fields[p.key].Name
	given, ok := doc[name].(string)
	switch {
	case !ok || given == "":
		return nil, &DocError{Code: BadKey, Key: key, Field: name, Reason: "want the document's key, a text that is not empty"}
	case len(given) > MaxKey || !utf8.ValidString(given):
		return nil, &DocError{Code: BadKey, Field: name, Reason: fmt.Sprintf("a key is UTF-8 text of at most %d bytes, this one has %d", MaxKey, len(given))}
	case key != "" && key != given:
		return nil, &DocError{Code: BadKey, Key: key, Field: name, Reason: fmt.Sprintf("the change is for key %q, its document has %q", cut(key), cut(given))}
	}
	if n := weigh(doc, 0); n > MaxDocument {
		return nil, &DocError{Code: TooLarge, Key: given, Reason: fmt.Sprintf("a document has at most %d bytes, this one about %d", MaxDocument, n)}
	}
	out := &Document{Key: given, Values: make([]column.Value, len(p.schema.Fields))}
	known := 0
	for i := range p.schema.Fields {
		f := &p.schema.Fields[i]
		raw, has := doc[f.Name]
		if has {
			known++
		}
		v, err := p.fieldValue(f, raw, has)
		if err != nil {
			err.Key, err.Field = given, f.Name
			return nil, err
		}
		out.Values[i] = v
	}
	if known < len(doc) {
		return nil, p.unknownField(given, doc)
	}
	return out, nil
}

func (p *plan) fieldValue(f *Field, raw any, has bool) (column.Value, *DocError) {
	if !has {
		switch {
		case f.Default != nil:
			return f.Default, nil
		case f.Type.Nullable || f.Derive != nil:
			return nil, nil
		}
		return nil, &DocError{Code: MissingField, Reason: fmt.Sprintf("missing, want %s", f.Type)}
	}
	if list, ok := raw.([]any); ok && f.Type.Kind == column.List && len(list) > MaxList {
		return nil, &DocError{Code: TooLarge, Reason: fmt.Sprintf("a list has at most %d items, this one %d", MaxList, len(list))}
	}
	v, err := column.Parse(f.Type, raw)
	if err != nil {
		reason := err.Error()
		var wrong *column.TypeError
		if errors.As(err, &wrong) && wrong.Path == "" {
			reason = fmt.Sprintf("want %s, got %s", wrong.Want, wrong.Got)
		}
		return nil, &DocError{Code: WrongType, Reason: reason}
	}
	return v, nil
}

func (p *plan) unknownField(key string, doc map[string]any) error {
	var unknown, names []string
	for i := range p.schema.Fields {
		names = append(names, p.schema.Fields[i].Name)
	}
	for k := range doc {
		if !slices.Contains(names, k) {
			unknown = append(unknown, k)
		}
	}
	slices.Sort(unknown)
	return &DocError{Code: UnknownField, Key: key, Field: cut(unknown[0]),
		Reason: fmt.Sprintf("%s has no such field, it has %v", p.schema.Resource, names)}
}

// weigh is about the size of a decoded JSON value in bytes. A value nested
// deeper than any field may be counts as too large.
func weigh(v any, depth int) int {
	if depth > 16 {
		return MaxDocument + 1
	}
	n := 8
	switch x := v.(type) {
	case string:
		n = len(x)
	case json.Number:
		n = len(x)
	case []any:
		for _, e := range x {
			n += weigh(e, depth+1)
		}
	case []float32:
		n = 4 * len(x)
	case map[string]any:
		for k, e := range x {
			n += len(k) + weigh(e, depth+1)
		}
	}
	return n
}

// cut shortens hostile text for a message.
func cut(s string) string {
	const most = 64
	if len(s) <= most {
		return s
	}
	n := most
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
