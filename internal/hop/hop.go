// Package hop is what a request tells the next machine of itself: how long it is
// waited for, and how much it matters. It reads the headers of callers and writes
// those of calls.
//
//	Riffle-Timeout-Ms, X-Envoy-Expected-Rq-Timeout-Ms   milliseconds
//	Grpc-Timeout                                        as gRPC writes it: 80m, 2S
//	Priority                                            u=0…7 of RFC 9218, 3 where nothing is said
//	Riffle-Cohort                                       0…127, of the user
//
// It imports the standard library only.
package hop

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// Headers.
const (
	Timeout      = "Riffle-Timeout-Ms"
	EnvoyTimeout = "X-Envoy-Expected-Rq-Timeout-Ms"
	GRPCTimeout  = "Grpc-Timeout"
	Priority     = "Priority"
	Cohort       = "Riffle-Cohort"
)

// Usual is the urgency of who says nothing; less is more urgent.
const (
	Usual  = 3
	Lowest = 7
)

// Cohorts of users.
const Cohorts = 128

// Hop of one request. The zero value says nothing.
type Hop struct {
	Left     time.Duration // the caller waits no longer; 0 where it does not say
	Lift     int           // urgency asked for beside the usual: below 0 is more urgent
	Cohort   uint8         // of the user
	Cohorted bool          // a cohort was said, or found

	Tells bool  // what is called is told the urgency
	Urges uint8 // that it is told
}

type key struct{}

// With carries h along. Who holds it may still write to it, until the request's
// work has begun.
func With(ctx context.Context, h *Hop) context.Context { return context.WithValue(ctx, key{}, h) }

// Of a request; nil where nothing is carried along.
func Of(ctx context.Context) *Hop {
	h, _ := ctx.Value(key{}).(*Hop)
	return h
}

// Write what a call made under ctx tells: what is left of its deadline, and the
// urgency and cohort of the request.
func Write(ctx context.Context, header http.Header) {
	if end, ok := ctx.Deadline(); ok {
		header.Set(Timeout, strconv.FormatInt(max(1, time.Until(end).Milliseconds()), 10))
	}
	h := Of(ctx)
	if h == nil || !h.Tells {
		return
	}
	header.Set(Priority, "u="+strconv.Itoa(int(min(h.Urges, Lowest))))
	if h.Cohorted {
		header.Set(Cohort, strconv.Itoa(int(h.Cohort)))
	}
}
