package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/standin"
	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/plural"
	"riffle.dev/riffle/internal/words"
)

// readProject reads the .riffle files of a folder, by name.
func readProject(dir string) ([]dag.Source, error) {
	texts, err := readFolder(dir)
	if err != nil {
		return nil, err
	}
	var out []dag.Source
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		out = append(out, dag.Source{Name: name, Text: texts[name]})
	}
	return out, nil
}

// wordTables finds word tables in the project's folder, in data/ beside it,
// and in this binary; each is read once.
func wordTables(dir string) func(name string) (*index.WordTable, error) {
	places := []fs.FS{os.DirFS(dir), os.DirFS(filepath.Join(dir, "..", "data")), examples.Data()}
	var mu sync.Mutex
	have := map[string]*index.WordTable{}
	return func(name string) (*index.WordTable, error) {
		mu.Lock()
		defer mu.Unlock()
		if t := have[name]; t != nil {
			return t, nil
		}
		var first error
		for _, place := range places {
			t, err := words.Load(place, name)
			if err == nil {
				have[name] = t
				return t, nil
			}
			if first == nil || !errors.Is(err, fs.ErrNotExist) {
				first = err
			}
		}
		return nil, first
	}
}

// standins are answers for services that the folders given by --data have.
func (r *runner) standins(p *dag.Project, ask op.Remote) (op.Remote, error) {
	var places []fs.FS
	for _, arg := range r.data {
		if !strings.Contains(arg, "=") {
			places = append(places, os.DirFS(arg))
		}
	}
	by, err := standinsOf(p, places)
	if err != nil || len(by) == 0 {
		return ask, err
	}
	return &standin.Remote{By: by, Next: ask}, nil
}

// found are the documents in a folder given by --data, as NAME=FILE.
func found(p *dag.Project, dir string) ([]string, error) {
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return nil, usageError{fmt.Errorf("--data: want NAME=FILE or a folder, got %q", dir)}
	}
	var out []string
	for _, res := range p.Resources {
		for _, name := range []string{res.Name + ".jsonl", res.Name + ".jsonl.gz"} {
			if path := filepath.Join(dir, name); exists(path) {
				out = append(out, res.Name+"="+path)
				break
			}
		}
	}
	return out, nil
}

// load puts the documents given by --data into the resources.
func (r *runner) load(p *dag.Project, graphs []*dag.Graph, m *engine.Memory) error {
	var args []string
	for _, arg := range r.data {
		if strings.Contains(arg, "=") {
			args = append(args, arg)
			continue
		}
		more, err := found(p, arg)
		if err != nil {
			return err
		}
		args = append(args, more...)
	}
	given := map[string]bool{}
	for _, arg := range args {
		name, path, _ := strings.Cut(arg, "=")
		if _, known := p.Resource(name); !known {
			var names []string
			for _, res := range p.Resources {
				names = append(names, res.Name)
			}
			return fmt.Errorf("--data: no resource %q; there are %s", name, strings.Join(names, ", "))
		}
		given[name] = true
		if err := r.loadFile(m, name, path); err != nil {
			return err
		}
	}
	for _, g := range graphs {
		for _, name := range g.Resources {
			if res, ok := p.Resource(name); ok && res.Store != nil {
				continue
			}
			if !given[name] {
				given[name] = true
				fmt.Fprintf(r.err, "riffle: %s has no documents; give them by --data %s=FILE\n", name, name)
			}
		}
	}
	return nil
}

// loadFile puts the lines of one file; those that are refused are counted and
// the first ones shown.
func (r *runner) loadFile(m *engine.Memory, name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("--data %s: %w", name, err)
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return fmt.Errorf("--data %s: %s: %w", name, path, err)
		}
	}
	const batch, shown = 1000, 3
	refused, line := 0, 0
	var docs []map[string]any
	flush := func() error {
		errs, err := m.Put(name, docs)
		if err != nil {
			return err
		}
		for i, e := range errs {
			if e == nil {
				continue
			}
			if refused++; refused <= shown {
				fmt.Fprintf(r.err, "riffle: %s:%d: %v\n", path, line-len(docs)+i+1, e)
			}
		}
		docs = docs[:0]
		return nil
	}
	s := bufio.NewScanner(in)
	s.Buffer(nil, index.MaxDocument)
	for s.Scan() {
		line++
		dec := json.NewDecoder(bytes.NewReader(s.Bytes()))
		dec.UseNumber()
		var d map[string]any
		if err := dec.Decode(&d); err != nil {
			return fmt.Errorf("%s:%d: not a JSON object: %w", path, line, err)
		}
		if docs = append(docs, d); len(docs) == batch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", path, line+1, err)
	}
	if err := flush(); err != nil {
		return err
	}
	if refused > 0 {
		fmt.Fprintf(r.err, "riffle: %s: %d of %s refused\n", path, refused, plural.Of(line, "document"))
	}
	return nil
}
