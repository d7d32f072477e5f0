package dag

import (
	"fmt"
	"runtime"
	"sort"
	"sync"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/token"
	"riffle.dev/riffle/internal/column"
)

// Limits of one graph, called pipelines counted where they are called.
const (
	MaxNodes     = 10_000
	maxDepth     = 64
	maxResources = 4096
)

// Build compiles a project that was checked without errors: a graph for every
// pipeline that a request can start, the scenes and the resources. ops are the
// operators the checker was given. The list says what this version can't run;
// with an error in it the project is nil.
func Build(info *check.Info, ops Catalogue) (*Project, diag.List) {
	b := &builder{info: info, ops: ops, homes: newHomes(info), remotes: map[string]*Remote{}, resources: map[string]*Resource{}}
	p := &Project{Hash: Hash(info.Files)}
	for _, name := range sorted(info.Resources) {
		b.resource(info.Resources[name])
	}
	for _, name := range sorted(info.Services) {
		b.remote(info.Services[name], nil)
	}
	for _, name := range sorted(info.Functions) {
		if f := info.Functions[name]; f.Words == "" {
			b.remote(nil, f)
		}
	}
	p.Pipelines = b.graphs()
	for _, name := range sorted(b.resources) {
		p.Resources = append(p.Resources, b.resources[name])
	}
	for _, name := range sorted(b.remotes) {
		p.Remotes = append(p.Remotes, b.remotes[name])
	}
	for _, name := range sorted(info.Scenes) {
		p.Scenes = append(p.Scenes, b.scene(info.Scenes[name]))
	}
	for _, name := range sorted(info.Experiments) {
		p.Experiments = append(p.Experiments, b.experiment(info.Experiments[name]))
	}
	list := b.diags.Sort()
	if list.HasErrors() {
		return nil, list
	}
	return p, list
}

// graphs of all pipelines that a request can start, by name. They share nothing
// that is written once resources and remotes are there, so they are built side
// by side; what is imported is found on the way, so with imports one after the
// other.
func (b *builder) graphs() []*Graph {
	var names []string
	for _, name := range sorted(b.info.Pipelines) {
		if startable(b.info.Pipelines[name]) {
			names = append(names, name)
		}
	}
	out := make([]*Graph, len(names))
	workers := min(runtime.GOMAXPROCS(0), len(names))
	if len(b.info.Imports) > 0 || workers < 2 {
		for i, name := range names {
			out[i] = b.graph(name, b.info.Pipelines[name])
		}
		return out
	}
	b.known() // asked by all
	var wait sync.WaitGroup
	own := make([]builder, workers)
	for w := range own {
		own[w] = *b
		own[w].diags = nil
		wait.Go(func() {
			for i := w; i < len(names); i += workers {
				out[i] = own[w].graph(names[i], b.info.Pipelines[names[i]])
			}
		})
	}
	wait.Wait()
	for w := range own {
		b.diags = append(b.diags, own[w].diags...)
	}
	return out
}

// startable pipelines take no set: a request can't bring one.
func startable(p *check.Pipeline) bool {
	for _, param := range p.Params {
		if shapeOf(param.Type) != ValueShape {
			return false
		}
	}
	return true
}

func sorted[T any](m map[string]T) []string {
	out := make([]string, 0, len(m))
	for name := range m {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// builder is the state of one Build.
type builder struct {
	info  *check.Info
	ops   Catalogue
	diags diag.List
	file  *ast.File // of the declaration at hand

	*homes
	remotes   map[string]*Remote // services and functions called, by name
	resources map[string]*Resource

	knownNames  []string // see known
	knownFields map[string]bool
}

func (b *builder) report(at token.Range, code, message, help string) {
	if b.file == nil {
		b.diags = append(b.diags, diag.Diagnostic{Severity: diag.Error, Code: code, Message: message, Help: help})
		return
	}
	b.diags = append(b.diags, diag.New(b.file.Name, b.file.Lines, at, code, message, help))
}

func (b *builder) unsupported(at token.Range, what string) {
	b.report(at, "E0901", what+" is not supported yet in this version", "")
}

func (b *builder) pos(at token.Range) Pos {
	if b.file == nil {
		return Pos{}
	}
	from, to := b.file.Lines.Position(at.From), b.file.Lines.Position(at.To)
	return Pos{File: b.file.Name, Line: from.Line, Col: from.Column, EndLine: to.Line, EndCol: to.Column}
}

// String is file:line:col.
func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// resource is the description of a resource, one a project.
func (b *builder) resource(r *check.Resource) *Resource {
	name := b.names[r]
	if have, ok := b.resources[name]; ok {
		return have
	}
	was := b.file
	defer func() { b.file = was }()
	b.file = b.info.FileOf[r.Decl]
	out := &Resource{Name: name, Slots: r.Slots, Shape: r.Shape, Import: b.origin(r)}
	if r.Decl != nil && r.Decl.Name != nil {
		out.Pos = b.pos(r.Decl.Name.At)
	}
	b.resources[name] = out
	if t := r.Store; t != nil {
		out.Store = &Store{Kind: t.Kind, URL: t.URL, Name: t.Name, Document: t.Document, Language: t.Language, Form: t.Form, Sorted: t.Sorted,
			Auth: t.Auth, Limit: t.Limit, AtOnce: t.AtOnce, Timeout: t.Timeout}
	}
	for _, f := range r.Fields {
		field := ResourceField{Name: f.Name, Kind: f.Kind, Type: columnType(f.Type), Analyzer: f.Analyzer, Weight: f.Weight, Metric: f.Metric}
		if f.Default != nil {
			v, _, _ := check.ConstOf(f.Default)
			field.Default = canonical(v, field.Type)
		}
		// What answers over HTTP computes no fields yet: check said so, and the
		// documents bring them.
		if f.Derive != nil && f.Derive.Function != nil && f.Derive.Function.Words != "" {
			field.Derive = b.derive(f.Derive)
		}
		out.Fields = append(out.Fields, field)
	}
	return out
}

func (b *builder) derive(d *check.Derive) *Derive {
	out := &Derive{Function: d.Function.Name, Words: d.Function.Words}
	if d.Arg != nil {
		out.Source = lower(b.info.Exprs[d.Arg], d.Arg, noNames, func(what string) { b.unsupported(d.Arg.At, what) })
	}
	return out
}

func noNames(string) (*column.Expr, bool) { return nil, false }
