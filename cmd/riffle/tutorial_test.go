package main

import (
	"fmt"
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
	commands := 0
	seen := "" // of the commands of the last block
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
			typed := strings.Split(strings.TrimSpace(text), "\n")
			commands += len(typed)
			seen = saidOf(t, typed)
		case kind == "text":
			if missing := lacks(seen, text); missing != "" {
				t.Error(missing)
			}
		}
	}
	if commands < 12 {
		t.Errorf("only %d commands were typed", commands)
	}
}

// saidOf is what commands print, which must end well.
func saidOf(t *testing.T, lines []string) string {
	t.Helper()
	seen := ""
	for _, line := range lines {
		args, ok := strings.CutPrefix(line, "bin/riffle ")
		if !ok {
			t.Fatalf("%q is no command of riffle", line)
		}
		out, errs, code := said(t, nil, shellWords(args)...)
		if code != 0 {
			t.Fatalf("%s: code %d\n%s%s", line, code, out, errs)
		}
		seen += out + errs
	}
	return seen
}

// lacks says which of the lines wanted does not come in what was seen, in their
// order; "" when all do.
func lacks(seen, wanted string) string {
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
			return fmt.Sprintf("the page shows %q, which does not come in\n%s", want, seen)
		}
	}
	return ""
}
