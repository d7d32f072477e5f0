package main

import (
	"context"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/store"
)

// lookWithin is how long a store may take to say that it is there.
const lookWithin = 3 * time.Second

// examineStores asks the stores that the resources of a project live on.
func examineStores(ctx context.Context, w world, dir, secrets string) ([]finding, error) {
	sources, err := readFolder(dir)
	if err != nil {
		return nil, usageError{err}
	}
	project, _, found := compileProject(sources, nil, (&importing{}).files(dir))
	if project == nil {
		if err := printText(w.err, w.painterFor(w.err), found, sources); err != nil {
			return nil, err
		}
		return nil, exit(1)
	}
	var out []finding
	for _, r := range project.Resources {
		if r.Store != nil {
			out = append(out, askStore(ctx, w, r, secrets))
		}
	}
	return out, nil
}

func askStore(ctx context.Context, w world, r *dag.Resource, secrets string) finding {
	f := finding{name: "store of " + r.Name, detail: printable(r.Store.String()) + " answers", cure: "see that it runs, and what the resource says of it"}
	s, err := store.OfResource(r, w.secrets(secrets), store.Options{Now: time.Now})
	if err != nil {
		f.err = err
		return f
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	f.err = s.Ping(ctx)
	return f
}
