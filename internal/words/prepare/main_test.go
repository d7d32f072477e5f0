package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle.dev/riffle/internal/words"
)

func TestPrepare(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	write("t.words.txt", []byte("east\nnorth\n"))
	write("t.i8", []byte{1, 0, 0, 1})
	write("t.scale.f32", bytes.Repeat([]byte{0, 0, 128, 63}, 2)) // 1 and 1
	var zipped bytes.Buffer
	zip := gzip.NewWriter(&zipped)
	zip.Write([]byte(`{"title": "east east", "other": "north"}` + "\n" + `{"title": "East"}` + "\n"))
	zip.Close()
	catalogue := write("c.jsonl.gz", zipped.Bytes())
	table := filepath.Join(dir, "t")
	if err := run(table, []string{"title"}, []string{catalogue}); err != nil {
		t.Fatal(err)
	}
	got, err := words.Load(os.DirFS(dir), "t")
	if err != nil {
		t.Fatal(err)
	}
	// All texts point east: that part is taken off.
	if v := got.Vector("east north"); v == nil || v[0] > 1e-6 || v[1] < 0.999 {
		t.Errorf("vector %v, want north", v)
	}
	for want, c := range map[string][]string{
		"want -table":          {""},
		"no such file":         {table, filepath.Join(dir, "none")},
		"gzip: invalid header": {table, write("plain.gz", []byte("{}{}{}{}{}{}{}"))},
	} {
		if err := run(c[0], []string{"title"}, c[1:]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}
