package api

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/server/app"
)

// sentences are those of every call of app.Fail in this server, by reason. A
// call must name both by literals, fill every hole, and say under a reason what
// every other call says under it.
func sentences(t *testing.T) map[string]string {
	t.Helper()
	found, at := map[string]string{}, token.NewFileSet()
	const root = ".." // server
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(at, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		inApp := filepath.Base(filepath.Dir(path)) == "app"
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !isFail(call.Fun, inApp) {
				return true
			}
			place := at.Position(call.Pos())
			if len(call.Args) < 3 || call.Ellipsis != token.NoPos {
				t.Errorf("%s: app.Fail without code, reason and sentence", place)
				return true
			}
			reason, sentence := literal(call.Args[1]), literal(call.Args[2])
			switch holes := app.Holes(sentence); {
			case !regexp.MustCompile(`^[a-z][a-z0-9_]*$`).MatchString(reason):
				t.Errorf("%s: reason %q: want a literal of small letters, digits and _", place, reason)
			case sentence == "" || strings.Contains(sentence, "%"):
				t.Errorf("%s: sentence %q: want a literal with holes such as {name}", place, sentence)
			case len(holes) != len(call.Args)-3:
				t.Errorf("%s: %q has the holes %v and %d arguments", place, sentence, holes, len(call.Args)-3)
			case found[reason] != "" && found[reason] != sentence:
				t.Errorf("%s: %s says %q here and %q elsewhere", place, reason, sentence, found[reason])
			}
			found[reason] = sentence
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 50 {
		t.Fatalf("%d reasons found: the search sees too little", len(found))
	}
	return found
}

func isFail(f ast.Expr, inApp bool) bool {
	switch x := f.(type) {
	case *ast.Ident:
		return inApp && x.Name == "Fail"
	case *ast.SelectorExpr:
		of, ok := x.X.(*ast.Ident)
		return ok && of.Name == "app" && x.Sel.Name == "Fail"
	}
	return false
}

func literal(e ast.Expr) string {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return ""
	}
	text, _ := strconv.Unquote(l.Value) // the parser has read it
	return text
}

// The committed list, and the console's copy, from which that knows what it must
// be able to say, are those of this server's calls.
func TestReasonsAreFresh(t *testing.T) {
	var out bytes.Buffer
	e := json.NewEncoder(&out) // it sorts by reason
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(sentences(t)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"docs/api/reasons.json", "web/src/gen/reasons.json"} {
		at := filepath.Join("..", "..", filepath.FromSlash(path))
		if *update {
			if err := os.WriteFile(at, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(at)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(out.String(), "\n")); diff != "" {
			t.Errorf("%s is stale; run go test ./server/api -run Reasons -update (-committed +now):\n%s", path, diff)
		}
	}
}
