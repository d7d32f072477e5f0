package engine

import "context"

// Serve answers a request to a scene: its pipeline under its deadline, and its
// fallback where that fails. The error is an *Error. faults may be nil.
func (e *Engine) Serve(ctx context.Context, p *Program, scene string, req Request, res Resources, faults Faults) (*Answer, error) {
	return nil, &Error{Code: CodeUnavailable, Message: "the scheduler is not wired yet"}
}

// Run answers a request to a pipeline without a scene, under the default
// deadline or the request's.
func (e *Engine) Run(ctx context.Context, p *Program, pipeline string, req Request, res Resources, faults Faults) (*Answer, error) {
	return nil, &Error{Code: CodeUnavailable, Message: "the scheduler is not wired yet"}
}
