package column

import "fmt"

// Builder appends values of one type. The column belongs to the caller once
// Build has returned; the builder must not be used after that.
type Builder struct {
	col   Column
	elems *Builder
}

// NewBuilder makes a builder with room for capacity rows.
func NewBuilder(t Type, capacity int) *Builder {
	b := &Builder{col: Column{Type: t}}
	switch t.Kind {
	case Int, Time, Duration:
		b.col.Ints = make([]int64, 0, capacity)
	case Float:
		b.col.Floats = make([]float64, 0, capacity)
	case Bool:
		b.col.Bools = make([]bool, 0, capacity)
	case String:
		b.col.Codes = make([]uint32, 0, capacity)
		b.col.Dict = newDict(min(capacity, 64))
	case Vector:
		b.col.Vecs = make([]float32, 0, capacity*t.Dim)
	case List:
		b.col.Ends = make([]uint32, 0, capacity)
		elem := Type{}
		if t.Elem != nil {
			elem = *t.Elem
		}
		b.elems = NewBuilder(elem, capacity)
	case Record:
		b.col.Any = make([]Value, 0, capacity)
	}
	return b
}

// Len is how many rows were appended.
func (b *Builder) Len() int { return b.col.Len }

// AppendNull appends a null row, whatever the type says of it.
func (b *Builder) AppendNull() {
	c := &b.col
	for len(c.Nulls) <= c.Len>>6 {
		c.Nulls = append(c.Nulls, 0)
	}
	c.Nulls.Set(c.Len)
	switch c.Type.Kind {
	case Int, Time, Duration:
		c.Ints = append(c.Ints, 0)
	case Float:
		c.Floats = append(c.Floats, 0)
	case Bool:
		c.Bools = append(c.Bools, false)
	case String:
		c.Codes = append(c.Codes, c.Dict.Code(""))
	case Vector:
		c.Vecs = append(c.Vecs, make([]float32, c.Type.Dim)...)
	case List:
		c.Ends = append(c.Ends, uint32(b.elems.Len()))
	case Record:
		c.Any = append(c.Any, nil)
	}
	c.Len++
}

// AppendInt appends to an Int, Time or Duration column.
func (b *Builder) AppendInt(v int64) { b.col.Ints = append(b.col.Ints, v); b.col.Len++ }

// AppendFloat appends to a Float column.
func (b *Builder) AppendFloat(v float64) { b.col.Floats = append(b.col.Floats, v); b.col.Len++ }

// AppendBool appends to a Bool column.
func (b *Builder) AppendBool(v bool) { b.col.Bools = append(b.col.Bools, v); b.col.Len++ }

// AppendString appends to a String column.
func (b *Builder) AppendString(v string) {
	b.col.Codes = append(b.col.Codes, b.col.Dict.Code(v))
	b.col.Len++
}

// Append appends a value in its canonical form, nil for null. A value of
// another form, or a vector of another dimension, is an error and appends
// nothing.
func (b *Builder) Append(v Value) error {
	c := &b.col
	if v == nil {
		b.AppendNull()
		return nil
	}
	switch c.Type.Kind {
	case Int, Time, Duration:
		if x, ok := v.(int64); ok {
			b.AppendInt(x)
			return nil
		}
	case Float:
		switch x := v.(type) {
		case float64:
			b.AppendFloat(x)
			return nil
		case int64:
			b.AppendFloat(float64(x))
			return nil
		}
	case Bool:
		if x, ok := v.(bool); ok {
			b.AppendBool(x)
			return nil
		}
	case String:
		if x, ok := v.(string); ok {
			b.AppendString(x)
			return nil
		}
	case Vector:
		if x, ok := v.([]float32); ok && len(x) == c.Type.Dim {
			c.Vecs = append(c.Vecs, x...)
			c.Len++
			return nil
		}
	case List:
		if x, ok := v.([]Value); ok {
			return b.appendList(x)
		}
	case Record:
		if x, ok := v.(map[string]Value); ok {
			c.Any = append(c.Any, x)
			c.Len++
			return nil
		}
	}
	return fmt.Errorf("row %d: want %s, got %s", c.Len, c.Type, describe(v))
}

// AppendRow appends row i of a column of the same type.
func (b *Builder) AppendRow(from *Column, i int) {
	if from.Nulls.Get(i) {
		b.AppendNull()
		return
	}
	c := &b.col
	switch c.Type.Kind {
	case Int, Time, Duration:
		c.Ints = append(c.Ints, from.Ints[i])
	case Float:
		c.Floats = append(c.Floats, from.Floats[i])
	case Bool:
		c.Bools = append(c.Bools, from.Bools[i])
	case String:
		c.Codes = append(c.Codes, c.Dict.Code(from.Text(i)))
	case Vector:
		c.Vecs = append(c.Vecs, from.Vector(i)...)
	case List:
		lo, hi := from.Span(i)
		for j := lo; j < hi; j++ {
			b.elems.AppendRow(from.Elems, j)
		}
		c.Ends = append(c.Ends, uint32(b.elems.Len()))
	case Record:
		c.Any = append(c.Any, from.Any[i])
	}
	c.Len++
}

func (b *Builder) appendList(items []Value) error {
	for i, e := range items {
		if !canonical(b.elems.col.Type, e) {
			return fmt.Errorf("row %d, item %d: want %s, got %s", b.col.Len, i, b.elems.col.Type, describe(e))
		}
	}
	for _, e := range items {
		if err := b.elems.Append(e); err != nil {
			return err
		}
	}
	b.col.Ends = append(b.col.Ends, uint32(b.elems.Len()))
	b.col.Len++
	return nil
}

// Build ends building.
func (b *Builder) Build() *Column {
	if b.elems != nil {
		b.col.Elems = b.elems.Build()
	}
	return &b.col
}

// FromValues makes a column of canonical values.
func FromValues(t Type, values []Value) (*Column, error) {
	b := NewBuilder(t, len(values))
	for _, v := range values {
		if err := b.Append(v); err != nil {
			return nil, err
		}
	}
	return b.Build(), nil
}

// canonical tells whether v may stand in a column of type t (nil always may).
func canonical(t Type, v Value) bool {
	if v == nil {
		return true
	}
	switch t.Kind {
	case Int, Time, Duration:
		_, ok := v.(int64)
		return ok
	case Float:
		switch v.(type) {
		case float64, int64:
			return true
		}
	case Bool:
		_, ok := v.(bool)
		return ok
	case String:
		_, ok := v.(string)
		return ok
	case Vector:
		x, ok := v.([]float32)
		return ok && len(x) == t.Dim
	case List:
		x, ok := v.([]Value)
		if !ok || t.Elem == nil {
			return ok
		}
		for _, e := range x {
			if !canonical(*t.Elem, e) {
				return false
			}
		}
		return true
	case Record:
		_, ok := v.(map[string]Value)
		return ok
	}
	return false
}
