package engine

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine/circuit"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/remote"
	"riffle.dev/riffle/engine/script"
)

// Calls is what services and functions are called through.
type Calls struct {
	Transport http.RoundTripper // carries calls by URL; any number of projects may share one
	Secrets   remote.Secrets    // what goes along with them; nil: none is known
	Now       func() time.Time  // the clock of limits
	Files     Files             // nil: there are none
}

// Guarded is what answers for services, and tells how the circuits before those
// by URL stand, by name.
type Guarded interface {
	op.Remote
	Circuits() map[string]circuit.Status
}

// Remote is what answers for the services and functions of a project: those by
// URL over HTTP, those by file here. The error is of a declaration or, a
// *script.Mistake, of a file.
func Remote(p *dag.Project, how Calls) (Guarded, error) {
	var list []remote.Callee
	for _, r := range p.Remotes {
		if len(r.Endpoints) == 0 {
			continue
		}
		c := remote.Callee{Name: r.Name, Endpoints: r.Endpoints, Timeout: time.Duration(r.Timeout), Rate: r.Limit, Protocol: r.Protocol, Auth: r.Auth, AtOnce: r.AtOnce, Batch: r.Batch}
		if r.Import != nil {
			c.Team = r.Import.Team
		}
		list = append(list, c)
	}
	far, err := remote.New(list, how.Transport, how.Secrets, how.Now)
	if err != nil {
		return nil, err
	}
	near, err := Scripts(p, how.Files)
	if err != nil {
		return nil, err
	}
	return calls{near, far}, nil
}

// Files gives the text of a file that a function is made of: of the project,
// or of the one it was imported from.
type Files = func(of *dag.Import, path string) ([]byte, error)

// Scripts are the functions of a project that are files in Starlark. The error
// is a *script.Mistake.
func Scripts(p *dag.Project, files Files) (*script.Host, error) {
	var list []script.Function
	origin := map[string]*dag.Import{}
	for _, r := range p.Remotes {
		if scripted(r) {
			origin[r.Name] = r.Import
			list = append(list, scriptOf(r))
		}
	}
	return script.New(list, func(f script.Function) ([]byte, error) { return read(files, origin[f.Name], f.File) })
}

// Mistakes are those of the files that functions are made of, each at its place.
func Mistakes(p *dag.Project, files Files) diag.List {
	var out diag.List
	for _, r := range p.Remotes {
		if !scripted(r) {
			continue
		}
		_, err := script.New([]script.Function{scriptOf(r)}, func(script.Function) ([]byte, error) { return read(files, r.Import, r.File) })
		if err == nil {
			continue
		}
		d := diag.Diagnostic{Severity: diag.Error, Code: "E0900", File: r.Pos.File, Line: r.Pos.Line, Column: r.Pos.Col, EndLine: r.Pos.EndLine, EndColumn: r.Pos.EndCol, Message: err.Error()}
		var m *script.Mistake
		if errors.As(err, &m) && m.Line > 0 && r.Import == nil {
			d.File, d.Line, d.Column, d.EndLine, d.EndColumn, d.Message = m.File, m.Line, m.Col, m.Line, m.Col+1, m.Message
		}
		out = append(out, d)
	}
	return out
}

func scripted(r *dag.Remote) bool { return strings.HasSuffix(r.File, ".star") }

func scriptOf(r *dag.Remote) script.Function {
	f := script.Function{Name: r.Name, Entry: r.Name, File: r.File, Timeout: time.Duration(r.Timeout), AtOnce: r.AtOnce}
	if r.Import != nil {
		f.Entry = r.Import.Name
	}
	for _, param := range r.Params {
		f.Params = append(f.Params, param.Name)
	}
	if r.Item != nil {
		f.Params = append(f.Params, "item")
	}
	return f
}

func read(files Files, of *dag.Import, path string) ([]byte, error) {
	if files == nil {
		return nil, errors.New("there are no files here")
	}
	return files(of, path)
}

// calls asks the functions that are files here, everything else over HTTP.
type calls struct {
	near *script.Host
	far  *remote.Client
}

// Circuits implements Guarded.
func (c calls) Circuits() map[string]circuit.Status { return c.far.Circuits() }

// Ask implements op.Remote.
func (c calls) Ask(ctx context.Context, q *op.Question) (*op.Reply, error) {
	if c.near.Has(q.Callee) {
		return c.near.Ask(ctx, q)
	}
	return c.far.Ask(ctx, q)
}
