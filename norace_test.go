package riffle

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Packages that run without the race detector start no goroutines, and neither
// does what they and their tests use of ours.
func TestNoRaceIsPossible(t *testing.T) {
	text, err := os.ReadFile("scripts/norace.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		n++
		// With -test also what the tests import. A variant for the tests of a
		// package has its files too.
		out, err := exec.Command("go", "list", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles", "./"+line).Output()
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
			var p struct {
				ImportPath, Dir                    string
				GoFiles, TestGoFiles, XTestGoFiles []string
			}
			if err := d.Decode(&p); err != nil {
				t.Fatal(err)
			}
			if !under(p.ImportPath, module) || strings.HasSuffix(p.ImportPath, ".test") {
				continue
			}
			files := p.GoFiles
			if p.ImportPath == module+"/"+line {
				files = slices.Concat(files, p.TestGoFiles, p.XTestGoFiles)
			}
			for _, f := range files {
				src, err := os.ReadFile(filepath.Join(p.Dir, f))
				if err != nil {
					t.Fatal(err)
				}
				if at := starts(t, f, src); at != "" {
					t.Errorf("%s starts a goroutine at %s in %s", line, at, p.ImportPath)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no package is named")
	}
}

// starts says where a file starts a goroutine, alone or by a helper; "" when
// nowhere.
func starts(t *testing.T, name string, src []byte) (at string) {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.GoStmt:
			at = files.Position(x.Pos()).String()
		case *ast.CallExpr:
			f, ok := x.Fun.(*ast.SelectorExpr)
			if ok && slices.Contains([]string{"Go", "Parallel", "RunParallel", "AfterFunc"}, f.Sel.Name) {
				at = files.Position(x.Pos()).String()
			}
		}
		return at == ""
	})
	return at
}

func TestGoroutinesAreSeen(t *testing.T) {
	for body, want := range map[string]bool{"go f()": true, "w.Go(f)": true, "t.Parallel()": true, "time.AfterFunc(1, f)": true, "f()": false, "x.Goes()": false, "y = x.Parallel": false} {
		if got := starts(t, "x.go", []byte("package x\nfunc g() { "+body+" }")); (got != "") != want {
			t.Errorf("%s: %q", body, got)
		}
	}
}
