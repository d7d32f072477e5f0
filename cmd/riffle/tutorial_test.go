package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fence is a block of the tutorial: its marks and its text.
var fence = regexp.MustCompile("(?ms)^```(\\w+)([^\n]*)\n(.*?)^```$")

// A newcomer follows the tutorial: writes each file, types each command, and
// sees what the page shows. … in a shown line stands for anything.
func TestTutorial(t *testing.T) {
	page, err := os.ReadFile("../../docs/language/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Symlink(filepath.Join(root, "examples"), "examples"); err != nil {
		t.Fatal(err)
	}
	commands, seen := 0, ""
	for _, m := range fence.FindAllStringSubmatch(string(page), -1) {
		kind, name, text := m[1], strings.TrimSpace(m[2]), m[3]
		switch {
		case name != "":
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, ".riffle") {
				if out, errs, code := said(t, nil, "fmt", "--check", name); code != 0 {
					t.Errorf("%s is not as riffle fmt writes it: %s%s", name, out, errs)
				}
			}
		case kind == "sh":
			seen = ""
			for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
				args, ok := strings.CutPrefix(line, "bin/riffle ")
				if !ok {
					t.Fatalf("%q is no command of riffle", line)
				}
				out, errs, code := said(t, nil, shellWords(args)...)
				if commands++; code != 0 {
					t.Fatalf("%s: code %d\n%s%s", line, code, out, errs)
				}
				seen += out + errs
			}
		case kind == "text":
			shows(t, seen, text)
		}
	}
	if commands < 12 {
		t.Errorf("only %d commands were typed", commands)
	}
}

// shows fails unless the lines wanted come in what was seen, in their order.
func shows(t *testing.T, seen, wanted string) {
	t.Helper()
	lines := strings.Split(seen, "\n")
	for _, want := range strings.Split(strings.TrimSpace(wanted), "\n") {
		parts := strings.Split(strings.Join(strings.Fields(want), " "), "…")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(strings.TrimSpace(parts[i]))
		}
		re := regexp.MustCompile("^" + strings.Join(parts, ".*"))
		found := false
		for len(lines) > 0 && !found {
			found = re.MatchString(strings.Join(strings.Fields(lines[0]), " "))
			lines = lines[1:]
		}
		if !found {
			t.Errorf("the page shows %q, which does not come in\n%s", want, seen)
			return
		}
	}
}
