package export

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	otel "go.opentelemetry.io/otel/trace"

	"riffle.dev/riffle/engine/trace"
)

// write a request as spans: one of its own, and one a node under it.
func (e *Exporter) write(j *job) {
	r := j.record
	tracer := e.spans.Tracer("riffle.dev/riffle")
	ctx := identified(context.Background(), traceID(r), spanID(trace.SpanID(r.ID, "", "")))
	if r.Parent.Span != "" {
		ctx = otel.ContextWithRemoteSpanContext(ctx, otel.NewSpanContext(otel.SpanContextConfig{
			TraceID: traceID(r), SpanID: spanID(r.Parent.Span), TraceFlags: otel.FlagsSampled, Remote: true}))
	}
	common := []attribute.KeyValue{attribute.String("riffle.team", j.team), attribute.String("riffle.scene", r.Scene), attribute.String("riffle.plan", r.Plan)}
	ctx, root := tracer.Start(ctx, "serve "+r.Scene, otel.WithTimestamp(r.Start), otel.WithSpanKind(otel.SpanKindServer), otel.WithAttributes(append(common,
		attribute.String("riffle.request", r.ID), attribute.String("riffle.pipeline", r.Pipeline), attribute.Int64("riffle.version", j.version),
		attribute.String("riffle.outcome", r.Status), attribute.Int("riffle.level", r.Level), attribute.String("riffle.tier", r.Tier),
		attribute.Bool("riffle.slow", r.Slow), attribute.Bool("riffle.fallback", r.Fallback), attribute.Float64("riffle.coverage", r.Coverage),
		attribute.Int("riffle.items", r.Items))...))
	if r.Status != "ok" {
		root.SetStatus(codes.Error, r.Error)
	}
	for i := range r.Nodes {
		s := &r.Nodes[i]
		kind := otel.SpanKindInternal
		if s.Client > 0 || s.Store != "" {
			kind = otel.SpanKindClient
		}
		_, span := tracer.Start(identified(ctx, traceID(r), spanID(trace.SpanID(r.ID, s.Node, s.Turn))), s.Node,
			otel.WithTimestamp(r.Start.Add(time.Duration(s.Start))), otel.WithSpanKind(kind), otel.WithAttributes(append(common, attributes(s)...)...))
		switch s.Outcome {
		case trace.Error, trace.Timeout:
			span.SetStatus(codes.Error, s.Cause)
		}
		span.End(otel.WithTimestamp(r.Start.Add(time.Duration(s.End))))
	}
	root.End(otel.WithTimestamp(r.Start.Add(r.Duration)))
}

// attributes of a node, its place in the text by the names that OpenTelemetry has
// for code.
func attributes(s *trace.Span) []attribute.KeyValue {
	out := []attribute.KeyValue{attribute.String("riffle.node", s.Node), attribute.String("riffle.op", s.Op), attribute.String("riffle.outcome", string(s.Outcome)),
		attribute.Int("riffle.in", s.In), attribute.Int("riffle.out", s.Out)}
	parts := strings.Split(s.Pos, ":")
	if n := len(parts); n >= 3 {
		out = append(out, attribute.String("code.file.path", strings.Join(parts[:n-2], ":")))
		for i, name := range []string{"code.line.number", "code.column.number"} {
			if at, err := strconv.Atoi(parts[n-2+i]); err == nil {
				out = append(out, attribute.Int(name, at))
			}
		}
	}
	for _, text := range []struct{ name, value string }{{"riffle.cause", s.Cause}, {"riffle.arm", s.Arm}, {"riffle.turn", s.Turn}, {"riffle.store", s.Store}} {
		if text.value != "" {
			out = append(out, attribute.String(text.name, text.value))
		}
	}
	if s.Again > 0 {
		out = append(out, attribute.Int("riffle.again", s.Again))
	}
	if s.Cached {
		out = append(out, attribute.Bool("riffle.cached", true))
	}
	if s.Client > 0 {
		out = append(out, attribute.Float64("riffle.client_ms", float64(s.Client)/1e6), attribute.Float64("riffle.server_ms", float64(s.Server)/1e6))
	}
	return out
}

// ids gives spans the ids that the context holds.
type ids struct{}

type idsKey struct{}

type identity struct {
	trace otel.TraceID
	span  otel.SpanID
}

func identified(ctx context.Context, t otel.TraceID, s otel.SpanID) context.Context {
	return context.WithValue(ctx, idsKey{}, identity{t, s})
}

// NewIDs implements sdk.IDGenerator.
func (ids) NewIDs(ctx context.Context) (otel.TraceID, otel.SpanID) {
	id, _ := ctx.Value(idsKey{}).(identity)
	return id.trace, id.span
}

// NewSpanID implements sdk.IDGenerator.
func (ids) NewSpanID(ctx context.Context, _ otel.TraceID) otel.SpanID {
	id, _ := ctx.Value(idsKey{}).(identity)
	return id.span
}

// traceID of a record; one whose id has not the form gets one made of it.
func traceID(r *trace.Record) (out otel.TraceID) {
	text := r.Parent.TraceOf(r.ID)
	if b, err := hex.DecodeString(text); err == nil && len(b) == len(out) {
		copy(out[:], b)
		return out
	}
	h := fnv.New128a()
	h.Write([]byte(r.ID))
	copy(out[:], h.Sum(nil))
	return out
}

func spanID(text string) (out otel.SpanID) {
	n, err := strconv.ParseUint(text, 16, 64)
	if err != nil || n == 0 {
		n = 1 // zero is no id
	}
	binary.BigEndian.PutUint64(out[:], n)
	return out
}
