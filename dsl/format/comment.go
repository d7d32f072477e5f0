package format

import (
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/token"
)

// comment is one on a line of its own.
type comment struct {
	text  string
	blank bool // a blank line before it
	doc   bool
}

// comment puts the comment t, met in g while cur is being read, where it will
// be written: behind its element, on a line above the next one, or, from the
// middle of an element, above that.
func (n *nester) comment(g *group, cur *elem, t token.Token) {
	text := strings.TrimRight(t.Text, " \t\r")
	own := comment{text: text, doc: t.Kind == token.DocComment}
	sameLine := n.at > 0 && n.toks[n.at-1].Kind != token.Newline && n.line(n.toks[n.at-1].Range.To) == n.line(t.Range.From)
	switch {
	case !sameLine && len(cur.nodes) == 0:
		own.blank = n.blankBefore() && (len(g.elems) > 0 || len(cur.lead) > 0)
		cur.lead = append(cur.lead, own)
	case !sameLine:
		own.blank = n.blankBefore()
		cur.late = append(cur.late, own)
	case len(cur.nodes) == 0 && len(g.elems) == 0:
		g.head = text
	case len(cur.nodes) == 0:
		g.elems[len(g.elems)-1].setTrail(text)
	case n.completes(g):
		cur.setTrail(text)
	default:
		cur.hoist(text)
	}
}

// completes tells whether the element before the comment at the cursor ends
// there.
func (n *nester) completes(g *group) bool {
	for i := n.at + 1; i < len(n.toks); i++ {
		switch n.toks[i].Kind {
		case token.Comment, token.DocComment:
			continue
		case token.Newline, token.EOF, token.RParen, token.RBrack, token.RBrace:
			return true
		case token.Comma:
			return g.shape != body
		}
		return false
	}
	return true
}

// setTrail puts a comment behind the element; one that was there moves above.
func (e *elem) setTrail(text string) {
	if e.trail != "" {
		e.hoist(e.trail)
	}
	e.trail = text
}

// hoist keeps a comment from the middle of the element. A doc comment from
// there describes nothing, so it becomes a plain one.
func (e *elem) hoist(text string) {
	if strings.HasPrefix(text, "///") && !strings.HasPrefix(text, "////") {
		text = text[1:]
	}
	e.hoisted = append(e.hoisted, comment{text: text})
}

// goOn hoists the comments that turned out to stand in the middle.
func (e *elem) goOn() {
	for _, c := range e.late {
		e.hoist(c.text)
	}
	e.late = nil
}

// above is the comments above the element: hoisted ones last, yet before the
// doc comment that touches it. A blank line that stood before what they now
// stand before stands before them.
func (e *elem) above() []comment {
	if len(e.hoisted) == 0 {
		return e.lead
	}
	at := len(e.lead)
	if !e.blank {
		for at > 0 && e.lead[at-1].doc {
			at--
			if e.lead[at].blank {
				break
			}
		}
	}
	hoisted := e.hoisted
	e.hoisted = nil
	if at < len(e.lead) {
		hoisted[0].blank, e.lead[at].blank = e.lead[at].blank, false
	} else {
		hoisted[0].blank, e.blank = e.blank, false
	}
	e.lead = slices.Concat(e.lead[:at], hoisted, e.lead[at:])
	return e.lead
}
