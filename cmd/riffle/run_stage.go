package main

import (
	"context"
	"fmt"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/remote"
)

// stage is a project of a folder with its documents, ready to be asked.
type stage struct {
	project *dag.Project
	program *engine.Program
	graphs  []*dag.Graph // that may answer
	docs    readable
	close   func()
}

// stage sets a project up for a scene or pipeline. fits looks at the pipeline
// that is asked before any document is read.
func (r *runner) stage(ctx context.Context, dir, name string, fits func(*dag.Graph) error) (_ *stage, err error) {
	sources, err := readProject(dir)
	if err != nil {
		return nil, err
	}
	from := &importing{from: r.imports, asked: client{token: r.token, team: r.team}}
	project, err := r.compile(ctx, sources, from, dir)
	if err != nil {
		return nil, err
	}
	if r.unhurried {
		project.Unhurry(patience)
	}
	program, err := engine.Compile(project)
	if err != nil {
		return nil, err
	}
	transport := remote.NewTransport()
	defer func() {
		if err != nil {
			transport.CloseIdleConnections()
		}
	}()
	secrets := r.world.secrets(r.secrets)
	client, err := engine.Remote(project, engine.Calls{Transport: transport, Secrets: secrets, Now: time.Now, Files: from.files(dir)})
	if err != nil {
		return nil, err
	}
	for _, c := range project.Remotes {
		if c.Auth == "" {
			continue
		}
		if err := remote.Known(secrets, "", c.Auth); err != nil {
			fmt.Fprintf(r.err, "riffle: %s cannot be called: %v\n", c.Name, err)
		}
	}
	asked, err := r.standins(project, client)
	if err != nil {
		return nil, err
	}
	memory, err := engine.NewMemory(project, wordTables(dir))
	if err != nil {
		return nil, err
	}
	graphs, err := answering(project, name)
	if err != nil {
		return nil, err
	}
	if err := fits(graphs[0]); err != nil {
		return nil, fmt.Errorf("--request: %w", err)
	}
	if err := r.load(project, graphs, memory); err != nil {
		return nil, err
	}
	docs, err := r.outside(project, graphs, memory, secrets)
	if err != nil {
		return nil, err
	}
	return &stage{project: project, program: program.With(asked), graphs: graphs, docs: docs, close: func() {
		docs.close()
		transport.CloseIdleConnections()
	}}, nil
}

// moment of the requests: --now, or now.
func (r *runner) moment() (func() time.Time, error) {
	if r.now == "" {
		return time.Now, nil
	}
	at, err := time.Parse(time.RFC3339Nano, r.now)
	if err != nil {
		return nil, usageError{fmt.Errorf("--now: want RFC 3339 such as 2026-01-02T15:04:05Z, got %q", r.now)}
	}
	return func() time.Time { return at }, nil
}
