package loadtest

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// answers is a Target that takes as long as f says and answers its status.
type answers func(ctx context.Context, r Request) Answer

func (f answers) Send(ctx context.Context, r Request) Answer { return f(ctx, r) }

// after answers 200 when so long has passed, unless ctx ends before.
func after(ctx context.Context, d time.Duration) Answer {
	select {
	case <-ctx.Done():
		return Answer{Err: ctx.Err()}
	case <-time.After(d):
		return Answer{Status: 200, Read: true, Coverage: 1}
	}
}

func constantly(rate, seconds float64) Spec {
	return Spec{Profile: Profile{Kind: "constant", Rate: rate, DurationS: seconds}, Even: true, Objectives: Goals{DeadlineMS: 100}}
}

func asked(t *testing.T, ctx context.Context, spec Spec, to answers) *Report {
	t.Helper()
	r, err := Run(ctx, spec, NewRounds([]Request{{Tier: "a"}, {Tier: "b"}}), to, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestQuietServerPasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := asked(t, t.Context(), constantly(1000, 10), func(ctx context.Context, _ Request) Answer { return after(ctx, 20*time.Millisecond) })
		want := Sums{Counts: Counts{OK: 10_000}, Due: 10_000, Read: 10_000}
		if d := cmp.Diff(want, r.Sums); d != "" {
			t.Error(d)
		}
		if r.Verdict.Result != Passed || len(r.Verdict.Checks) != 3 {
			t.Errorf("verdict %+v, want passed by three checks", r.Verdict)
		}
		if math.Abs(r.Latency.P50MS-20) > 20*MaxError+.2 || r.Lag.MaxMS > 1 {
			t.Errorf("p50 %g ms, lag %g ms at most, want 20 and none", r.Latency.P50MS, r.Lag.MaxMS)
		}
		if d := cmp.Diff([]TierSums{{Tier: "a", Sent: 5000}, {Tier: "b", Sent: 5000}}, r.Tiers); d != "" {
			t.Error(d)
		}
		if len(r.Points) != 10 && len(r.Points) != 11 {
			t.Errorf("%d points, want one a second", len(r.Points))
		}
	})
}

// A server that stands still for a second keeps everybody who came meanwhile
// waiting, and that is what has to be seen, however few connections there are.
func TestStallIsSeenByAllWhoCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		spec := constantly(100, 4)
		spec.Connections = 1
		begin := time.Now()
		r := asked(t, t.Context(), spec, func(ctx context.Context, _ Request) Answer {
			at := time.Since(begin)
			if at > time.Second && at < 2*time.Second {
				return after(ctx, 2*time.Second-at)
			}
			return after(ctx, time.Millisecond)
		})
		// The hundred of the stalled second waited ½ s on average; by the send only
		// one of them did.
		if r.Sums.Late < 90 || r.Sums.Late > 130 {
			t.Errorf("%d late, want the hundred of the second that stood still", r.Sums.Late)
		}
		if r.Latency.P90MS < 600 || r.Service.P90MS > 5 {
			t.Errorf("p90 from the moment meant %g ms and from the send %g ms, want above 600 and about 1", r.Latency.P90MS, r.Service.P90MS)
		}
		if r.Verdict.Result != Failed {
			t.Errorf("verdict %+v, want failed: the generator was not what was late", r.Verdict)
		}
	})
}

func TestClosedLoopWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		spec := constantly(5, 10)
		spec.Closed = true
		r := asked(t, t.Context(), spec, func(ctx context.Context, _ Request) Answer { return after(ctx, 50*time.Millisecond) })
		if r.Sums.OK != 5*10*20 {
			t.Errorf("%d answers of five users in ten seconds at 50 ms, want 1000", r.Sums.OK)
		}
	})
}

func TestStatusesHaveTheirKinds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		statuses := []int{200, 429, 503, 504, 500, 0, 400, 204}
		spec := constantly(8, 10)
		spec.Connections = 1
		r := asked(t, t.Context(), spec, func(context.Context, Request) Answer {
			n++
			return Answer{Status: statuses[(n-1)%len(statuses)], Err: context.Canceled, Read: true, Level: 2, Coverage: .5, Off: []string{"fine"}}
		})
		want := Sums{Counts: Counts{OK: 20, Late: 10, Shed: 20, Failed: 20, Refused: 10}, Due: 80, Read: 80, Degraded: 80, Partial: 80}
		if d := cmp.Diff(want, r.Sums); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff([]NodeCount{{"fine", 80}}, r.Off); d != "" {
			t.Error(d)
		}
		if r.Verdict.Result != Void {
			t.Errorf("verdict %+v, want void: requests do not fit", r.Verdict)
		}
	})
}

func TestAbortStillReports(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, abort := context.WithTimeout(t.Context(), 3*time.Second+5*time.Millisecond)
		defer abort()
		ticks := 0
		r, err := Run(ctx, constantly(100, 60), NewRounds([]Request{{}}),
			answers(func(ctx context.Context, _ Request) Answer { return after(ctx, 50*time.Millisecond) }), func(Point, Sums) { ticks++ })
		if err != nil {
			t.Fatal(err)
		}
		if !r.Aborted || r.TookS > 4 || r.Sums.Lost() != 0 {
			t.Errorf("aborted %v after %g s with %d lost, want so, 3 s and none", r.Aborted, r.TookS, r.Sums.Lost())
		}
		if r.Sums.OK+r.Sums.Cut != r.Sums.Due || r.Sums.Cut == 0 {
			t.Errorf("%d answered and %d cut of %d, want all", r.Sums.OK, r.Sums.Cut, r.Sums.Due)
		}
		if ticks < 3 {
			t.Errorf("%d ticks in three seconds", ticks)
		}
	})
}

func TestServerThatNeverAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		spec := constantly(4000, 5)
		spec.Connections, spec.TimeoutMS = 10, 30_000
		r := asked(t, t.Context(), spec, func(ctx context.Context, _ Request) Answer { return after(ctx, time.Hour) })
		if r.Sums.Unsent == 0 || r.Sums.Lost() != r.Sums.Due || r.Sums.OK != 0 {
			t.Errorf("%+v, want all lost and some of them unsent", r.Sums)
		}
		if r.TookS > 70 {
			t.Errorf("it took %g s, want the end to be bounded", r.TookS)
		}
	})
}

func TestSlowGeneratorIsVoid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, err := Run(t.Context(), constantly(100, 2), slowSource{}, answers(func(context.Context, Request) Answer { return Answer{Status: 200} }), nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict.Result != Void || r.Lag.P99MS < 5 {
			t.Errorf("verdict %+v with a lag of %g ms, want void", r.Verdict, r.Lag.P99MS)
		}
	})
}

// slowSource makes the generator itself late.
type slowSource struct{}

func (slowSource) Next() Request { time.Sleep(20 * time.Millisecond); return Request{} }
