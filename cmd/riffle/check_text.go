package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/internal/plural"
)

// checkOutput is what check --format json prints.
type checkOutput struct {
	Diagnostics diag.List `json:"diagnostics" doc:"all findings, by file and place; empty for a clean project"`
}

// printJSON prints {"diagnostics": […]}.
func printJSON(out io.Writer, list diag.List) error {
	if list == nil {
		list = diag.List{}
	}
	return writeJSON(out, checkOutput{list})
}

// writeJSON prints a value, indented, with < and > as they are.
func writeJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// printText prints each finding with the line it is about, a caret below the
// place, and how many there were.
func printText(out io.Writer, p painter, list diag.List, sources map[string][]byte) error {
	var b strings.Builder
	lines := map[string][]string{}
	for _, d := range list {
		place := fmt.Sprintf("%s:%d:%d:", d.File, d.Line, d.Column)
		if d.File == "" {
			place = "riffle:" // of the project as a whole
		}
		help := ""
		if d.Help != "" {
			help = " (" + d.Help + ")"
		}
		fmt.Fprintf(&b, "%s %s %s%s\n", p.paint(bold, printable(place)), p.severity(d.Severity, string(d.Severity)+" "+d.Code+":"),
			printable(d.Message), printable(help))
		if _, ok := lines[d.File]; !ok {
			lines[d.File] = strings.Split(string(sources[d.File]), "\n")
		}
		if all := lines[d.File]; d.Line >= 1 && d.Line <= len(all) {
			b.WriteString(caret(p, strings.TrimSuffix(all[d.Line-1], "\r"), d))
		}
		for _, r := range d.Related {
			fmt.Fprintf(&b, "  %s\n", p.paint(faint, printable(fmt.Sprintf("%s:%d:%d: %s", r.File, r.Line, r.Column, r.Message))))
		}
	}
	b.WriteString(counts(list))
	_, err := io.WriteString(out, b.String())
	return err
}

// caret is a source line and the carets below it; nothing for a line too long
// to be looked at.
func caret(p painter, line string, d diag.Diagnostic) string {
	const widest = 400
	if len(line) > widest || !utf8.ValidString(line) {
		return ""
	}
	var blank strings.Builder
	for i, r := range []rune(line) {
		if i >= d.Column-1 {
			break
		}
		switch {
		case r == '\t':
			blank.WriteRune('\t')
		case wide(r):
			blank.WriteString("  ")
		default:
			blank.WriteByte(' ')
		}
	}
	width := 0
	for i, r := range []rune(line) {
		if i >= d.Column-1 && (d.EndLine > d.Line || i < d.EndColumn-1) {
			width++
			if wide(r) {
				width++
			}
		}
	}
	return "    " + printable(line) + "\n    " + blank.String() + p.severity(d.Severity, strings.Repeat("^", max(1, width))) + "\n"
}

// printable is text from a file as it is printed: a terminal would obey its
// control characters.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsPrint(r) || r == '\u3000' || r == '\u00a0' {
			return r
		}
		return utf8.RuneError
	}, text)
}

// wide tells characters that take two columns of a terminal.
func wide(r rune) bool {
	return r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 ||
		r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 ||
		r >= 0xffe0 && r <= 0xffe6 || r >= 0x20000 && r <= 0x3fffd)
}

// counts is the last line: "2 errors, 1 warning", or that there is nothing.
func counts(list diag.List) string {
	n := map[diag.Severity]int{}
	for _, d := range list {
		n[d.Severity]++
	}
	var parts []string
	for _, s := range []diag.Severity{diag.Error, diag.Warning, diag.Hint} {
		if n[s] > 0 {
			parts = append(parts, plural.Of(n[s], string(s)))
		}
	}
	if len(parts) == 0 {
		return "no findings\n"
	}
	return strings.Join(parts, ", ") + "\n"
}
