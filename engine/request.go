package engine

import "time"

// Request is what a caller asks.
type Request struct {
	// Values of the pipeline's parameters, as encoding/json decodes them.
	Values map[string]any
	// Explain adds to each item how it came where it is.
	Explain bool
	// Off switches optional nodes off by name; their outcome is degraded.
	Off []string
	// Deadline replaces the scene's when above 0. It is never longer than it.
	Deadline time.Duration
}
