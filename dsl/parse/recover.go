package parse

import (
	"strings"

	"riffle.dev/riffle/dsl/token"
)

// braced reads the entries between { and }, one by one; each recovers by
// itself. commas tells whether a comma separates as a line end does.
func (p *parser) braced(what string, commas bool, entry func()) {
	open := p.at
	if p.expect(token.LBrace, what); p.halted {
		return
	}
	closer := int(p.toks[open].partner)
	inside := p.inside
	for {
		p.skipNewlines()
		if p.at >= closer {
			break
		}
		start := p.at
		p.lineStart()
		entry()
		if !p.halted && p.at < closer && !p.is(token.Newline) && !(commas && p.is(token.Comma)) {
			p.separator(commas)
		}
		if p.halted || p.at == start {
			p.inside = inside
			p.recover(start, closer, commas)
		}
		if commas {
			p.accept(token.Comma)
		}
	}
	p.at = closer
	p.next()
}

// lineStart refuses an operator at the beginning of a line.
func (p *parser) lineStart() {
	t := p.peek(0)
	if p.at > 0 && p.toks[p.at-1].Kind == token.Newline && isBinary(t) && p.peek(1).Kind != token.Colon && p.peek(1).Kind != token.Assign {
		p.fail(t.Range, "E0217", "a line can't begin with "+t.Text, "end the line above with it")
	}
}

// separator reports what stands where an entry should end.
func (p *parser) separator(commas bool) {
	t := p.peek(0)
	switch {
	case t.Text == ";":
		p.fail(t.Range, "E0216", "; is not used", "one statement a line")
	case t.Text == "|":
		p.fail(t.Range, "E0215", "| is not used", "write a call: lower(q)")
	case t.Kind == token.DotDot:
		p.fail(t.Range, "E0225", "a range has a constant on each side", "such as 100..300")
	case t.Kind == token.Name && token.IsUnit(t.Text) && p.at > 0 && isBareNumber(p.toks[p.at-1].Kind):
		number := p.toks[p.at-1]
		both := token.Range{From: number.Range.From, To: t.Range.To}
		p.fail(both, "E0104", "a unit touches its number", "write "+number.Text+t.Text)
		p.amend(both, token.Range{From: number.Range.To, To: t.Range.From}, "")
	case commas && t.Kind == token.Name && (p.peek(1).Kind == token.Colon || p.peek(1).Kind == token.LBrace || p.peek(1).Kind == token.Name):
		p.fail(t.Range, "E0208", "entries stand on lines of their own or have commas between", "a comma before "+t.Text)
		if p.at > 0 {
			end := p.toks[p.at-1].Range.To
			p.amend(t.Range, token.Range{From: end, To: end}, ",")
		}
	case !commas && t.Kind == token.Name && p.peek(1).Kind == token.Assign:
		p.fail(t.Range, "E0203", "a line end wanted before "+t.Text, "one statement a line")
	case !commas && t.Kind == token.Name && token.IsModifier(t.Text) && p.peek(1).Kind == token.Colon:
		colon := p.peek(1).Range
		p.fail(t.Range, "E0223", t.Text+": is no modifier", "a modifier has no colon: "+t.Text+" …")
		p.amend(t.Range, colon, "")
	case !commas && (smallWord(t) != "" || p.shouted()):
		p.misspelt("the end of the line")
	case !commas && t.Kind == token.Name:
		help, near := "modifiers are "+strings.Join(token.Modifiers[:], ", "), nearest(t.Text, token.Modifiers[:])
		if near != "" {
			help = "did you mean " + near
		}
		p.fail(t.Range, "E0223", t.Text+" is no modifier", help)
		if near != "" {
			p.amend(t.Range, t.Range, near)
		}
	case commas:
		p.wanted("a comma or a line end", "")
	default:
		p.wanted("the end of the line", "")
	}
}

func isBareNumber(k token.Kind) bool { return k == token.Int || k == token.Float }

// recover goes on behind the entry that began at start: at the first separator
// of its level that is not before the cursor.
func (p *parser) recover(start, closer int, commas bool) {
	p.halted = false
	i := start
	for i < closer {
		t := p.toks[i]
		if i >= p.at && (t.Kind == token.Newline && !p.continues(i) || commas && t.Kind == token.Comma) {
			break
		}
		if int(t.partner) > i {
			i = int(t.partner)
		}
		i++
	}
	p.at = min(max(i, start+1), closer)
}

// continues tells whether the line behind the line end at i belongs to the
// line above: it begins with a modifier or an operator.
func (p *parser) continues(i int) bool {
	for i < len(p.toks) && p.toks[i].Kind == token.Newline {
		i++
	}
	if i+1 >= len(p.toks) {
		return false
	}
	t, behind := p.toks[i], p.toks[i+1].Kind
	if t.Kind == token.Name && behind != token.Assign && behind != token.Colon {
		return token.IsModifier(t.Text) || isBinaryWord(t.Text)
	}
	return isBinary(t)
}
