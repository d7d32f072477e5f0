package enginetest

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/conformance"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// FuzzCompile: whatever the checker lets pass is compiled and answered, by the
// reference and by the engine, on documents and requests at the edges of their
// types, and nothing panics. An error is an answer.
func FuzzCompile(f *testing.F) {
	for _, text := range programs(f) {
		f.Add(text)
	}
	f.Add(strings.Repeat("(", 3_000_000))
	f.Add("pipeline p() -> items {\n" + strings.Repeat("  a = take(a, 3)\n", 3000) + "  return a\n}\n")
	f.Fuzz(func(t *testing.T, text string) { answered(t, text) })
}

// programs are whole projects in one text each, of the language's suite.
func programs(t testing.TB) []string {
	t.Helper()
	list, err := conformance.Load(os.DirFS(cases))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range list {
		if c.Kind == conformance.OK || c.Kind == conformance.Graph {
			text := ""
			for _, file := range c.Files {
				text += file.Text + "\n"
			}
			out = append(out, text)
		}
	}
	names, _ := filepath.Glob(filepath.Join(cases, "behaviour/*.test"))
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range file.Sources {
			out = append(out, string(s.Text))
		}
	}
	for _, c := range diag.Codes() {
		out = append(out, c.Good)
	}
	return out
}

func answered(t *testing.T, text string) {
	project, found := dag.Compile([]dag.Source{{Name: "a.riffle", Text: []byte(text)}}, op.NewCatalogue())
	if project == nil {
		if !found.HasErrors() {
			t.Fatal("no project and no error")
		}
		return
	}
	program, err := engine.Compile(project)
	if err != nil {
		return
	}
	noWords := func(string) (*index.WordTable, error) { return nil, os.ErrNotExist }
	memory, err := engine.NewMemory(project, noWords)
	if err != nil {
		return // more than an index takes
	}
	for _, r := range project.Resources {
		docs := make([]map[string]any, 4)
		for i := range docs {
			docs[i] = map[string]any{}
			for _, field := range r.Fields {
				if field.Derive == nil {
					docs[i][field.Name] = edge(field.Type, i)
				}
				if field.Kind == "key" {
					docs[i][field.Name] = string(rune('a' + i))
				}
			}
		}
		if _, err := memory.Put(r.Name, docs); err != nil {
			t.Fatal(err)
		}
	}
	b := &Bench{Project: project, Program: program, Memory: memory, Remote: anybody{}}
	now := time.Unix(1_700_000_000, 0)
	for _, g := range project.Pipelines {
		for i := range 3 {
			values := map[string]any{}
			for _, p := range g.Params {
				values[p.Name] = edge(p.Type, i)
			}
			req := engine.Request{Values: values, Deadline: 200 * time.Millisecond}
			Reference(b, g.Name, now, req, nil)
			Engine(now).Run(context.Background(), program.With(b.Remote), g.Name, req, memory, nil) //nolint:errcheck // an error is an answer
		}
	}
}

// edge is a value of a type as JSON has it, at the edges as often as not.
func edge(t column.Type, i int) any {
	if t.Nullable && i%2 == 1 {
		return nil
	}
	switch t.Kind {
	case column.Int, column.Duration:
		return json.Number([]string{"3", "0", "-9223372036854775808", "9223372036854775807"}[i%4])
	case column.Time:
		return []string{"2026-01-02T03:04:05Z", "0001-01-01T00:00:00Z", "2200-01-01T00:00:00Z", "1970-01-01T00:00:00Z"}[i%4]
	case column.Float:
		return json.Number([]string{"0.5", "0", "-1e300", "1e300"}[i%4])
	case column.Bool:
		return i%2 == 0
	case column.String:
		return []string{"a", "", "围棋", "rpg"}[i%4]
	case column.Vector:
		out := make([]any, t.Dim)
		for k := range out {
			out[k] = json.Number([]string{"1", "0", "-1", "0.5"}[(i+k)%4])
		}
		return out
	case column.List:
		out := []any{}
		for k := range i % 3 {
			out = append(out, edge(*t.Elem, i+k))
		}
		return out
	case column.Record:
		out := map[string]any{}
		for _, f := range t.Fields {
			out[f.Name] = edge(f.Type, i)
		}
		return out
	}
	return nil
}

// anybody answers every service with values at the edges.
type anybody struct{}

func (anybody) Ask(_ context.Context, q *op.Question) (*op.Reply, error) {
	if q.Found {
		return &op.Reply{Keys: []string{"b", "nobody", "a"}}, nil
	}
	if !q.Model {
		v, err := column.Parse(q.Want, edge(q.Want, len(q.Callee)))
		return &op.Reply{Value: v}, err
	}
	b := column.NewBuilder(q.Want, q.Len)
	for i := range q.Len {
		v, err := column.Parse(q.Want, edge(q.Want, i))
		if err != nil {
			return nil, err
		}
		if v == nil {
			b.AppendNull()
		} else if err := b.Append(v); err != nil {
			return nil, err
		}
	}
	return &op.Reply{Column: b.Build()}, nil
}
