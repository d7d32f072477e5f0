package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
)

var degradeSettings = []setting{
	{name: "mode", kind: wordSetting, words: []string{"act", "watch", "off"}},
	{name: "enter", kind: percentSetting},
	{name: "exit", kind: percentSetting},
	{name: "hold", kind: durationSetting},
	{name: "probe", kind: percentSetting},
	{name: "step", kind: percentSetting},
	{name: "ramp", kind: rampSetting},
}

// degrade reads a degrade block; entries that do not fit are 0.
func (c *checker) degrade(block *ast.Setting) *Degrade {
	out := &Degrade{Mode: "act"}
	at := map[string]*ast.Setting{}
	eachSetting(block, func(name string, s *ast.Setting) {
		if at[name] != nil {
			return // reported
		}
		at[name] = s
		n, isNumber := s.Value.(*ast.NumberLit)
		switch name {
		case "mode":
			if w, ok := wordOf(s.Value); ok {
				out.Mode = w
			}
		case "hold":
			out.Hold = nanoseconds(s.Value)
		case "ramp":
			out.Ramp = ramp(s.Value)
		case "enter", "exit", "probe", "step":
			if isNumber {
				*map[string]*float64{"enter": &out.Enter, "exit": &out.Exit, "probe": &out.Probe, "step": &out.Step}[name] = number(n)
			}
		}
	})
	if at["enter"] != nil && at["exit"] != nil && out.Enter <= 1 && out.Exit <= 1 && out.Exit >= out.Enter {
		c.report(at["exit"].Value.Span(), "E0706", fmt.Sprintf("exit %s is not below enter %s: what is entered would be left at once", c.source(at["exit"].Value.Span()), c.source(at["enter"].Value.Span())), "write a smaller exit")
	}
	return out
}

// ramp are the shares of a list.
func ramp(v ast.Value) []float64 {
	list, ok := v.(*ast.List)
	if !ok || len(list.Elems) > maxRamp {
		return nil
	}
	var out []float64
	for _, e := range list.Elems {
		n, ok := e.(*ast.NumberLit)
		if !ok {
			return nil
		}
		out = append(out, number(n))
	}
	return out
}
