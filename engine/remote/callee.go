package remote

import (
	"fmt"
	"net/url"
	"time"
)

// Callee is a service or function as it is reached.
type Callee struct {
	Name      string
	Endpoints []string // http or https; each may answer any call
	Timeout   time.Duration
	Rate      float64 // calls a second; 0: no limit
	AtOnce    int     // calls under way; 0: DefaultAtOnce
	Batch     int     // items in one call of a model; 0: DefaultBatch
}

// What holds where a callee says nothing.
const (
	DefaultAtOnce = 64
	DefaultBatch  = 1000
)

// callee with its state: who is busy, how many tokens are left.
type callee struct {
	Callee
	endpoints *endpoints
	slots     chan struct{}
	tokens    *bucket // nil: no limit
}

func newCallee(c Callee, now func() time.Time) (*callee, error) {
	if len(c.Endpoints) == 0 {
		return nil, fmt.Errorf("%s has no endpoint", c.Name)
	}
	for _, e := range c.Endpoints {
		u, err := url.Parse(e)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("%s: endpoint %q is no http or https URL", c.Name, e)
		}
	}
	if c.AtOnce <= 0 {
		c.AtOnce = DefaultAtOnce
	}
	if c.Batch <= 0 {
		c.Batch = DefaultBatch
	}
	out := &callee{Callee: c, endpoints: newEndpoints(c.Endpoints, now), slots: make(chan struct{}, c.AtOnce)}
	if c.Rate > 0 {
		out.tokens = newBucket(c.Rate, now)
	}
	return out, nil
}
