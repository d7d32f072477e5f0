// Package export sends what requests did to a collector of traces, as
// OpenTelemetry spans over OTLP/HTTP.
//
//	gateway ──Add──► bounded queue ──one worker──► SDK spans ──► collector
//	                    │ full: dropped, counted
//
// A request never waits for it: Add is a send to a channel or a count. A record is
// a span of the request with a span a node under it; a caller's trace
// (traceparent) is its parent, and the ids of node spans are those that calls to
// services carried, so that spans of callers and services join with ours.
//
// The SDK's own batching processor is not used: it makes spans while requests run,
// and counts what it drops nowhere that can be read. It imports engine/trace and
// the OpenTelemetry SDK.
package export
