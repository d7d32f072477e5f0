package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

const (
	maxSlots  = 65536
	maxSpread = 1024
)

// shape takes one of the settings that say how a resource is laid out.
func (c *checker) shape(r *Resource, name string, s *ast.Setting) {
	switch name {
	case "slots":
		r.Slots = count(s)
	case "slices":
		c.slices(r, s)
	case "replicas":
		r.Replicas = counts(s.Value)
	case "min_available":
		r.MinAvailable = count(s)
	case "app":
		r.App, _ = wordOf(s.Value)
	case "place":
		r.Dedicated, r.Shared = c.placeOf(s)
	case "route":
		r.Route = c.route(r, s)
	case "autoscale":
		r.Scale = &Scale{}
		eachSetting(s, func(name string, in *ast.Setting) {
			switch name {
			case "cpu":
				r.Scale.CPU = shares(in.Value)
			case "qps":
				r.Scale.QPS = counts(in.Value)
			case "over":
				r.Scale.Over = nanoseconds(in.Value)
			}
		})
	case "snapshot":
		r.Snapshot = &Snapshot{}
		eachSetting(s, func(name string, in *ast.Setting) {
			switch name {
			case "every":
				r.Snapshot.Every = int64(count(in))
			case "or":
				r.Snapshot.Or = nanoseconds(in.Value)
			}
		})
	}
}

// slices is a number, or auto(4..32, full: 80%).
func (c *checker) slices(r *Resource, s *ast.Setting) {
	call, ok := s.Value.(*ast.Call)
	if !ok {
		r.Slices = counts(s.Value)
		return
	}
	plain, named, ok := c.formArgs(call, 1, "full")
	if !ok {
		return
	}
	span := counts(plain[0])
	switch rg, isRange := plain[0].(*ast.RangeLit); {
	case !isRange || span.Lo < 1 || span.Hi > maxSlots:
		c.report(plain[0].Span(), "E0405", fmt.Sprintf("auto wants a range such as 4..32, from 1 to %d", maxSlots), "")
		return
	case c.upsideDown(rg):
		return
	}
	r.Slices, r.Full = span, 0.8
	if full := named["full"]; full != nil {
		n, ok := full.(*ast.NumberLit)
		if !ok || n.Unit != "%" && n.Unit != "" || number(n) <= 0 || number(n) > 1 {
			c.report(full.Span(), "E0405", "full wants a share above 0 such as 80%", "")
			return
		}
		r.Full = number(n)
	}
}

// placeOf is dedicated, or shared(group).
func (c *checker) placeOf(s *ast.Setting) (dedicated bool, group string) {
	call, ok := s.Value.(*ast.Call)
	if !ok {
		return true, ""
	}
	plain, _, ok := c.formArgs(call, 1)
	if !ok {
		return false, ""
	}
	group, ok = wordOf(plain[0])
	if text, isText := plain[0].(*ast.StringLit); isText {
		group, ok = text.Value, true
	}
	if !ok || group == "" {
		c.report(plain[0].Span(), "E0405", "shared wants the name of a group of pods", "write shared(group)")
	}
	return false, group
}

// route is hash(column, spread: 4).
func (c *checker) route(r *Resource, s *ast.Setting) *Route {
	call, ok := s.Value.(*ast.Call)
	if !ok {
		return nil
	}
	plain, named, ok := c.formArgs(call, 1, "spread")
	if !ok {
		return nil
	}
	out := &Route{Spread: 1}
	at := plain[0].Span()
	name, ok := wordOf(plain[0])
	if !ok {
		c.report(at, "E0405", "hash wants the name of a field", "")
		return nil
	}
	f, ok := r.Items.Field(name)
	switch {
	case !ok:
		c.reportNear(at, "E0502", fmt.Sprintf("no field %s in %s to route by", show(name), show(r.Name)), name, "", fieldNames(&sig.Type{Kind: sig.Record, Fields: r.Items.Fields}))
		return nil
	case f.Type.Kind == sig.Invalid:
	case f.Type.Nullable:
		c.report(at, "E0401", fmt.Sprintf("%s may be nil, and a document without it would stand nowhere", show(name)), "route by a field that every document has")
	case f.Indexed == "text" || f.Type.Kind != sig.String && f.Type.Kind != sig.Int:
		c.report(at, "E0401", fmt.Sprintf("%s is %s; a route goes by a keyword, a key or an int", show(name), fieldWord(f)), "")
	}
	out.Column = name
	if spread := named["spread"]; spread != nil {
		n, ok := spread.(*ast.NumberLit)
		if !ok || !n.Int || n.Num < 1 || n.Num > maxSpread || n.Num > float64(r.Slots) {
			c.report(spread.Span(), "E0405", fmt.Sprintf("spread wants a whole number from 1 to %d, the slots there are", min(maxSpread, r.Slots)), "")
			return out
		}
		out.Spread = int(n.Num)
	}
	return out
}

func fieldWord(f sig.Field) string {
	if f.Indexed == "text" {
		return "text"
	}
	return f.Type.String()
}

// shapeFits compares the settings of a resource with one another.
func (c *checker) shapeFits(r *Resource, at map[string]*ast.Setting) {
	if r.MinAvailable > 0 && r.Replicas.Lo > 0 && r.MinAvailable > r.Replicas.Lo {
		c.report(at["min_available"].Value.Span(), "E0810", fmt.Sprintf("min_available %d, and there may be only %s", r.MinAvailable, diag.Count(r.Replicas.Lo, "replica")), "")
	}
	if r.Slices.Hi > r.Slots {
		c.report(at["slices"].Value.Span(), "E0810", fmt.Sprintf("%s of %s: a slice is made of whole slots", diag.Count(r.Slices.Hi, "slice"), diag.Count(r.Slots, "slot")), "give it more slots, or fewer slices")
	}
	if scale := at["autoscale"]; scale != nil && r.Replicas.Lo == r.Replicas.Hi {
		c.report(scale.Name.At, "E0810", "autoscale has nothing to choose from", "write replicas as a range such as 2..6")
	}
	if r.Store != nil {
		for _, name := range []string{"slots", "slices", "replicas", "autoscale", "min_available", "snapshot", "place", "route"} {
			if s := at[name]; s != nil {
				c.report(s.Name.At, "E0810", fmt.Sprintf("%s is the store's to say", name), "leave it out, or leave store out")
			}
		}
		return
	}
	if at["store"] == nil {
		for _, name := range []string{"auth", "limit", "at_once", "timeout"} {
			if s := at[name]; s != nil {
				c.report(s.Name.At, "E0810", fmt.Sprintf("%s is for a resource on a store of its own", name), "leave it out, or say its store")
			}
		}
	}
}

// counts are the ends of a range of ints, or twice one int; 0 of anything else.
func counts(v ast.Value) Span {
	switch v := v.(type) {
	case *ast.NumberLit:
		if v.Int {
			return Span{small(v), small(v)}
		}
	case *ast.RangeLit:
		if v.Lo != nil && v.Hi != nil && v.Lo.Int && v.Hi.Int {
			return Span{small(v.Lo), small(v.Hi)}
		}
	}
	return Span{}
}

func small(n *ast.NumberLit) int { return int(max(-1<<40, min(1<<40, wholeNumber(n)))) }

// shares are the ends of a range of shares; one number is the high end.
func shares(v ast.Value) Shares {
	switch v := v.(type) {
	case *ast.NumberLit:
		return Shares{0, number(v)}
	case *ast.RangeLit:
		if v.Lo != nil && v.Hi != nil {
			return Shares{number(v.Lo), number(v.Hi)}
		}
	}
	return Shares{}
}

// nanoseconds of a duration; 0 of anything else, which was reported.
func nanoseconds(v ast.Value) int64 {
	if n, ok := v.(*ast.NumberLit); ok && token.Nanoseconds(n.Unit) > 0 {
		ns, _ := unitValue(n)
		return ns.(int64)
	}
	return 0
}

// eachSetting visits the settings of a block that have a value.
func eachSetting(s *ast.Setting, visit func(name string, s *ast.Setting)) {
	for _, in := range s.Settings {
		if in != nil && in.Name != nil && in.Value != nil {
			visit(in.Name.Text, in)
		}
	}
}
