package catalog

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/adapt"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/remote"
	"riffle.dev/riffle/server/app"
)

// Compiler is app.Compiler over the operators of the engine.
type Compiler struct {
	ops       op.Catalogue
	secrets   remote.Secrets
	published Published
	imported  *analysis.ImportCache
	transport http.RoundTripper // of calls to services, shared by all programs
	standins  Standins
}

// CompilerConfig of a Compiler. Only Operators is needed.
type CompilerConfig struct {
	Operators op.Catalogue
	// Secrets are what calls of services carry along, by team and name; nil:
	// none is known.
	Secrets remote.Secrets
	// Published is where imports are read; nil: nothing can be imported.
	Published Published
	// Standins answer for services instead of those; nil: all are asked.
	Standins Standins
}

// Standins gives who answers for the services of a team: ask, or what stands in
// for some of them.
type Standins func(team string, ask op.Remote) op.Remote

// NewCompiler makes one.
func NewCompiler(c CompilerConfig) *Compiler {
	return &Compiler{ops: c.Operators, secrets: c.Secrets, published: c.Published, imported: analysis.NewImportCache(), transport: remote.NewTransport(), standins: c.Standins}
}

// Check implements app.Compiler.
func (c *Compiler) Check(ctx context.Context, p app.Project) diag.List {
	_, project, list := c.build(ctx, p)
	if project != nil {
		list = append(list, adapt.Findings(project, false)...).Sort()
	}
	return list
}

// Build implements app.Compiler.
func (c *Compiler) Build(ctx context.Context, p app.Project) diag.List {
	built, list := c.compile(ctx, p)
	if built != nil {
		list = append(list, c.unknownSecrets(p.Team, built.project)...)
		list = append(list, adapt.Findings(built.project, true)...).Sort()
	}
	return list
}

// compiled is a project ready to run.
type compiled struct {
	info    *check.Info
	project *dag.Project
	program *engine.Program
	guarded engine.Guarded // what its services are asked through
}

// compile is the one way from texts to a program; nil with an error in the
// list.
func (c *Compiler) compile(ctx context.Context, p app.Project) (*compiled, diag.List) {
	built, list, _ := c.compileNow(ctx, p)
	return built, list
}

// compileNow also says why imports could not be read, where that is so.
func (c *Compiler) compileNow(ctx context.Context, p app.Project) (*compiled, diag.List, error) {
	options, away := c.options(ctx, p)
	info, project, list := c.buildWith(ctx, p, options)
	if list.HasErrors() {
		return nil, list, away()
	}
	built, list := c.link(ctx, p, info, project, list)
	return built, list, nil
}

// link makes a checked project ready to run.
func (c *Compiler) link(ctx context.Context, p app.Project, info *check.Info, project *dag.Project, list diag.List) (*compiled, diag.List) {
	program, err := engine.Compile(project)
	if err != nil {
		return nil, append(list, diag.Diagnostic{Severity: diag.Error, Code: "E0901", Message: err.Error()})
	}
	client, err := engine.Remote(project, engine.Calls{Transport: c.transport, Secrets: c.secretsOf(p.Team), Now: time.Now, Files: c.files(ctx, p)})
	if err != nil {
		return nil, append(list, diag.Diagnostic{Severity: diag.Error, Code: "E0901", Message: err.Error()})
	}
	var asked op.Remote = client
	if c.standins != nil {
		asked = c.standins(p.Team, client)
	}
	return &compiled{info: info, project: project, program: program.With(asked), guarded: client}, list
}

// build checks texts and makes their graphs; nil with an error in the list.
func (c *Compiler) build(ctx context.Context, p app.Project) (*check.Info, *dag.Project, diag.List) {
	options, _ := c.options(ctx, p)
	return c.buildWith(ctx, p, options)
}

func (c *Compiler) buildWith(ctx context.Context, p app.Project, o check.Options) (*check.Info, *dag.Project, diag.List) {
	info, list := analysis.ProjectWith(sources(p.Texts), o)
	if list.HasErrors() {
		return info, nil, list
	}
	project, more := dag.Build(info, c.ops)
	if project != nil {
		more = append(more, engine.Mistakes(project, c.files(ctx, p))...)
	}
	return info, project, append(list, more...).Sort()
}

// sources are the texts in the language; others are files of functions.
func sources(texts []app.Text) map[string][]byte {
	out := make(map[string][]byte, len(texts))
	for _, t := range texts {
		if strings.HasSuffix(t.Path, ".riffle") {
			out[t.Path] = []byte(t.Text)
		}
	}
	return out
}

// files that functions of a project are made of.
func (c *Compiler) files(ctx context.Context, p app.Project) engine.Files {
	return func(of *dag.Import, path string) ([]byte, error) {
		texts := p.Texts
		if of != nil {
			v, err := c.published.Version(ctx, of.Team, int64(of.Version))
			if err != nil {
				return nil, err
			}
			texts = v.Files
		}
		for _, t := range texts {
			if t.Path == path {
				return []byte(t.Text), nil
			}
		}
		return nil, errors.New("the project has no such file")
	}
}
