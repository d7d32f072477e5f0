package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/op"
)

func newDocs(w world) *cobra.Command {
	return &cobra.Command{
		Use:   "docs [NAME…]",
		Short: "explain operators, functions, codes of errors and words of the language",
		Long: `Prints what the documents say of a name, as Markdown: an operator or a built-in
function with its arguments, the code of a diagnostic with a wrong and a right
example, or a word of the language such as loop or fallback. Without a name it
prints the reference of all operators and functions.`,
		Example: "  riffle docs merge freshness\n  riffle docs E0501\n  riffle docs loop",
		RunE: func(_ *cobra.Command, args []string) error {
			ops := op.NewCatalogue()
			if len(args) == 0 {
				_, err := io.WriteString(w.out, reference(ops))
				return err
			}
			var b strings.Builder
			for _, name := range args {
				text, err := explained(ops, name)
				if err != nil {
					return err
				}
				b.WriteString(text)
			}
			_, err := io.WriteString(w.out, w.painterFor(w.out).markdown(b.String()))
			return err
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return append(callable(op.NewCatalogue()), topics()...), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// explained is what the documents say of one name.
func explained(ops sig.Catalogue, name string) (string, error) {
	if text, ok := entry(ops, name); ok {
		return text, nil
	}
	found, err := sections(name)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		known := append(callable(ops), topics()...)
		help := "the words are " + strings.Join(known, ", ")
		if near := nearest(name, known); near != "" {
			help = "did you mean " + near + "?"
		}
		return "", usageError{fmt.Errorf("nothing is written of %q; %s", name, help)}
	}
	return strings.Join(found, "\n") + "\n", nil
}

// markdown colours headings and the lines of code.
func (p painter) markdown(text string) string {
	if !p.on {
		return text
	}
	lines := strings.Split(text, "\n")
	code := false
	for i, l := range lines {
		switch {
		case strings.HasPrefix(l, "```"):
			code = !code
			lines[i] = p.paint(faint, l)
		case code:
			lines[i] = p.paint(cyan, l)
		case strings.HasPrefix(l, "#"):
			lines[i] = p.paint(bold, l)
		}
	}
	return strings.Join(lines, "\n")
}
