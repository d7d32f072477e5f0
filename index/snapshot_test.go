package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/internal/column"
)

// everyKind is a schema with a column of each kind.
func everyKind() Schema {
	s := modelSchema("")
	for _, f := range []column.Field{
		{Name: "released", Type: column.Type{Kind: column.Time}}, {Name: "lasts", Type: column.Type{Kind: column.Duration}},
		{Name: "price", Type: column.Type{Kind: column.Float}}, {Name: "free", Type: column.Type{Kind: column.Bool}},
		{Name: "nested", Type: column.Type{Kind: column.List, Elem: &column.Type{Kind: column.List, Elem: &typeInt}}},
		{Name: "maker", Type: column.Type{Kind: column.Record, Fields: []column.Field{{Name: "name", Type: typeString}, {Name: "year", Type: typeInt.Null()}}}},
	} {
		s.Fields = append(s.Fields, Field{Name: f.Name, Kind: ValueField, Type: f.Type.Null()})
	}
	return s
}

func filledSlice(tb testing.TB) (*Slice, Schema) {
	tb.Helper()
	schema := everyKind()
	s, err := New(schema, Options{})
	if err != nil {
		tb.Fatal(err)
	}
	full := upsert("full", map[string]any{"title": "chess 围棋", "summary": "two", "genre": "g", "tags": []any{"a", "b"}, "taste": []any{1.0, 2.0},
		"released": "2024-02-03T04:05:06.789Z", "lasts": "90m", "price": 1.25, "free": true, "nested": []any{[]any{1.0, 2.0}, []any{}},
		"maker": map[string]any{"name": "n", "year": 1999.0}})
	full.Offset = 41
	for _, changes := range [][]Change{
		{full, upsert("bare", map[string]any{"title": "chess", "genre": "", "tags": []any{}})},
		{upsert("dead", map[string]any{"title": "gone", "genre": "g", "tags": []any{}}), upsert("other", map[string]any{"title": "two", "genre": "h", "tags": []any{"b"}})},
		{{Op: Delete, Key: "dead", Offset: 42}},
	} {
		for _, err := range s.Apply(changes) {
			if err != nil {
				tb.Fatal(err)
			}
		}
	}
	return s, schema
}

func snapshotOf(tb testing.TB, s *Slice) []byte {
	tb.Helper()
	var buf bytes.Buffer
	if err := s.View().Snapshot(&buf); err != nil {
		tb.Fatal(err)
	}
	return buf.Bytes()
}

func TestSnapshotKeepsEverything(t *testing.T) {
	s, schema := filledSlice(t)
	path := filepath.Join(t.TempDir(), "slice")
	for range 2 { // the second replaces the first
		if err := s.View().SaveFile(path); err != nil {
			t.Fatal(err)
		}
	}
	again, err := LoadFile(path, schema, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := s.View().Stats(), again.View().Stats(); a.Docs != b.Docs || b.Applied != 42 || a.Deleted != b.Deleted {
		t.Errorf("%+v became %+v", a, b)
	}
	var names []string
	for _, f := range schema.Fields {
		names = append(names, f.Name)
	}
	rows := func(s *Slice) (out [][]column.Value) {
		v := s.View()
		h, err := v.Lookup(t.Context(), []string{"full", "bare", "dead", "other"})
		if err != nil {
			t.Fatal(err)
		}
		cols, err := v.Fetch(t.Context(), h, names)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cols {
			var vals []column.Value
			for i := range c.Len {
				vals = append(vals, c.Row(i))
			}
			out = append(out, vals)
		}
		return out
	}
	if diff := cmp.Diff(rows(s), rows(again)); diff != "" {
		t.Error(diff)
	}
	if !bytes.Equal(snapshotOf(t, s), snapshotOf(t, again)) {
		t.Error("a snapshot of what was loaded differs")
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("temporary files stay: %v %v", left, err)
	}
	if _, err := LoadFile(path+"x", schema, Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := LoadFile(path, modelSchema(""), Options{}); !errors.Is(err, ErrOtherSchema) {
		t.Errorf("another schema: %v", err)
	}
}

// Every cut and every flipped bit is noticed.
func TestSpoiltSnapshots(t *testing.T) {
	s, schema := filledSlice(t)
	good := snapshotOf(t, s)
	for n := range len(good) {
		if _, err := Load(bytes.NewReader(good[:n]), schema, Options{}); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("cut after %d of %d bytes: %v", n, len(good), err)
		}
		bad := bytes.Clone(good)
		bad[n] ^= 1 << (n % 8)
		if _, err := Load(bytes.NewReader(bad), schema, Options{}); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("bit %d of byte %d: %v", n%8, n, err)
		}
	}
}

// reseal gives frames right checksums, so that what is inside is reached.
func reseal(b []byte) []byte {
	out := bytes.Clone(b)
	at := len(magic)
	for at+8 <= len(out) {
		n := int(binary.LittleEndian.Uint32(out[at:]))
		if n > len(out)-at-8 {
			break
		}
		binary.LittleEndian.PutUint32(out[at+4:], checksum(out[at+8:at+8+n]))
		at += 8 + n
	}
	return out
}

// loadHostile loads bytes, and when they load asks them everything.
func loadHostile(t *testing.T, b []byte, schema Schema) {
	s, err := Load(bytes.NewReader(b), schema, Options{})
	if err != nil {
		return
	}
	v := s.View()
	h, err := v.Search(t.Context(), SearchQuery{Text: "chess two 围棋 gone", K: 100})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range schema.Fields {
		names = append(names, f.Name)
	}
	if _, err := v.Fetch(t.Context(), h, names); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Nearest(t.Context(), NearestQuery{Field: "taste", To: []float32{1, 1}, K: 100}); err != nil {
		t.Fatal(err)
	}
	mergeParts(s.plan, v.parts)
	s.Apply([]Change{upsert("full", map[string]any{"title": "x", "genre": "g", "tags": []any{}}), {Op: Delete, Key: "bare"}})
	if err := s.View().Snapshot(&bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
}

func TestHostileSnapshots(t *testing.T) {
	s, schema := filledSlice(t)
	good := snapshotOf(t, s)
	for n := len(magic); n < len(good); n++ {
		for _, x := range []byte{1, 0xff} {
			bad := bytes.Clone(good)
			bad[n] = x
			loadHostile(t, reseal(bad), schema)
		}
	}
}

func FuzzLoad(f *testing.F) {
	s, schema := filledSlice(f)
	f.Add(snapshotOf(f, s))
	f.Fuzz(func(t *testing.T, b []byte) {
		loadHostile(t, b, schema)
		loadHostile(t, reseal(b), schema)
	})
}
