package dag

import (
	"slices"

	"riffle.dev/riffle/internal/column"
)

// Description is a graph for people and machines: what `riffle explain` shows,
// as data. It is stable: two descriptions of one text are equal.
type Description struct {
	Name      string            `json:"name"` // of the pipeline; of a body, of the node that runs it
	Params    []DescribedParam  `json:"params"`
	Nodes     []DescribedNode   `json:"nodes"` // inputs stand before those that read them
	Answer    string            `json:"answer,omitempty"`
	Fields    []DescribedField  `json:"fields,omitempty"`  // of a record, beside items; of a body, what it gives
	Columns   []DescribedColumn `json:"columns,omitempty"` // shown
	After     []string          `json:"after,omitempty"`   // nodes that run once the answer has left
	Sources   []string          `json:"sources,omitempty"` // what _from may name
	Critical  Critical          `json:"critical"`
	Recursive []Description     `json:"recursive,omitempty"` // pipelines that call themselves
}

// DescribedParam is a parameter.
type DescribedParam struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Default string `json:"default,omitempty"` // JSON
}

// DescribedField is a further value of an answer, or one a body gives.
type DescribedField struct {
	Name string `json:"name"`
	Node string `json:"node"`
	Type string `json:"type"`
}

// DescribedColumn is a column of a set.
type DescribedColumn struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// How it is there: carried with the items, or read from the resource when
	// something needs it ("late").
	How string `json:"how"`
}

// DescribedNode is a node. Times are in ns; what is not said is left out.
type DescribedNode struct {
	Name      string            `json:"name"`
	Op        string            `json:"op"`
	Stage     string            `json:"stage"` // see Stages
	Gives     string            `json:"gives"` // items, list of items, record of parts, or a type
	File      string            `json:"file,omitempty"`
	Line      int               `json:"line,omitempty"`
	Column    int               `json:"column,omitempty"`
	Arguments []ArgText         `json:"arguments"`
	Reads     []string          `json:"reads"`             // nodes, sets first
	Columns   []DescribedColumn `json:"columns,omitempty"` // of a set, by its type
	Fetches   []string          `json:"fetches,omitempty"` // columns it reads from the resource
	Lazy      bool              `json:"lazy,omitempty"`    // runs only when a fallback, a branch or what comes after wants it
	Optional  bool              `json:"optional,omitempty"`
	When      string            `json:"when,omitempty"`
	Gain      string            `json:"gain,omitempty"`
	Knobs     []Knob            `json:"knobs,omitempty"`
	Timeout   int64             `json:"timeout,omitempty"`
	Hedge     int64             `json:"hedge,omitempty"`
	Retry     int               `json:"retry,omitempty"`
	Cache     int64             `json:"cache,omitempty"`
	CacheBy   string            `json:"cache_by,omitempty"`
	Fallback  string            `json:"fallback,omitempty"`
	Resource  string            `json:"resource,omitempty"`
	Store     string            `json:"store,omitempty"` // where the resource lives, when that is a team's own store
	Service   string            `json:"service,omitempty"`
	Pipeline  string            `json:"pipeline,omitempty"` // called
	Branches  []DescribedBranch `json:"branches,omitempty"`
	Parts     []DescribedField  `json:"parts,omitempty"`
	While     string            `json:"while,omitempty"`
	Element   string            `json:"element,omitempty"` // the variable of an each
	Max       int               `json:"max,omitempty"`
	Parallel  int               `json:"parallel,omitempty"`
	Body      *Description      `json:"body,omitempty"`
}

// DescribedBranch is a branch of an if or an arm of a choose.
type DescribedBranch struct {
	Name    string `json:"name"`
	Node    string `json:"node"`
	When    string `json:"when,omitempty"`
	Gain    string `json:"gain,omitempty"`
	Timeout int64  `json:"timeout,omitempty"`
}

// Describe a graph with its bodies.
func Describe(g *Graph) Description {
	d := Description{Name: g.Name, Params: []DescribedParam{}, Nodes: []DescribedNode{}, Critical: CriticalPath(g)}
	for _, p := range g.Params {
		out := DescribedParam{Name: p.Name, Type: p.Type.String()}
		if p.HasDef {
			out.Default = literal(p.Default)
		}
		d.Params = append(d.Params, out)
	}
	for _, n := range g.Nodes {
		d.Nodes = append(d.Nodes, g.describe(n))
	}
	if g.Result.Items >= 0 && g.Result.Items < len(g.Nodes) {
		d.Answer = g.Nodes[g.Result.Items].Name
	}
	for _, f := range g.Result.Fields {
		d.Fields = append(d.Fields, DescribedField{f.Name, g.Nodes[f.Node].Name, f.Type.String()})
	}
	for _, c := range g.Result.Columns {
		d.Columns = append(d.Columns, describedColumn(c, !slices.ContainsFunc(g.Result.Late, func(l Column) bool { return l.Name == c.Name })))
	}
	for _, id := range g.After {
		d.After = append(d.After, g.Nodes[id].Name)
	}
	d.Sources = slices.Clone(g.From)
	for _, r := range g.Recursive {
		d.Recursive = append(d.Recursive, Describe(r))
	}
	return d
}

func describedColumn(c Column, carried bool) DescribedColumn {
	how := "late"
	if carried {
		how = "carried"
	}
	return DescribedColumn{c.Name, c.Type.String(), how}
}

func (g *Graph) describe(n *Node) DescribedNode {
	d := DescribedNode{
		Name: n.Name, Op: n.Op, Stage: g.Stage(n), Gives: n.givesText(), File: n.Pos.File, Line: n.Pos.Line, Column: n.Pos.Col,
		Arguments: g.Arguments(n), Reads: g.Feeds(n), Lazy: n.Lazy, Optional: n.Optional, Knobs: n.Knobs,
		Timeout: n.Timeout, Hedge: n.Hedge, Retry: n.Retry, Resource: n.Resource, Pipeline: n.Pipeline,
	}
	if n.Shape == SetShape || n.Shape == SetsShape {
		for _, c := range n.fields {
			d.Columns = append(d.Columns, describedColumn(c, slices.ContainsFunc(n.Columns, func(have Column) bool { return have.Name == c.Name })))
		}
	}
	for _, c := range n.Fetch {
		d.Fetches = append(d.Fetches, c.Name)
	}
	if n.When != nil {
		d.When = Written(n.When)
	}
	if n.Gain != nil {
		d.Gain = n.Gain.text()
	}
	if n.Cache != nil {
		d.Cache = n.Cache.For
		if n.Cache.By != nil {
			d.CacheBy = Written(n.Cache.By)
		}
	}
	if n.Fallback >= 0 {
		d.Fallback = g.Nodes[n.Fallback].Name
	}
	if n.Store != nil {
		d.Store = n.Store.String()
	}
	if n.Remote != nil {
		d.Service = n.Remote.Name
	}
	for _, b := range n.Branches {
		out := DescribedBranch{Name: b.Name, Node: g.Nodes[b.Result].Name, Timeout: b.Timeout}
		if b.When != nil {
			out.When = Written(b.When)
		}
		if b.Gain != nil {
			out.Gain = b.Gain.text()
		}
		d.Branches = append(d.Branches, out)
	}
	for i := range n.Parts {
		p := &n.Parts[i]
		out := DescribedField{Name: p.Name, Type: p.valueType().String()}
		if p.Node >= 0 {
			out.Node = g.Nodes[p.Node].Name
		}
		d.Parts = append(d.Parts, out)
	}
	var body *Graph
	switch {
	case n.Loop != nil:
		d.While, d.Max, body = Written(n.Loop.While), n.Loop.Max, n.Loop.Body
	case n.Each != nil:
		d.Element, d.Max, d.Parallel, body = n.Each.Var, n.Each.Max, n.Each.Parallel, n.Each.Body
	}
	if body != nil {
		inner := Describe(body)
		inner.Sources = nil // they are the root's
		d.Body = &inner
	}
	return d
}

func (n *Node) givesText() string {
	switch n.Shape {
	case SetShape:
		return "items"
	case SetsShape:
		return "list of items"
	case BundleShape:
		out := column.Type{Kind: column.Record}
		for i := range n.Parts {
			out.Fields = append(out.Fields, column.Field{Name: n.Parts[i].Name, Type: n.Parts[i].valueType()})
		}
		return out.String()
	}
	return n.Type.String()
}
