package column

// Place is a row of one of several columns.
type Place struct{ Part, Row int32 }

// Gather makes a column of rows of columns of one type, which are never written
// to any more. It copies them, but for vectors, which stay where they are. Texts keep their
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
	tables *Tables  // nil: codes are made
	taken  []int    // the parts whose codes are of the tables
	marked []codeOf // what is written in them
}

// Tables of codes are used by one gathering after the other.
type Tables struct {
	free   [][]uint32 // all 0
	marked []codeOf
}

// codeOf is a code of a part.
type codeOf struct {
	part int32
	code uint32
}

// Reusing takes its tables from there, and gives them back by Column.
func (g *Gather) Reusing(t *Tables) {
	if g.tables = t; g.elems != nil {
		g.elems.tables = t
	}
}

// table for the words of a part.
func (g *Gather) table(part int32, words int) []uint32 {
	t := g.tables
	if t == nil {
		return make([]uint32, words)
	}
	if len(g.taken) == 0 {
		g.marked, t.marked = t.marked[:0], nil
	}
	g.taken = append(g.taken, int(part))
	if n := len(t.free); n > 0 {
		last := t.free[n-1]
		if t.free = t.free[:n-1]; cap(last) >= words {
			return last[:words]
		}
	}
	return make([]uint32, words)
}

// giveBack the tables, with nothing written in them.
func (g *Gather) giveBack() {
	if len(g.taken) == 0 {
		return
	}
	for _, m := range g.marked {
		g.codes[m.part][m.code] = 0
	}
	for _, part := range g.taken {
		g.tables.free = append(g.tables.free, g.codes[part])
		g.codes[part] = nil
	}
	g.tables.marked, g.marked, g.taken = g.marked, nil, nil
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
		c.Views = make([][]float32, 0, rows)
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
			c.Views = append(c.Views, g.parts[at.Part].Vector(int(at.Row)))
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
		known = g.table(part, len(words))
		g.codes[part] = known
	}
	if known[code] > 0 {
		return known[code] - 1
	}
	if len(g.taken) > 0 {
		g.marked = append(g.marked, codeOf{part, code})
	}
	switch {
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
	g.giveBack()
	if g.out.Type.Kind == String && g.out.Dict == nil {
		g.out.Dict = &Dict{} // of no rows
	}
	return &g.out
}
