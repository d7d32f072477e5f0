package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// commandLine is a line of a document that a reader would type, for the verbs
// that end by themselves.
var commandLine = regexp.MustCompile(`(?m)^bin/riffle ((?:check|run|version)\b.*)$`)

func TestCommandsInDocumentsWork(t *testing.T) {
	var lines []string
	for _, page := range []string{"README.md", "docs/start.md"} {
		text, err := os.ReadFile("../../" + page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range commandLine.FindAllStringSubmatch(string(text), -1) {
			lines = append(lines, m[1])
		}
	}
	if len(lines) < 2 {
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
