package loadtest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Bounds of what is kept by name.
const (
	maxLevels = 64
	maxNodes  = 200
	maxErrors = 5
)

// tally counts a run. Safe for concurrent use.
type tally struct {
	spec     Spec
	deadline time.Duration // 0: none

	mu       sync.Mutex
	sums     Sums
	latency  Histogram // of answers, from the moment meant
	service  Histogram // of answers, from the send
	lag      Histogram
	statuses map[int]int64
	levels   map[int]int64
	off      map[string]int64
	tiers    map[string]*TierSums
	errors   []string

	second  Point // the one that is open
	quick   Histogram
	quicker Histogram // the lag of this second
	points  []Point
}

func newTally(s Spec) *tally {
	return &tally{spec: s, deadline: time.Duration(s.Objectives.DeadlineMS * float64(time.Millisecond)),
		statuses: map[int]int64{}, levels: map[int]int64{}, off: map[string]int64{}, tiers: map[string]*TierSums{}}
}

// due notes that a request is meant to be sent.
func (t *tally) due() {
	t.mu.Lock()
	t.sums.Due++
	t.second.Due++
	t.mu.Unlock()
}

// unsent notes one that no connection had room for.
func (t *tally) unsent(lag time.Duration) {
	t.mu.Lock()
	t.sums.Unsent++
	t.second.Unsent++
	t.lag.Add(lag)
	t.quicker.Add(lag)
	t.mu.Unlock()
}

// cutOff notes one that the end of the run cut off.
func (t *tally) cutOff() {
	t.mu.Lock()
	t.sums.Cut++
	t.mu.Unlock()
}

// kind of an answer.
type kind int

const (
	fine kind = iota
	late
	shed
	failed
	refused
)

func (t *tally) kind(a Answer, latency time.Duration) kind {
	switch {
	case a.Status/100 == 2 && t.deadline > 0 && latency > t.deadline, a.Status == 504:
		return late
	case a.Status/100 == 2:
		return fine
	case a.Status == 429, a.Status == 503:
		return shed
	case a.Status/100 == 4:
		return refused
	case a.Status == 0 && errors.Is(a.Err, context.DeadlineExceeded):
		return late
	}
	return failed
}

func (t *tally) answer(s sending, a Answer, latency, service time.Duration) {
	k := t.kind(a, latency)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lag.Add(s.lag)
	t.quicker.Add(s.lag)
	t.statuses[a.Status]++
	if a.Status != 0 || k == late {
		t.latency.Add(latency)
		t.service.Add(service)
		t.quick.Add(latency)
	}
	for _, c := range []*Counts{&t.sums.Counts, &t.second.Counts} {
		switch k {
		case fine:
			c.OK++
		case late:
			c.Late++
		case shed:
			c.Shed++
		case failed:
			c.Failed++
		case refused:
			c.Refused++
		}
	}
	if tier := t.tier(s.request.Tier); tier != nil {
		tier.Sent++
		if k == shed {
			tier.Shed++
		}
		if k != fine && k != refused {
			tier.Lost++
		}
		if a.Read && a.Level > 0 {
			tier.Degraded++
		}
	}
	if a.Err != nil && len(t.errors) < maxErrors {
		t.fault(strings.ToValidUTF8(firstOf(a.Err.Error(), 200), ""))
	}
	if a.Read {
		t.read(a)
	}
}

// fault keeps an error that differs from those before in more than numbers.
func (t *tally) fault(text string) {
	if same := withoutDigits(text); !slices.ContainsFunc(t.errors, func(e string) bool { return withoutDigits(e) == same }) {
		t.errors = append(t.errors, text)
	}
}

func withoutDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, s)
}

func firstOf(s string, n int) string { return s[:min(len(s), n)] }

// read counts what an answer says of itself.
func (t *tally) read(a Answer) {
	t.sums.Read++
	t.second.Read++
	if a.Level > 0 {
		t.sums.Degraded++
		t.second.Degraded++
	}
	if a.Coverage < 1 {
		t.sums.Partial++
	}
	if _, known := t.levels[a.Level]; known || len(t.levels) < maxLevels {
		t.levels[a.Level]++
	}
	for _, name := range a.Off {
		if _, known := t.off[name]; known || len(t.off) < maxNodes {
			t.off[name]++
		}
	}
}

func (t *tally) tier(name string) *TierSums {
	if name == "" {
		return nil
	}
	if have := t.tiers[name]; have != nil || len(t.tiers) >= maxLevels {
		return have
	}
	t.tiers[name] = &TierSums{Tier: name}
	return t.tiers[name]
}

// close a second; false for one behind the profile's end in which nothing
// happened.
func (t *tally) close(second int, rate float64, behind bool) (Point, Sums, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.second
	if behind && p == (Point{}) && t.quicker.N() == 0 {
		return p, t.sums, false
	}
	p.T, p.Rate = second, rate
	if t.quick.N() > 0 {
		p50, p99 := ms(t.quick.Quantile(.5)), ms(t.quick.Quantile(.99))
		p.P50MS, p.P99MS = &p50, &p99
	}
	p.LagMS = ms(t.quicker.Quantile(.99))
	t.second = Point{}
	t.quick.reset()
	t.quicker.reset()
	t.points = append(t.points, p)
	return p, t.sums, true
}

// report at the end.
func (t *tally) report(took time.Duration, aborted bool) *Report {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := &Report{Spec: t.spec, TookS: took.Round(time.Millisecond).Seconds(), Aborted: aborted, Sums: t.sums, Points: t.points, Errors: t.errors,
		Latency: summary(&t.latency), Service: summary(&t.service), Lag: summary(&t.lag), Buckets: t.latency.Buckets(),
		Statuses: []StatusCount{}, Levels: []LevelCount{}, Off: []NodeCount{}, Tiers: []TierSums{}}
	if r.Errors == nil {
		r.Errors = []string{}
	}
	if r.Points == nil {
		r.Points = []Point{}
	}
	for _, code := range slices.Sorted(maps.Keys(t.statuses)) {
		r.Statuses = append(r.Statuses, StatusCount{code, t.statuses[code]})
	}
	for _, level := range slices.Sorted(maps.Keys(t.levels)) {
		r.Levels = append(r.Levels, LevelCount{level, t.levels[level]})
	}
	for _, name := range slices.Sorted(maps.Keys(t.off)) {
		r.Off = append(r.Off, NodeCount{name, t.off[name]})
	}
	slices.SortStableFunc(r.Off, func(a, b NodeCount) int { return int(min(max(b.N-a.N, -1), 1)) })
	for _, name := range slices.Sorted(maps.Keys(t.tiers)) {
		r.Tiers = append(r.Tiers, *t.tiers[name])
	}
	r.Verdict = judge(r, &t.latency)
	return r
}

func summary(h *Histogram) Summary {
	return Summary{N: h.N(), MeanMS: ms(h.Mean()), P50MS: ms(h.Quantile(.5)), P90MS: ms(h.Quantile(.9)), P99MS: ms(h.Quantile(.99)),
		P999MS: ms(h.Quantile(.999)), MaxMS: ms(h.Max())}
}
