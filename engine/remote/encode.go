package remote

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// rows is our own protocol: JSON, an object an item.
type rows struct{}

func (rows) address(endpoint, _ string) string { return endpoint }

// request is the body of a call: {"args":{…},"items":[{…},…]}, the items from
// row from to row to.
func (rows) request(q *op.Question, from, to int) ([]byte, error) {
	b := append(make([]byte, 0, 256+(to-from)*len(q.Columns)*24), `{"args":{`...)
	for i, a := range q.Args {
		if i > 0 {
			b = append(b, ',')
		}
		b = name(b, a.Name)
		var err error
		if b, err = value(b, a.Type, a.Value); err != nil {
			return nil, fmt.Errorf("argument %s: %w", a.Name, err)
		}
	}
	b = append(b, '}')
	if q.Model {
		names := make([][]byte, len(q.Columns))
		for k, c := range q.Columns {
			names[k] = name(nil, c.Name)
		}
		b = append(b, `,"items":[`...)
		for i := from; i < to; i++ {
			if i > from {
				b = append(b, ',')
			}
			b = append(b, '{')
			for k := range q.Columns {
				if k > 0 {
					b = append(b, ',')
				}
				b = append(b, names[k]...)
				var err error
				if b, err = cell(b, q.Columns[k].Column, i); err != nil {
					return nil, fmt.Errorf("item %d, %s: %w", i, q.Columns[k].Name, err)
				}
			}
			b = append(b, '}')
			if len(b) > MaxRequest {
				return b, nil
			}
		}
		b = append(b, ']')
	}
	b = append(b, '}')
	return b, nil
}

func name(b []byte, s string) []byte { return append(text(b, s), ':') }

func text(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f || s[i] == '"' || s[i] == '\\' {
			quoted, err := json.Marshal(s)
			if err != nil {
				return append(b, '"', '"') // a string always has a form
			}
			return append(b, quoted...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// cell of a column; the plain kinds without a detour.
func cell(b []byte, c *column.Column, i int) ([]byte, error) {
	if c.Nulls.Get(i) {
		return append(b, "null"...), nil
	}
	switch c.Type.Kind {
	case column.Int:
		return strconv.AppendInt(b, c.Ints[i], 10), nil
	case column.Float:
		return float(b, c.Floats[i]), nil
	case column.Bool:
		return strconv.AppendBool(b, c.Bools[i]), nil
	case column.String:
		return text(b, c.Text(i)), nil
	}
	return value(b, c.Type, c.Row(i))
}

func float(b []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, f, 'g', -1, 64)
}

func value(b []byte, t column.Type, v column.Value) ([]byte, error) {
	out, err := json.Marshal(column.Render(t, v))
	return append(b, out...), err
}
