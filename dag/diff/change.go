package diff

import (
	"cmp"
	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
)

// Change is one declaration that differs.
type Change struct {
	Kind    string   `json:"kind" enum:"resource,service,function,pipeline,scene"`
	Name    string   `json:"name"`
	Change  string   `json:"change" enum:"added,removed,changed"`
	File    string   `json:"file,omitempty" doc:"where it stands now"`
	Line    int      `json:"line,omitempty"`
	Same    int      `json:"same" doc:"nodes, fields or settings that stay as they are"`
	Scenes  []string `json:"scenes" doc:"that serve the pipeline"`
	Details []Detail `json:"details"`
}

// Detail is one thing of a declaration that differs.
type Detail struct {
	Part   string `json:"part" enum:"node,field,setting,parameter,column,documents,declaration"`
	Name   string `json:"name" doc:"of the node, field, setting…"`
	Change string `json:"change" enum:"added,removed,changed"`
	What   string `json:"what,omitempty" doc:"of a node or field: op, inputs, timeout, gain, optional, when, fallback, knob, type, analyzer… or the argument"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Danger Danger `json:"danger,omitempty" enum:"resource_removed,documents_dropped,field_in_use,field_retyped,key_changed,vector_resized,scene_removed,fallback_removed,deadline_shorter,limit_lower,parameter_required,parameter_removed,parameter_narrower,column_removed,imported" doc:"why it may hurt"`
	Text   string `json:"text" doc:"the same in words"`

	Users []string `json:"users,omitempty" doc:"pipelines that use a field which goes"`
	Docs  int64    `json:"docs,omitempty" doc:"documents that are read anew or no longer served"`
}

// Danger says why a change may hurt; "" where nothing is known.
type Danger string

// Dangers.
const (
	ResourceRemoved   Danger = "resource_removed"
	DocumentsDropped  Danger = "documents_dropped"
	FieldInUse        Danger = "field_in_use"
	FieldRetyped      Danger = "field_retyped"
	KeyChanged        Danger = "key_changed"
	VectorResized     Danger = "vector_resized"
	SceneRemoved      Danger = "scene_removed"
	FallbackRemoved   Danger = "fallback_removed"
	DeadlineShorter   Danger = "deadline_shorter"
	LimitLower        Danger = "limit_lower"
	ParameterRequired Danger = "parameter_required"
	ParameterRemoved  Danger = "parameter_removed"
	ParameterNarrower Danger = "parameter_narrower"
	ColumnRemoved     Danger = "column_removed"
	Imported          Danger = "imported"
)

// Options of a comparison.
type Options struct {
	// Docs says how many documents each resource holds now; nil when not known.
	Docs map[string]int64
	// Importers says, by resource, which live versions of other teams import it,
	// such as "books (version 7)".
	Importers map[string][]string
	// Partial projects lack what did not compile: what is missing is not taken
	// for removed.
	Partial bool
}

// Projects compares what was with what is: resources first, then services and
// functions, pipelines, scenes, each by name. A side that does not exist yet is
// an empty project.
func Projects(was, is *dag.Project, opt Options) []Change {
	c := &comparison{was: was, is: is, opt: opt}
	c.resources()
	c.remotes()
	c.pipelines()
	c.scenes()
	return c.out
}

// Dangers counts the details that may hurt.
func Dangers(changes []Change) int {
	n := 0
	for _, c := range changes {
		for _, d := range c.Details {
			if d.Danger != "" {
				n++
			}
		}
	}
	return n
}

// comparison collects what differs.
type comparison struct {
	was, is *dag.Project
	opt     Options
	out     []Change
}

// add a change that has something to say.
func (c *comparison) add(ch Change) {
	if ch.Change == "changed" && len(ch.Details) == 0 || ch.Change == "removed" && c.opt.Partial {
		return
	}
	if ch.Scenes == nil {
		ch.Scenes = []string{}
	}
	if ch.Details == nil {
		ch.Details = []Detail{}
	}
	c.out = append(c.out, ch)
}

// pair is a thing on both sides; one of them may be missing.
type pair[T any] struct {
	name    string
	was, is T
	had, ok bool
}

// change is what became of the thing.
func (p *pair[T]) change() string {
	switch {
	case !p.had:
		return "added"
	case !p.ok:
		return "removed"
	}
	return "changed"
}

// pairs of two lists, by name.
func pairs[T any](was, is []T, name func(T) string) []pair[T] {
	at := map[string]*pair[T]{}
	get := func(n string) *pair[T] {
		if at[n] == nil {
			at[n] = &pair[T]{name: n}
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
	out := make([]pair[T], 0, len(at))
	for _, p := range at {
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b pair[T]) int { return cmp.Compare(a.name, b.name) })
	return out
}

// changed is a detail with both sides, in words.
func changed(part, name, what, before, after string) Detail {
	label := name
	switch {
	case what != "":
		label += ": " + what
	case part == "parameter" || part == "column":
		label = part + " " + name + ":"
	}
	d := Detail{Part: part, Name: name, Change: "changed", What: what, Before: before, After: after}
	switch {
	case before == "":
		d.Text = fmt.Sprintf("%s %s is new", label, after)
	case after == "":
		d.Text = fmt.Sprintf("%s %s is gone", label, before)
	default:
		d.Text = fmt.Sprintf("%s %s → %s", label, before, after)
	}
	return d
}

// setting is a named value to compare; "" is not said.
type setting struct{ name, value string }

// differ lists the settings that differ; same counts the others.
func differ(part, name string, was, is []setting) (out []Detail, same int) {
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
