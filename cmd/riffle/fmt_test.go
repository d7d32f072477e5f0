package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	untidy = "scene home {\n  pipeline: feed\n  slow: 80ms // slow\n}\n"
	tidy   = "scene home {\n  pipeline: feed\n  slow:     80ms  // slow\n}\n"
	wrong  = "scene home {\n  slow 80ms\n}\n"
)

func TestFmt(t *testing.T) {
	for _, c := range []struct {
		name, text, flag string
		code             int
		out, errs        string // a part of it; "" means nothing
		after            string
	}{
		{"writes in place and names what changed", untidy, "", 0, "f.riffle\n", "", tidy},
		{"says nothing of a canonical file", tidy, "", 0, "", "", tidy},
		{"--check names it and exits 1", untidy, "--check", 1, "f.riffle\n", "", untidy},
		{"--check of a canonical file", tidy, "--check", 0, "", "", tidy},
		{"--diff shows the lines", untidy, "--diff", 0, "+  slow:     80ms  // slow\n", "", untidy},
		{"a broken file is left alone", wrong, "", 1, "", "f.riffle:2:8: error E0203:", wrong},
		{"a file that is too large is left alone", strings.Repeat(" ", 1<<20+1), "", 1, "", "E0902", strings.Repeat(" ", 1<<20+1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "f.riffle")
			if err := os.WriteFile(file, []byte(c.text), 0o640); err != nil {
				t.Fatal(err)
			}
			args := []string{file}
			if c.flag != "" {
				args = append(args, c.flag)
			}
			code, out, errs := ran("", append([]string{"fmt"}, args...)...)
			if code != c.code || !strings.Contains(out, c.out) || c.out == "" && out != "" || !strings.Contains(errs, c.errs) || c.errs == "" && errs != "" {
				t.Errorf("exit %d, out %q, errors %q; want %d, %q, %q", code, out, errs, c.code, c.out, c.errs)
			}
			after, err := os.ReadFile(file)
			if err != nil || string(after) != c.after {
				t.Errorf("the file is %q afterwards (%v), want %q", after, err, c.after)
			}
			if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
				t.Errorf("the mode is %v afterwards, want 0640", info.Mode())
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), ".riffle-fmt-*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestFmtStandardInput(t *testing.T) {
	if code, out, errs := ran(untidy, "fmt", "-"); code != 0 || out != tidy || errs != "" {
		t.Errorf("exit %d, out %q, errors %q", code, out, errs)
	}
	if code, out, errs := ran(wrong, "fmt", "-"); code != 1 || out != "" || !strings.Contains(errs, "-:2:8: error E0203") {
		t.Errorf("exit %d, out %q, errors %q", code, out, errs)
	}
}

func TestFmtArguments(t *testing.T) {
	dir := t.TempDir()
	if code, _, errs := ran("", "fmt", dir); code != 2 || !strings.Contains(errs, "no .riffle files") {
		t.Errorf("an empty folder: exit %d, %q", code, errs)
	}
	if code, _, errs := ran("", "fmt", filepath.Join(dir, "none.riffle")); code != 2 || !strings.Contains(errs, "no such file") {
		t.Errorf("a missing file: exit %d, %q", code, errs)
	}
	if code, _, _ := ran("", "fmt"); code != 2 {
		t.Errorf("no argument: exit %d, want 2", code)
	}
	target := filepath.Join(dir, "a.riffle")
	link := filepath.Join(dir, "b.riffle")
	if err := os.WriteFile(target, []byte(untidy), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := ran("", "fmt", link); code != 0 || out != link+"\n" {
		t.Errorf("a link: exit %d, %q", code, out)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is a link no more (%v)", err)
	}
	if got, _ := os.ReadFile(target); string(got) != tidy {
		t.Errorf("its target is %q", got)
	}
	if code, out, _ := ran("", "fmt", dir); code != 0 || out != "" {
		t.Errorf("a folder of canonical files: exit %d, %q", code, out)
	}
}
