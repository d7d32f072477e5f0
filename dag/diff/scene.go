package diff

import (
	"cmp"
	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

func (c *comparison) scenes() {
	for _, p := range pairs(c.was.Scenes, c.is.Scenes, func(s *dag.Scene) string { return s.Name }) {
		ch := Change{Kind: "scene", Name: p.name, Change: p.change()}
		if p.ok {
			ch.File, ch.Line = p.is.Pos.File, p.is.Pos.Line
		}
		switch ch.Change {
		case "removed":
			ch.Details = []Detail{{Part: "declaration", Name: p.name, Change: "removed", Danger: SceneRemoved,
				Text: fmt.Sprintf("who asks scene %s gets no answer any more", p.name)}}
		case "changed":
			ch.Details, ch.Same = differ("setting", "", sceneSettings(p.was), sceneSettings(p.is))
			for i := range ch.Details {
				ch.Details[i].Danger = sceneDanger(ch.Details[i].Name, p.was, p.is)
			}
		}
		c.add(ch)
	}
}

// sceneDanger of a setting that differs.
func sceneDanger(name string, was, is *dag.Scene) Danger {
	switch {
	case name == "deadline" && is.Deadline < was.Deadline:
		return DeadlineShorter
	case name == "fallback" && is.Fallback == "":
		return FallbackRemoved
	case name == "limit" && is.Limit > 0 && (was.Limit == 0 || is.Limit < was.Limit):
		return LimitLower
	}
	return ""
}

func sceneSettings(s *dag.Scene) []setting {
	out := []setting{{"pipeline", s.Pipeline}, {"fallback", cmp.Or(s.Fallback, "none")}, {"deadline", duration(s.Deadline)}, {"reserve", duration(s.Reserve)},
		{"slow", duration(s.Slow)}, {"class", s.Class}, {"weight", fmt.Sprint(s.Weight)}, {"limit", ""}}
	if s.Limit > 0 {
		out[len(out)-1].value = fmt.Sprintf("%g/s", s.Limit)
	}
	for _, t := range s.Tiers {
		text := fmt.Sprintf("weight %g keep %g", t.Weight, t.Keep)
		if t.When != nil {
			text = "when " + dag.Written(t.When) + " " + text
		}
		out = append(out, setting{"tier " + t.Name, text})
	}
	return out
}

// duration is empty for none.
func duration(ns int64) string {
	if ns == 0 {
		return ""
	}
	return column.FormatDuration(ns)
}

// scenesOf serve a pipeline, on either side.
func (c *comparison) scenesOf(pipeline string) []string {
	out := []string{}
	for _, p := range []*dag.Project{c.was, c.is} {
		for _, s := range p.Scenes {
			if (s.Pipeline == pipeline || s.Fallback == pipeline) && !slices.Contains(out, s.Name) {
				out = append(out, s.Name)
			}
		}
	}
	slices.Sort(out)
	return out
}
