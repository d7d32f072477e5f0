package exec

import (
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"slices"

	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// digest of values: equal ones give equal bytes, others do not.
type digest struct{ hash.Hash }

func (d digest) tag(kind byte, n uint64) {
	var b [9]byte
	b[0] = kind
	binary.LittleEndian.PutUint64(b[1:], n)
	_, _ = d.Write(b[:]) // a hash never fails
}

func (d digest) text(s string) {
	d.tag('s', uint64(len(s)))
	_, _ = d.Write([]byte(s))
}

func (d digest) value(v column.Value) {
	switch x := v.(type) {
	case nil:
		d.tag('0', 0)
	case int64:
		d.tag('i', uint64(x))
	case float64:
		d.tag('f', math.Float64bits(x))
	case bool:
		if x {
			d.tag('b', 1)
		} else {
			d.tag('b', 0)
		}
	case string:
		d.text(x)
	case []float32:
		d.tag('v', uint64(len(x)))
		for _, f := range x {
			d.tag('f', uint64(math.Float32bits(f)))
		}
	case []column.Value:
		d.tag('l', uint64(len(x)))
		for _, e := range x {
			d.value(e)
		}
	case map[string]column.Value:
		names := make([]string, 0, len(x))
		for name := range x {
			names = append(names, name)
		}
		slices.Sort(names)
		d.tag('r', uint64(len(x)))
		for _, name := range names {
			d.text(name)
			d.value(x[name])
		}
	default:
		d.text(fmt.Sprintf("%T %v", v, v))
	}
}

func (d digest) out(o *op.Out) {
	list := o.Many()
	switch {
	case o.Set != nil:
		d.set(o.Set)
	case list != nil:
		d.tag('m', uint64(len(list)))
		for i := range list {
			d.out(&list[i])
		}
	default:
		d.value(o.Value)
	}
}

// set by its items, scores, sources and the columns that were computed.
func (d digest) set(b *batch.Batch) {
	if b == nil {
		d.tag('n', 0)
		return
	}
	d.tag('S', uint64(b.Len()))
	for i, id := range b.IDs {
		d.tag('i', uint64(id))
		d.tag('f', math.Float64bits(b.Score[i]))
	}
	for _, bits := range b.From {
		d.tag('w', bits)
	}
	for _, col := range b.Cols {
		d.text(col.Name)
		for i := range col.Column.Len {
			if col.Column.IsNull(i) {
				d.tag('0', 0)
				continue
			}
			d.value(col.Column.Row(i))
		}
	}
}
