package enginetest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"riffle.dev/riffle/engine/op"
)

// kinds of input that every operator has a case of; a pipeline whose name
// begins with the word is one. Those that begin with off switch a node off.
var kinds = []string{"normal", "empty", "null", "duplicate", "tie", "huge", "hostile", "off"}

// operatorFiles of a folder, by operator.
func operatorFiles(t testing.TB) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("testdata/ops/*.test")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, path := range paths {
		out[strings.TrimSuffix(filepath.Base(path), ".test")] = path
	}
	return out
}

// Each operator's cases, on the resources of testdata/ops/around.txtar and of
// many documents that are made here.
func TestOperators(t *testing.T) {
	for name, path := range operatorFiles(t) {
		t.Run(name, func(t *testing.T) { runScript(t, path, operatorFile(t, path)) })
	}
}

// operatorFile with what stands around it.
func operatorFile(t testing.TB, path string) *File {
	t.Helper()
	read := func(path string) *File {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse(data)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		return f
	}
	f, around := read(path), read("testdata/ops/around.txtar")
	f.Sources = append(f.Sources, around.Sources...)
	f.Docs, f.Stubs = around.Docs, around.Stubs
	f.Docs["many"] = many(500)
	f.Docs["odd"] = append(f.Docs["odd"], map[string]any{"id": "long", "text": strings.Repeat("far ", 2000), "n": 0})
	return f
}

// many documents with ties, nil and duplicates.
func many(n int) []map[string]any {
	out := make([]map[string]any, n)
	for i := range out {
		d := map[string]any{"id": fmt.Sprintf("m%04d", i), "text": fmt.Sprintf("common w%d", i%7), "n": i * 7919 % 101, "kind": []string{"a", "b", "c", "d"}[i*i%4]}
		if i%3 > 0 {
			d["f"] = float64(i%13) / 4
			d["vec"] = []any{i % 5, i % 7, i % 11}
		}
		if i%10 > 0 {
			d["other"] = fmt.Sprintf("m%04d", i*31%n)
		}
		out[i] = d
	}
	return out
}

// Every operator has a file, every file an operator, and a case of each kind,
// in which the operator stands.
func TestOperatorsHaveTheirCases(t *testing.T) {
	files := operatorFiles(t)
	for _, f := range op.NewCatalogue().Operators() {
		path, ok := files[f.Name]
		if !ok {
			t.Errorf("%s has no file testdata/ops/%s.test", f.Name, f.Name)
			continue
		}
		delete(files, f.Name)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := Parse(data)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, lack := range lacks(file, f.Name, f.Behind) {
			t.Errorf("%s: %s", path, lack)
		}
	}
	for name := range files {
		t.Errorf("testdata/ops/%s.test is of no operator", name)
	}
}

// lacks says what a file of an operator should have. What runs behind the
// answer can't be switched off.
func lacks(file *File, operator string, behind bool) []string {
	var out []string
	text := ""
	for _, s := range file.Sources {
		text += string(s.Text)
	}
	for _, kind := range kinds {
		i := slices.IndexFunc(file.Runs, func(r *Run) bool { return strings.HasPrefix(r.Name, kind) })
		if i < 0 {
			out = append(out, "no case "+kind)
			continue
		}
		r := file.Runs[i]
		if len(r.Lines) == 0 {
			out = append(out, fmt.Sprintf("line %d expects nothing", r.Line))
		}
		if _, off := r.Get("off"); kind == "off" && !off && !behind {
			out = append(out, fmt.Sprintf("line %d switches nothing off", r.Line))
		}
	}
	for _, r := range file.Runs {
		_, body, _ := strings.Cut(text, "pipeline "+r.Name+"(")
		body, _, _ = strings.Cut(body, "\npipeline ")
		if !strings.Contains(body, operator+"(") {
			out = append(out, fmt.Sprintf("line %d: pipeline %s does not use %s", r.Line, r.Name, operator))
		}
	}
	return out
}

// What a file lacks is found.
func TestLackingCasesAreFound(t *testing.T) {
	file, err := Parse([]byte("run normal {}\n  items\nrun off {}\n-- a.riffle --\npipeline normal() -> items { return take(a, 1) }\npipeline off() -> items { return skip(a, 1) }\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(lacks(file, "take", false), "; ")
	want := "no case empty; no case null; no case duplicate; no case tie; no case huge; no case hostile; line 3 expects nothing; line 3 switches nothing off; line 3: pipeline off does not use take"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
