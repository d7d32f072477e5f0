package loads

import (
	"context"
	"sync"
	"time"

	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// running is one load test, also after its end.
type running struct {
	team  string
	abort context.CancelFunc
	begun time.Time

	mu     sync.Mutex
	test   app.LoadTest
	points []loadtest.Point
	sums   loadtest.Sums
}

func (r *running) tick(p loadtest.Point, s loadtest.Sums) {
	r.mu.Lock()
	r.points, r.sums = append(r.points, p), s
	r.mu.Unlock()
}

func (r *running) over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.test.State != "running"
}

func (r *running) finish(report *loadtest.Report) app.LoadTest {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.test.State = "done"
	if report.Aborted {
		r.test.State = "aborted"
	}
	r.test.Report, r.sums = report, report.Sums
	r.test.Sum()
	return r.test
}

// Live is one that runs on this instance, or ran last, with its points from the
// from-th on; false for another.
func (r *Runner) Live(team, id string, from int) (api.LoadTestLive, bool) {
	r.mu.Lock()
	run := r.current
	r.mu.Unlock()
	if run == nil || run.team != team {
		return api.LoadTestLive{}, false
	}
	run.mu.Lock()
	defer run.mu.Unlock()
	if run.test.ID != id {
		return api.LoadTestLive{}, false
	}
	return api.LoadTestLive{At: r.Now(), ID: id, Scene: run.test.Scene, State: run.test.State, Result: run.test.Result, LengthS: run.test.LengthS,
		ElapsedS: r.Now().Sub(run.begun).Seconds(), Sums: run.sums, From: from, Points: append([]loadtest.Point{}, run.points[min(from, len(run.points)):]...)}, true
}

// Running is the load test of a team that runs here; "" for none.
func (r *Runner) Running(team string) string {
	r.mu.Lock()
	run := r.current
	r.mu.Unlock()
	if run == nil || run.team != team || run.over() {
		return ""
	}
	return run.test.ID
}
