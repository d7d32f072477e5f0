package loadtest

import (
	"fmt"
	"math"

	"riffle.dev/riffle/engine/degrade"
)

// Verdicts of a run and of its checks.
const (
	Passed   = "passed"   // the whole interval is within the objective
	Failed   = "failed"   // the whole interval is outside of it
	Unproven = "unproven" // the objective lies within the interval: run longer
	Void     = "void"     // the run says nothing
)

// Verdict over a run.
type Verdict struct {
	Result string   `json:"result" enum:"passed,failed,unproven,void"`
	Checks []Check  `json:"checks"`
	Why    []Reason `json:"why" doc:"why it is void; empty otherwise"`
}

// Reason why a run says nothing.
type Reason struct {
	Code string  `json:"code" enum:"empty,lag,refused"`
	Is   float64 `json:"is" doc:"of lag ms, of refused requests"`
	Of   float64 `json:"of" doc:"of lag the most there may be, of refused all requests"`
}

// String is the reason for people.
func (r Reason) String() string {
	switch r.Code {
	case "lag":
		return fmt.Sprintf("the generator was late by %.1f ms at its 99th percentile, at most %g: ask less, or from another machine", r.Is, r.Of)
	case "refused":
		return fmt.Sprintf("%.0f of %.0f requests did not fit the scene", r.Is, r.Of)
	}
	return "nothing was answered"
}

// Check of one objective. Shares are 0 to 1.
type Check struct {
	Name   string  `json:"name" enum:"lost,p99_ms,deadline"`
	Result string  `json:"result" enum:"passed,failed,unproven"`
	Is     float64 `json:"is"`
	Low    float64 `json:"low" doc:"95 % interval"`
	High   float64 `json:"high"`
	Want   float64 `json:"want" doc:"at most"`
}

// maxRefused is the share of requests that may not fit the scene.
const maxRefused = .01

// judge a report whose counts are there. Shares have Wilson's interval, and a
// quantile that of the ranks around it: the number of durations below it is
// binomial, so that the one of rank nq ± z·√(nq(1−q)) bounds it whatever the
// distribution is (H. A. David, H. N. Nagaraja, "Order Statistics", 2003, 7.1).
func judge(r *Report, latency *Histogram) Verdict {
	v := Verdict{Result: Passed, Checks: []Check{}, Why: []Reason{}}
	lost, answered := r.Sums.Lost(), r.Sums.OK+r.Sums.Lost()
	if answered == 0 {
		v.Why = append(v.Why, Reason{Code: "empty"})
	}
	if r.Lag.P99MS > ms(MaxLag) {
		v.Why = append(v.Why, Reason{"lag", r.Lag.P99MS, ms(MaxLag)})
	}
	if all := answered + r.Sums.Refused; all > 0 && float64(r.Sums.Refused) > maxRefused*float64(all) {
		v.Why = append(v.Why, Reason{"refused", float64(r.Sums.Refused), float64(all)})
	}
	if answered > 0 {
		goals := r.Spec.Objectives
		v.Checks = append(v.Checks, share("lost", lost, answered, goals.MayLose()))
		if goals.DeadlineMS > 0 && latency.N() > 0 {
			v.Checks = append(v.Checks, share("deadline", r.Sums.Late, answered, goals.MayLose()))
		}
		if goals.P99MS > 0 && latency.N() > 0 {
			low, high := between(latency, .99)
			v.Checks = append(v.Checks, within("p99_ms", r.Latency.P99MS, low, high, goals.P99MS))
		}
	}
	for _, c := range v.Checks {
		switch {
		case c.Result == Failed:
			v.Result = Failed
		case c.Result == Unproven && v.Result == Passed:
			v.Result = Unproven
		}
	}
	if len(v.Why) > 0 {
		v.Result = Void
	}
	return v
}

func share(name string, k, n int64, want float64) Check {
	low, high := degrade.Wilson(uint64(k), uint64(n), degrade.Z95)
	c := within(name, float64(k)/float64(n), low, high, want)
	if want == 0 { // not of a share to be proved: of these requests not one
		if c.Result = Passed; k > 0 {
			c.Result = Failed
		}
	}
	return c
}

func within(name string, is, low, high, want float64) Check {
	c := Check{Name: name, Result: Unproven, Is: is, Low: low, High: high, Want: want}
	switch {
	case high <= want:
		c.Result = Passed
	case low > want:
		c.Result = Failed
	}
	return c
}

// between are the bounds of a quantile in ms.
func between(h *Histogram, q float64) (low, high float64) {
	n := float64(h.N())
	half := degrade.Z95 * math.Sqrt(n*q*(1-q))
	return ms(h.rank(uint64(max(n*q-half, 0)))), ms(h.rank(uint64(n*q + half)))
}
