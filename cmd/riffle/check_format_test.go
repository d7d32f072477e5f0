package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/diag"
)

// TestCheckGitHub pins the escapes of workflow commands: a name or a message
// must not end the command or begin another.
func TestCheckGitHub(t *testing.T) {
	var b strings.Builder
	err := printGitHub(&b, diag.List{
		{Severity: diag.Error, Code: "E0301", File: "a,b:c%.riffle", Line: 2, Column: 3, EndLine: 2, EndColumn: 7, Message: "unknown\r\n::set-output name=x::y 100%", Help: "did you mean top"},
		{Severity: diag.Warning, Code: "W0306", File: "d.riffle", Line: 1, Column: 1, EndLine: 1, EndColumn: 2, Message: "b, unused: drop it",
			Related: []diag.Related{{File: "e.riffle", Line: 4, Column: 5, Message: "given here"}}},
		{Severity: diag.Hint, Code: "H0901", File: "d.riffle", Line: 9, Column: 1, EndLine: 9, EndColumn: 2, Message: "no effect"},
		{Severity: diag.Error, Code: "E9999", Message: "no place, and no declaration"},
	})
	want := "::error file=a%2Cb%3Ac%25.riffle,line=2,endLine=2,col=3,endColumn=7,title=E0301::unknown%0D%0A::set-output name=x::y 100%25 (did you mean top)\n" +
		"::warning file=d.riffle,line=1,endLine=1,col=1,endColumn=2,title=W0306::b, unused: drop it%0Ae.riffle:4:5: given here\n" +
		"::notice file=d.riffle,line=9,endLine=9,col=1,endColumn=2,title=H0901::no effect\n" +
		"::error title=E9999::no place, and no declaration\n"
	if err != nil || b.String() != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, b.String(), want)
	}
}

func TestCheckSARIF(t *testing.T) {
	code, out, errs := ran("", "check", "--format", "sarif", "../../dsl/check/testdata/bad/five.riffle")
	if code != 1 || errs != "" {
		t.Fatalf("exit %d, %s", code, errs)
	}
	var log sarifLog
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 {
		t.Fatalf("%s", out)
	}
	run := log.Runs[0]
	if run.ColumnKind != "unicodeCodePoints" || run.Tool.Driver.Name != "riffle" || len(run.Results) != 5 {
		t.Fatalf("%s", out)
	}
	for _, r := range run.Results {
		if r.RuleIndex >= len(run.Tool.Driver.Rules) || run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("%s points at rule %d of %v", r.RuleID, r.RuleIndex, run.Tool.Driver.Rules)
		}
		at := r.Locations[0].Physical
		if r.Level != "error" || !strings.HasSuffix(at.Artifact.URI, "testdata/bad/five.riffle") || at.Region.StartLine < 1 || at.Region.EndColumn <= at.Region.StartColumn {
			t.Errorf("%+v", r)
		}
	}
	index, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(errorIndex)))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range run.Tool.Driver.Rules {
		anchor := strings.ToLower(r.ID)
		if r.ShortDescription.Text == r.ID || r.Help == nil || !strings.Contains(r.Help.Text, "riffle docs "+r.ID+" ") || !strings.HasSuffix(r.Help.Text, errorIndex+"#"+anchor) {
			t.Errorf("the rule says nothing: %+v", r)
		}
		if !strings.Contains(string(index), "("+"#"+anchor+")") || !strings.Contains(strings.ToLower(string(index)), "# "+anchor) {
			t.Errorf("%s has no part #%s", errorIndex, anchor)
		}
	}
}

// Places and names that SARIF has no room for.
func TestCheckSARIFEdges(t *testing.T) {
	var b strings.Builder
	err := printSARIF(&b, diag.List{
		{Severity: diag.Hint, Code: "H0901", File: "a b/ü.riffle", Line: 1, Column: 1, EndLine: 1, EndColumn: 1, Message: "no effect",
			Related: []diag.Related{{File: "/x/c.riffle", Line: 2, Column: 3, Message: "there"}}},
		{Severity: diag.Error, Code: "E9999", Message: "no place, and no declaration"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"level": "note"`, `"uri": "a%20b/%C3%BC.riffle"`, `"uri": "file:///x/c.riffle"`, `"locations": []`, `"text": "E9999"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := printSARIF(&b, nil); err != nil || !strings.Contains(b.String(), `"results": []`) {
		t.Errorf("nothing found: %v\n%s", err, b.String())
	}
}
