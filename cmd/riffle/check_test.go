package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/diag"
)

const (
	cleanType  = "type User { id: keyword }\n"
	brokenType = "type 用户 { id: keyword, 地: keywrod }\n"
	warnedText = "resource r { fields { id: key, n: int } }\npipeline p() -> items {\n  a = top(r, by: n)\n  b = take(a, 3)\n  return a\n}\n"
)

func TestCheckText(t *testing.T) {
	for _, c := range []struct {
		name, text string
		code       int
		out        string
	}{
		{"a clean file", cleanType, 0, "no findings\n"},
		{"a warning does not fail", warnedText, 0,
			"f.riffle:4:3: warning W0306: b is never used (take it out, or use it)\n      b = take(a, 3)\n      ^\n1 warning\n"},
		{"an error, below wide characters", brokenType, 1,
			"f.riffle:1:27: error E0301: unknown type keywrod (did you mean keyword)\n" +
				"    type 用户 { id: keyword, 地: keywrod }\n" +
				"                                 ^^^^^^^\n1 error\n"},
		{"two errors", "type A { b: B }\ntype C { d: D }\n", 1, "f.riffle:1:13: error E0301: unknown type B\n    type A { b: B }\n                ^\n" +
			"f.riffle:2:13: error E0301: unknown type D\n    type C { d: D }\n                ^\n2 errors\n"},
		{"control characters do not reach the terminal", "type A { b: int = \"\x1b[2J\" }\n", 1,
			"f.riffle:1:19: error E0401: b is int, this is string\n    type A { b: int = \"\ufffd[2J\" }\n                      ^^^^^^\n1 error\n"},
		{"nor within a message", "type A { b: int = '\x1b[2J' }\n", 1,
			"f.riffle:1:19: error E0103: strings stand in double quotes (\"\ufffd[2J\")\n    type A { b: int = '\ufffd[2J' }\n                      ^^^^^^\n1 error\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "f.riffle")
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, arg := range []string{file, dir} {
				code, out, errs := ran("", "check", arg)
				out = strings.ReplaceAll(out, dir+string(filepath.Separator), "")
				if code != c.code || out != c.out || errs != "" {
					t.Errorf("exit %d, want %d; got\n%swant\n%s%s", code, c.code, out, c.out, errs)
				}
			}
		})
	}
}

// Five mistakes are five findings, each with place, code and suggestion.
func TestCheckFiveMistakes(t *testing.T) {
	code, out, _ := ran("", "check", filepath.FromSlash("../../dsl/check/testdata/bad/five.riffle"))
	if code != 1 || strings.Count(out, ": error E") != 5 || !strings.HasSuffix(out, "\n5 errors\n") {
		t.Errorf("exit %d\n%s", code, out)
	}
	for _, want := range []string{"five.riffle:10:12: error E0301", "did you mean search", "write (price ?? 0)"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// Declarations of one file are seen in another, and a finding may name both.
func TestCheckSeveralFiles(t *testing.T) {
	dir := folder(t, map[string]string{"a.riffle": cleanType, "b.riffle": "type User { n: int }\ntype Pair { a: User }\n"})
	code, out, _ := ran("", "check", filepath.Join(dir, "a.riffle"), filepath.Join(dir, "b.riffle"))
	if code != 1 || !strings.Contains(out, "b.riffle:1:6: error E0302") || !strings.Contains(out, "a.riffle:1:6: first given here") || !strings.Contains(out, "1 error\n") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// A file that is named twice, in whatever way, is read once.
func TestCheckSameFileTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.riffle", []byte(cleanType), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := ran("", "check", "a.riffle", "./a.riffle", "."); code != 0 || out != "no findings\n" {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

func TestCheckJSON(t *testing.T) {
	code, out, _ := ran(cleanType, "check", "-", "--format", "json")
	if code != 0 || strings.TrimSpace(out) != "{\n  \"diagnostics\": []\n}" {
		t.Errorf("exit %d, %s", code, out)
	}
	code, out, _ = ran(brokenType, "check", "--format=json", "-")
	var got struct {
		Diagnostics []struct {
			Severity, Code, File, Message, Help string
			Line, Column                        int
			EndLine                             int `json:"end_line"`
			EndColumn                           int `json:"end_column"`
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if code != 1 || len(got.Diagnostics) != 1 {
		t.Fatalf("exit %d, %s", code, out)
	}
	d := got.Diagnostics[0]
	if d.Severity != "error" || d.Code != "E0301" || d.File != "-" || d.Line != 1 || d.Column != 27 || d.EndLine != 1 || d.EndColumn != 34 || d.Help != "did you mean keyword" {
		t.Errorf("%+v", d)
	}
}

func TestCheckCouldNotRun(t *testing.T) {
	for _, args := range [][]string{{"no-such.riffle"}, {t.TempDir()}, {"--format", "xml"}} {
		if code, _, errs := ran("", append([]string{"check"}, args...)...); code != 2 || errs == "" {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
}

// A folder stands for the files below it too, but not for hidden folders.
func TestCheckFoldersBelow(t *testing.T) {
	dir := folder(t, map[string]string{"a.riffle": cleanType, "types/b.riffle": "type Pair { a: User }\n", ".old/c.riffle": brokenType, "node_modules/x/d.riffle": brokenType})
	if code, out, errs := ran("", "check", dir); code != 0 || out != "no findings\n" || errs != "" {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

func TestCheckColours(t *testing.T) {
	list := diag.List{{Severity: diag.Error, Code: "E0301", File: "a.riffle", Line: 1, Column: 3, EndLine: 1, EndColumn: 5, Message: "bad"}}
	for _, on := range []bool{false, true} {
		var b strings.Builder
		if err := printText(&b, painter{on}, list, map[string][]byte{"a.riffle": []byte("a bc\n")}); err != nil {
			t.Fatal(err)
		}
		want := "a.riffle:1:3: error E0301: bad\n    a bc\n      ^^\n1 error\n"
		if on {
			want = "\x1b[1ma.riffle:1:3:\x1b[0m \x1b[31merror E0301:\x1b[0m bad\n    a bc\n      \x1b[31m^^\x1b[0m\n1 error\n"
		}
		if b.String() != want {
			t.Errorf("colours %v: got\n%q, want\n%q", on, b.String(), want)
		}
	}
	if p := (world{getenv: func(string) string { return "" }}).painterFor(&strings.Builder{}); p.on {
		t.Error("colours into something that is no terminal")
	}
}
