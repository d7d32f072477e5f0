package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

// Meaning implements app.Differ: resources first, then pipelines, then scenes,
// each by name. What does not compile on the new side is not compared, and not
// taken for removed either.
func (c *Compiler) Meaning(from, to []app.Text, docs map[string]int64) ([]app.PlanChange, diag.List) {
	was, _ := c.compilable(from)
	is, list := c.compilable(to)
	if was == nil {
		was = nothing
	}
	if is == nil {
		if len(to) > 0 {
			return nil, list
		}
		is = nothing
	}
	m := meaning{was: was.project, is: is.project, docs: docs, broken: list.HasErrors()}
	m.resources()
	m.pipelines()
	m.scenes()
	return m.out, list
}

var nothing = &compiled{project: &dag.Project{}}

// meaning collects what differs.
type meaning struct {
	was, is *dag.Project
	docs    map[string]int64
	broken  bool // a declaration that is missing may only not compile
	out     []app.PlanChange
}

// pair is a declaration on both sides; one of them may be nil.
type pair[T any] struct {
	name    string
	was, is T
	had, ok bool
}

// pairs of two lists, by name.
func pairs[T any](was, is []T, name func(T) string) []pair[T] {
	at := map[string]*pair[T]{}
	var names []string
	get := func(n string) *pair[T] {
		if at[n] == nil {
			at[n] = &pair[T]{name: n}
			names = append(names, n)
		}
		return at[n]
	}
	for _, v := range was {
		p := get(name(v))
		p.was, p.had = v, true
	}
	for _, v := range is {
		p := get(name(v))
		p.is, p.ok = v, true
	}
	slices.Sort(names)
	out := make([]pair[T], len(names))
	for i, n := range names {
		out[i] = *at[n]
	}
	return out
}

// add a change that has something to say.
func (m *meaning) add(c app.PlanChange) {
	if c.Change == "changed" && len(c.Details) == 0 || c.Change == "removed" && m.broken {
		return
	}
	if c.Scenes == nil {
		c.Scenes = []string{}
	}
	if c.Details == nil {
		c.Details = []app.PlanDetail{}
	}
	m.out = append(m.out, c)
}

// changed is a detail with both sides, in words.
func changed(part, name, what, before, after string) app.PlanDetail {
	label := name
	switch {
	case what != "":
		label += ": " + what
	case part == "parameter" || part == "column":
		label = part + " " + name + ":"
	}
	switch {
	case before == "":
		return app.PlanDetail{Part: part, Name: name, Change: "changed", What: what, After: after, Text: fmt.Sprintf("%s %s is new", label, after)}
	case after == "":
		return app.PlanDetail{Part: part, Name: name, Change: "changed", What: what, Before: before, Text: fmt.Sprintf("%s %s is gone", label, before)}
	}
	return app.PlanDetail{Part: part, Name: name, Change: "changed", What: what, Before: before, After: after, Text: fmt.Sprintf("%s %s → %s", label, before, after)}
}

// setting is a named value to compare.
type setting struct{ name, value string }

// differ lists the settings that differ; same counts the others.
func differ(part, name string, was, is []setting) (out []app.PlanDetail, same int) {
	for _, p := range pairs(was, is, func(s setting) string { return s.name }) {
		if p.was.value == p.is.value {
			same++
			continue
		}
		what, label := p.name, name
		if name == "" {
			what, label = "", p.name
		}
		out = append(out, changed(part, label, what, p.was.value, p.is.value))
	}
	return out, same
}

func (m *meaning) scenes() {
	for _, p := range pairs(m.was.Scenes, m.is.Scenes, func(s *dag.Scene) string { return s.Name }) {
		c := app.PlanChange{Kind: "scene", Name: p.name, Change: "changed"}
		switch {
		case !p.had:
			c.Change, c.File, c.Line = "added", p.is.Pos.File, p.is.Pos.Line
		case !p.ok:
			c.Change = "removed"
			c.Details = []app.PlanDetail{{Part: "declaration", Name: p.name, Change: "removed", Danger: "scene_removed",
				Text: fmt.Sprintf("who asks scene %s gets no answer any more", p.name)}}
		default:
			c.File, c.Line = p.is.Pos.File, p.is.Pos.Line
			c.Details, c.Same = differ("setting", "", settingsOf(p.was), settingsOf(p.is))
			if p.is.Deadline < p.was.Deadline {
				for i := range c.Details {
					if c.Details[i].Name == "deadline" {
						c.Details[i].Danger = "deadline_shorter"
					}
				}
			}
		}
		m.add(c)
	}
}

func settingsOf(s *dag.Scene) []setting {
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
func (m *meaning) scenesOf(pipeline string) []string {
	out := []string{}
	for _, p := range []*dag.Project{m.was, m.is} {
		for _, s := range p.Scenes {
			if (s.Pipeline == pipeline || s.Fallback == pipeline) && !slices.Contains(out, s.Name) {
				out = append(out, s.Name)
			}
		}
	}
	slices.Sort(out)
	return out
}

func join(names []string) string { return strings.Join(names, ", ") }
