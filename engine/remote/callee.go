package remote

import (
	"fmt"
	"net/url"
	"time"

	"riffle.dev/riffle/engine/circuit"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/limit"
)

// Callee is a service or function as it is reached.
type Callee struct {
	Name      string
	Endpoints []string // http or https; each may answer any call
	Protocol  string   // json (also when empty) or open_inference
	Auth      string   // name of the secret that must go along; "" for none
	Team      string   // whose secret it is: of a callee brought by an import; "" for the project's own
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

// wire is a protocol: where a callee is asked, what is sent for the items
// from..to, and how its answer is read into out, or the values of a model to b.
type wire interface {
	address(endpoint, callee string) string
	request(q *op.Question, from, to int) ([]byte, error)
	answer(body []byte, q *op.Question, n int, out *op.Reply, b *column.Builder) error
}

// spoken finds a protocol by its word.
func spoken(protocol string) (wire, bool) {
	switch protocol {
	case "", "json":
		return rows{}, true
	case "open_inference":
		return inference{}, true
	}
	return nil, false
}

// callee with its state: who is busy, how many tokens are left.
type callee struct {
	Callee
	wire      wire
	endpoints *endpoints
	slots     chan struct{}
	tokens    *limit.Bucket // nil: no limit
	circuit   *circuit.Circuit
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
	speaks, ok := spoken(c.Protocol)
	if !ok {
		return nil, fmt.Errorf("%s: no protocol %q", c.Name, c.Protocol)
	}
	out := &callee{Callee: c, wire: speaks, endpoints: newEndpoints(c.Endpoints, now), slots: make(chan struct{}, c.AtOnce), circuit: circuit.New(now)}
	if c.Rate > 0 {
		out.tokens = limit.New(c.Rate, now)
	}
	return out, nil
}
