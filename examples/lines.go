package examples

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"iter"
)

// maxLine bounds one document.
const maxLine = 1 << 20

// Apps are the programs and games, one JSON object each. A yielded slice is
// good until the next one.
func Apps() iter.Seq2[[]byte, error] { return lines("apps.jsonl.gz") }

// Poems likewise.
func Poems() iter.Seq2[[]byte, error] { return lines("poems.jsonl.gz") }

func lines(name string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		f, err := Data().Open(name)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			yield(nil, fmt.Errorf("%s: %w", name, err))
			return
		}
		s := bufio.NewScanner(z)
		s.Buffer(nil, maxLine)
		for s.Scan() {
			if len(s.Bytes()) > 0 && !yield(s.Bytes(), nil) {
				return
			}
		}
		if err := s.Err(); err != nil {
			yield(nil, fmt.Errorf("%s: %w", name, err))
		}
	}
}

// App is what of a program the demo itself needs.
type App struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	TitleZH string   `json:"title_zh"`
	Section string   `json:"section"`
	Tags    []string `json:"tags"`
	RDeps   int      `json:"rdeps"`
}

// Poem likewise.
type Poem struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Body  string `json:"body"`
}

// Read decodes all of a catalogue: Read[App](Apps()).
func Read[T any](docs iter.Seq2[[]byte, error]) ([]T, error) {
	var out []T
	for line, err := range docs {
		if err != nil {
			return nil, err
		}
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return nil, fmt.Errorf("document %d: %w", len(out)+1, err)
		}
		out = append(out, v)
	}
	return out, nil
}
