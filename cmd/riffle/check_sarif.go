package main

import (
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"riffle.dev/riffle/dsl/diag"
)

// errorIndex is where the repository explains every code. It is no URI, which is
// what SARIF's helpUri wants, so it stands in the help's text.
const errorIndex = "docs/language/errors.md"

// The parts of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format)
// that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string        `json:"id"`
		ShortDescription sarifMessage  `json:"shortDescription"`
		Help             *sarifMessage `json:"help,omitempty"`
		Default          struct {
			Level string `json:"level"`
		} `json:"defaultConfiguration"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"` // of a related one
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifMessage `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region sarifRegion `json:"region"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
)

// printSARIF prints one run. Its columns count characters, as ours do.
func printSARIF(out io.Writer, list diag.List) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "riffle", Version: buildVersion(), Rules: []sarifRule{}}
	at := map[string]int{}
	for _, d := range list {
		if _, ok := at[d.Code]; !ok {
			at[d.Code] = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, ruleOf(d))
		}
		run.Results = append(run.Results, resultOf(d, at[d.Code]))
	}
	return writeJSON(out, sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func ruleOf(d diag.Diagnostic) sarifRule {
	r := sarifRule{ID: d.Code, ShortDescription: sarifMessage{d.Code}}
	if c, ok := diag.Explain(d.Code); ok {
		r.ShortDescription.Text = c.Summary
		r.Help = &sarifMessage{"riffle docs " + d.Code + " shows what provokes it and what does not, as does " + errorIndex + "#" + strings.ToLower(d.Code)}
	}
	r.Default.Level = sarifLevel(d.Severity)
	return r
}

func resultOf(d diag.Diagnostic, rule int) sarifResult {
	r := sarifResult{RuleID: d.Code, RuleIndex: rule, Level: sarifLevel(d.Severity), Message: sarifMessage{d.Message}, Locations: []sarifLocation{}}
	if d.Help != "" {
		r.Message.Text += " (" + d.Help + ")"
	}
	if d.File != "" {
		r.Locations = append(r.Locations, sarifAt(d.File, sarifRegion{max(1, d.Line), max(1, d.Column), d.EndLine, d.EndColumn}))
	}
	for i, o := range d.Related {
		l := sarifAt(o.File, sarifRegion{StartLine: max(1, o.Line), StartColumn: max(1, o.Column)})
		l.ID, l.Message = i+1, &sarifMessage{o.Message}
		r.Related = append(r.Related, l)
	}
	return r
}

func sarifAt(file string, region sarifRegion) (l sarifLocation) {
	l.Physical.Artifact.URI = fileURI(file)
	l.Physical.Region = region
	return l
}

// fileURI of a path: relative ones stay so, for the reader's root is not known.
func fileURI(file string) string {
	u := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}

func sarifLevel(s diag.Severity) string {
	if s == diag.Hint {
		return "note"
	}
	return string(s)
}
