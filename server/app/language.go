package app

import (
	"context"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/diag"
)

// Language is what the editor asks about texts; each call is of one moment and
// keeps nothing.
type Language interface {
	Format(name, text string) (string, diag.List)
	Complete(ctx context.Context, p Project, at analysis.Place) analysis.Completions
	Hover(ctx context.Context, p Project, at analysis.Place) analysis.Hover
	Definition(ctx context.Context, p Project, at analysis.Place) analysis.Definition
	Operators() []Operator
	// Graphs are the pipelines that compile; what is broken is in the list.
	Graphs(ctx context.Context, p Project) ([]PipelineGraph, diag.List)
	// Outline is what is declared, also in texts that do not compile.
	Outline(texts []Text) []Declaration
}

// Operator of the catalogue, or a built-in function of expressions.
type Operator struct {
	Name    string        `json:"name"`
	Kind    string        `json:"kind" enum:"operator,function"`
	Summary string        `json:"summary"`
	Doc     string        `json:"doc,omitempty"`
	Example string        `json:"example"`
	Off     string        `json:"off,omitempty" doc:"what follows sees when it is switched off"`
	Source  bool          `json:"source" doc:"reads a resource"`
	Stage   string        `json:"stage,omitempty" doc:"lane of the picture its nodes stand in"`
	Args    []OperatorArg `json:"args"`
}

// OperatorArg is one argument.
type OperatorArg struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind" doc:"what may stand here: scalar, set, sets, per_item, column, columns, resource, vectors, choice, constant, word, order, bindings, model"`
	Type     string   `json:"type,omitempty"`
	Required bool     `json:"required"`
	Named    bool     `json:"named" doc:"must be given by name"`
	Knob     bool     `json:"knob" doc:"may be a range of constants"`
	Default  string   `json:"default,omitempty"`
	Words    []string `json:"words,omitempty" doc:"what may be chosen, policies included"`
	Doc      string   `json:"doc,omitempty"`
}

// Formatted is a text in its canonical layout; a text that does not parse
// comes back as it was, with the diagnostics.
type Formatted struct {
	Text        string    `json:"text"`
	Changed     bool      `json:"changed"`
	Diagnostics diag.List `json:"diagnostics"`
}

// Graphs are the pipelines of a project that compile.
type Graphs struct {
	Pipelines   []PipelineGraph `json:"pipelines" doc:"by name; those that do not compile are missing"`
	Outline     []Declaration   `json:"outline" doc:"what is declared, by file and place; also what does not compile"`
	Diagnostics diag.List       `json:"diagnostics"`
	Errors      int             `json:"errors"`
}

// Declaration is a thing the texts give a name.
type Declaration struct {
	Kind   string `json:"kind" enum:"type,resource,service,function,pipeline,node,scene,experiment"`
	Name   string `json:"name"`
	In     string `json:"in,omitempty" doc:"of a node: its pipeline"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column" doc:"in characters, from 1"`
}

// PipelineGraph is a pipeline as it was compiled, called pipelines inlined.
type PipelineGraph struct {
	Name   string         `json:"name"`
	File   string         `json:"file"`
	Line   int            `json:"line"`
	Params []Param        `json:"params"`
	Scenes []string       `json:"scenes" doc:"that serve it, as their pipeline or their fallback"`
	Answer string         `json:"answer" doc:"the node whose items are the answer"`
	Shows  []Column       `json:"shows" doc:"columns of the answer"`
	Nodes  []PipelineNode `json:"nodes" doc:"inputs stand before those that read them, those of a body behind the node that runs it"`
}

// PipelineNode is one node with what may be degraded.
type PipelineNode struct {
	Name      string    `json:"name"`
	Op        string    `json:"op"`
	Stage     string    `json:"stage" enum:"feature,recall,merge,rank,out,after" doc:"lane of the picture"`
	Within    string    `json:"within,omitempty" doc:"node in whose body it stands; it stands behind that node"`
	Inputs    []string  `json:"inputs" doc:"nodes it reads, sets first, and the arms it takes its answer from"`
	Fallback  string    `json:"fallback,omitempty" doc:"node that answers when this one fails"`
	Lazy      bool      `json:"lazy" doc:"runs only when a fallback, a branch or what comes after the answer wants it"`
	File      string    `json:"file"`
	Line      int       `json:"line"`
	Column    int       `json:"column"`
	EndLine   int       `json:"end_line"`
	EndColumn int       `json:"end_column"`
	Resource  string    `json:"resource,omitempty"`
	Shared    string    `json:"shared,omitempty" doc:"node that computes the same, whose answer it takes"`
	Args      []NodeArg `json:"args"`
	Optional  bool      `json:"optional"`
	Gain      *NodeGain `json:"gain,omitempty"`
	Knobs     []Knob    `json:"knobs"`
	TimeoutMS float64   `json:"timeout_ms" doc:"0: none of its own"`
	When      string    `json:"when,omitempty"`
	Columns   []Column  `json:"columns" doc:"of a set"`
	Value     string    `json:"value,omitempty" doc:"type of what is no set"`
}

// NodeArg is an argument in words.
type NodeArg struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// NodeGain is what a node is worth at the low and the high end of its knobs.
type NodeGain struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Knob is a range an argument may be turned in.
type Knob struct {
	Arg  string `json:"arg"`
	Low  int64  `json:"low"`
	High int64  `json:"high"`
}

// Column of a set or an answer.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Format lays a text out.
func (a *App) Format(name, text string) (Formatted, error) {
	if err := checkTexts([]Text{{Path: name, Text: text}}); err != nil {
		return Formatted{}, err
	}
	out, list := a.compiler.Format(name, text)
	return Formatted{Text: out, Changed: out != text, Diagnostics: checked(list).Diagnostics}, nil
}

// Complete says what may stand at a place of the texts, or of the draft.
func (a *App) Complete(ctx context.Context, team string, texts []Text, at analysis.Place) (analysis.Completions, error) {
	texts, err := a.given(ctx, team, texts)
	if err != nil {
		return analysis.Completions{}, err
	}
	return a.compiler.Complete(ctx, Project{Team: team, Texts: texts}, at), nil
}

// Hover says what stands at a place.
func (a *App) Hover(ctx context.Context, team string, texts []Text, at analysis.Place) (analysis.Hover, error) {
	texts, err := a.given(ctx, team, texts)
	if err != nil {
		return analysis.Hover{}, err
	}
	return a.compiler.Hover(ctx, Project{Team: team, Texts: texts}, at), nil
}

// Definition says where the name at a place is declared.
func (a *App) Definition(ctx context.Context, team string, texts []Text, at analysis.Place) (analysis.Definition, error) {
	texts, err := a.given(ctx, team, texts)
	if err != nil {
		return analysis.Definition{}, err
	}
	return a.compiler.Definition(ctx, Project{Team: team, Texts: texts}, at), nil
}

// Operators is the catalogue in the order of its page.
func (a *App) Operators() []Operator { return a.compiler.Operators() }

// Graphs compiles the texts, or the draft, and gives what compiles.
func (a *App) Graphs(ctx context.Context, team string, texts []Text) (Graphs, error) {
	texts, err := a.given(ctx, team, texts)
	if err != nil {
		return Graphs{}, err
	}
	pipelines, list := a.compiler.Graphs(ctx, Project{Team: team, Texts: texts})
	found := checked(list)
	if pipelines == nil {
		pipelines = []PipelineGraph{}
	}
	return Graphs{Pipelines: pipelines, Outline: a.compiler.Outline(texts), Diagnostics: found.Diagnostics, Errors: found.Errors}, nil
}

// given are the texts within their limits and sorted; the draft's when there
// are none.
func (a *App) given(ctx context.Context, team string, texts []Text) ([]Text, error) {
	if len(texts) == 0 {
		files, err := a.store.Files(ctx, team)
		if err != nil {
			return nil, err
		}
		texts = textsOf(files)
	}
	if err := checkTexts(texts); err != nil {
		return nil, err
	}
	return sortedTexts(texts), nil
}
