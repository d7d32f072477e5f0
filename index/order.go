package index

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"

	"riffle.dev/riffle/internal/column"
)

// orderBlock is how many documents stand in one block of an order: few enough
// to be sorted in some 50 µs.
const orderBlock = 512

// order is the documents of a segment from the greatest value of a field to the
// least, block by block, each made when first asked for: whoever makes one looks
// at the context between two, and what is made stays. The blocks are merged by
// who reads them.
type order struct {
	blocks []atomic.Pointer[[]uint16] // documents of the block, from its first
}

// ordered tells whether a kind of values has an order for Top.
func ordered(k column.Kind) bool {
	switch k {
	case column.Int, column.Float, column.Time, column.Duration:
		return true
	}
	return false
}

func newOrder(docs int) *order {
	return &order{blocks: make([]atomic.Pointer[[]uint16], (docs+orderBlock-1)/orderBlock)}
}

// valueOf a document in a field that is a number, as Top scores it: null is NaN.
func valueOf(c *column.Column, doc int) float64 {
	switch {
	case c.Nulls.Get(doc):
		return math.NaN()
	case c.Floats != nil:
		return c.Floats[doc]
	}
	return float64(c.Ints[doc])
}

// block of the order of a field.
func (s *segment) block(key, field, at int) []uint16 {
	p := &s.orders[field].blocks[at]
	if b := p.Load(); b != nil {
		return *b
	}
	type entry struct {
		value float64
		doc   int
	}
	from := at * orderBlock
	list := make([]entry, min(orderBlock, s.n-from))
	for i := range list {
		list[i] = entry{valueOf(s.cols[field], from+i), from + i}
	}
	slices.SortFunc(list, func(x, y entry) int {
		if x.value > y.value {
			return -1
		}
		if x.value < y.value {
			return 1
		}
		// NaN is less than anything to cmp, so it comes last here
		return cmp.Or(cmp.Compare(y.value, x.value), cmp.Compare(s.cols[key].Text(x.doc), s.cols[key].Text(y.doc)))
	})
	out := make([]uint16, len(list))
	for i, e := range list {
		out[i] = uint16(e.doc - from)
	}
	p.Store(&out) // another may have made the same one
	return out
}

// descent reads the live documents of a part from the greatest value down, those
// of one value in no order across blocks.
type descent struct {
	part   *part
	col    *column.Column
	heads  []front // a heap, the greatest first
	blocks [][]uint16
}

// front is the next document of a block.
type front struct {
	value float64
	block int32
	at    int32 // in the block
}

// descend begins a descent.
func (x *scratch) descend(ctx context.Context, key, field int, p *part) (*descent, error) {
	d := &x.descent
	d.part, d.col, d.heads, d.blocks = p, p.cols[field], d.heads[:0], d.blocks[:0]
	for b := range p.orders[field].blocks {
		if b%2 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		docs := p.block(key, field, b)
		d.blocks = append(d.blocks, docs)
		d.heads = append(d.heads, front{value: valueOf(d.col, b*orderBlock+int(docs[0])), block: int32(b)})
	}
	for i := len(d.heads)/2 - 1; i >= 0; i-- {
		d.sink(i)
	}
	return d, nil
}

// before tells which value comes first: the greater, NaN last.
func before(x, y float64) bool { return x > y || x == x && y != y }

func (d *descent) sink(i int) {
	h := d.heads
	for {
		c := 2*i + 1
		if c >= len(h) {
			return
		}
		if c+1 < len(h) && before(h[c+1].value, h[c].value) {
			c++
		}
		if !before(h[c].value, h[i].value) {
			return
		}
		h[i], h[c] = h[c], h[i]
		i = c
	}
}

// next appends to rows the documents that come next until there are most, or
// the values are below floor; values has theirs. It tells whether it goes on.
func (d *descent) next(floor float64, most int, rows []int32, values []float64) ([]int32, []float64, bool) {
	for len(d.heads) > 0 {
		h := &d.heads[0]
		if h.value < floor || floor == floor && math.IsNaN(h.value) && !math.IsInf(floor, -1) {
			return rows, values, false
		}
		if len(rows) == most {
			return rows, values, true
		}
		docs := d.blocks[h.block]
		if doc := int(h.block)*orderBlock + int(docs[h.at]); !d.part.dead.Get(doc) {
			rows, values = append(rows, int32(doc)), append(values, h.value)
		}
		if h.at++; int(h.at) < len(docs) {
			h.value = valueOf(d.col, int(h.block)*orderBlock+int(docs[h.at]))
		} else {
			last := len(d.heads) - 1
			d.heads[0] = d.heads[last]
			d.heads = d.heads[:last]
		}
		d.sink(0)
	}
	return rows, values, false
}

// topOf offers the documents of a part that are greatest by a field, as far down
// as they may still be among the best.
func (x *scratch) topOf(ctx context.Context, best *best, at, field int, f filter) error {
	p := best.view.parts[at]
	d, err := x.descend(ctx, best.view.plan.key, field, p)
	if err != nil {
		return err
	}
	defer func() { d.part, d.col = nil, nil }()
	if len(x.scores) < p.n {
		x.scores = make([]float64, p.n)
	}
	first := true
	for most, more := 128, true; more; most = min(2*most, 1024) {
		if err := ctx.Err(); err != nil {
			return err
		}
		x.near, x.ranks, more = d.next(best.bound(), most, x.near[:0], x.ranks[:0])
		for i, row := range x.near {
			x.scores[row] = x.ranks[i]
		}
		if x.rows, err = f.some(ctx, p, x.near, x.rows[:0]); err != nil {
			return err
		}
		if first && more && f.formula != nil && best.k*len(x.near) > len(x.rows)*(p.n/8) {
			return x.scan(ctx, best, at, field, f) // few pass: to read in order costs more than to read all
		}
		first = false
		for _, row := range x.rows {
			best.offer(at, row, x.scores[row])
		}
	}
	return nil
}

// scan offers all documents of a part that pass, as they stand.
func (x *scratch) scan(ctx context.Context, best *best, at, field int, f filter) error {
	p := best.view.parts[at]
	var err error
	if x.rows, err = f.all(ctx, p, x.rows[:0]); err != nil {
		return err
	}
	c := p.cols[field]
	for i, row := range x.rows {
		if i%4096 == 4095 && ctx.Err() != nil {
			return ctx.Err()
		}
		best.offer(at, row, valueOf(c, int(row)))
	}
	return nil
}

// bound is a score below which nothing is among the best any more; -Inf where
// there is none yet. It makes up its mind where it has gathered enough.
func (b *best) bound() float64 {
	if !b.full && len(b.hits) >= b.k && b.k > 0 {
		b.shrink()
	}
	return b.floor
}
