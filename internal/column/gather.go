package column

// Place is a row of one of several columns.
type Place struct{ Part, Row int32 }

// Gather copies rows of columns of one type into a new one: texts keep their
// codes where all rows are of one column, and are coded anew, each word of a
// column once, where not.
type Gather struct {
	parts  []*Column
	out    Column
	shared bool       // the dictionary is that of the only part
	unlike bool       // no word of a part is in another, so none is hashed
	codes  [][]uint32 // by part: the new code + 1 of a code; nil: too many for what is gathered
	rows   int
	elems  *Gather
}

// sparse is how many words a part may have for each row that is gathered, so
// that a table of them is worth it.
const sparse = 16

// Keys is NewGather of a String column in which no word of a part is in another.
func Keys(t Type, rows int, parts []*Column, only int) *Gather {
	g := NewGather(t, rows, parts, only)
	if g.unlike = !g.shared; g.unlike {
		for _, p := range parts {
			g.unlike = g.unlike && len(p.Dict.Words) <= sparse*rows
		}
	}
	if g.unlike {
		g.out.Dict = &Dict{Words: make([]string, 0, rows)}
	}
	return g
}

// NewGather for so many rows of the parts; only is the part that all are of, -1
// when they are of several.
func NewGather(t Type, rows int, parts []*Column, only int) *Gather {
	g := &Gather{parts: parts, out: Column{Type: t}, rows: rows}
	c := &g.out
	switch t.Kind {
	case Int, Time, Duration:
		c.Ints = make([]int64, 0, rows)
	case Float:
		c.Floats = make([]float64, 0, rows)
	case Bool:
		c.Bools = make([]bool, 0, rows)
	case String:
		c.Codes = make([]uint32, 0, rows)
		if g.shared = only >= 0; g.shared {
			c.Dict = parts[only].Dict
			break
		}
		g.codes = make([][]uint32, len(parts))
	case Vector:
		c.Vecs = make([]float32, 0, rows*t.Dim)
	case List:
		c.Ends = make([]uint32, 0, rows)
		elem := Type{}
		if t.Elem != nil {
			elem = *t.Elem
		}
		elems := make([]*Column, len(parts))
		for i, p := range parts {
			elems[i] = p.Elems
		}
		g.elems = NewGather(elem, 4*rows, elems, only)
	case Record:
		c.Any = make([]Value, 0, rows)
	}
	return g
}

// Append rows.
func (g *Gather) Append(places []Place) {
	c := &g.out
	for i, at := range places {
		if g.parts[at.Part].Nulls.Get(int(at.Row)) {
			for len(c.Nulls) <= (c.Len+i)>>6 {
				c.Nulls = append(c.Nulls, 0)
			}
			c.Nulls.Set(c.Len + i)
		}
	}
	switch c.Type.Kind {
	case Int, Time, Duration:
		for _, at := range places {
			c.Ints = append(c.Ints, g.parts[at.Part].Ints[at.Row])
		}
	case Float:
		for _, at := range places {
			c.Floats = append(c.Floats, g.parts[at.Part].Floats[at.Row])
		}
	case Bool:
		for _, at := range places {
			c.Bools = append(c.Bools, g.parts[at.Part].Bools[at.Row])
		}
	case String:
		for _, at := range places {
			c.Codes = append(c.Codes, g.code(at.Part, g.parts[at.Part].Codes[at.Row]))
		}
	case Vector:
		for _, at := range places {
			c.Vecs = append(c.Vecs, g.parts[at.Part].Vector(int(at.Row))...)
		}
	case List:
		for _, at := range places {
			lo, hi := g.parts[at.Part].Span(int(at.Row))
			g.elems.span(at.Part, lo, hi)
			c.Ends = append(c.Ends, uint32(g.elems.out.Len))
		}
	case Record:
		for _, at := range places {
			c.Any = append(c.Any, g.parts[at.Part].Any[at.Row])
		}
	}
	c.Len += len(places)
}

// code of a part's code.
func (g *Gather) code(part int32, code uint32) uint32 {
	if g.shared {
		return code
	}
	words := g.parts[part].Dict.Words
	known := g.codes[part]
	if g.out.Dict == nil {
		g.out.Dict = newDict(min(g.rows, 1024))
	}
	if known == nil {
		if len(words) > sparse*g.rows {
			return g.out.Dict.Code(words[code])
		}
		known = make([]uint32, len(words))
		g.codes[part] = known
	}
	switch {
	case known[code] > 0:
	case g.unlike:
		g.out.Dict.Words = append(g.out.Dict.Words, words[code])
		known[code] = uint32(len(g.out.Dict.Words))
	default:
		known[code] = g.out.Dict.Code(words[code]) + 1
	}
	return known[code] - 1
}

// span appends neighbouring rows of a part.
func (g *Gather) span(part int32, lo, hi int) {
	if g.out.Type.Kind == String && g.parts[part].Nulls == nil {
		codes := g.parts[part].Codes[lo:hi]
		if g.shared {
			g.out.Codes = append(g.out.Codes, codes...)
		} else {
			known := g.codes[part]
			for _, code := range codes {
				if known != nil && known[code] > 0 {
					g.out.Codes = append(g.out.Codes, known[code]-1)
					continue
				}
				g.out.Codes = append(g.out.Codes, g.code(part, code))
				known = g.codes[part]
			}
		}
		g.out.Len += hi - lo
		return
	}
	for i := lo; i < hi; i++ {
		g.Append([]Place{{part, int32(i)}})
	}
}

// Column is what was gathered. It ends gathering.
func (g *Gather) Column() *Column {
	if g.elems != nil {
		g.out.Elems = g.elems.Column()
	}
	if g.out.Type.Kind == String && g.out.Dict == nil {
		g.out.Dict = &Dict{} // of no rows
	}
	return &g.out
}
