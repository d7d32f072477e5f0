package main

import (
	"encoding/json"
	"encoding/xml"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// tested is a folder with the files of an archive of engine/testrun.
func tested(t *testing.T) string {
	t.Helper()
	a, err := txtar.ParseFile("../../engine/testrun/testdata/feed.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range a.Files[:len(a.Files)-1] {
		files[f.Name] = string(f.Data)
	}
	return folder(t, files)
}

func TestTest(t *testing.T) {
	dir := tested(t)
	for _, c := range []struct {
		name string
		args []string
		code int
		says []string
	}{
		{"all", []string{dir}, 1, []string{"ok   the model decides\n", "FAIL what is wrong is told (feed.riffle:103:6)", `feed.riffle:107:10: expect ids == ["g1"]`,
			`ids is ["g2","g3","g1"]`, "FAIL nobody answers", "no answer: pipeline feed", "8 passed, 1 failed, 1 could not be run in"}},
		{"some", []string{dir, "--run", "^the model"}, 0, []string{"2 passed in"}},
		{"none of them", []string{dir, "--run", "nothing"}, 2, []string{"--run nothing matches none of 10 tests"}},
		{"no pattern", []string{dir, "--run", "("}, 2, []string{"--run: error parsing regexp"}},
		{"no time", []string{dir, "--timeout", "0s"}, 2, []string{"--timeout: want more than nothing"}},
		{"a format", []string{dir, "--format", "tap"}, 2, []string{"--format is text, json, junit"}},
		{"a project without tests", []string{folder(t, map[string]string{"a.riffle": cleanType})}, 0, []string{"declares no tests"}},
		{"a project that does not compile", []string{folder(t, map[string]string{"a.riffle": brokenType})}, 1, []string{"error E0301"}},
		{"no project", []string{filepath.Join(dir, "none")}, 2, []string{"no such file"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := ran("", append([]string{"test"}, c.args...)...)
			if code != c.code {
				t.Errorf("exit %d, want %d", code, c.code)
			}
			for _, s := range c.says {
				if !strings.Contains(out+errs, s) {
					t.Errorf("no %q in\n%s%s", s, out, errs)
				}
			}
		})
	}
}

func TestTestReports(t *testing.T) {
	dir := tested(t)
	code, out, _ := ran("", "test", dir, "--format", "json")
	fits(t, "test", out)
	var report testReport
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 1 {
		t.Fatal(code, err)
	}
	if len(report.Tests) != 10 || report.Passed != 8 || report.Failed != 1 || report.Errors != 1 || len(report.Tests[8].Failures) != 5 {
		t.Errorf("%+v", report)
	}
	_, out, _ = ran("", "test", folder(t, map[string]string{"a.riffle": cleanType}), "--format", "json")
	fits(t, "test", out)

	_, out, _ = ran("", "test", dir, "--format", "junit")
	var suites junitSuites
	if err := xml.Unmarshal([]byte(out), &suites); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if suites.Tests != 10 || suites.Failures != 1 || suites.Errors != 1 || len(suites.Suites) != 1 || len(suites.Suites[0].Cases) != 10 {
		t.Errorf("%s", out)
	}
	if c := suites.Suites[0].Cases[8]; c.Failure == nil || !strings.Contains(c.Failure.Text, `ids is ["g2","g3","g1"]`) || c.Class != "feed" || c.Line != 103 {
		t.Errorf("%+v", c)
	}
}

// Control characters of a title reach neither the terminal nor a report.
func TestTestTitlesArePrintable(t *testing.T) {
	dir := folder(t, map[string]string{"a.riffle": "resource r { fields { id: key, n: int } }\npipeline p() -> items { return top(r, by: n) }\n" +
		"test \"a\\x1b[2Jb\" of p {\n  given r []\n  request {}\n  expect ids == [\"\\x1b[2J\"]\n}\n"})
	for _, format := range []string{"text", "json", "junit"} {
		code, out, errs := ran("", "test", dir, "--format", format)
		if code != 1 || strings.Contains(out+errs, "\x1b") {
			t.Errorf("%s: exit %d, %q %s", format, code, out, errs)
		}
	}
}
