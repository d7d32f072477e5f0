package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine/op"
)

func newCheck(w world) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "check [PATH…]",
		Short: "say what is wrong in .riffle files",
		Long: `Reads .riffle files as one project and prints every finding with its place, its
code and what to write instead. A folder stands for the .riffle files in it; no
path is the folder at hand, - is standard input. It exits 0 when there is no
error, 1 when there is one, 2 when the files could not be read.`,
		Example: "  riffle check\n  riffle check feed.riffle --format json",
		RunE: func(_ *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return usageError{fmt.Errorf("--format is text or json, not %q", format)}
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			sources, err := readSources(w.in, args)
			if err != nil {
				return usageError{err} // exit 2: nothing was checked
			}
			_, list := analysis.Project(sources, op.NewCatalogue())
			if format == "json" {
				err = printJSON(w.out, list)
			} else {
				err = printText(w.out, list, sources)
			}
			if err == nil && list.HasErrors() {
				return exit(1)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "how to print findings: text or json")
	return cmd
}

// readSources reads files and the .riffle files of folders, by name as given.
func readSources(in io.Reader, args []string) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, arg := range args {
		names, err := riffleFiles(arg)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			name = filepath.Clean(name) // one file named twice is one
			if len(out) > analysis.MaxFiles {
				return out, nil // one too many: analysis says so
			}
			if out[name], err = readSource(in, name); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// readSource reads a little more than a file may have, so that analysis says
// when it is too large.
func readSource(in io.Reader, name string) ([]byte, error) {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	src, err := io.ReadAll(io.LimitReader(in, analysis.MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return src, nil
}

// printJSON prints {"diagnostics": […]}, an empty list for a clean project.
func printJSON(out io.Writer, list diag.List) error {
	if list == nil {
		list = diag.List{}
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		Diagnostics diag.List `json:"diagnostics"`
	}{list})
}

// printText prints each finding with the line it is about, a caret below the
// place, and how many there were.
func printText(out io.Writer, list diag.List, sources map[string][]byte) error {
	var b strings.Builder
	lines := map[string][]string{}
	for _, d := range list {
		b.WriteString(printable(d.String()) + "\n")
		if _, ok := lines[d.File]; !ok {
			lines[d.File] = strings.Split(string(sources[d.File]), "\n")
		}
		if all := lines[d.File]; d.Line >= 1 && d.Line <= len(all) {
			b.WriteString(caret(strings.TrimSuffix(all[d.Line-1], "\r"), d))
		}
		for _, r := range d.Related {
			fmt.Fprintf(&b, "  %s:%d:%d: %s\n", r.File, r.Line, r.Column, r.Message)
		}
	}
	b.WriteString(counts(list))
	_, err := io.WriteString(out, b.String())
	return err
}

// caret is a source line and the carets below it; nothing for a line too long
// to be looked at.
func caret(line string, d diag.Diagnostic) string {
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
	return "    " + printable(line) + "\n    " + blank.String() + strings.Repeat("^", max(1, width)) + "\n"
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
		switch {
		case n[s] == 1:
			parts = append(parts, "1 "+string(s))
		case n[s] > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n[s], s))
		}
	}
	if len(parts) == 0 {
		return "no findings\n"
	}
	return strings.Join(parts, ", ") + "\n"
}
