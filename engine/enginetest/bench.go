package enginetest

import (
	"fmt"
	"slices"
	"strings"
	"testing/fstest"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/words"
)

// Bench is a project with its documents, ready for requests.
type Bench struct {
	Project *dag.Project
	Program *engine.Program
	Memory  *engine.Memory
	Remote  op.Remote // answers for services; nil: nobody does
	Found   diag.List // hints and warnings
}

// NewBench compiles sources and loads documents. The word table
// vectors/tiny has the words red, green and blue at right angles.
func NewBench(sources []dag.Source, docs map[string][]map[string]any) (*Bench, error) {
	project, found := dag.Compile(sources, op.NewCatalogue())
	if project == nil {
		var lines []string
		for _, d := range found {
			lines = append(lines, d.String())
		}
		return nil, fmt.Errorf("does not compile:\n%s", strings.Join(lines, "\n"))
	}
	program, err := engine.Compile(project)
	if err != nil {
		return nil, err
	}
	memory, err := engine.NewMemory(project, tiny)
	if err != nil {
		return nil, err
	}
	for resource, list := range docs {
		errs, err := memory.Put(resource, list)
		if err != nil {
			return nil, err
		}
		for i, e := range errs {
			if e != nil {
				return nil, fmt.Errorf("docs/%s.jsonl, document %d: %w", resource, i+1, e)
			}
		}
	}
	return &Bench{Project: project, Program: program, Memory: memory, Found: found}, nil
}

// tiny is a word table of three words in three dimensions.
func tiny(name string) (*index.WordTable, error) {
	if name != "vectors/tiny" {
		return nil, fmt.Errorf("no word table %q", name)
	}
	one := []byte{0, 0, 0x80, 0x3f} // 1 as a little-endian float32
	zero := make([]byte, 4)
	return words.Load(fstest.MapFS{
		"tiny.words.txt": {Data: []byte("red\ngreen\nblue\n")},
		"tiny.i8":        {Data: []byte{1, 0, 0, 0, 1, 0, 0, 0, 1}},
		"tiny.scale.f32": {Data: slices.Concat(one, one, one)},
		"tiny.freq.f32":  {Data: slices.Concat(zero, zero, zero)},
		"tiny.pc.f32":    {Data: slices.Concat(zero, zero, zero)},
	}, "tiny")
}

// Engine with a fixed moment and counted trace ids.
func Engine(now time.Time) *engine.Engine {
	n := 0
	return engine.New(engine.Options{
		Now:     func() time.Time { return now },
		TraceID: func() string { n++; return fmt.Sprintf("t%d", n) },
	})
}

// Drills are faults by node or resource name.
type Drills map[string]engine.Fault

// At finds the drill for a node, or for its resource.
func (d Drills) At(resource, node string) (engine.Fault, bool) {
	if f, ok := d[node]; ok {
		return f, true
	}
	f, ok := d[resource]
	return f, ok
}

// ParseDrill reads `typed hang`, `typed error`, `typed delay=30ms`.
func ParseDrill(text string) (name string, f engine.Fault, err error) {
	name, how, _ := strings.Cut(text, " ")
	switch {
	case how == "hang":
		f.Hang = true
	case how == "error":
		f.Err = "drill"
	case strings.HasPrefix(how, "delay="):
		f.Delay, err = time.ParseDuration(strings.TrimPrefix(how, "delay="))
	default:
		err = fmt.Errorf("fault %q: want hang, error or delay=30ms", text)
	}
	return name, f, err
}
