package index

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"riffle.dev/riffle/internal/column"
)

// A snapshot is the magic, then frames, each the length of its payload, the
// CRC-32C of it (both uint32, little endian) and the payload: a head in JSON,
// for each segment its size and tombstones, its columns and its inverted
// lists, and an end that repeats the number of frames.
const (
	magic       = "riffle-slice-1\n"
	maxFrame    = 1 << 31
	maxSegments = 1 << 16
)

// ErrCorrupt is what every error about a snapshot's bytes is.
var ErrCorrupt = errors.New("snapshot is corrupt")

// ErrOtherSchema is the error of a snapshot made for other fields.
var ErrOtherSchema = errors.New("snapshot was made for another schema")

type head struct {
	Resource string  `json:"resource"`
	Fields   []Field `json:"fields"`
	Applied  uint64  `json:"applied"`
	Segments int     `json:"segments"`
}

// Snapshot writes the view, its applied offset included. It holds no lock:
// changes go on meanwhile.
func (v *View) Snapshot(w io.Writer) error {
	f := frameWriter{w: bufio.NewWriterSize(w, 1<<16)}
	if _, err := f.w.WriteString(magic); err != nil {
		return err
	}
	h, err := json.Marshal(head{v.plan.schema.Resource, v.plan.schema.Fields, v.applied, len(v.parts)})
	if err != nil {
		return err
	}
	f.frame(h)
	for _, p := range v.parts {
		if err := f.part(p); err != nil {
			return err
		}
	}
	f.frame(binary.AppendUvarint([]byte("end"), uint64(f.count)))
	if f.err != nil {
		return f.err
	}
	return f.w.Flush()
}

type frameWriter struct {
	w     *bufio.Writer
	count int
	err   error
}

func (f *frameWriter) frame(payload []byte) {
	if f.err != nil {
		return
	}
	if len(payload) >= maxFrame {
		f.err = fmt.Errorf("snapshot: a frame of %d bytes, at most %d", len(payload), maxFrame)
		return
	}
	var size [8]byte
	binary.LittleEndian.PutUint32(size[:4], uint32(len(payload)))
	binary.LittleEndian.PutUint32(size[4:], checksum(payload))
	if _, f.err = f.w.Write(size[:]); f.err == nil {
		_, f.err = f.w.Write(payload)
	}
	f.count++
}

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

func (f *frameWriter) part(p *part) error {
	var e encoder
	e.uint(uint64(p.n))
	encode(&e, []uint64(p.dead))
	f.frame(e.buf)
	for _, c := range p.cols {
		e.buf = e.buf[:0]
		if err := e.column(c); err != nil {
			return err
		}
		f.frame(e.buf)
	}
	for _, x := range p.texts {
		if x != nil {
			e.buf = e.buf[:0]
			e.inverted(x)
			f.frame(e.buf)
		}
	}
	return f.err
}

// Load reads a snapshot without analysing anything again. It reads r to the
// snapshot's end. Errors wrap ErrCorrupt, ErrOtherSchema or what r says.
func Load(r io.Reader, s Schema, opts Options) (*Slice, error) {
	out, err := New(s, opts)
	if err != nil {
		return nil, err
	}
	f := frameReader{r: bufio.NewReaderSize(r, 1<<16)}
	v, err := f.view(out.plan)
	if err != nil {
		return nil, err
	}
	out.view.Store(v.seal())
	return out, nil
}

type frameReader struct {
	r     *bufio.Reader
	count int
}

func corrupt(what string, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: %s: it ends too early", ErrCorrupt, what)
	}
	return fmt.Errorf("%w: %s: %w", ErrCorrupt, what, err)
}

// frame reads the next payload. Its length is believed only as far as bytes
// come.
func (f *frameReader) frame(what string) ([]byte, error) {
	var size [8]byte
	if _, err := io.ReadFull(f.r, size[:]); err != nil {
		return nil, corrupt(what, err)
	}
	n := binary.LittleEndian.Uint32(size[:4])
	if n >= maxFrame {
		return nil, corrupt(what, fmt.Errorf("a frame of %d bytes", n))
	}
	var buf bytes.Buffer
	buf.Grow(int(min(n, 1<<16)))
	if _, err := io.CopyN(&buf, f.r, int64(n)); err != nil {
		return nil, corrupt(what, err)
	}
	if checksum(buf.Bytes()) != binary.LittleEndian.Uint32(size[4:]) {
		return nil, corrupt(what, errors.New("checksum differs"))
	}
	f.count++
	return buf.Bytes(), nil
}

func (f *frameReader) view(p *plan) (*View, error) {
	start := make([]byte, len(magic))
	if _, err := io.ReadFull(f.r, start); err != nil || string(start) != magic {
		return nil, corrupt("start", errors.New("not a snapshot of this version"))
	}
	raw, err := f.frame("head")
	if err != nil {
		return nil, err
	}
	var h head
	if err := json.Unmarshal(raw, &h); err != nil {
		return nil, corrupt("head", err)
	}
	if err := p.compatible(h); err != nil {
		return nil, err
	}
	if h.Segments < 0 || h.Segments > maxSegments {
		return nil, corrupt("head", fmt.Errorf("%d segments", h.Segments))
	}
	v := &View{plan: p, applied: h.Applied}
	for i := range h.Segments {
		part, err := f.part(p)
		if err != nil {
			return nil, fmt.Errorf("segment %d: %w", i, err)
		}
		v.parts = append(v.parts, part)
	}
	if err := v.keysDiffer(); err != nil {
		return nil, corrupt("segments", err)
	}
	count := f.count
	raw, err = f.frame("end")
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(raw, binary.AppendUvarint([]byte("end"), uint64(count))) {
		return nil, corrupt("end", errors.New("another number of frames"))
	}
	return v, nil
}

// compatible tells whether a snapshot's columns and lists are what the schema
// would make.
func (p *plan) compatible(h head) error {
	if len(h.Fields) != len(p.schema.Fields) {
		return fmt.Errorf("%w: it has %d fields, %s has %d", ErrOtherSchema, len(h.Fields), p.schema.Resource, len(p.schema.Fields))
	}
	for i, f := range h.Fields {
		want := p.schema.Fields[i]
		if f.Name != want.Name || f.Kind != want.Kind || f.Type.String() != want.Type.String() || f.Analyzer != want.Analyzer {
			return fmt.Errorf("%w: its field %d is %s: %s, %s has %s: %s", ErrOtherSchema, i, cut(f.Name), f.Type, p.schema.Resource, want.Name, want.Type)
		}
	}
	return nil
}

// keysDiffer tells whether no key lives in two segments.
func (v *View) keysDiffer() error {
	for at, p := range v.parts {
		for doc := range p.n {
			if p.dead.Get(doc) {
				continue
			}
			key := p.cols[v.plan.key].Text(doc)
			if other, _, ok := v.find(key); !ok || other != at {
				return fmt.Errorf("key %q is there twice", cut(key))
			}
		}
	}
	return nil
}

func (f *frameReader) part(p *plan) (*part, error) {
	raw, err := f.frame("tombstones")
	if err != nil {
		return nil, err
	}
	d := decoder{buf: raw}
	n := d.uint()
	dead := column.Bitmap(decode[uint64](&d))
	if d.err != nil || n > 1<<31-1 || len(dead) > (int(n)+63)>>6 {
		return nil, corrupt("tombstones", errors.Join(d.err, errors.New("more than documents")))
	}
	for i := int(n); i < 64*len(dead); i++ {
		if dead.Get(i) {
			return nil, corrupt("tombstones", errors.New("of documents that are not there"))
		}
	}
	s := &segment{n: int(n), texts: make([]*inverted, len(p.schema.Fields))}
	for i := range p.schema.Fields {
		name := p.schema.Fields[i].Name
		if raw, err = f.frame("column " + name); err != nil {
			return nil, err
		}
		d := decoder{buf: raw}
		c := d.column(p.schema.Fields[i].Type, 0)
		if d.err == nil && c.Len != s.n {
			d.fail("%d rows for %d documents", c.Len, s.n)
		}
		if d.err == nil && i == p.key {
			d.err = keyColumn(c)
		}
		if d.err == nil && len(d.buf) > 0 {
			d.fail("%d bytes too many", len(d.buf))
		}
		if d.err != nil {
			return nil, corrupt("column "+name, d.err)
		}
		s.cols = append(s.cols, c)
	}
	for _, i := range p.texts {
		name := p.schema.Fields[i].Name
		if raw, err = f.frame("text " + name); err != nil {
			return nil, err
		}
		d := decoder{buf: raw}
		s.texts[i] = d.inverted(s.n)
		if d.err != nil {
			return nil, corrupt("text "+name, d.err)
		}
	}
	s.finish(p)
	return newPart(s, dead), nil
}

// keyColumn tells whether each row has its own code, which find relies on.
func keyColumn(c *column.Column) error {
	for i, code := range c.Codes {
		if int(code) != i || c.IsNull(i) {
			return fmt.Errorf("key of row %d is not its own", i)
		}
	}
	return nil
}
