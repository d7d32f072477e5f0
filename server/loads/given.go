package loads

import (
	"errors"
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/server/app"
)

// fits says which of the requests that somebody gave does not fit a scene, and where:
// before anything runs. in is what stands between a request of the body and its
// parameters.
func fits(p *dag.Project, scene string, n int, values func(i int) map[string]any, in string) error {
	s, ok := p.Scene(scene)
	if !ok {
		return app.Missing("scene", scene)
	}
	graph, ok := p.Pipeline(s.Pipeline)
	if !ok {
		return app.Missing("scene", scene)
	}
	for i := range n {
		_, err := engine.Values(graph, values(i), true)
		if err == nil {
			continue
		}
		at := fmt.Sprintf("body.requests[%d]%s", i, in)
		var wrong *engine.Error
		if errors.As(err, &wrong) && wrong.Field != "" {
			return app.Fail(app.Invalid, "given_parameter", "request {n}: {parameter}: {said}", i+1, wrong.Field, app.Said(wrong.Message)).At(at + "." + wrong.Field)
		}
		return app.Fail(app.Invalid, "given_refused", "request {n}: {said}", i+1, app.Said(err.Error())).At(at)
	}
	return nil
}
