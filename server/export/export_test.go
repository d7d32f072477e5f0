package export_test

import (
	"context"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	wire "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/server/export"
)

// receiver is a collector that keeps what it gets.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	spans  []*wire.Span
	about  []string
	answer int
	hold   chan struct{} // nil: answers at once
	came   chan struct{}
}

func receive(t *testing.T) *receiver {
	r := &receiver{answer: http.StatusOK, came: make(chan struct{}, 100)}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		body, err := io.ReadAll(in.Body)
		var got collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &got)
		}
		if err != nil || in.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", in.URL.Path, err)
		}
		r.came <- struct{}{}
		if r.hold != nil {
			<-r.hold
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, of := range got.ResourceSpans {
			for _, a := range of.Resource.Attributes {
				r.about = append(r.about, a.Key+"="+a.Value.GetStringValue())
			}
			for _, s := range of.ScopeSpans {
				r.spans = append(r.spans, s.Spans...)
			}
		}
		w.WriteHeader(r.answer)
	}))
	t.Cleanup(r.Close)
	return r
}

// start an exporter to it; stop ends it when everything is sent.
func (r *receiver) start(t *testing.T) (e *export.Exporter, stop func()) {
	t.Helper()
	e, err := export.New(t.Context(), export.Options{Endpoint: r.URL, Version: "v0", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); e.Run(ctx) }()
	return e, sync.OnceFunc(func() { cancel(); <-done })
}

func record() *trace.Record {
	start := time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	return &trace.Record{ID: "0123456789abcdef0123456789abcdef", Scene: "home", Pipeline: "feed", Plan: "full", Start: start, Duration: 9 * time.Millisecond, Status: "ok", Coverage: 0.5, Items: 3,
		Nodes: []trace.Span{
			{Node: "hot", Op: "top", Outcome: trace.OK, Start: 1e6, End: 3e6, Out: 5, Pos: "a/feed.riffle:7:11"},
			{Node: "rank", Op: "score", Outcome: trace.Timeout, Cause: "not done at 8ms", Start: 3e6, End: 8e6, In: 5, Pos: "a/feed.riffle:9:3", Client: 5e6, Server: 2e6},
		}}
}

func attribute(s *wire.Span, name string) any {
	for _, a := range s.Attributes {
		if a.Key == name {
			switch {
			case a.Value.GetStringValue() != "":
				return a.Value.GetStringValue()
			case a.Value.GetDoubleValue() != 0:
				return a.Value.GetDoubleValue()
			}
			return a.Value.GetIntValue()
		}
	}
	return nil
}

func TestSpansOfARequest(t *testing.T) {
	r := receive(t)
	e, stop := r.start(t)
	e.Add("demo", 7, record())
	child := record()
	child.ID = "t1" // of no form that a trace has
	child.Status, child.Error = "deadline", "it took too long"
	child.Parent, _ = trace.ParseParent("00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01", "")
	e.Add("demo", 7, child)
	stop()
	if c := e.Counts(); c != (export.Counts{Sent: 2}) {
		t.Errorf("counts %+v", c)
	}
	if len(r.spans) != 6 {
		t.Fatalf("%d spans, want 6", len(r.spans))
	}
	if !strings.Contains(strings.Join(r.about, " "), "service.name=riffle") {
		t.Errorf("resource %v", r.about)
	}
	// The spans end before the request's own.
	hot, rank, root := r.spans[0], r.spans[1], r.spans[2]
	if got := hex.EncodeToString(root.TraceId); got != record().ID || len(root.ParentSpanId) != 0 || root.Name != "serve home" || root.Kind != wire.Span_SPAN_KIND_SERVER {
		t.Errorf("root %v", root)
	}
	if took := root.EndTimeUnixNano - root.StartTimeUnixNano; took != 9e6 || root.StartTimeUnixNano != uint64(record().Start.UnixNano()) {
		t.Errorf("root took %d", took)
	}
	for _, s := range []*wire.Span{hot, rank} {
		if !cmp.Equal(s.ParentSpanId, root.SpanId) || !cmp.Equal(s.TraceId, root.TraceId) {
			t.Errorf("%s is not under the request: %v", s.Name, s)
		}
	}
	if got := hex.EncodeToString(rank.SpanId); got != trace.SpanID(record().ID, "rank", "") {
		t.Errorf("the span of rank is %s, its calls carried %s", got, trace.SpanID(record().ID, "rank", ""))
	}
	if rank.Status.GetCode() != wire.Status_STATUS_CODE_ERROR || rank.Status.GetMessage() != "not done at 8ms" || rank.Kind != wire.Span_SPAN_KIND_CLIENT {
		t.Errorf("rank %v", rank)
	}
	for name, want := range map[string]any{
		"riffle.scene": "home", "riffle.plan": "full", "riffle.outcome": "timeout", "riffle.cause": "not done at 8ms", "riffle.op": "score",
		"code.file.path": "a/feed.riffle", "code.line.number": int64(9), "code.column.number": int64(3), "riffle.in": int64(5), "riffle.client_ms": 5.0, "riffle.server_ms": 2.0,
	} {
		if got := attribute(rank, name); got != want {
			t.Errorf("%s of rank is %v, want %v", name, got, want)
		}
	}
	theirs := r.spans[5]
	if got := hex.EncodeToString(theirs.TraceId) + " " + hex.EncodeToString(theirs.ParentSpanId); got != strings.Repeat("a", 32)+" "+strings.Repeat("b", 16) {
		t.Errorf("of a caller's trace: %s", got)
	}
	if theirs.Status.GetCode() != wire.Status_STATUS_CODE_ERROR || attribute(theirs, "riffle.request") != "t1" {
		t.Errorf("failed request: %v", theirs)
	}
}

// A collector that hangs holds up nobody: what has no room is counted.
func TestFullQueueDrops(t *testing.T) {
	r := receive(t)
	r.hold = make(chan struct{})
	e, stop := r.start(t)
	e.Add("demo", 7, record())
	<-r.came // the worker waits for the collector now
	const all = 5000
	for range all {
		e.Add("demo", 7, record())
	}
	c := e.Counts()
	if c.Dropped == 0 || c.Dropped >= all {
		t.Errorf("counts %+v of %d", c, all)
	}
	close(r.hold)
	stop()
	if last := e.Counts(); last.Sent+last.Dropped+last.Failed != all+1 {
		t.Errorf("counts %+v, want %d in all", last, all+1)
	}
}

// A collector that refuses is counted, and asked again with the next.
func TestRefusedIsCounted(t *testing.T) {
	r := receive(t)
	r.answer = http.StatusBadRequest
	e, stop := r.start(t)
	e.Add("demo", 7, record())
	stop()
	if c := e.Counts(); c != (export.Counts{Failed: 1}) {
		t.Errorf("counts %+v", c)
	}
}

func TestEndpoints(t *testing.T) {
	for _, bad := range []string{"nonsense", "ftp://x", "http://", "://"} {
		if _, err := export.New(t.Context(), export.Options{Endpoint: bad}); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x:4318"}, true},
		{map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://x:4318/v1/traces"}, true},
		{map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x:4318", "OTEL_SDK_DISABLED": "true"}, false},
		{map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x:4318", "OTEL_TRACES_EXPORTER": "none"}, false},
	} {
		if got := export.Wanted(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %t", c.env, got)
		}
	}
}
