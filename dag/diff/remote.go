package diff

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// remotes are services and functions that run elsewhere.
func (c *comparison) remotes() {
	for _, p := range pairs(c.was.Remotes, c.is.Remotes, func(r *dag.Remote) string { return r.Name }) {
		ch := Change{Kind: "service", Name: p.name, Change: p.change()}
		r := p.is
		if !p.ok {
			r = p.was
		}
		if r.Function {
			ch.Kind = "function"
		}
		if p.ok {
			ch.File, ch.Line = r.Pos.File, r.Pos.Line
		}
		if ch.Change == "changed" {
			ch.Details, ch.Same = differ("setting", "", remoteSettings(p.was), remoteSettings(p.is))
		}
		c.add(ch)
	}
}

func remoteSettings(r *dag.Remote) []setting {
	var params []string
	for _, p := range r.Params {
		text := p.Name + ": " + p.Type.String()
		if p.HasDef {
			text += " = " + fmt.Sprint(column.Render(p.Type, p.Default))
		}
		params = append(params, text)
	}
	var item string
	if r.Item != nil {
		item = column.Type{Kind: column.Record, Fields: r.Item}.String()
	}
	return []setting{
		{"signature", "(" + strings.Join(params, ", ") + ") -> " + r.Result.String()}, {"item", item},
		{"protocol", r.Protocol}, {"endpoints", strings.Join(r.Endpoints, ", ")}, {"file", r.File}, {"timeout", duration(r.Timeout)},
		{"limit", rate(r.Limit)}, {"at_once", count(r.AtOnce)}, {"batch", count(r.Batch)}, {"balance", r.Balance}, {"auth", r.Auth},
	}
}

// rate is empty for none.
func rate(r float64) string {
	if r == 0 {
		return ""
	}
	return fmt.Sprintf("%g/s", r)
}

// count is empty for what is not said.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
