package catalog

import (
	"context"
	"net/http"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/remote"
	"riffle.dev/riffle/server/app"
)

// Compiler is app.Compiler over the operators of the engine.
type Compiler struct {
	ops       op.Catalogue
	transport http.RoundTripper // of calls to services, shared by all programs
}

// NewCompiler makes one.
func NewCompiler(ops op.Catalogue) *Compiler {
	return &Compiler{ops: ops, transport: remote.NewTransport()}
}

// Check implements app.Compiler.
func (c *Compiler) Check(_ context.Context, texts []app.Text) diag.List {
	_, _, list := c.build(texts)
	return list
}

// Build implements app.Compiler.
func (c *Compiler) Build(_ context.Context, texts []app.Text) diag.List {
	_, list := c.compile(texts)
	return list
}

// compiled is a project ready to run.
type compiled struct {
	info    *check.Info
	project *dag.Project
	program *engine.Program
}

// compile is the one way from texts to a program; nil with an error in the
// list.
func (c *Compiler) compile(texts []app.Text) (*compiled, diag.List) {
	info, project, list := c.build(texts)
	if list.HasErrors() {
		return nil, list
	}
	program, err := engine.Compile(project)
	if err != nil {
		return nil, append(list, diag.Diagnostic{Severity: diag.Error, Code: "E0900", Message: err.Error()})
	}
	client, err := engine.Remote(project, c.transport, time.Now)
	if err != nil {
		return nil, append(list, diag.Diagnostic{Severity: diag.Error, Code: "E0900", Message: err.Error()})
	}
	return &compiled{info: info, project: project, program: program.With(client)}, list
}

// build checks texts and makes their graphs; nil with an error in the list.
func (c *Compiler) build(texts []app.Text) (*check.Info, *dag.Project, diag.List) {
	info, list := analysis.Project(sources(texts), c.ops)
	if list.HasErrors() {
		return info, nil, list
	}
	project, more := dag.Build(info, c.ops)
	return info, project, append(list, more...).Sort()
}

func sources(texts []app.Text) map[string][]byte {
	out := make(map[string][]byte, len(texts))
	for _, t := range texts {
		out[t.Path] = []byte(t.Text)
	}
	return out
}
