package batch

import (
	"math/bits"

	"riffle.dev/riffle/internal/column"
)

// New is a batch of items with their scores, which it takes over, all brought
// by one source (-1: by none).
func New(space *Space, source int, items []ID, score []float64) *Batch {
	b := &Batch{Space: space, IDs: items, Score: score}
	w := space.Words()
	b.From = make([]uint64, len(items)*w)
	if source >= 0 {
		for i := range items {
			b.From[i*w+source>>6] = 1 << (uint(source) & 63)
		}
	}
	return b
}

// None is the empty batch with columns of these types.
func None(space *Space, cols []Col) *Batch {
	b := New(space, -1, nil, nil)
	b.Cols = cols
	return b
}

// Nulls is a column of n nulls.
func Nulls(t column.Type, n int) *column.Column {
	b := column.NewBuilder(t.Null(), n)
	for range n {
		b.AppendNull()
	}
	return b.Build()
}

// ScoreColumn is _score as a column that shares the scores.
func (b *Batch) ScoreColumn() *column.Column {
	return &column.Column{Type: column.Type{Kind: column.Float}, Len: b.Len(), Floats: b.Score}
}

// ResourceColumn is _resource.
func (b *Batch) ResourceColumn() *column.Column {
	codes := make([]uint32, b.Len())
	for i, id := range b.IDs {
		codes[i] = uint32(id.Resource())
	}
	return &column.Column{
		Type: column.Type{Kind: column.String}, Len: b.Len(), Codes: codes,
		Dict: column.DictOf(append([]string(nil), b.Space.Resources...)),
	}
}

// FromColumn is _from: lists of source names in the graph's order.
func (b *Batch) FromColumn() *column.Column {
	str := column.Type{Kind: column.String}
	var codes []uint32
	ends := make([]uint32, b.Len())
	for i := range b.IDs {
		for s := range b.Space.Sources {
			if column.Bitmap(b.FromOf(i)).Get(s) {
				codes = append(codes, uint32(s))
			}
		}
		ends[i] = uint32(len(codes))
	}
	return &column.Column{
		Type: column.Type{Kind: column.List, Elem: &str}, Len: b.Len(), Ends: ends,
		Elems: &column.Column{Type: str, Len: len(codes), Codes: codes,
			Dict: column.DictOf(append([]string(nil), b.Space.Sources...))},
	}
}

// Sources are the names of the sources that brought row i, in the graph's order.
func (b *Batch) Sources(i int) []string {
	out := []string{}
	for s, name := range b.Space.Sources {
		if column.Bitmap(b.FromOf(i)).Get(s) {
			out = append(out, name)
		}
	}
	return out
}

// AllSources are the Sources of every row, in one piece of memory.
func (b *Batch) AllSources() [][]string {
	n := 0
	for _, word := range b.From {
		n += bits.OnesCount64(word)
	}
	out, names := make([][]string, b.Len()), make([]string, 0, n)
	for i := range out {
		begin := len(names)
		for w, word := range b.FromOf(i) {
			for ; word != 0; word &= word - 1 {
				names = append(names, b.Space.Sources[w*64+bits.TrailingZeros64(word)])
			}
		}
		out[i] = names[begin:len(names):len(names)]
	}
	return out
}

// Named is a column by name, the engine's own included; nil when not there.
func (b *Batch) Named(name string) *column.Column {
	switch name {
	case "_score":
		return b.ScoreColumn()
	case "_from":
		return b.FromColumn()
	case "_resource":
		return b.ResourceColumn()
	}
	return b.Col(name)
}
