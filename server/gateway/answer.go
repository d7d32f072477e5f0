package gateway

import (
	"errors"
	"math"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/engine/why"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// answerOf writes an engine's answer as the doors do.
func answerOf(a *engine.Answer, version int64, took time.Duration) api.ServeAnswer {
	out := api.ServeAnswer{Values: a.Fields, Version: version, Plan: a.Plan,
		Level: a.Level, Coverage: a.Coverage, Outcomes: make(map[string]api.NodeState, len(a.Outcomes)),
		WhyNot: a.WhyNot, Experiments: a.Experiments, TraceID: a.TraceID, TookMS: millis(took)}
	if a.Page != nil {
		out.Written = a.Page
	} else {
		out.Items = make([]map[string]any, len(a.Items))
	}
	for i := range a.Items {
		it := &a.Items[i]
		m := make(map[string]any, len(it.Columns)+3)
		for _, c := range it.Columns {
			m[c.Name] = c.Value
		}
		m["_score"], m["_from"], m["_resource"] = it.Score, it.From, it.Resource
		if it.From == nil {
			m["_from"] = []string{}
		}
		if math.IsNaN(it.Score) || math.IsInf(it.Score, 0) { // JSON has no word for it
			m["_score"] = nil
		}
		out.Items[i] = m
		if it.Why != nil {
			out.Explain = append(out.Explain, api.ItemWhy{ID: it.Key, Why: *it.Why})
		}
	}
	for i := range a.Outcomes {
		o := &a.Outcomes[i]
		if o.Turn != "" {
			continue // the trace has the nodes of bodies, turn by turn
		}
		out.Outcomes[o.Node] = api.NodeState{Outcome: string(o.Outcome), TookMS: nanos(o.End - o.Start), Items: o.Out, Cause: o.Cause, Failure: string(o.Failure), Stale: o.Stale, Arm: o.Arm, Shared: o.Shared}
	}
	return out
}

// refusal is an engine's error as the doors say it.
func refusal(err error) error {
	var e *engine.Error
	if !errors.As(err, &e) {
		return err // the doors log it and show its id
	}
	if e.Code == engine.CodeInvalid && e.Field == "why_not" {
		return app.Fail(app.Invalid, "why_not_refused", "{said}", app.Said(e.Message)).At("body.why_not")
	}
	if e.Code == engine.CodeInvalid {
		return app.BadParameter(e.Field, e.Message)
	}
	out := &app.Error{Code: app.Code(e.Code), Message: e.Message, Cause: e.Cause}
	switch e.Code {
	case engine.CodeUnavailable:
		out.RetryAfter = time.Second
	case engine.CodeInternal:
		out.Message, out.Cause = "something went wrong; the log has it under this request id", err
	}
	if bad := failed(e.Outcomes); bad != "" {
		out.Message += "; " + bad
	}
	return out
}

// explained adds to a refusal what held the request up, where that was asked for.
func explained(refused error, in api.ServeRequest, r *trace.Record) error {
	var e *app.Error
	if (in.Explain || len(in.WhyNot) > 0) && r != nil && errors.As(refused, &e) {
		e.Unanswered = why.Unanswered(r)
	}
	return refused
}

// failed names the first node that failed or ran out of time.
func failed(spans []trace.Span) string {
	for i := range spans {
		switch spans[i].Outcome {
		case trace.Timeout, trace.Error:
			return "node " + spans[i].Node + ": " + string(spans[i].Outcome)
		}
	}
	return ""
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func nanos(n int64) float64 { return millis(time.Duration(n)) }
