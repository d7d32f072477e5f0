package dsl_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check/checktest"
	"riffle.dev/riffle/dsl/diag"
)

const errorIndex = "../docs/language/errors.md"

// The index of errors has every declared code, with what it says of its bad
// example; -update writes it.
func TestErrorIndex(t *testing.T) {
	want := errorPage(t)
	if *update {
		if err := os.WriteFile(errorIndex, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(errorIndex)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what dsl/diag declares; go test ./dsl -update writes it", errorIndex)
	}
}

func errorPage(t *testing.T) string {
	var b strings.Builder
	b.WriteString(`# Errors, warnings and hints

Written from ` + "`dsl/diag`" + ` by a test; each example is one too. A code begins with E for what stops a
compile, W for what is probably not meant, H for what has no effect yet. Only the lines that matter
of an example are shown.

| code | means |
|---|---|
`)
	for _, c := range codes() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s |\n", c.Code, strings.ToLower(c.Code), strings.ReplaceAll(c.Summary, "|", `\|`))
	}
	for _, c := range codes() {
		d, ok := provoked(c)
		if !ok {
			t.Errorf("the bad example of %s does not provoke it", c.Code)
		}
		bad, good := apart(c.Bad, c.Good)
		fmt.Fprintf(&b, "\n## %s\n\n%s%s.\n\n", c.Code, strings.ToUpper(c.Summary[:1]), c.Summary[1:])
		if bad != "" {
			fmt.Fprintf(&b, "```\n%s```\n\n", bad)
		}
		fmt.Fprintf(&b, "> %s: %s", d.Severity, d.Message)
		if d.Help != "" {
			fmt.Fprintf(&b, " (%s)", d.Help)
		}
		b.WriteString("\n")
		if good != "" {
			fmt.Fprintf(&b, "\nRight:\n\n```\n%s```\n", good)
		}
	}
	return b.String()
}

// codes in the order of their numbers.
func codes() []diag.Code {
	out := diag.Codes()
	slices.SortStableFunc(out, func(a, b diag.Code) int { return strings.Compare(a.Code[1:], b.Code[1:]) })
	return out
}

// provoked is what is said of a code's bad example.
func provoked(c diag.Code) (diag.Diagnostic, bool) {
	_, list := analysis.Project(map[string][]byte{"a.riffle": []byte(c.Bad)}, checktest.Catalogue())
	for _, d := range list {
		if d.Code == c.Code {
			return d, true
		}
	}
	return diag.Diagnostic{}, false
}

// apart gives the lines in which two texts differ; short ones stay whole.
func apart(bad, good string) (string, string) {
	bad = strings.ReplaceAll(bad, "  // here", "")
	x, y := strings.SplitAfter(bad, "\n"), strings.SplitAfter(good, "\n")
	if len(x) > 4 && len(y) > 4 {
		for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
			x, y = x[1:], y[1:]
		}
		for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
			x, y = x[:len(x)-1], y[:len(y)-1]
		}
	}
	return shown(x), shown(y)
}

// shown is a few lines, not deeper than need be.
func shown(lines []string) string {
	const most, widest = 14, 120
	cut := len(lines) > most
	if cut {
		lines = lines[:most]
	}
	var b strings.Builder
	for _, l := range lines {
		if r := []rune(l); len(r) > widest {
			l = string(r[:widest]) + "…\n"
		}
		b.WriteString(l)
	}
	if cut {
		b.WriteString("…\n")
	}
	if s := b.String(); s != "" && !strings.HasSuffix(s, "\n") {
		return s + "\n"
	}
	return b.String()
}
