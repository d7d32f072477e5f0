package trace

import "time"

// Status is the outcome of a node.
type Status string

// Outcomes. Skipped: its `when` was false, or nothing wanted it. Degraded:
// switched off by a plan. Fallback: it failed and its fallback answered; the
// cause is kept.
const (
	OK       Status = "ok"
	Empty    Status = "empty"
	Timeout  Status = "timeout"
	Error    Status = "error"
	Skipped  Status = "skipped"
	Degraded Status = "degraded"
	Fallback Status = "fallback"
)

// Span is one node of one request.
type Span struct {
	Node    string  `json:"node"`
	Op      string  `json:"op"`
	Outcome Status  `json:"outcome" enum:"ok,empty,timeout,error,skipped,degraded,fallback"`
	Cause   string  `json:"cause,omitempty"`
	Failure Failure `json:"failure,omitempty" enum:"timeout,refused,invalid,bad_answer,circuit_open,drill,panic,bound,needs,error"`
	Start   int64   `json:"start_ns"` // since the request's start
	End     int64   `json:"end_ns"`
	In      int     `json:"in"`               // candidates
	Out     int     `json:"out"`              // candidates; of a value 0 when nil, else 1
	Pos     string  `json:"pos"`              // file:line:col
	Arm     string  `json:"arm,omitempty"`    // of if and choose: the branch that answered
	Turn    string  `json:"turn,omitempty"`   // in a body: 2.3 is the second turn of the outer, the third of the inner one
	Again   int     `json:"again,omitempty"`  // calls made again, by retry or hedge
	Cached  bool    `json:"cached,omitempty"` // what an earlier or another request got
	Stale   bool    `json:"stale,omitempty"`  // of Cached: older than it should be, while a newer answer is got
	Shared  string  `json:"shared,omitempty"` // the node that computed the same, whose answer it took
	Store   string  `json:"store,omitempty"`  // the kind of the store it asked: its time is the store's
	// Of a node that called a service, the call that took longest: how long it
	// took here, and how long it says that it took there (Server-Timing), 0 where
	// it says nothing.
	Client int64 `json:"client_ns,omitempty"`
	Server int64 `json:"server_ns,omitempty"`
}

// Record of one request.
type Record struct {
	ID       string `json:"trace_id"`
	Parent   Parent `json:"-"`
	Scene    string `json:"scene"`
	Pipeline string `json:"pipeline"` // the one that answered
	Version  string `json:"version"`
	Plan     string `json:"plan"`
	Tier     string `json:"tier,omitempty"`
	// Experiments are the arms that the request fell into, by experiment.
	Experiments map[string]string `json:"experiments,omitempty"`
	Level       int               `json:"level"` // nodes switched off
	Start       time.Time         `json:"start"`
	Duration    time.Duration     `json:"duration_ns"`
	Status      string            `json:"status"` // ok, or the error's code
	Error       string            `json:"error,omitempty"`
	Failed      string            `json:"failed_node,omitempty"` // of an error: the node it came of; none where the time was up
	Fallback    bool              `json:"fallback"`              // the scene's fallback answered
	Coverage    float64           `json:"coverage"`
	Items       int               `json:"items"`
	Slow        bool              `json:"slow"` // above the scene's slow
	Nodes       []Span            `json:"nodes"`
	Left        int               `json:"unrecorded,omitempty"` // spans of bodies that are not among the nodes
}

// Why a record is kept. A record may have several reasons, the gravest first.
const (
	KeptFailed   = "failed"   // no answer
	KeptSlow     = "slow"     // above the scene's slow
	KeptDegraded = "degraded" // switched off, failed on the way, or answered by a fallback
)

// Reasons that a record is worth keeping by itself, appended to dst.
func (r *Record) Reasons(dst []string) []string {
	if r.Status != "ok" {
		dst = append(dst, KeptFailed)
	}
	if r.Slow {
		dst = append(dst, KeptSlow)
	}
	if r.degraded() {
		dst = append(dst, KeptDegraded)
	}
	return dst
}

func (r *Record) degraded() bool {
	if r.Fallback || r.Level > 0 {
		return true
	}
	for i := range r.Nodes {
		switch r.Nodes[i].Outcome {
		case Timeout, Error, Fallback, Degraded:
			return true
		}
	}
	return false
}
