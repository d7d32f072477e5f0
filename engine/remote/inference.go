package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

// inference is the Open Inference protocol, version 2, over JSON: a column of
// the items is a tensor of shape [n] (a vector [n,d]), an argument one of shape
// [1], fields of a record argument are tensors of their own, user.region.
type inference struct{}

// address is that of the model, unless the endpoint names one itself.
func (inference) address(endpoint, callee string) string {
	if strings.Contains(endpoint, "/v2/models/") {
		return endpoint
	}
	return strings.TrimSuffix(endpoint, "/") + "/v2/models/" + callee + "/infer"
}

func (inference) request(q *op.Question, from, to int) ([]byte, error) {
	b := append(make([]byte, 0, 256+(to-from)*len(q.Columns)*12), `{"inputs":[`...)
	first := true
	next := func() {
		if !first {
			b = append(b, ',')
		}
		first = false
	}
	for _, a := range q.Args {
		for _, t := range flat(a.Name, a.Type, a.Value) {
			next()
			col, err := column.FromValues(t.typ, []column.Value{t.value})
			if err == nil {
				b, err = tensor(b, t.name, col, 0, 1)
			}
			if err != nil {
				return nil, fmt.Errorf("argument %s: %w", t.name, err)
			}
		}
	}
	for _, c := range q.Columns {
		next()
		var err error
		if b, err = tensor(b, c.Name, c.Column, from, to); err != nil {
			return nil, fmt.Errorf("column %s: %w", c.Name, err)
		}
		if len(b) > MaxRequest {
			break
		}
	}
	return append(b, "]}"...), nil
}

// leaf is a scalar of an argument.
type leaf struct {
	name  string
	typ   column.Type
	value column.Value
}

// flat takes a record apart.
func flat(name string, t column.Type, v column.Value) []leaf {
	rec, ok := v.(map[string]column.Value)
	if t.Kind != column.Record || !ok {
		return []leaf{{name, t, v}}
	}
	var out []leaf
	for _, f := range t.Fields {
		out = append(out, flat(name+"."+f.Name, f.Type, rec[f.Name])...)
	}
	return out
}

// datatypes of the protocol for our kinds. It has no nil, and no tensors of
// lists.
var datatypes = map[column.Kind]string{column.Int: "INT64", column.Float: "FP64", column.Bool: "BOOL", column.String: "BYTES",
	column.Time: "INT64", column.Duration: "INT64", column.Vector: "FP32"}

// tensor of the rows of a column.
func tensor(b []byte, name string, c *column.Column, from, to int) ([]byte, error) {
	kind := datatypes[c.Type.Kind]
	if kind == "" {
		return nil, fmt.Errorf("the protocol has no tensor of %s", c.Type)
	}
	b = append(text(append(b, `{"name":`...), name), `,"datatype":"`+kind+`","shape":[`...)
	b = strconv.AppendInt(b, int64(to-from), 10)
	if c.Type.Kind == column.Vector {
		b = strconv.AppendInt(append(b, ','), int64(c.Type.Dim), 10)
	}
	b = append(b, `],"data":[`...)
	for i := from; i < to; i++ {
		if i > from {
			b = append(b, ',')
		}
		switch {
		case c.Nulls.Get(i):
			return nil, fmt.Errorf("it is nil in row %d, which the protocol has no word for", i)
		case c.Type.Kind == column.Time || c.Type.Kind == column.Duration:
			b = strconv.AppendInt(b, c.Ints[i], 10)
		case c.Type.Kind == column.Vector:
			for k, f := range c.Vector(i) {
				if k > 0 {
					b = append(b, ',')
				}
				b = float(b, float64(f))
			}
		default:
			var err error
			if b, err = cell(b, c, i); err != nil {
				return nil, err
			}
		}
	}
	return append(b, "]}"...), nil
}

// answer is the first output: n values, of a vector n times its dimension; of
// a call that is no model just one.
func (inference) answer(got []byte, q *op.Question, n int, out *op.Reply, to *column.Builder) error {
	var r struct {
		Outputs []struct {
			Shape []int
			Data  json.RawMessage
		}
	}
	if err := decode(got, &r); err != nil {
		return fmt.Errorf("an answer that is no JSON object of the protocol: %w", err)
	}
	if len(r.Outputs) == 0 {
		return errors.New("an answer without outputs")
	}
	if !q.Model {
		n = 1
	}
	width, elem := 1, q.Want
	if q.Want.Kind == column.Vector {
		width, elem = q.Want.Dim, column.Type{Kind: column.Float}
	}
	first := r.Outputs[0]
	if want := n * width; product(first.Shape) != want {
		return fmt.Errorf("an output of shape %v, want %s", first.Shape, plural.Of(want, "value"))
	}
	flat := column.NewBuilder(elem, n*width)
	if err := models(first.Data, elem, n*width, flat); err != nil {
		return err
	}
	values := flat.Build()
	for i := range n {
		v := values.Row(i)
		if width > 1 || q.Want.Kind == column.Vector {
			vec := make([]float32, width)
			for k := range vec {
				vec[k] = float32(values.Floats[i*width+k])
			}
			v = vec
		}
		if !q.Model {
			out.Value = v
		} else if err := to.Append(v); err != nil {
			return err
		}
	}
	return nil
}

// product of a shape; -1 of one that makes no sense.
func product(shape []int) int {
	p := 1
	for _, n := range shape {
		if n < 0 || n > 1<<24 || p > 1<<24 {
			return -1
		}
		p *= n
	}
	if len(shape) == 0 || slices.Contains(shape, -1) {
		return -1
	}
	return p
}
