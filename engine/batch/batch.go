package batch

import (
	"slices"

	"riffle.dev/riffle/internal/column"
)

// ID is an item within one request: the code of its resource in the graph and
// its document in the view that the request reads. 12 bits of resource, 20 of
// part, 32 of document.
type ID uint64

// Limits of an ID.
const (
	MaxResources = 1 << 12
	maxPart      = 1 << 20
)

// MakeID of a resource code and a document of a view's part.
func MakeID(resource int, part, doc int32) ID {
	return ID(uint64(resource)<<52 | uint64(part&(maxPart-1))<<32 | uint64(uint32(doc)))
}

// Resource is the code of the item's resource.
func (id ID) Resource() int { return int(id >> 52) }

// Ref is the item's document in the view of its resource.
func (id ID) Ref() (part, doc int32) { return int32(id>>32) & (maxPart - 1), int32(uint32(id)) }

// Space is what codes mean in one graph. Immutable.
type Space struct {
	Resources []string // by resource code
	Sources   []string // by bit of From
}

// Words is how many words of From a row has.
func (s *Space) Words() int { return max(1, (len(s.Sources)+63)>>6) }

// Batch is an ordered candidate set.
type Batch struct {
	Space *Space
	IDs   []ID
	Score []float64
	From  []uint64 // Space.Words a row: bit i is Space.Sources[i]
	Cols  []Col
}

// Col is a named column.
type Col struct {
	Name   string
	Column *column.Column
}

// Len is the number of items.
func (b *Batch) Len() int { return len(b.IDs) }

// Col by name; nil when it is not there.
func (b *Batch) Col(name string) *column.Column {
	for i := range b.Cols {
		if b.Cols[i].Name == name {
			return b.Cols[i].Column
		}
	}
	return nil
}

// FromOf is row i's source bits.
func (b *Batch) FromOf(i int) []uint64 {
	w := b.Space.Words()
	return b.From[i*w : (i+1)*w]
}

// Take is the batch of the given rows in that order.
func (b *Batch) Take(sel []int32) *Batch {
	out := &Batch{
		Space: b.Space,
		IDs:   make([]ID, len(sel)),
		Score: make([]float64, len(sel)),
		From:  make([]uint64, 0, len(sel)*b.Space.Words()),
		Cols:  make([]Col, len(b.Cols)),
	}
	for k, i := range sel {
		out.IDs[k] = b.IDs[i]
		out.Score[k] = b.Score[i]
	}
	if w := b.Space.Words(); w == 1 {
		for _, i := range sel {
			out.From = append(out.From, b.From[i])
		}
	} else {
		for _, i := range sel {
			out.From = append(out.From, b.FromOf(int(i))...)
		}
	}
	for c := range b.Cols {
		out.Cols[c] = Col{b.Cols[c].Name, b.Cols[c].Column.Take(sel)}
	}
	return out
}

// Head is a view of the first n rows.
func (b *Batch) Head(n int) *Batch {
	n = max(0, n)
	if n >= b.Len() {
		return b
	}
	out := *b
	out.IDs, out.Score = b.IDs[:n:n], b.Score[:n:n]
	out.From = b.From[: n*b.Space.Words() : n*b.Space.Words()]
	out.Cols = make([]Col, len(b.Cols))
	for c := range b.Cols {
		out.Cols[c] = Col{b.Cols[c].Name, b.Cols[c].Column.Head(n)}
	}
	return &out
}

// Put is the batch with a column added or replaced.
func (b *Batch) Put(name string, c *column.Column) *Batch {
	out := *b
	out.Cols = make([]Col, 0, len(b.Cols)+1)
	done := false
	for _, have := range b.Cols {
		if have.Name == name {
			have.Column, done = c, true
		}
		out.Cols = append(out.Cols, have)
	}
	if !done {
		out.Cols = append(out.Cols, Col{name, c})
	}
	return &out
}

// Only is the batch with no columns but those named.
func (b *Batch) Only(names []string) *Batch {
	out := *b
	out.Cols = make([]Col, 0, len(b.Cols))
	for _, col := range b.Cols {
		if slices.Contains(names, col.Name) {
			out.Cols = append(out.Cols, col)
		}
	}
	return &out
}

// Scored is the batch with other scores, which it takes over.
func (b *Batch) Scored(score []float64) *Batch {
	out := *b
	out.Score = score
	return &out
}
