package check

import (
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/token"
)

// fix adds an edit to the finding reported last: the text that should stand at
// a place of the file at hand. An empty place is an insertion.
func (c *checker) fix(at token.Range, text string) {
	if len(c.diags) == 0 || c.file == nil || c.perFile[c.file.Name] > maxFindings || len(text) > maxMessage {
		return
	}
	last := &c.diags[len(c.diags)-1]
	if last.File != c.file.Name || at.From < 0 || at.To > len(c.file.Src) || at.From > at.To {
		return
	}
	last.Fix = append(last.Fix, diag.NewFix(c.file.Lines, at, text))
}

// fixName puts the name that was meant where the wrong one stands. The place
// may hold more than the name; then the name is looked for in it, last first,
// since it is the part behind the dot that is wrong.
func (c *checker) fixName(at token.Range, wrong, meant string) {
	if c.file == nil || at.From < 0 || at.To > len(c.file.Src) {
		return
	}
	src := c.file.Src
	for from := at.To - len(wrong); from >= at.From && at.To-from <= maxMessage; from-- {
		if string(src[from:from+len(wrong)]) == wrong {
			c.fix(token.Range{From: from, To: from + len(wrong)}, meant)
			return
		}
	}
}

// helped gives the finding reported last a help it does not have.
func (c *checker) helped(help string) {
	if len(c.diags) > 0 && c.diags[len(c.diags)-1].Help == "" && c.perFile[c.file.Name] <= maxFindings {
		c.diags[len(c.diags)-1].Help = cut(help, maxMessage)
	}
}
