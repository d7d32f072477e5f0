package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// settingFits reports a setting whose value is of another kind.
func (c *checker) settingFits(row setting, s *ast.Setting) bool {
	if s.Block || row.kind == blockSetting {
		if s.Block && row.kind == blockSetting || row.kind == anySetting {
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
		if isNumber && n.Int && n.Num >= row.lo {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a whole number, at least %v", row.name, row.lo))
	case countsSetting:
		if r, ok := s.Value.(*ast.RangeLit); ok {
			return c.rangeFits(row, s, r)
		}
		if isNumber && n.Int && n.Num >= row.lo {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a whole number or a range such as 2..6, at least %v", row.name, row.lo))
	case rateSetting:
		if isNumber && token.PerSecond(n.Unit) > 0 && n.Num > 0 {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a rate such as 2000/s", row.name))
	case numberSetting:
		if isNumber && (n.Unit == "" || n.Unit == "%") && n.Num >= row.lo {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a number, at least %v", row.name, row.lo))
	case percentSetting:
		if isNumber && (n.Unit == "%" || n.Unit == "") && number(n) >= 0 && number(n) <= 1 {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a share such as 90%%", row.name))
	case percentsSetting:
		if r, ok := s.Value.(*ast.RangeLit); ok && r.Lo != nil && r.Hi != nil {
			if number(r.Lo) > number(r.Hi) {
				c.report(r.At, "E0706", fmt.Sprintf("the low end %s is above the high end %s", r.Lo.Text, r.Hi.Text), "write the smaller one first")
				return false
			}
			if number(r.Lo) >= 0 && number(r.Hi) <= 1 {
				return true
			}
		} else if isNumber && (n.Unit == "%" || n.Unit == "") && number(n) >= 0 && number(n) <= 1 {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a share such as 70%%, or a range such as 40%%..70%%", row.name))
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
		help := "it is one of " + listed(row.words)
		if near := c.didYouMean(w, row.words); near != "" {
			help = near
		}
		c.report(valueAt(s), "E0405", fmt.Sprintf("%s can't be %s", row.name, show(c.source(valueAt(s)))), help)
		return false
	case nameSetting:
		if _, ok := wordOf(s.Value); ok {
			return true
		}
		return c.badSetting(s, fmt.Sprintf("%s wants a name", row.name))
	}
	return true
}

func (c *checker) formFits(row setting, s *ast.Setting, n *ast.NumberLit) bool {
	if n != nil && row.lo > 0 && n.Int && n.Num >= row.lo {
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
		forms = append(forms, "a whole number")
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
	if !r.Lo.Int || !r.Hi.Int || r.Lo.Num < row.lo {
		return c.badSetting(s, fmt.Sprintf("%s wants whole numbers, at least %v", row.name, row.lo))
	}
	if r.Lo.Num > r.Hi.Num {
		c.report(r.At, "E0706", fmt.Sprintf("the low end %s is above the high end %s", r.Lo.Text, r.Hi.Text), "write the smaller one first")
		return false
	}
	return true
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
}
