package index

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"testing"

	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/words"
)

// catalogue reads a committed catalogue.
func catalogue(tb testing.TB, name string, most int) []Change {
	tb.Helper()
	return catalogueOf(tb, "../examples/data/"+name+".jsonl.gz", most)
}

func catalogueOf(tb testing.TB, file string, most int) []Change {
	tb.Helper()
	f, err := os.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	var out []Change
	dec := json.NewDecoder(bufio.NewReader(zip))
	dec.UseNumber()
	for len(out) < most {
		var doc map[string]any
		if err := dec.Decode(&doc); err == io.EOF {
			break
		} else if err != nil {
			tb.Fatal(err)
		}
		out = append(out, Change{Op: Upsert, Doc: doc, Offset: uint64(len(out) + 1)})
	}
	return out
}

func wordTable(tb testing.TB) func(name string) (*WordTable, error) {
	return func(name string) (*WordTable, error) { return words.Load(os.DirFS("../examples/data"), name) }
}

func appsSchema(derived bool) Schema {
	text := column.Type{Kind: column.String}
	s := Schema{Resource: "apps", Fields: []Field{
		{Name: "id", Kind: KeyField, Type: text},
		{Name: "title", Kind: TextField, Type: text, Analyzer: "english", Weight: 3},
		{Name: "body", Kind: TextField, Type: text.Null(), Analyzer: "english"},
		{Name: "section", Kind: KeywordField, Type: text},
		{Name: "tags", Kind: KeywordField, Type: column.Type{Kind: column.List, Elem: &text, Nullable: true}},
		{Name: "size", Kind: ValueField, Type: column.Type{Kind: column.Int, Nullable: true}},
		{Name: "installed", Kind: ValueField, Type: column.Type{Kind: column.Int, Nullable: true}},
		{Name: "rdeps", Kind: ValueField, Type: column.Type{Kind: column.Int}, Default: int64(0)},
		{Name: "title_zh", Kind: TextField, Type: text.Null(), Analyzer: "chinese", Weight: 3},
		{Name: "body_zh", Kind: TextField, Type: text.Null(), Analyzer: "chinese"},
	}}
	if derived {
		s.Fields = append(s.Fields, Field{
			Name: "taste", Kind: VectorField, Type: column.Type{Kind: column.Vector, Dim: 100}, Metric: "cosine",
			Derive: &Derive{Function: "glove", Words: "vectors/glove100", Source: &column.Expr{Op: "col", Name: "title", Type: text}},
		})
	}
	return s
}

func poemsSchema() Schema {
	text := column.Type{Kind: column.String}
	return Schema{Resource: "poems", Fields: []Field{
		{Name: "id", Kind: KeyField, Type: text},
		{Name: "title", Kind: TextField, Type: text, Analyzer: "chinese", Weight: 2},
		{Name: "author", Kind: KeywordField, Type: text},
		{Name: "dynasty", Kind: KeywordField, Type: text},
		{Name: "body", Kind: TextField, Type: text, Analyzer: "chinese"},
		{Name: "pop", Kind: ValueField, Type: column.Type{Kind: column.List, Elem: &column.Type{Kind: column.Int}}},
	}}
}

// loaded is a slice of a catalogue, applied in batches.
func loaded(tb testing.TB, s Schema, changes []Change) *Slice {
	tb.Helper()
	out, err := New(s, Options{Words: wordTable(tb)})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { out.Close() })
	const batch = 1000
	for i := 0; i < len(changes); i += batch {
		for _, err := range out.Apply(changes[i:min(i+batch, len(changes))]) {
			if err != nil {
				tb.Fatal(err)
			}
		}
	}
	return out
}
