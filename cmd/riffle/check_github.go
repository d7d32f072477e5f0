package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"riffle.dev/riffle/dsl/diag"
)

// printGitHub prints a workflow command a finding, which GitHub shows on the
// line of a pull request.
func printGitHub(out io.Writer, list diag.List) error {
	var b strings.Builder
	for _, d := range list {
		level := string(d.Severity)
		if d.Severity == diag.Hint {
			level = "notice"
		}
		text := d.Message
		if d.Help != "" {
			text += " (" + d.Help + ")"
		}
		for _, r := range d.Related {
			text += fmt.Sprintf("\n%s:%d:%d: %s", r.File, r.Line, r.Column, r.Message)
		}
		at := ""
		if d.File != "" {
			at = fmt.Sprintf("file=%s,line=%d,endLine=%d,col=%d,endColumn=%d,", workflowProperty(filepath.ToSlash(d.File)),
				max(1, d.Line), max(1, d.EndLine), max(1, d.Column), max(1, d.EndColumn))
		}
		fmt.Fprintf(&b, "::%s %stitle=%s::%s\n", level, at, workflowProperty(d.Code), workflowData(text))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// workflowData escapes the text of a command; a line end would begin another
// command.
func workflowData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// workflowProperty escapes what stands before the text.
func workflowProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
