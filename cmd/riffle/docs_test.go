package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine/op"
)

var update = flag.Bool("update", false, "write the reference of operators and functions anew")

// commandLine is a line of a document that a reader would type, for the verbs
// that end by themselves.
var commandLine = regexp.MustCompile(`(?m)^bin/riffle ((?:check|docs|explain|run|test|version)\b.*)$`)

func TestCommandsInDocumentsWork(t *testing.T) {
	var lines []string
	for _, page := range []string{"README.md", "docs/start.md", "docs/language/README.md"} {
		text, err := os.ReadFile("../../" + page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range commandLine.FindAllStringSubmatch(string(text), -1) {
			lines = append(lines, m[1])
		}
	}
	if len(lines) < 5 {
		t.Fatalf("only %d commands were found", len(lines))
	}
	t.Chdir("../..")
	for _, line := range lines {
		out, errs, code := said(t, nil, shellWords(line)...)
		if code != 0 || out == "" {
			t.Errorf("riffle %s: code %d\n%s%s", line, code, out, errs)
		}
	}
}

// shellWords splits a line as a shell does, as far as single quotes go.
func shellWords(line string) []string {
	var out []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}

// The page in docs is what riffle docs prints.
func TestReference(t *testing.T) {
	const page = "../../docs/language/reference.md"
	want, errs, code := said(t, nil, "docs")
	if code != 0 || errs != "" {
		t.Fatalf("riffle docs: code %d\n%s", code, errs)
	}
	for _, f := range op.NewCatalogue().Operators() {
		for i := range f.Args {
			if f.Args[i].Doc == "" {
				t.Errorf("%s: the argument %s has no doc", f.Name, f.Args[i].Name)
			}
		}
	}
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(got), want); d != "" {
		t.Errorf("%s is not what riffle docs prints, see make gen:\n%s", page, d)
	}
}

// Every operator has its page in docs/ops, and there is no other.
func TestOperatorPages(t *testing.T) {
	const folder = "../../docs/ops"
	cat := op.NewCatalogue()
	want := map[string]string{"README.md": operatorIndex(cat)}
	for _, f := range cat.Operators() {
		d, _ := cat.Decl(f.Name)
		want[f.Name+".md"] = operatorPage(d)
	}
	have, err := filepath.Glob(folder + "/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range have {
		if want[filepath.Base(path)] != "" {
			continue
		}
		if *update {
			err = os.Remove(path)
		}
		if !*update || err != nil {
			t.Errorf("%s is of no operator (%v)", path, err)
		}
	}
	for name, text := range want {
		if *update {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Error(err)
		} else if d := cmp.Diff(string(got), text); d != "" {
			t.Errorf("%s is not fresh, see make gen:\n%s", name, d)
		}
	}
}

func TestDocsOfOneName(t *testing.T) {
	out, _, code := said(t, nil, "docs", "merge", "freshness")
	if code != 0 || !strings.Contains(out, "rrf(k = 60)") || !strings.Contains(out, "freshness(released, 7d)") || strings.Contains(out, "## filter") {
		t.Errorf("code %d\n%s", code, out)
	}
	_, errs, code := said(t, nil, "docs", "serch")
	if code != 2 || !strings.Contains(errs, `nothing is written of "serch"; did you mean search?`) {
		t.Errorf("code %d\n%s", code, errs)
	}
	for _, odd := range []string{"", "(a", strings.Repeat("x", 1000), "[", "e9999", "nosuchword"} {
		if _, errs, code := said(t, nil, "docs", odd); code != 2 || !strings.Contains(errs, "nothing is written of") {
			t.Errorf("%.20q: code %d\n%s", odd, code, errs)
		}
	}
}

// Every code and every word that is offered is explained, in bounds.
func TestDocsOfCodesAndWords(t *testing.T) {
	names := topics()
	for _, c := range diag.Codes() {
		names = append(names, c.Code)
	}
	for _, name := range names {
		out, errs, code := said(t, nil, "docs", name)
		if code != 0 || len(out) < 40 || len(out) > 30_000 || !strings.Contains(out, "## ") {
			t.Errorf("docs %s: code %d, %d bytes\n%s", name, code, len(out), errs)
		}
		if code, ok := strings.CutPrefix(name, "E"); ok && !strings.HasPrefix(out, "## E"+code+"\n") {
			t.Errorf("docs %s explains something else:\n%.200s", name, out)
		}
	}
	if out, _, _ := said(t, nil, "docs", "loop"); !strings.Contains(out, "next pool =") {
		t.Errorf("loop has no example:\n%s", out)
	}
	if out, _, _ := said(t, nil, "docs", "e0501"); !strings.HasPrefix(out, "## E0501") {
		t.Errorf("a code in small letters:\n%.200s", out)
	}
}
