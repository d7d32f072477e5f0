package script

import (
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

// A time and a duration are whole milliseconds in a file.
const millisecond = 1_000_000

// given is a value as the file has it: a record is a struct, a list or vector a
// list, nil is None.
func given(t column.Type, v column.Value) starlark.Value {
	switch x := v.(type) {
	case int64:
		if t.Kind == column.Time || t.Kind == column.Duration {
			x /= millisecond
		}
		return starlark.MakeInt64(x)
	case float64:
		return starlark.Float(x)
	case bool:
		return starlark.Bool(x)
	case string:
		return starlark.String(x)
	case []float32:
		out := make([]starlark.Value, len(x))
		for i, f := range x {
			out[i] = starlark.Float(f)
		}
		return starlark.NewList(out)
	case []column.Value:
		out := make([]starlark.Value, len(x))
		for i, e := range x {
			out[i] = given(*t.Elem, e)
		}
		return starlark.NewList(out)
	case map[string]column.Value:
		d := make(starlark.StringDict, len(t.Fields))
		for _, f := range t.Fields {
			d[f.Name] = given(f.Type, x[f.Name])
		}
		return starlarkstruct.FromStringDict(starlarkstruct.Default, d)
	}
	return starlark.None
}

// rowOf is an item: the columns the function declares.
func rowOf(columns []op.RemoteColumn, i int) starlark.Value {
	d := make(starlark.StringDict, len(columns))
	for _, c := range columns {
		d[c.Name] = given(c.Column.Type, c.Column.Row(i))
	}
	s := starlarkstruct.FromStringDict(starlarkstruct.Default, d)
	s.Freeze()
	return s
}

// taken is what a file gives, in a type; nothing converts but a whole number to
// a float.
func taken(t column.Type, v starlark.Value) (column.Value, error) {
	wrong := func() (column.Value, error) { return nil, fmt.Errorf("it gives %s, want %s", v.Type(), t) }
	switch x := v.(type) {
	case starlark.NoneType:
		if !t.Nullable {
			return nil, fmt.Errorf("it gives None, want %s", t)
		}
		return nil, nil
	case starlark.Bool:
		if t.Kind == column.Bool {
			return bool(x), nil
		}
	case starlark.String:
		if t.Kind == column.String {
			return text(string(x))
		}
	case starlark.Int:
		return whole(t, x)
	case starlark.Float:
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return nil, fmt.Errorf("it gives %s, which is no number", x)
		}
		if t.Kind == column.Float {
			return float64(x), nil
		}
	case *starlark.List, starlark.Tuple:
		return listed(t, x.(starlark.Indexable), wrong)
	case *starlark.Dict:
		if t.Kind == column.Record {
			return record(t, func(name string) (starlark.Value, bool) {
				e, ok, err := x.Get(starlark.String(name))
				return e, ok && err == nil
			})
		}
	case *starlarkstruct.Struct:
		if t.Kind == column.Record {
			return record(t, func(name string) (starlark.Value, bool) {
				e, err := x.Attr(name)
				return e, e != nil && err == nil
			})
		}
	}
	return wrong()
}

// text is what can stand in a document and in an answer: a file can cut a letter
// into its bytes.
func text(s string) (column.Value, error) {
	switch {
	case !utf8.ValidString(s):
		return nil, errors.New("it gives a text that is not UTF-8")
	case len(s) > column.MaxString:
		return nil, fmt.Errorf("it gives a text of %d bytes, at most %d", len(s), column.MaxString)
	}
	return s, nil
}

// weight of a value in bytes, roughly.
func weight(v column.Value) int {
	n := 16
	switch v := v.(type) {
	case string:
		n += len(v)
	case []float32:
		n += 4 * len(v)
	case []column.Value:
		for _, e := range v {
			n += weight(e)
		}
	case map[string]column.Value:
		for _, e := range v {
			n += weight(e)
		}
	}
	return n
}

func whole(t column.Type, x starlark.Int) (column.Value, error) {
	n, ok := x.Int64()
	switch {
	case t.Kind == column.Float && x.BigInt().BitLen() <= 1024:
		f := float64(x.Float())
		if !math.IsInf(f, 0) {
			return f, nil
		}
	case !ok:
	case t.Kind == column.Int:
		return n, nil
	case t.Kind == column.Time || t.Kind == column.Duration:
		if ms := n * millisecond; ms/millisecond == n {
			return ms, nil
		}
	default:
		return nil, fmt.Errorf("it gives int, want %s", t)
	}
	return nil, fmt.Errorf("it gives an int that is too large for %s", t)
}

func listed(t column.Type, x starlark.Indexable, wrong func() (column.Value, error)) (column.Value, error) {
	switch t.Kind {
	case column.Vector:
		if x.Len() != t.Dim {
			return nil, fmt.Errorf("it gives %s, want %s", plural.Of(x.Len(), "number"), t)
		}
		out := make([]float32, t.Dim)
		for i := range out {
			f, err := taken(column.Type{Kind: column.Float}, x.Index(i))
			if err != nil {
				return nil, err
			}
			out[i] = float32(f.(float64))
			if math.IsInf(float64(out[i]), 0) {
				return nil, fmt.Errorf("it gives %v, which is no number of a vector", f)
			}
		}
		return out, nil
	case column.List:
		if x.Len() > column.MaxList {
			return nil, fmt.Errorf("it gives a list of %d, at most %d", x.Len(), column.MaxList)
		}
		out := make([]column.Value, x.Len())
		for i := range out {
			var err error
			if out[i], err = taken(*t.Elem, x.Index(i)); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return wrong()
}

// record has the fields of its type; others are left alone.
func record(t column.Type, get func(name string) (starlark.Value, bool)) (column.Value, error) {
	out := make(map[string]column.Value, len(t.Fields))
	for _, f := range t.Fields {
		v, ok := get(f.Name)
		if !ok {
			v = starlark.None
		}
		got, err := taken(f.Type, v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		out[f.Name] = got
	}
	return out, nil
}

// keys reads documents: a list of keys, or of pairs of key and score.
func keys(v starlark.Value) (*op.Reply, error) {
	list, ok := v.(starlark.Indexable)
	if _, text := v.(starlark.String); !ok || text {
		return nil, fmt.Errorf("it gives %s, want a list of keys, or of (key, score)", v.Type())
	}
	if list.Len() > index.MaxHits {
		return nil, fmt.Errorf("it gives %d keys, at most %d", list.Len(), index.MaxHits)
	}
	out := &op.Reply{}
	for i := range list.Len() {
		switch e := list.Index(i).(type) {
		case starlark.String:
			if _, err := text(string(e)); err != nil {
				return nil, fmt.Errorf("key %d: %w", i, err)
			}
			out.Keys = append(out.Keys, string(e))
		case starlark.Tuple:
			if len(e) != 2 {
				return nil, fmt.Errorf("key %d is no (key, score)", i)
			}
			key, ok := starlark.AsString(e[0])
			if !ok {
				return nil, fmt.Errorf("key %d is %s, want text", i, e[0].Type())
			}
			if _, err := text(key); err != nil {
				return nil, fmt.Errorf("key %d: %w", i, err)
			}
			score, err := taken(column.Type{Kind: column.Float}, e[1])
			if err != nil {
				return nil, fmt.Errorf("score %d: %w", i, err)
			}
			out.Keys, out.Scores = append(out.Keys, key), append(out.Scores, score.(float64))
		default:
			return nil, fmt.Errorf("key %d is %s, want text or (key, score)", i, e.Type())
		}
	}
	if len(out.Scores) > 0 && len(out.Scores) != len(out.Keys) {
		return nil, fmt.Errorf("want a score for all keys or for none")
	}
	return out, nil
}
