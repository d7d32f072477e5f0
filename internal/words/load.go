package words

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"

	"riffle.dev/riffle/internal/plural"
)

// MaxRows of a table, and the most bytes a file of it may have.
const (
	MaxRows  = 2_000_000
	maxBytes = 1 << 30
)

// Load reads a prepared table: name.words.txt with name.i8 and name.scale.f32,
// or name.chars.txt with name.f16 (IEEE half); name.freq.f32, the frequency of
// each word; name.pc.f32, the first principal component. All numbers are
// little endian and row-major.
func Load(fsys fs.FS, name string) (*Table, error) {
	t, err := LoadVectors(fsys, name)
	if err != nil {
		return nil, err
	}
	if t.freq, err = floats(fsys, name+".freq.f32", t.Len()); err != nil {
		return nil, err
	}
	if t.pc, err = floats(fsys, name+".pc.f32", t.dim); err != nil {
		return nil, err
	}
	return t, nil
}

// LoadVectors reads a table that is not prepared yet: all words count alike
// and no component is taken off.
func LoadVectors(fsys fs.FS, name string) (*Table, error) {
	t := &Table{Name: name}
	text, err := read(fsys, name+".words.txt")
	chars := errors.Is(err, fs.ErrNotExist)
	if chars {
		text, err = read(fsys, name+".chars.txt")
	}
	if err != nil {
		return nil, fmt.Errorf("word table %s: %w", name, err)
	}
	list := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(list) > MaxRows {
		return nil, fmt.Errorf("word table %s: %d rows, at most %d", name, len(list), MaxRows)
	}
	t.ids = make(map[string]int32, len(list))
	for i, w := range list {
		if _, twice := t.ids[w]; twice || w == "" {
			return nil, fmt.Errorf("word table %s: line %d: %q is empty or there twice", name, i+1, w)
		}
		t.ids[w] = int32(i)
	}
	if chars {
		err = t.loadHalf(fsys, len(list))
	} else {
		err = t.loadBytes(fsys, len(list))
	}
	if err != nil {
		return nil, err
	}
	t.freq = make([]float32, len(list))
	t.pc = make([]float32, t.dim)
	return t, nil
}

func (t *Table) loadBytes(fsys fs.FS, rows int) error {
	raw, err := read(fsys, t.Name+".i8")
	if err != nil {
		return err
	}
	if t.dim, err = dim(t.Name+".i8", len(raw), rows); err != nil {
		return err
	}
	t.i8 = make([]int8, len(raw))
	for i, b := range raw {
		t.i8[i] = int8(b)
	}
	t.unit, err = floats(fsys, t.Name+".scale.f32", rows)
	return err
}

func (t *Table) loadHalf(fsys fs.FS, rows int) error {
	raw, err := read(fsys, t.Name+".f16")
	if err != nil {
		return err
	}
	if t.dim, err = dim(t.Name+".f16", len(raw)/2, rows); err != nil {
		return err
	}
	t.f32 = make([]float32, rows*t.dim)
	for i := range t.f32 {
		t.f32[i] = half(binary.LittleEndian.Uint16(raw[2*i:]))
	}
	return nil
}

func dim(file string, numbers, rows int) (int, error) {
	if rows == 0 || numbers == 0 || numbers%rows != 0 {
		return 0, fmt.Errorf("%s: %s can't make %s", file, plural.Of(numbers, "number"), plural.Of(rows, "row"))
	}
	return numbers / rows, nil
}

// floats reads exactly n finite float32.
func floats(fsys fs.FS, file string, n int) ([]float32, error) {
	raw, err := read(fsys, file)
	if err != nil {
		return nil, err
	}
	if len(raw) != 4*n {
		return nil, fmt.Errorf("%s: want %d bytes, has %d", file, 4*n, len(raw))
	}
	out := make([]float32, n)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
		if f := float64(out[i]); math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, fmt.Errorf("%s: number %d is not finite", file, i)
		}
	}
	return out, nil
}

func read(fsys fs.FS, file string) ([]byte, error) {
	info, err := fs.Stat(fsys, file)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxBytes {
		return nil, fmt.Errorf("%s: %d bytes, at most %d", file, info.Size(), maxBytes)
	}
	return fs.ReadFile(fsys, file)
}

// half is an IEEE 754 binary16 as a float32.
func half(h uint16) float32 {
	sign := uint32(h>>15) << 31
	exp := uint32(h>>10) & 31
	frac := uint32(h) & 1023
	switch exp {
	case 0: // zero and subnormals: frac × 2^-24
		return math.Float32frombits(sign) + float32(math.Copysign(float64(frac)/(1<<24), 1-2*float64(h>>15)))
	case 31:
		return math.Float32frombits(sign | 255<<23 | frac<<13)
	}
	return math.Float32frombits(sign | (exp+112)<<23 | frac<<13)
}
