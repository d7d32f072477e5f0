package riffle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const module = "riffle.dev/riffle"

// rule says what the packages under a folder may import of ours, by folder.
// Each may import itself. The first rule whose folder holds a package counts.
type rule struct {
	folder string
	ours   []string
}

// The arrows, the most particular folders first. A folder of no rule may not
// exist: a new one says here where it stands.
var rules = []rule{
	{"engine/degrade", []string{"internal"}},
	{"engine/balance", []string{"internal"}},
	{"internal/postgres/pgtest", []string{"internal", "migrations"}}, // gives tests a database with the schema
	{"internal", nil},
	{"migrations", nil},
	{"docs", nil}, // pages, for riffle docs
	{"dsl", nil},
	{"dag", []string{"dsl", "internal"}},
	{"index", []string{"internal"}},
	{"fleet", []string{"index", "internal"}},
	{"engine", []string{"dag", "dsl", "index", "internal"}},
	{"web", []string{"internal"}},
	{"server", []string{"engine", "dag", "dsl", "fleet", "index", "internal", "migrations", "web", "examples"}},
	{"client", []string{"internal"}},
	{"examples", []string{"engine", "dag", "dsl", "index", "internal"}},
	{"cmd", []string{"server", "engine", "dag", "dsl", "fleet", "index", "internal", "migrations", "web", "client", "examples", "docs"}},
	{"", nil},
}

// Of others' packages dsl may have these, and of the standard library neither
// files nor network: it is a library for programs that have none.
var (
	dslForeign = []string{"ast", "builtin", "checker", "conf", "file", "parser", "types"}
	dslBarred  = []string{"os", "net", "syscall", "plugin"}
)

type pkg struct {
	ImportPath, Name                   string
	Imports, TestImports, XTestImports []string
}

func under(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

func ruleOf(path string) (rule, bool) {
	for _, r := range rules {
		if under(path, r.folder) || (r.folder == "" && path == "") {
			return r, true
		}
	}
	return rule{}, false
}

// upward lists the imports that no rule allows.
func upward(pkgs []pkg) []string {
	var bad []string
	for _, p := range pkgs {
		path := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		r, ok := ruleOf(path)
		if !ok {
			bad = append(bad, fmt.Sprintf("%s has no place among the arrows", path))
			continue
		}
		for _, imp := range p.Imports {
			if why := barred(r, path, imp); why != "" {
				bad = append(bad, fmt.Sprintf("%s imports %s: %s", path, imp, why))
			}
		}
		// Tests keep the arrows too, but any of them may use internal helpers.
		for _, imp := range slices.Concat(p.TestImports, p.XTestImports) {
			to, ours := strings.CutPrefix(imp, module+"/")
			if ours && !under(to, "internal") && !allowed(r, path, to) {
				bad = append(bad, fmt.Sprintf("the tests of %s import %s: %s", path, to, arrows(r)))
			}
		}
	}
	return bad
}

func barred(r rule, path, imp string) string {
	if to, ours := strings.CutPrefix(imp, module+"/"); ours {
		if allowed(r, path, to) {
			return ""
		}
		return arrows(r)
	}
	if r.folder != "dsl" {
		return ""
	}
	first, _, _ := strings.Cut(imp, "/")
	if !strings.Contains(first, ".") {
		if slices.Contains(dslBarred, first) {
			return "dsl touches no files and no network"
		}
		return ""
	}
	part, isExpr := strings.CutPrefix(imp, "github.com/expr-lang/expr/")
	part, _, _ = strings.Cut(part, "/")
	if !isExpr || !slices.Contains(dslForeign, part) {
		return "dsl takes only the parser and checker of expr from others"
	}
	return ""
}

// allowed tells whether path, which r is the rule of, may import the folder to.
// What stands apart inside a folder (engine/degrade) may be imported by it.
func allowed(r rule, path, to string) bool {
	target, ok := ruleOf(to)
	if !ok {
		return false
	}
	if under(to, r.folder) && r.folder != "" {
		return true
	}
	if target.folder == "internal/postgres/pgtest" {
		return false // for tests only, which have it by another way
	}
	return slices.ContainsFunc(r.ours, func(f string) bool { return under(to, f) })
}

func arrows(r rule) string {
	if len(r.ours) == 0 {
		return fmt.Sprintf("%s imports nothing else of ours", r.folder)
	}
	return fmt.Sprintf("%s may import %s", r.folder, strings.Join(r.ours, ", "))
}

func TestArrowsPointDown(t *testing.T) {
	var stderr bytes.Buffer
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Imports,TestImports,XTestImports", "./...")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var pkgs []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
	if len(pkgs) < 5 {
		t.Fatalf("go list found %d packages: the test looked at nothing", len(pkgs))
	}
	for _, bad := range upward(pkgs) {
		t.Error(bad)
	}
}

func TestArrowsAreSeen(t *testing.T) {
	made := func(path string, imports ...string) pkg {
		return pkg{ImportPath: module + "/" + path, Imports: imports}
	}
	const ours = module + "/"
	got := upward([]pkg{
		made("dsl/check", ours+"dsl/ast", "strings", "github.com/expr-lang/expr/checker", "github.com/expr-lang/expr/checker/nature"),
		made("dsl/a", "os"),
		made("dsl/b", "net/http"),
		made("dsl/c", "github.com/expr-lang/expr/vm"),
		made("dsl/d", "github.com/spf13/cobra"),
		made("dsl/e", ours+"internal/column"),
		made("dag/plan", ours+"dsl/ast", ours+"internal/column", "os"),
		made("dag/x", ours+"engine/op"),
		made("engine/exec", ours+"engine/degrade", ours+"dag", ours+"index"),
		made("engine/degrade", ours+"internal/stat", ours+"engine/degrade/ring"),
		made("engine/degrade", ours+"engine/exec"),
		made("engine/x", ours+"server/app"),
		made("index/inverted", ours+"internal/column"),
		made("index/x", ours+"engine"),
		made("fleet/x", ours+"engine"),
		made("internal/x", ours+"dsl"),
		made("server/x", ours+"internal/postgres/pgtest"),
		made("server/app", ours+"engine", ours+"fleet", ours+"index"),
		made("server/y", ours+"cmd/riffle"),
		made("cmd/riffle", ours+"server", ours+"internal/home"),
		made("plugins/x"),
		{ImportPath: module + "/migrations", XTestImports: []string{ours + "internal/postgres/pgtest"}},
		{ImportPath: module + "/index", TestImports: []string{ours + "engine"}},
	})
	want := []string{
		"dsl/a imports os: dsl touches no files and no network",
		"dsl/b imports net/http: dsl touches no files and no network",
		"dsl/c imports github.com/expr-lang/expr/vm: dsl takes only the parser and checker of expr from others",
		"dsl/d imports github.com/spf13/cobra: dsl takes only the parser and checker of expr from others",
		"dsl/e imports riffle.dev/riffle/internal/column: dsl imports nothing else of ours",
		"dag/x imports riffle.dev/riffle/engine/op: dag may import dsl, internal",
		"engine/degrade imports riffle.dev/riffle/engine/exec: engine/degrade may import internal",
		"engine/x imports riffle.dev/riffle/server/app: engine may import dag, dsl, index, internal",
		"index/x imports riffle.dev/riffle/engine: index may import internal",
		"fleet/x imports riffle.dev/riffle/engine: fleet may import index, internal",
		"internal/x imports riffle.dev/riffle/dsl: internal imports nothing else of ours",
		"server/x imports riffle.dev/riffle/internal/postgres/pgtest: server may import engine, dag, dsl, fleet, index, internal, migrations, web, examples",
		"server/y imports riffle.dev/riffle/cmd/riffle: server may import engine, dag, dsl, fleet, index, internal, migrations, web, examples",
		"plugins/x has no place among the arrows",
		"the tests of index import engine: index may import internal",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
