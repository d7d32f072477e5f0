package standin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// Answers are those of one callee, out of a file. Immutable.
type Answers struct{ lines []line }

// line is the answer to questions of which it says nothing else.
type line struct {
	args, item map[string]any
	gives      any
}

// Read a file of answers. The error names the line.
func Read(files fs.FS, name string) (*Answers, error) {
	out := &Answers{}
	err := Lines(files, name, func(n int, text []byte) error {
		d, err := Object(text)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		l := line{}
		for field, v := range d {
			ok := true
			switch field {
			case "args":
				l.args, ok = v.(map[string]any)
			case "item":
				l.item, ok = v.(map[string]any)
			case "gives":
				l.gives = v
			default:
				ok = false
			}
			if !ok {
				return fmt.Errorf(`%s:%d: %s: want {"args": {…}, "item": {…}, "gives": …}`, name, n, field)
			}
		}
		if _, has := d["gives"]; !has {
			return fmt.Errorf("%s:%d: it does not say what it gives", name, n)
		}
		out.lines = append(out.lines, l)
		return nil
	})
	return out, err
}

// Answer to a question, of a model for one row, else for row -1, in the type
// wanted: what the first line that fits gives.
func (a *Answers) Answer(q *op.Question, want column.Type, row int) (column.Value, error) {
	args := make(map[string]any, len(q.Args))
	for _, arg := range q.Args {
		args[arg.Name] = column.Render(arg.Type, arg.Value)
	}
	item := map[string]any{}
	for _, c := range q.Columns {
		if row >= 0 {
			item[c.Name] = column.Render(c.Column.Type, c.Column.Row(row))
		}
	}
	for _, l := range a.lines {
		if says(l.args, args) && says(l.item, item) {
			return column.Parse(want, l.gives)
		}
	}
	return nil, errors.New("no line of its file fits")
}

// says tells whether what is written is so; what is not written may be anything.
func says(written, is map[string]any) bool {
	for name, v := range written {
		if !same(v, is[name]) {
			return false
		}
	}
	return true
}

func same(a, b any) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if nested, ok := a.(map[string]any); ok {
		other, ok := b.(map[string]any)
		return ok && says(nested, other)
	}
	if list, ok := a.([]any); ok {
		other, ok := b.([]any)
		if !ok || len(list) != len(other) {
			return false
		}
		for i := range list {
			if !same(list[i], other[i]) {
				return false
			}
		}
		return true
	}
	x, errX := column.Parse(column.Type{Kind: column.Float}, a)
	y, errY := column.Parse(column.Type{Kind: column.Float}, b)
	if errX == nil && errY == nil {
		return x == y
	}
	return reflect.DeepEqual(a, b)
}

// Object is a line as a JSON object and nothing else, numbers exact.
func Object(text []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var out map[string]any
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("no JSON object: %w", err)
	}
	if out == nil || d.More() {
		return nil, errors.New("no JSON object alone on its line")
	}
	return out, nil
}
