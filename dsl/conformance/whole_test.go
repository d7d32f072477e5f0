package conformance_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/conformance"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/dsl/token"
)

func cases(t testing.TB) []conformance.Case {
	t.Helper()
	out, err := conformance.Load(os.DirFS("testdata"))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// least is how many cases there are, at least.
const least = 400

// behaviours counts the runs of the scripts in testdata/behaviour.
func behaviours(t *testing.T) int {
	names, err := filepath.Glob("testdata/behaviour/*.test")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n += len(regexp.MustCompile(`(?m)^run `).FindAll(text, -1))
	}
	return n
}

func TestThereAreCasesOfEachKind(t *testing.T) {
	count := map[string]int{"behaviour": behaviours(t)}
	for _, c := range cases(t) {
		count[c.Kind]++
	}
	all := 0
	for _, kind := range []string{conformance.OK, conformance.Error, conformance.Format, conformance.Graph, "behaviour"} {
		t.Logf("%s: %d", kind, count[kind])
		if all += count[kind]; count[kind] < 10 {
			t.Errorf("only %d cases of kind %s", count[kind], kind)
		}
	}
	if all < least {
		t.Errorf("%d cases, want %d at least", all, least)
	}
}

// Every code of dsl/diag is expected by some case.
func TestEveryCodeOccurs(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range cases(t) {
		for _, e := range c.Expected() {
			seen[e.Code] = true
		}
	}
	for _, c := range diag.Codes() {
		if !seen[c.Code] {
			t.Errorf("no case expects %s, %s", c.Code, c.Summary)
		}
	}
	for code := range seen {
		if _, ok := diag.Explain(code); !ok {
			t.Errorf("cases expect %s, which nobody declares", code)
		}
	}
}

// productions are the rules of SPEC.md's grammar, each with how a tree shows
// that it was used. Those of blanks and commas are used by any file.
var productions = map[string]func(ast.Node) bool{
	"file": func(ast.Node) bool { return true }, "decl": func(ast.Node) bool { return true }, "sep": func(ast.Node) bool { return true }, "entries": is[*ast.RecordType],
	"import": is[*ast.Import], "type": is[*ast.Type], "resource": is[*ast.Resource], "service": is[*ast.Service], "function": is[*ast.Function],
	"pipeline": is[*ast.Pipeline], "scene": is[*ast.Scene], "experiment": is[*ast.Experiment], "test": is[*ast.Test],
	"given": func(n ast.Node) bool {
		e, ok := n.(*ast.TestEntry)
		return ok && e.Verb == "given"
	},
	"settings": func(n ast.Node) bool {
		s, ok := n.(*ast.Setting)
		return ok && s.Block
	},
	"setting": is[*ast.Setting], "signature": is[*ast.Signature], "param": is[*ast.Param], "record_t": is[*ast.RecordType], "type_x": is[*ast.TypeExpr], "type_arg": is[*ast.TypeArg],
	"stmt": is[*ast.Stmt], "after": is[*ast.After], "return": is[*ast.Return], "if": is[*ast.If], "loop": is[*ast.Loop], "each": is[*ast.Each], "choose": is[*ast.Choose], "arm": is[*ast.Arm],
	"block": is[*ast.Block], "binds": is[*ast.Bind], "modifier": is[*ast.Modifier],
	"value": is[*ast.Expr], "call": is[*ast.Call], "arg": is[*ast.Arg], "list": is[*ast.List], "record": is[*ast.Record], "range": is[*ast.RangeLit],
	"amount": func(n ast.Node) bool {
		m, ok := n.(*ast.Modifier)
		return ok && m.Word == "gain"
	},
	"constant": is[*ast.Word], "NUMBER": is[*ast.NumberLit],
}

func is[T ast.Node](n ast.Node) bool { _, ok := n.(T); return ok }

// Every production of SPEC.md's grammar occurs in a case, and so do every
// modifier and every way of given.
func TestEveryConstructOccurs(t *testing.T) {
	spec, err := os.ReadFile("../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(spec), "```ebnf\n")
	text, _, _ = strings.Cut(text, "```")
	grammar := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)(?:^|\s{3,})(\w+)(?:\(x\))?\s*= `).FindAllStringSubmatch(text, -1) {
		grammar[m[1]] = true
	}
	used, words := map[string]bool{}, map[string]bool{}
	for _, c := range cases(t) {
		for _, f := range c.Files {
			file, _ := parse.File(f.Name, []byte(f.Text))
			for _, d := range file.Decls {
				ast.Inspect(d, func(n ast.Node) bool {
					for name, shows := range productions {
						used[name] = used[name] || shows(n)
					}
					switch n := n.(type) {
					case *ast.Modifier:
						words[n.Word] = true
					case *ast.TestEntry:
						words[n.Verb], words["given "+n.How] = true, true
					}
					return true
				})
			}
		}
	}
	if len(grammar) < 30 {
		t.Fatalf("only %d productions were found in SPEC.md", len(grammar))
	}
	for name := range grammar {
		if productions[name] == nil {
			t.Errorf("SPEC.md has the production %s, which this test does not know", name)
		} else if !used[name] {
			t.Errorf("no case uses %s", name)
		}
	}
	for name := range productions {
		if !grammar[name] {
			t.Errorf("SPEC.md has no production %s", name)
		}
	}
	for _, word := range slices.Concat(token.Modifiers[:], []string{"request", "expect", "given now", "given from", "given rows", "given gives", "given fails", "given off", "given at"}) {
		if !words[word] {
			t.Errorf("no case uses %s", word)
		}
	}
}
