package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/body"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

// reply is what a callee may send; what it does not know of is left alone.
type reply struct {
	Value  json.RawMessage `json:"value"`
	Values json.RawMessage `json:"values"`
}

// answer reads the body of a good answer to a question about n items into out;
// the values of a model are appended to to.
func (rows) answer(got []byte, q *op.Question, n int, out *op.Reply, to *column.Builder) error {
	if q.Found {
		return documents(got, out)
	}
	var r reply
	if err := decode(got, &r); err != nil {
		return fmt.Errorf("an answer that is no JSON object of the protocol: %w", err)
	}
	switch {
	case q.Model && r.Values == nil:
		return errors.New("an answer without values")
	case q.Model:
		return models(r.Values, q.Want, n, to)
	case r.Value == nil && !q.Want.Nullable:
		return fmt.Errorf("an answer without value, want %s", q.Want)
	}
	var err error
	if out.Value, err = parse(r.Value, q.Want); err != nil {
		return fmt.Errorf("value: %w", err)
	}
	return nil
}

// models reads n values of a type.
func models(raw []byte, want column.Type, n int, to *column.Builder) error {
	if want.Kind == column.Float && floats(raw, n, to) {
		return nil
	}
	return elements(raw, n, func(i int, e json.RawMessage) error {
		v, err := parse(e, want)
		if err == nil {
			err = to.Append(v)
		}
		if err != nil {
			return fmt.Errorf("values[%d]: %w", i, err)
		}
		return nil
	}, n)
}

// floats reads a list of just n finite numbers, which is what most models
// answer. Where it is anything else, nothing is appended and it says no.
func floats(raw []byte, n int, to *column.Builder) bool {
	raw = bytes.TrimSpace(raw)
	if len(raw) < 2 || raw[0] != '[' {
		return false
	}
	rest := raw[1 : len(raw)-1]
	got := make([]float64, 0, n)
	for i := range n {
		field := rest
		if end := bytes.IndexByte(rest, ','); end >= 0 {
			field, rest = rest[:end], rest[end+1:]
		} else if i < n-1 {
			return false
		} else {
			rest = nil
		}
		f, err := strconv.ParseFloat(string(bytes.TrimSpace(field)), 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return false
		}
		got = append(got, f)
	}
	if len(rest) > 0 || n == 0 {
		return false
	}
	for _, f := range got {
		to.AppendFloat(f)
	}
	return true
}

// decode all of a body, which is one value. While it is looked through others
// come to work.
func decode(got []byte, to any) error {
	if len(got) <= body.Step {
		return json.Unmarshal(got, to)
	}
	dec := json.NewDecoder(body.Steps(got))
	if err := dec.Decode(to); err != nil {
		return err
	}
	return ended(dec)
}

// ended is the error of what comes behind a value.
func ended(dec *json.Decoder) error {
	switch t, err := dec.Token(); err {
	case io.EOF:
		return nil
	case nil:
		return fmt.Errorf("%v behind the value", t)
	default:
		return err
	}
}

// elements of a list, at most most of them; exact: just so many, -1 when it
// does not matter.
func elements(raw []byte, most int, do func(i int, e json.RawMessage) error, exact int) error {
	dec := json.NewDecoder(body.Steps(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('[') {
		return fmt.Errorf("want a list, got %s", clip(string(raw)))
	}
	i, err := list(dec, most, do)
	if err != nil {
		return err
	}
	if exact >= 0 && i != exact {
		return fmt.Errorf("%s for %s", plural.Of(i, "value"), plural.Of(exact, "item"))
	}
	return nil
}

// list reads the elements of a list whose bracket is read, and tells how many
// there are.
func list(dec *json.Decoder, most int, do func(i int, e json.RawMessage) error) (i int, err error) {
	for ; dec.More(); i++ {
		if i >= most {
			return i, fmt.Errorf("more than %d in a list", most)
		}
		var e json.RawMessage
		if err := dec.Decode(&e); err != nil {
			return i, err
		}
		if err := do(i, e); err != nil {
			return i, err
		}
	}
	return i, nil
}

// parse one value. Fields of records that are not wanted are left out: a
// service may know more than was declared.
func parse(raw []byte, want column.Type) (column.Value, error) {
	if len(raw) == 0 {
		raw = []byte("null")
	}
	switch want.Kind {
	case column.Int, column.Float, column.Bool, column.Time, column.Duration:
		if len(raw) > 64 {
			return nil, fmt.Errorf("want %s, got %s", want, plural.Of(len(raw), "byte"))
		}
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return column.Parse(want, column.Declared(want, v))
}

// clip a text of others to what fits a message.
func clip(s string) string {
	if len(s) > 120 {
		s = s[:120] + "…"
	}
	return strings.ToValidUTF8(s, "")
}
