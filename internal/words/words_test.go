package words

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"os"
	"testing"
	"testing/fstest"

	"riffle.dev/riffle/internal/column"
)

func loadTable(t *testing.T, name string) *Table {
	t.Helper()
	table, err := Load(os.DirFS("../../examples/data/vectors"), name)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// near tells whether the first text is nearer to the second than to the third.
func TestNearerTexts(t *testing.T) {
	glove, chars := loadTable(t, "glove100"), loadTable(t, "zhchar100")
	for _, c := range []struct {
		table         *Table
		a, near, away string
	}{
		{glove, "a fast racing game with cars", "drive vehicles around a track", "convert documents to another file format"},
		{glove, "Music player", "play audio songs", "solve linear equations"},
		{glove, "edit photographs", "image manipulation", "chess engine"},
		{chars, "春風吹花開", "東風桃李", "戰馬兵甲"},
		{chars, "即时战略游戏", "策略游戏", "明月照秋水"},
	} {
		a, near, away := c.table.Vector(c.a), c.table.Vector(c.near), c.table.Vector(c.away)
		if x, y := column.Dot(a, near), column.Dot(a, away); x <= y {
			t.Errorf("%s: %q %.3f is not nearer than %q %.3f", c.a, c.near, x, c.away, y)
		}
		if n := column.Dot(a, a); math.Abs(float64(n)-1) > 1e-5 {
			t.Errorf("%s: length² %v", c.a, n)
		}
	}
	if v := glove.Vector("zzzqqq 围棋"); v != nil {
		t.Errorf("no known word, got a vector %v", v[:3])
	}
	if v := glove.Vector(""); v != nil {
		t.Errorf("no text, got a vector")
	}
}

// The committed files are what the catalogue gives.
func TestPreparedFilesAreCurrent(t *testing.T) {
	table, err := LoadVectors(os.DirFS("../../examples/data/vectors"), "glove100")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("../../examples/data/apps.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for dec := json.NewDecoder(zip); ; {
		var doc struct{ Title, Body *string }
		if err := dec.Decode(&doc); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*string{doc.Title, doc.Body} {
			if s != nil {
				texts = append(texts, *s)
			}
		}
	}
	freq, pc := Prepare(table, texts)
	for file, want := range map[string][]float32{"glove100.freq.f32": freq, "glove100.pc.f32": pc} {
		raw, err := os.ReadFile("../../examples/data/vectors/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if len(raw) != 4*len(want) {
			t.Fatalf("%s: %d bytes, want %d numbers", file, len(raw), len(want))
		}
		for i, w := range want {
			got := math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
			if math.Abs(float64(got-w)) > 1e-6 {
				t.Fatalf("%s: number %d is %v, the catalogue gives %v", file, i, got, w)
			}
		}
	}
}

// tiny is a prepared table of two words: east (1, 0) and north (0, 1).
func tiny() fstest.MapFS {
	one := []byte{0, 0, 128, 63} // 1 as float32
	return fstest.MapFS{
		"t.words.txt": {Data: []byte("east\nnorth\n")},
		"t.i8":        {Data: []byte{1, 0, 0, 1}},
		"t.scale.f32": {Data: bytes.Repeat(one, 2)},
		"t.freq.f32":  {Data: make([]byte, 8)},
		"t.pc.f32":    {Data: make([]byte, 8)},
	}
}

func TestFormula(t *testing.T) {
	fsys := tiny()
	// p(north) is 0.001, so that it weighs a/(a+p) = 1/2.
	fsys["t.freq.f32"] = &fstest.MapFile{Data: binary.LittleEndian.AppendUint32(make([]byte, 4), math.Float32bits(0.001))}
	table, err := Load(fsys, "t")
	if err != nil {
		t.Fatal(err)
	}
	got := table.Vector("East, NORTH; unknown")
	want := []float64{2 / math.Sqrt(5), 1 / math.Sqrt(5)}
	for i := range want {
		if math.Abs(float64(got[i])-want[i]) > 1e-6 {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	// the component along east taken off leaves north.
	fsys["t.pc.f32"] = &fstest.MapFile{Data: append([]byte{0, 0, 128, 63}, 0, 0, 0, 0)}
	if table, err = Load(fsys, "t"); err != nil {
		t.Fatal(err)
	}
	if got := table.Vector("east north"); got[0] != 0 || got[1] != 1 {
		t.Errorf("got %v, want [0 1]", got)
	}
	if got := table.Vector("east"); got != nil {
		t.Errorf("nothing but the component: got %v, want none", got)
	}
}

func TestBrokenTables(t *testing.T) {
	for name, spoil := range map[string]func(fstest.MapFS){
		"no words":         func(f fstest.MapFS) { delete(f, "t.words.txt") },
		"no frequencies":   func(f fstest.MapFS) { delete(f, "t.freq.f32") },
		"a word twice":     func(f fstest.MapFS) { f["t.words.txt"].Data = []byte("east\neast\n") },
		"short vectors":    func(f fstest.MapFS) { f["t.i8"].Data = f["t.i8"].Data[:3] },
		"short scales":     func(f fstest.MapFS) { f["t.scale.f32"].Data = f["t.scale.f32"].Data[:7] },
		"scale not finite": func(f fstest.MapFS) { copy(f["t.scale.f32"].Data, []byte{0, 0, 192, 127}) },
		"empty":            func(f fstest.MapFS) { f["t.words.txt"].Data = nil },
	} {
		fsys := tiny()
		spoil(fsys)
		if _, err := Load(fsys, "t"); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestHalf(t *testing.T) {
	for bits, want := range map[uint16]float32{0x3c00: 1, 0xc000: -2, 0x0001: 1.0 / (1 << 24), 0x8001: -1.0 / (1 << 24), 0x3555: 0.33325195, 0x0000: 0} {
		if got := half(bits); got != want {
			t.Errorf("half %#x is %v, want %v", bits, got, want)
		}
	}
	if !math.IsInf(float64(half(0xfc00)), -1) || !math.IsNaN(float64(half(0x7e00))) {
		t.Error("infinity and NaN")
	}
}
