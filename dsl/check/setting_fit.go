package check

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// settingFits reports a setting whose value is of another kind.
func (c *checker) settingFits(row setting, s *ast.Setting) bool {
	if s.Block || row.kind == blockSetting {
		if s.Block && row.kind == blockSetting {
			return true
		}
		want := fmt.Sprintf("write %s { … }", row.name)
		if s.Block {
			want = fmt.Sprintf("write %s: …", row.name)
		}
		c.report(s.Name.At, "E0405", fmt.Sprintf("%s is written another way", row.name), want)
		return false
	}
	n, isNumber := s.Value.(*ast.NumberLit)
	switch row.kind {
	case durationSetting:
		if isNumber && token.Nanoseconds(n.Unit) > 0 && n.Num > 0 {
			return true
		}
		c.wantDuration(row.name, s.Value)
		return false
	case intSetting:
		if isNumber && n.Int && row.holds(n.Num) {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a whole number, %s", row.name, row.bounds()))
	case countsSetting:
		if r, ok := s.Value.(*ast.RangeLit); ok {
			return c.rangeFits(row, s, r)
		}
		if isNumber && n.Int && row.holds(n.Num) {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a whole number or a range such as 2..6, %s", row.name, row.bounds()))
	case rateSetting:
		if isNumber && token.PerSecond(n.Unit) > 0 && n.Num > 0 {
			return true
		}
		c.badSetting(s, fmt.Sprintf("%s wants a rate such as 2000/s", row.name))
		if isNumber && n.Unit == "" && n.Num > 0 {
			c.helped("add the unit: " + n.Text + "/s")
			c.fix(token.Range{From: n.At.To, To: n.At.To}, "/s")
		}
		return false
	case numberSetting:
		if isNumber && (n.Unit == "" || n.Unit == "%") && row.holds(number(n)) {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a number, %s", row.name, row.bounds()))
	case percentSetting:
		if isNumber && (n.Unit == "%" || n.Unit == "") && number(n) >= 0 && number(n) <= 1 {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a share such as 90%%", row.name))
	case percentsSetting:
		if r, ok := s.Value.(*ast.RangeLit); ok && r.Lo != nil && r.Hi != nil {
			if c.upsideDown(r) {
				return false
			}
			if number(r.Lo) >= 0 && number(r.Hi) <= 1 {
				return true
			}
		} else if isNumber && (n.Unit == "%" || n.Unit == "") && number(n) >= 0 && number(n) <= 1 {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a share such as 70%%, or a range such as 40%%..70%%", row.name))
	case rampSetting:
		return c.rampFits(row, s)
	case secretSetting:
		return c.secretFits(row, s)
	case urlSetting, urlsSetting:
		return c.urlsFit(row, s)
	case formSetting:
		return c.formFits(row, s, n)
	case stringSetting:
		if _, ok := s.Value.(*ast.StringLit); ok {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a string", row.name))
	case wordSetting:
		w, ok := wordOf(s.Value)
		if ok && contains(row.words, w) {
			return true
		}
		if text, quoted := s.Value.(*ast.StringLit); quoted && contains(row.words, text.Value) {
			c.report(text.At, "E0405", fmt.Sprintf("%s is one of its words, and %q is a text", row.name, text.Value), "leave the quotes out: "+text.Value)
			c.fix(text.At, text.Value)
			return false
		}
		c.reportNear(valueAt(s), "E0405", fmt.Sprintf("%s can't be %s", row.name, show(c.source(valueAt(s)))), w, "it is one of "+listed(row.words), row.words)
		return false
	case nameSetting:
		if _, ok := wordOf(s.Value); ok {
			return true
		}
		c.badSetting(s, fmt.Sprintf("%s wants a name", row.name))
		if text, quoted := s.Value.(*ast.StringLit); quoted && text.Value != "" {
			c.helped("leave the quotes out: " + show(text.Value))
		}
		return false
	}
	return true
}

func (c *checker) formFits(row setting, s *ast.Setting, n *ast.NumberLit) bool {
	if n != nil && row.lo > 0 && n.Int && row.holds(n.Num) {
		return true
	}
	if call, ok := s.Value.(*ast.Call); ok && call.Name != nil && contains(row.calls, call.Name.Text) {
		return true
	}
	if w, ok := wordOf(s.Value); ok && contains(row.words, w) {
		return true
	}
	var forms []string
	if row.lo > 0 {
		forms = append(forms, "a whole number "+row.bounds())
	}
	forms = append(forms, row.words...)
	for _, name := range row.calls {
		forms = append(forms, name+"(…)")
	}
	c.report(valueAt(s), "E0405", fmt.Sprintf("%s can't be %s", row.name, show(c.source(valueAt(s)))), "it is one of "+listed(forms))
	return false
}

func (c *checker) rangeFits(row setting, s *ast.Setting, r *ast.RangeLit) bool {
	if r.Lo == nil || r.Hi == nil {
		return false
	}
	if !r.Lo.Int || !r.Hi.Int || !row.holds(r.Lo.Num) || !row.holds(r.Hi.Num) {
		return c.badSetting(s, fmt.Sprintf("%s wants whole numbers, %s", row.name, row.bounds()))
	}
	return !c.upsideDown(r)
}

// upsideDown reports a range whose low end is above its high end.
func (c *checker) upsideDown(r *ast.RangeLit) bool {
	if number(r.Lo) <= number(r.Hi) {
		return false
	}
	c.report(r.At, "E0706", fmt.Sprintf("the low end %s is above the high end %s", r.Lo.Text, r.Hi.Text), "write the smaller one first")
	c.fix(r.At, r.Hi.Text+".."+r.Lo.Text)
	return true
}

// holds tells whether a number is within the bounds of a setting.
func (row setting) holds(x float64) bool { return x >= row.lo && (row.hi == 0 || x <= row.hi) }

// bounds says them.
func (row setting) bounds() string {
	if row.hi == 0 {
		return "at least " + plain(row.lo)
	}
	return fmt.Sprintf("from %s to %s", plain(row.lo), plain(row.hi))
}

func (c *checker) badSetting(s *ast.Setting, message string) bool {
	c.report(valueAt(s), "E0405", message, "")
	return false
}

// wantDuration reports what stands where a duration is wanted.
func (c *checker) wantDuration(name string, v ast.Value) {
	help := ""
	n, ok := v.(*ast.NumberLit)
	if !ok && v != nil {
		if x, t, isConst := ConstOf(v); isConst && (t.Kind == sig.Int || t.Kind == sig.Float) {
			help = fmt.Sprintf("write %vms", x)
		}
	}
	if ok && n.Unit == "" && n.Num > 0 {
		help = fmt.Sprintf("write %sms", n.Text)
	}
	message := name + " wants a duration such as 30ms"
	if ok && token.Nanoseconds(n.Unit) > 0 {
		message = name + " wants a duration above zero"
	}
	if v == nil {
		return
	}
	c.report(v.Span(), "E0404", message, help)
	if help != "" {
		c.fix(v.Span(), strings.TrimPrefix(help, "write "))
	}
}
