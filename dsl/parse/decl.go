package parse

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// file reads the declarations; a broken one ends where the next begins.
func (p *parser) file() []ast.Decl {
	var decls []ast.Decl
	for {
		p.skipNewlines()
		if p.is(token.EOF) {
			return decls
		}
		start := p.at
		if d := p.decl(); d != nil {
			decls = append(decls, d)
		}
		if !p.halted && !p.is(token.Newline) && !p.is(token.EOF) {
			p.wanted("a line end behind the declaration", "")
		}
		if p.halted {
			p.nextDecl(start)
		}
	}
}

// nextDecl recovers at a declaration word in column 1 behind start.
func (p *parser) nextDecl(start int) {
	p.halted = false
	p.inside = 0
	for i := start + 1; i < len(p.toks); i++ {
		t := p.toks[i]
		if i >= p.at && atColumnOne(p.src, t.Token) && isDeclaration(t.Text) && t.raw >= 0 {
			p.at = i
			return
		}
		if int(t.partner) > i {
			i = int(t.partner)
		}
	}
	p.at = len(p.toks) - 1
}

func (p *parser) decl() ast.Decl {
	t := p.peek(0)
	word := t.Text
	if t.Kind != token.Name || !isDeclaration(word) {
		near := ""
		if t.Kind == token.Name {
			near = nearest(word, token.Declarations[:])
		}
		if near == "" || p.peek(1).Kind != token.Name && p.peek(1).Kind != token.String {
			p.fail(t.Range, "E0206", "a declaration wanted, not "+describe(t), "one of "+strings.Join(token.Declarations[:], ", "))
			return nil
		}
		p.report(t.Range, "E0206", fmt.Sprintf("a declaration wanted, not %s; did you mean %s", word, near), "write "+near)
		p.amend(t.Range, t.Range, near)
		word = near
	}
	p.next()
	from, doc := t.Range.From, p.docs[t.raw]
	switch word {
	case "import":
		return p.importDecl(from)
	case "type":
		d := &ast.Type{Doc: doc, Name: p.ident("the name of the type")}
		d.Record = p.recordType()
		d.At = p.from(from)
		return d
	case "resource":
		return p.resource(from, doc)
	case "service":
		d := &ast.Service{Doc: doc, Name: p.calledName("the name of the service")}
		d.Signature = p.signature()
		d.Settings = p.settings()
		d.At = p.from(from)
		return d
	case "function":
		d := &ast.Function{Doc: doc, Name: p.calledName("the name of the function")}
		d.Signature = p.signature()
		d.Settings = p.settings()
		d.At = p.from(from)
		return d
	case "pipeline":
		return p.pipeline(from, doc)
	case "scene":
		return p.scene(from, doc)
	case "experiment":
		return p.experiment(from, doc)
	}
	return p.test(from, doc)
}

func (p *parser) importDecl(from int) ast.Decl {
	d := &ast.Import{}
	for {
		n := ast.ImportName{Name: p.ident("the name of what is imported")}
		if p.acceptWord("as") {
			n.As = p.ident("another name")
		}
		d.Names = append(d.Names, n)
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expectWord("from")
	d.From = p.str(`where it comes from, such as "team/project@12",`)
	d.At = p.from(from)
	return d
}

func (p *parser) resource(from int, doc string) ast.Decl {
	d := &ast.Resource{Doc: doc, Name: p.ident("the name of the resource")}
	p.braced("{", true, func() {
		if p.word("fields") && p.peek(1).Kind == token.LBrace {
			at := p.next().Range
			fields := p.recordType()
			if d.Fields != nil {
				p.report(at, "E0209", "fields are given twice", "put them into one fields { }")
				return
			}
			d.Fields = fields
			return
		}
		d.Settings = append(d.Settings, p.setting())
	})
	d.At = p.from(from)
	return d
}

func (p *parser) scene(from int, doc string) ast.Decl {
	d := &ast.Scene{Doc: doc, Name: p.ident("the name of the scene")}
	p.braced("{", true, func() {
		if !p.word("tier") || p.peek(1).Kind != token.Name {
			d.Settings = append(d.Settings, p.setting())
			return
		}
		t := &ast.Tier{}
		begin := p.next().Range.From
		t.Name = p.ident("the name of the tier")
		p.expectWord("when")
		t.When = p.expr()
		t.Settings = p.settings()
		t.At = p.from(begin)
		d.Tiers = append(d.Tiers, t)
	})
	d.At = p.from(from)
	return d
}

func (p *parser) experiment(from int, doc string) ast.Decl {
	d := &ast.Experiment{Doc: doc, Name: p.ident("the name of the experiment")}
	p.expectWord("on")
	d.On = p.ident("the name of a scene")
	p.expectWord("by")
	d.By = p.expr()
	p.braced("{", true, func() {
		if t := p.peek(0); t.Kind == token.Name && p.peek(1).Kind == token.Name && isNumber(p.peek(2).Kind) && t.Text != "arm" {
			p.fail(t.Range, "E0203", "arm wanted, not "+t.Text, "an arm is written arm name 10% { … }")
			d.Arms = append(d.Arms, &ast.ExperimentArm{At: t.Range}) // so that the shares are not said to be too few
			return
		}
		if !p.word("arm") || p.peek(1).Kind != token.Name {
			d.Settings = append(d.Settings, p.setting())
			return
		}
		a := &ast.ExperimentArm{}
		begin := p.next().Range.From
		a.Name = p.ident("the name of the arm")
		if t := p.peek(0); !isNumber(t.Kind) && t.Text != "-" {
			p.wanted("the share of "+a.Name.Text+" such as 50%", "an arm is written arm name 10% { … }")
			a.At = p.from(begin)
			d.Arms = append(d.Arms, a)
			return
		}
		a.Share = p.number("a share such as 50%")
		if p.is(token.LBrace) {
			a.Settings = p.settings()
		}
		a.At = p.from(begin)
		d.Arms = append(d.Arms, a)
	})
	d.At = p.from(from)
	return d
}

// settings is `{ name: constant … }`.
func (p *parser) settings() []*ast.Setting {
	var out []*ast.Setting
	p.braced("{", true, func() { out = append(out, p.setting()) })
	return out
}

// equals takes an = where a colon stands behind a setting's name, and says so.
func (p *parser) equals(name string) bool {
	t := p.peek(0)
	if t.Kind != token.Assign {
		return false
	}
	p.next()
	if p.is(token.LBrace) {
		p.report(t.Range, "E0203", ": or { behind "+name+" wanted, not =", "write "+name+" { … }")
		p.amend(t.Range, t.Range, "")
		return false
	}
	p.report(t.Range, "E0203", ": or { behind "+name+" wanted, not =", "write "+name+": …")
	p.amend(t.Range, t.Range, ":")
	return true
}

func (p *parser) setting() *ast.Setting {
	t := p.peek(0)
	s := &ast.Setting{Doc: p.docs[t.raw], Name: p.anyName("a setting such as name: value")}
	equals := p.equals(s.Name.Text)
	switch {
	case p.is(token.LBrace):
		s.Block = true
		s.Settings = p.settings()
	case equals || p.accept(token.Colon):
		s.Value = p.constant()
		if _, number := s.Value.(*ast.NumberLit); number && p.acceptWord("by") {
			s.By = p.expr()
		}
		p.endOfConstant()
	default:
		p.wanted(": or { behind "+s.Name.Text, "")
	}
	s.At = p.from(t.Range.From)
	return s
}
