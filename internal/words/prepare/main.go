// Command prepare makes a word table ready: it counts the table's words over a
// catalogue and finds the first principal component of the catalogue's texts,
// and writes both beside the table as name.freq.f32 and name.pc.f32. Same
// input, same files.
//
//	go run ./internal/words/prepare -table examples/data/vectors/glove100 -fields title,body examples/data/apps.jsonl.gz
package main

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"riffle.dev/riffle/internal/words"
)

func main() {
	table := flag.String("table", "", "path of the table without its extension")
	fields := flag.String("fields", "title,body", "fields that are text, each a text of its own")
	flag.Parse()
	if err := run(*table, strings.Split(*fields, ","), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "prepare:", err)
		os.Exit(1)
	}
}

func run(table string, fields, catalogues []string) error {
	if table == "" || len(catalogues) == 0 {
		return fmt.Errorf("want -table and at least one catalogue (.jsonl.gz)")
	}
	name := filepath.Base(table)
	t, err := words.LoadVectors(os.DirFS(filepath.Dir(table)), name)
	if err != nil {
		return err
	}
	var texts []string
	for _, c := range catalogues {
		if texts, err = read(c, fields, texts); err != nil {
			return err
		}
	}
	freq, pc := words.Prepare(t, texts)
	fmt.Printf("%s: %d words of %d dimensions, %d texts\n", name, t.Len(), t.Dim(), len(texts))
	if err := write(table+".freq.f32", freq); err != nil {
		return err
	}
	return write(table+".pc.f32", pc)
}

func read(file string, fields, texts []string) ([]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	dec := json.NewDecoder(bufio.NewReader(zip))
	for {
		var doc map[string]any
		if err := dec.Decode(&doc); err == io.EOF {
			return texts, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, name := range fields {
			if s, ok := doc[name].(string); ok {
				texts = append(texts, s)
			}
		}
	}
}

func write(file string, numbers []float32) error {
	var out []byte
	var err error
	if out, err = binary.Append(out, binary.LittleEndian, numbers); err != nil {
		return err
	}
	return os.WriteFile(file, out, 0o644)
}
