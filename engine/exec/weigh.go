package exec

import (
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// weigh is about how many bytes an answer takes.
func weigh(o *op.Out) int {
	n := 64 + weighValue(o.Value)
	if o.Set != nil {
		n += 16*o.Set.Len() + 8*len(o.Set.From)
		for _, c := range o.Set.Cols {
			n += weighColumn(c.Column)
		}
	}
	for _, e := range o.Many() {
		n += weigh(&e)
	}
	return n
}

func weighColumn(c *column.Column) int {
	if c == nil {
		return 0
	}
	n := 128 + 8*(len(c.Ints)+len(c.Floats)+len(c.Nulls)) + len(c.Bools) + 4*(len(c.Codes)+len(c.Vecs)+len(c.Ends)) + (24+4*c.Type.Dim)*len(c.Views) + weighColumn(c.Elems)
	if c.Dict != nil {
		words := c.Dict.Words
		if len(words) > len(c.Codes) {
			words = words[:len(c.Codes)] // shared with others
		}
		for _, w := range words {
			n += 16 + len(w)
		}
	}
	for _, v := range c.Any {
		n += weighValue(v)
	}
	return n
}

func weighValue(v column.Value) int {
	switch x := v.(type) {
	case string:
		return 16 + len(x)
	case []float32:
		return 24 + 4*len(x)
	case []column.Value:
		n := 24
		for _, e := range x {
			n += 16 + weighValue(e)
		}
		return n
	case map[string]column.Value:
		n := 48
		for k, e := range x {
			n += 48 + len(k) + weighValue(e)
		}
		return n
	}
	return 8
}
