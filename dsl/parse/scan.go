package parse

import "riffle.dev/riffle/dsl/token"

// scan moves the cursor behind the expression that begins here. It has two
// states. Where an operand is wanted a line end is skipped; where an operator
// is wanted everything that is none ends the expression.
func (p *parser) scan() {
	open := 0 // ? whose : has not come
	for first := true; !p.halted; first = false {
		if !p.operand(first) {
			return
		}
		if !p.operator(&open) {
			return
		}
	}
}

// operand takes prefixes and one operand, or fails with E0227. first tells that
// it begins the expression.
func (p *parser) operand(first bool) bool {
	for {
		t := p.peek(0)
		switch t.Kind {
		case token.Newline:
			if p.endsBehind(p.at, first) {
				return p.noExpr()
			}
			p.join()
			continue
		case token.Operator:
			switch t.Text {
			case "-", "+", "!":
				p.next()
				continue
			case "#":
				p.next()
				if name := p.peek(0); name.Kind == token.Name && !name.Space {
					p.next()
				}
				return true
			}
			if t.Text[0] == '$' {
				p.next()
				return true
			}
			return p.noExpr()
		case token.Name:
			switch {
			case t.Text == "not":
				p.next()
				continue
			case isBinaryWord(t.Text) || p.inside == 0 && isStatementWord(t.Text):
				return p.reservedOperand(t)
			}
			p.next()
			return true
		case token.Int, token.Float, token.Unit, token.String:
			p.next()
			return true
		case token.Dot:
			p.next()
			if !p.is(token.Name) {
				return p.noExpr()
			}
			p.next()
			return true
		case token.LParen, token.LBrack, token.LBrace:
			p.at = int(t.partner)
			p.next()
			return true
		}
		return p.noExpr()
	}
}

// endsBehind tells whether what begins behind the line ends at i is no operand
// but another statement or entry.
func (p *parser) endsBehind(i int, first bool) bool {
	for p.toks[i].Kind == token.Newline {
		i++
	}
	t := p.toks[i]
	switch t.Kind {
	case token.EOF, token.RBrace:
		return true
	case token.Name:
		switch next := p.toks[i+1]; next.Kind {
		case token.Assign:
			return true
		case token.Colon: // an arm, not the a of cond ? a : b
			return first
		case token.LBrace:
			if t.Text == "request" {
				return true
			}
		case token.Name:
			if t.Text == "given" || t.Text == "expect" || t.Text == "tier" {
				return true
			}
		}
		return isBinaryWord(t.Text) || isStatementWord(t.Text) && t.Text != "let"
	}
	return false
}

func (p *parser) reservedOperand(t tok) bool {
	switch {
	case isBinaryWord(t.Text):
		return p.noExpr()
	case t.Text == "let":
		p.fail(t.Range, "E0214", "let is not used", "name a statement: x = …")
	case t.Text == "if" || t.Text == "loop" || t.Text == "each" || t.Text == "choose":
		p.fail(t.Range, "E0232", t.Text+" stands only right of name =", "in an expression: cond ? a : b")
	default:
		p.fail(t.Range, "E0205", t.Text+" is a word of the language, not a name", "in brackets it can be read: ("+t.Text+")")
	}
	return false
}

// noExpr fails with E0227 behind the token before the cursor.
func (p *parser) noExpr() bool {
	at := p.peek(0).Range
	message := "an expression wanted"
	if t := p.peek(0); t.Kind == token.Newline || t.Text == "" {
		at = token.Range{From: at.From, To: at.From}
		if p.at > 0 {
			end := p.toks[p.at-1].Range.To
			at = token.Range{From: end, To: end}
		}
	} else {
		message += ", not " + describe(t)
	}
	help := ""
	if t := p.peek(0); p.at > 0 && !t.Space {
		switch p.toks[p.at-1].Text + t.Text {
		case "===":
			help = "== compares"
		case "!==", "<>":
			help = "!= tells whether two differ"
		case "=>", "=<":
			help = "write >= or <="
		}
	}
	p.fail(at, "E0227", message, help)
	return false
}

// operator takes what goes on the expression behind an operand, up to where the
// next operand is wanted; false where the expression ends.
func (p *parser) operator(open *int) bool {
	for {
		t := p.peek(0)
		switch {
		case t.Kind == token.Dot:
			p.next()
			if !p.is(token.Name) {
				p.wanted("a name behind the dot", "")
				return false
			}
			p.next()
		case t.Text == "?.":
			p.next()
			if p.is(token.Name) || p.is(token.LBrack) {
				p.at = max(p.at, int(p.peek(0).partner))
				p.next()
			}
		case t.Kind == token.LParen || t.Kind == token.LBrack:
			p.at = int(t.partner)
			p.next()
		case t.Kind == token.Question:
			*open++
			p.next()
			return true
		case t.Kind == token.Colon && *open > 0:
			*open--
			p.next()
			return true
		case t.Kind == token.Name && t.Text == "not" && p.peek(1).Kind == token.Name && isNegatable(p.peek(1).Text):
			p.next()
			p.next()
			return true
		case isBinary(t):
			p.next()
			return true
		default:
			if *open > 0 && !p.halted {
				p.wanted(": and the other value", "cond ? a : b")
			}
			return false
		}
	}
}

// continuesExpr tells whether token i goes on an expression behind an operand.
func (p *parser) continuesExpr(i int) bool {
	if i <= 0 || i >= len(p.toks) {
		return false
	}
	t := p.toks[i]
	switch t.Kind {
	case token.Dot, token.LParen, token.LBrack, token.Question:
		return true
	case token.Name:
		return isBinaryWord(t.Text) || t.Text == "not" && isNegatable(p.toks[i+1].Text)
	}
	return isBinary(t) || t.Text == "?."
}

// isBinary tells whether t stands between operands. | is not used in the
// language, yet goes on an expression, so that one diagnostic says so.
func isBinary(t tok) bool {
	if t.Kind == token.Name {
		return isBinaryWord(t.Text)
	}
	if t.Kind != token.Operator {
		return false
	}
	switch t.Text {
	case "+", "-", "*", "/", "%", "**", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "??", "|":
		return true
	}
	return false
}

func isBinaryWord(word string) bool {
	return word == "and" || word == "or" || isNegatable(word)
}

func isNegatable(word string) bool {
	switch word {
	case "in", "matches", "contains", "startsWith", "endsWith":
		return true
	}
	return false
}

// isStatementWord tells whether the word is no operand outside brackets.
func isStatementWord(word string) bool {
	switch word {
	case "item", "true", "false", "nil", "not":
		return false
	}
	return token.IsReserved(word)
}
