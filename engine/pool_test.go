package engine

import (
	"testing"
	"time"

	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/trace"
)

// What is recorded of a request that nobody keeps costs no allocation: the record
// comes from the pool with the room that its spans need.
func TestRecordCostsNoAllocation(t *testing.T) {
	e := New(Options{Now: time.Now, TraceID: func() string { return "t" }})
	answer := &Answer{}
	request := func() {
		r := e.pool.Get()
		r.ID, r.Scene, r.Status = "t", "home", "ok"
		res := exec.Result{Spans: r.Nodes}
		for range 20 {
			res.Spans = append(res.Spans, trace.Span{Node: "n", Outcome: trace.OK})
		}
		v := serving{engine: e, record: r}
		v.ran(&res)
		if len(r.Nodes) != 20 || r.Fallback || r.Error != "" {
			t.Fatalf("the record of another request: %+v", r)
		}
		answer.Record, answer.Outcomes = r, r.Nodes
		e.Release(answer)
	}
	request()
	n := testing.AllocsPerRun(200, request)
	if n >= 1 && !pooled(e) { // the race detector makes pools forget on purpose
		t.Skip("pools forget here")
	}
	if n >= 1 {
		t.Errorf("%g allocations a request", n)
	}
	if answer.Record != nil || answer.Outcomes != nil {
		t.Error("a released record can still be seen")
	}
}

// pooled tells whether what is put into the pool is there.
func pooled(e *Engine) bool {
	for range 100 {
		r := e.pool.Get()
		e.pool.Put(r)
		if e.pool.Get() != r {
			return false
		}
		e.pool.Put(r)
	}
	return true
}

func TestPooledRecordIsEmpty(t *testing.T) {
	var p trace.Pool
	r := p.Get()
	r.ID, r.Error, r.Slow, r.Experiments = "x", "y", true, map[string]string{"a": "b"}
	r.Nodes = append(r.Nodes, trace.Span{Node: "n", Cause: "secret"})
	p.Put(r)
	again := p.Get()
	if again.ID+again.Error != "" || again.Slow || again.Experiments != nil || len(again.Nodes) != 0 {
		t.Errorf("%+v", again)
	}
	if cap(again.Nodes) > 0 && again.Nodes[:1][0].Cause != "" {
		t.Error("a span of the former request is left")
	}
}
