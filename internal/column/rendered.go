package column

// Rendered is Render of every row: equal texts share their memory, and so do lists
// of one column, of which none may be written to.
func (c *Column) Rendered() []any { return c.rendered(0, c.Len) }

// rendered rows from..to-1.
func (c *Column) rendered(from, to int) []any {
	out := make([]any, to-from)
	switch c.Type.Kind {
	case String:
		c.texts(from, out)
	case List:
		if to == from {
			break
		}
		lo, _ := c.Span(from)
		_, hi := c.Span(to - 1)
		all := c.Elems.rendered(lo, hi)
		for i := range out {
			if !c.IsNull(from + i) {
				a, b := c.Span(from + i)
				out[i] = all[a-lo : b-lo : b-lo]
			}
		}
	case Int:
		for i := range out {
			if !c.IsNull(from + i) {
				out[i] = c.Ints[from+i]
			}
		}
	default:
		for i := range out {
			out[i] = Render(c.Type, c.Row(from+i))
		}
	}
	return out
}

// texts from a row on, the same value for the same word where a table of all words
// is no larger than a few rows are.
func (c *Column) texts(from int, out []any) {
	var known []any
	if words := len(c.Dict.Words); words <= 4*len(out) {
		known = make([]any, words)
	}
	for i := range out {
		if c.IsNull(from + i) {
			continue
		}
		code := c.Codes[from+i]
		if known == nil {
			out[i] = c.Dict.Words[code]
			continue
		}
		if known[code] == nil {
			known[code] = c.Dict.Words[code]
		}
		out[i] = known[code]
	}
}
