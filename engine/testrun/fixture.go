package testrun

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/index"
)

// Limits of one fixture.
const (
	MaxFixture = 32 << 20 // bytes, unpacked
	MaxLines   = 50_000
)

// fill puts what a test gives into a resource. A document that is refused fails
// the test: it would look as if it were not found.
func (s *Suite) fill(m *engine.Memory, g *dag.Given) error {
	docs := g.Rows
	if g.How == "from" {
		docs = nil
		err := lines(s.opt.Files, g.File, func(n int, text []byte) error {
			d, err := object(text)
			if err != nil {
				return fmt.Errorf("%s:%d: %w", g.File, n, err)
			}
			docs = append(docs, d)
			return nil
		})
		if err != nil {
			return err
		}
	}
	exact := make([]map[string]any, len(docs)) // the test's own rows stay as they are
	for i := range docs {
		d, err := asJSON(docs[i])
		if err != nil {
			return err
		}
		exact[i] = d
	}
	if len(exact) == 0 {
		return nil
	}
	errs, err := m.Put(g.Target, exact)
	if err != nil {
		return err
	}
	for i, e := range errs {
		if e == nil {
			continue
		}
		if g.How == "from" {
			return fmt.Errorf("%s:%d: %w", g.File, i+1, e)
		}
		return fmt.Errorf("row %d: %w", i+1, e)
	}
	return nil
}

// lines reads a fixture: each line with its number from 1. Empty lines have a
// number and are left out. The text is good until the next line.
func lines(files fs.FS, name string, each func(n int, text []byte) error) error {
	if files == nil {
		return fmt.Errorf("%s: there is no folder to read fixtures from", name)
	}
	if !fs.ValidPath(name) {
		return fmt.Errorf("%q is no path within the project, such as fixtures/games.jsonl", name)
	}
	f, err := files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			return fmt.Errorf("%s: its name says gzip, its content does not: %w", name, err)
		}
		in = z
	}
	counted := &io.LimitedReader{R: in, N: MaxFixture + 1}
	sc := bufio.NewScanner(counted)
	sc.Buffer(nil, index.MaxDocument)
	for n := 1; sc.Scan(); n++ {
		if n > MaxLines {
			return fmt.Errorf("%s: more than %d lines", name, MaxLines)
		}
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		if err := each(n, sc.Bytes()); err != nil {
			return err
		}
	}
	switch {
	case counted.N <= 0:
		return fmt.Errorf("%s: more than %d bytes", name, MaxFixture)
	case errors.Is(sc.Err(), bufio.ErrTooLong):
		return fmt.Errorf("%s: a line of more than %d bytes", name, index.MaxDocument)
	}
	return sc.Err()
}

// object is a line as a JSON object and nothing else.
func object(text []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var out map[string]any
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("no JSON object: %w", err)
	}
	if out == nil || d.More() {
		return nil, errors.New("no JSON object alone on its line")
	}
	return out, nil
}
