package why_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/engine/why"
)

// span of a node, in ms.
func span(node, op string, outcome trace.Status, cause string, start, end int64) trace.Span {
	ms := int64(time.Millisecond)
	return trace.Span{Node: node, Op: op, Outcome: outcome, Cause: cause, Start: start * ms, End: end * ms}
}

func turn(of string, s trace.Span) trace.Span { s.Turn = of; return s }

func TestUnanswered(t *testing.T) {
	unbegun := func(node string) trace.Span { return span(node, "merge", trace.Skipped, trace.NotReached, 0, 0) }
	for _, c := range []struct {
		name   string
		failed string
		spans  []trace.Span
		held   string
		want   string
	}{
		{"time was up while nodes were at work: the one that was so the longest", "", []trace.Span{
			span("who", "lookup", trace.OK, "", 0, 2),
			span("near", "nearest", trace.Timeout, trace.NotDone, 5, 50),
			span("typed", "search", trace.Timeout, trace.NotDone, 2, 50),
			unbegun("pool"), unbegun("page"),
		}, "typed", "node typed held it up: at work for 48ms, and not done after 50ms; 1 node had answered, 1 node more at work, 2 nodes not begun"},
		{"a node that failed", "ctr", []trace.Span{
			span("who", "lookup", trace.OK, "", 0, 40),
			span("ctr", "service", trace.Error, "HTTP 500", 40, 44),
			unbegun("page"),
		}, "ctr", "node ctr held it up: error after 4ms, HTTP 500; 1 node had answered, 1 node not begun"},
		{"of a fallback that failed too, its own", "hot", []trace.Span{
			span("hot", "top", trace.Timeout, "not done at 30ms", 0, 30),
			span("hot", "top", trace.Error, "no such field", 31, 32),
		}, "hot", "node hot held it up: error after 1ms, no such field; 0 nodes had answered"},
		{"a body: the node in it", "turns", []trace.Span{
			span("turns", "loop", trace.Timeout, "not done at 45ms", 1, 45),
			turn("1", span("ask", "service", trace.OK, "", 1, 9)),
			turn("2", span("ask", "service", trace.Timeout, trace.NotDone, 9, 45)),
			turn("2", span("keep", "filter", trace.Skipped, trace.NotReached, 0, 0)),
		}, "ask", "node ask (turn 2 of turns) held it up: at work for 36ms, and not done after 50ms; 0 nodes had answered"},
		{"all were done or waited: the one that took most of the time", "", []trace.Span{
			span("words", "words", trace.OK, "", 0, 49), unbegun("page"),
		}, "words", "node words held it up: done after 49ms, too late for what follows; 1 node had answered, 1 node not begun"},
		{"nobody had its turn", "", []trace.Span{span("who", "lookup", trace.OK, "", 0, 1), unbegun("typed"), unbegun("page")},
			"", "no node was at work when the time was up: what was left waited for its turn; 1 node had answered, 2 nodes not begun"},
	} {
		r := &trace.Record{Status: "deadline", Failed: c.failed, Duration: 50 * time.Millisecond, Nodes: c.spans}
		got := why.Unanswered(r)
		if got.Node != c.held || got.Message != c.want {
			t.Errorf("%s:\n%s: %s\nwant\n%s: %s", c.name, got.Node, got.Message, c.held, c.want)
		}
	}
	if why.Unanswered(&trace.Record{Status: "ok", Nodes: []trace.Span{span("a", "top", trace.OK, "", 0, 1)}}) != nil {
		t.Error("what was answered was held up by nothing")
	}
	if why.Unanswered(&trace.Record{Status: "unavailable"}) != nil {
		t.Error("of a request of which nothing ran nothing is known")
	}
}

// A record may have any number of spans: what is named of them is bounded.
func TestUnansweredIsBounded(t *testing.T) {
	r := &trace.Record{Status: "deadline", Duration: time.Second}
	for i := range 500 {
		r.Nodes = append(r.Nodes, span(fmt.Sprint("a", i), "top", trace.OK, "", 0, int64(i)), span(fmt.Sprint("b", i), "top", trace.Timeout, trace.NotDone, 1, 900),
			span(fmt.Sprint("c", i), "top", trace.Skipped, trace.NotReached, 0, 0))
	}
	u := why.Unanswered(r)
	if len(u.Done) != why.MaxListed || len(u.Open) != why.MaxListed || len(u.Unreached) != why.MaxListed || u.Finished != 500 || u.Waiting != 500 || u.Done[0].Node != "a499" {
		t.Errorf("%d, %d and %d are named, %d done, %d waiting, first %s", len(u.Done), len(u.Open), len(u.Unreached), u.Finished, u.Waiting, u.Done[0].Node)
	}
}

// late is a drill in which the time of a node is up.
type late string

func (l late) At(_, node string) (op.Fault, bool) { return op.Fault{Late: true}, node == string(l) }

// A request that really fails is told of by its record.
func TestUnansweredOfARequest(t *testing.T) {
	w := newWorld(t)
	_, err := w.engine.Run(context.Background(), w.program, "feed", engine.Request{Deadline: 20 * time.Second}, w.memory, late("hot"))
	var failed *engine.Error
	if !errors.As(err, &failed) || failed.Record == nil {
		t.Fatalf("%v, want an error with its record", err)
	}
	u := why.Unanswered(failed.Record)
	if diff := cmp.Diff([]any{"hot", "top", trace.Timeout, trace.LateFailure}, []any{u.Node, u.Op, u.Outcome, u.Failure}); diff != "" {
		t.Errorf("%s\n%s", diff, u.Message)
	}
}
