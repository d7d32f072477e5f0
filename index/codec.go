package index

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"unsafe"

	"riffle.dev/riffle/internal/column"
)

// The parts of a snapshot frame: lengths as uvarint, numbers little endian.

type encoder struct{ buf []byte }

func (e *encoder) uint(n uint64)  { e.buf = binary.AppendUvarint(e.buf, n) }
func (e *encoder) bytes(b []byte) { e.uint(uint64(len(b))); e.buf = append(e.buf, b...) }

type fixed interface {
	uint16 | uint32 | uint64 | int64 | float32 | float64
}

func encode[T fixed](e *encoder, list []T) {
	e.uint(uint64(len(list)))
	e.buf, _ = binary.Append(e.buf, binary.LittleEndian, list) // of these types it cannot fail
}

// words writes texts as one blob and their ends.
func (e *encoder) words(list []string) {
	ends := make([]uint32, len(list))
	n := 0
	for i, w := range list {
		n += len(w)
		ends[i] = uint32(n)
	}
	encode(e, ends)
	e.uint(uint64(n))
	for _, w := range list {
		e.buf = append(e.buf, w...)
	}
}

func (e *encoder) column(c *column.Column) error {
	e.uint(uint64(c.Len))
	encode(e, []uint64(c.Nulls))
	switch c.Type.Kind {
	case column.Int, column.Time, column.Duration:
		encode(e, c.Ints)
	case column.Float:
		encode(e, c.Floats)
	case column.Bool:
		packed := column.NewBitmap(c.Len)
		for i, b := range c.Bools {
			if b {
				packed.Set(i)
			}
		}
		encode(e, []uint64(packed))
	case column.String:
		encode(e, c.Codes)
		e.words(c.Dict.Words)
	case column.Vector:
		encode(e, c.Vecs)
	case column.List:
		encode(e, c.Ends)
		return e.column(c.Elems)
	case column.Record:
		for _, v := range c.Any {
			b, err := json.Marshal(column.Render(c.Type, v))
			if err != nil {
				return err
			}
			e.bytes(b)
		}
	}
	return nil
}

func (e *encoder) inverted(x *inverted) {
	e.bytes(x.blob)
	ends, starts := make([]uint32, x.terms()), make([]uint32, len(x.entries))
	for i, h := range x.entries {
		if starts[i] = h.stop; i > 0 {
			ends[i-1] = h.end
		}
	}
	encode(e, ends)
	encode(e, starts)
	encode(e, x.docs)
	encode(e, x.freqs)
	encode(e, x.lens)
}

// decoder reads what an encoder wrote and trusts none of it: every length is
// held against the bytes that are there, every index against what it points
// into. The first error stays.
type decoder struct {
	buf []byte
	err error
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf(format, args...)
	}
	d.buf = nil
}

func (d *decoder) uint() uint64 {
	n, k := binary.Uvarint(d.buf)
	if k <= 0 {
		d.fail("a number is cut off")
		return 0
	}
	d.buf = d.buf[k:]
	return n
}

// take is the next n items of size bytes each.
func (d *decoder) take(size int) []byte {
	n := d.uint()
	if n > uint64(len(d.buf)/size) {
		d.fail("a list of %d is cut off", n)
		return nil
	}
	out := d.buf[:int(n)*size]
	d.buf = d.buf[len(out):]
	return out
}

func decode[T fixed](d *decoder) []T {
	var t T
	raw := d.take(int(unsafe.Sizeof(t)))
	if len(raw) == 0 {
		return nil
	}
	out := make([]T, len(raw)/int(unsafe.Sizeof(t)))
	if _, err := binary.Decode(raw, binary.LittleEndian, out); err != nil {
		d.fail("%w", err)
	}
	return out
}

func (d *decoder) words() []string {
	ends := decode[uint32](d)
	blob := string(d.take(1))
	out := make([]string, len(ends))
	from := uint32(0)
	for i, end := range ends {
		if end < from || int(end) > len(blob) {
			d.fail("word %d ends outside of the words", i)
			return nil
		}
		out[i] = blob[from:end]
		from = end
	}
	return out
}

// column reads rows of a type. depth bounds lists of lists.
func (d *decoder) column(t column.Type, depth int) *column.Column {
	c := &column.Column{Type: t}
	n := d.uint()
	if n > 1<<31-1 || depth > 8 {
		d.fail("%d rows are too many", n)
		return c
	}
	c.Len = int(n)
	c.Nulls = decode[uint64](d)
	if len(c.Nulls) > (c.Len+63)>>6 {
		d.fail("nulls of more rows than there are")
	}
	var have int
	switch t.Kind {
	case column.Int, column.Time, column.Duration:
		c.Ints = decode[int64](d)
		have = len(c.Ints)
	case column.Float:
		c.Floats = decode[float64](d)
		have = len(c.Floats)
	case column.Bool:
		packed := column.Bitmap(decode[uint64](d))
		if have = c.Len; len(packed) != (c.Len+63)>>6 {
			have = -1
			break
		}
		c.Bools = make([]bool, c.Len)
		for i := range c.Bools {
			c.Bools[i] = packed.Get(i)
		}
	case column.String:
		have = d.texts(c)
	case column.Vector:
		c.Vecs = decode[float32](d)
		if have = -1; t.Dim > 0 && len(c.Vecs)%t.Dim == 0 {
			have = len(c.Vecs) / t.Dim
		}
	case column.List:
		have = d.lists(c, depth)
	case column.Record:
		have = d.records(c)
	default:
		have = -1
	}
	if have != c.Len {
		d.fail("a column of %s has %d rows and values of %d", t, c.Len, have)
	}
	return c
}

func (d *decoder) texts(c *column.Column) int {
	c.Codes = decode[uint32](d)
	words := d.words()
	for i, code := range c.Codes {
		if int(code) >= len(words) {
			d.fail("row %d has text %d of %d", i, code, len(words))
			return -1
		}
	}
	c.Dict = column.DictOf(words)
	if !c.Dict.Distinct() {
		d.fail("a dictionary has a word twice")
	}
	return len(c.Codes)
}

func (d *decoder) lists(c *column.Column, depth int) int {
	c.Ends = decode[uint32](d)
	if c.Type.Elem == nil {
		return -1
	}
	c.Elems = d.column(*c.Type.Elem, depth+1)
	from := uint32(0)
	for i, end := range c.Ends {
		if end < from || int(end) > c.Elems.Len {
			d.fail("list %d ends outside of its items", i)
			return -1
		}
		from = end
	}
	return len(c.Ends)
}

func (d *decoder) records(c *column.Column) int {
	t := c.Type.Null()
	for range c.Len {
		raw := d.take(1)
		if d.err != nil {
			return -1
		}
		v, err := column.ParseJSON(t, raw)
		if err != nil {
			d.fail("a record: %w", err)
			return -1
		}
		c.Any = append(c.Any, v)
	}
	return len(c.Any)
}

// inverted reads the lists of a text field of n documents.
func (d *decoder) inverted(n int) *inverted {
	x := &inverted{blob: bytes.Clone(d.take(1))} // not a view, which would keep the whole frame
	ends, starts := decode[uint32](d), decode[uint32](d)
	x.docs = decode[uint32](d)
	x.freqs = decode[uint16](d)
	x.lens = decode[uint32](d)
	if d.err == nil {
		d.err = x.enter(ends, starts)
	}
	if d.err == nil {
		d.err = x.check(n)
	}
	return x
}

// enter sets the entries of terms that end there in the blob, with postings that
// start there.
func (x *inverted) enter(ends, starts []uint32) error {
	if len(starts) != len(ends)+1 || starts[0] != 0 || int(starts[len(ends)]) != len(x.docs) {
		return fmt.Errorf("inverted lists do not cover their postings")
	}
	x.entries = make([]entry, len(starts))
	for i, end := range ends {
		x.entries[i+1] = entry{end: end, stop: starts[i+1]}
	}
	return nil
}

// check tells whether the arrays fit together for n documents.
func (x *inverted) check(n int) error {
	if len(x.lens) != n || len(x.freqs) != len(x.docs) {
		return fmt.Errorf("inverted lists do not fit together")
	}
	for i := range x.terms() {
		before, h := &x.entries[i], &x.entries[i+1]
		if h.end <= before.end && i > 0 || int(h.end) > len(x.blob) || h.stop < before.stop {
			return fmt.Errorf("term %d ends outside of the terms", i)
		}
		if i > 0 && string(x.term(i-1)) >= string(x.term(i)) {
			return fmt.Errorf("term %d is out of order", i)
		}
	}
	for i := range x.terms() {
		last := -1
		docs, freqs := x.list(i)
		for k, d := range docs {
			if int(d) <= last || int(d) >= n || freqs[k] == 0 {
				return fmt.Errorf("a posting of term %d is out of order", i)
			}
			last = int(d)
		}
	}
	return nil
}
