package analysis

import (
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/token"
)

// maxCompletions bounds one answer; what begins as the word does comes first.
const maxCompletions = 400

// Complete says what may stand at a place: the place decides what a name may
// be. It works from tokens and from what the checker knows of the rest, so
// also in a text that does not parse. Items stand in order of use: names in
// scope that fit the place first, then operators, then functions and words.
func Complete(sources map[string][]byte, o check.Options, at Place) Completions {
	c, ok := newCursor(sources, o, at)
	if !ok {
		return Completions{FromColumn: at.Column, ToColumn: at.Column, Items: []Completion{}}
	}
	from, to := c.file.Lines.Position(c.word.From), c.file.Lines.Position(c.word.To)
	out := Completions{FromColumn: from.Column, ToColumn: to.Column}
	l := &list{seen: map[string]bool{}}
	if !c.quiet {
		c.complete(l)
	}
	offset := c.file.Lines.Offset(token.Position{Line: at.Line, Column: at.Column})
	prefix := strings.ToLower(string(c.file.Src[c.word.From:max(c.word.From, min(offset, c.word.To))]))
	if len(l.items) > maxCompletions {
		slices.SortStableFunc(l.items, func(a, b Completion) int {
			return boolOrder(strings.HasPrefix(strings.ToLower(a.Label), prefix), strings.HasPrefix(strings.ToLower(b.Label), prefix))
		})
		l.items = l.items[:maxCompletions]
	}
	out.Items = l.items
	if out.Items == nil {
		out.Items = []Completion{}
	}
	return out
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// list collects completions, each once: of two that would write the same, the
// first stays.
type list struct {
	items []Completion
	seen  map[string]bool
}

func (l *list) add(kind, label, detail, doc, insert string) {
	if insert == "" {
		insert = label
	}
	if label == "" || l.seen[insert] {
		return
	}
	l.seen[insert] = true
	l.items = append(l.items, Completion{Label: label, Kind: kind, Detail: detail, Doc: doc, Insert: insert})
}

// complete by the declaration the place is in.
func (c *cursor) complete(l *list) {
	open, stmt := c.frames()
	if c.decl < 0 || len(open) == 0 && c.closed() {
		if c.lineStart() {
			declarations(l)
		}
		return
	}
	switch c.toks[c.decl].Text {
	case "pipeline":
		c.inPipeline(l, open, stmt)
	case "resource":
		c.inResource(l, open)
	case "scene":
		c.inScene(l, open)
	case "function", "type", "service":
		c.inSignature(l, open)
	}
}

// closed tells whether the declaration before the place has ended: its body
// was opened, and nothing is open any more.
func (c *cursor) closed() bool {
	for i := c.decl; i < c.at; i++ {
		if c.toks[i].Kind == token.LBrace {
			return c.prev(0).Kind == token.RBrace || c.lineStart()
		}
	}
	return false
}
