package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/enginetest/benchcases"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/server/api"
	demostore "riffle.dev/riffle/server/demo"
	"riffle.dev/riffle/server/gateway"
	"riffle.dev/riffle/server/stats"
)

// start is the demo's start page, asked in this process.
type start struct {
	shop    *shop
	engine  *engine.Engine
	gateway *gateway.Gateway
	bodies  [][]byte
	asked   []api.ServeRequest // the same, read
	hand    benchcases.Shop
	buffers sync.Pool
}

// newStart loads the demo. With labels, profiles tell its nodes apart.
func newStart(labels bool) (*start, error) {
	s, err := newShop()
	if err != nil {
		return nil, err
	}
	var n atomic.Int64
	h := &start{shop: s, buffers: sync.Pool{New: func() any { return new([]byte) }}, engine: engine.New(engine.Options{Now: time.Now, Labels: labels,
		TraceID: func() string { return strconv.FormatInt(n.Add(1), 10) }})}
	h.gateway = gateway.New(h.engine, s, stats.NewBoard(time.Now, nil), time.Now, gateway.Options{})
	requests, err := demostore.NewRequests(1)
	if err != nil {
		return nil, err
	}
	for range 4000 {
		r := requests.Next()
		if r.Scene != "home" {
			continue
		}
		var in api.ServeRequest
		if err := json.Unmarshal(r.Body, &in); err != nil {
			return nil, err
		}
		h.bodies, h.asked = append(h.bodies, r.Body), append(h.asked, in)
	}
	for name, to := range map[string]**index.View{"apps": &h.hand.Apps, "people": &h.hand.People} {
		v, err := s.memory.View(name)
		if err != nil {
			return nil, err
		}
		*to = v.(*index.View)
	}
	return h, nil
}

// ours answers request i by the pipeline.
func (h *start) ours(ctx context.Context, i int) (*engine.Answer, error) {
	return h.engine.Serve(ctx, h.shop.program, "home", engine.Request{Values: h.asked[i%len(h.asked)].Request}, h.shop.memory, nil)
}

// theirs answers it by hand.
func (h *start) theirs(ctx context.Context, i int) ([]benchcases.App, error) {
	user, _ := h.asked[i%len(h.asked)].Request["user"].(map[string]any)
	who := benchcases.Visitor{}
	who.ID, _ = user["id"].(string)
	seen, _ := user["seen"].([]any)
	for _, s := range seen {
		id, _ := s.(string)
		who.Seen = append(who.Seen, id)
	}
	return h.hand.Home(ctx, who, 20)
}

// door answers it as the door does, but for HTTP.
func (h *start) door(ctx context.Context, i int) error {
	var in api.ServeRequest
	if err := json.Unmarshal(h.bodies[i%len(h.bodies)], &in); err != nil {
		return err
	}
	a, err := h.gateway.Serve(ctx, nil, demostore.Team, "home", in)
	if err != nil {
		return err
	}
	b := h.buffers.Get().(*[]byte)
	*b = a.AppendJSON((*b)[:0]) // as the door writes it
	h.buffers.Put(b)
	return nil
}

// benchHome measures the demo's start page against the same steps by hand, and
// what it does under load.
func benchHome(ctx context.Context, b *bencher) ([]benchRow, error) {
	h, err := newStart(false)
	if err != nil {
		return nil, err
	}
	for i := range 300 { // pools fill, costs are learned, and both sides give the same
		if err := h.same(ctx, i); err != nil {
			return nil, err
		}
	}
	versus, err := h.beside(ctx, b)
	if err != nil {
		return nil, err
	}
	loaded, err := h.underLoad(ctx, b)
	return append(versus, loaded...), err
}

// same tells where the two sides differ in a request.
func (h *start) same(ctx context.Context, i int) error {
	a, err := h.ours(ctx, i)
	var late *engine.Error
	if errors.As(err, &late) && late.Code == engine.CodeDeadline {
		return nil // the same
	}
	if err != nil {
		return err
	}
	for _, o := range a.Outcomes {
		if o.Outcome != "ok" && o.Outcome != "empty" {
			return nil // a busy machine: a branch had not the time
		}
	}
	want, err := h.theirs(ctx, i)
	if err != nil {
		return err
	}
	if len(a.Items) != len(want) {
		return fmt.Errorf("request %d: %d items, by hand %d", i, len(a.Items), len(want))
	}
	for k := range want {
		it := &a.Items[k]
		title, _ := it.Column("title")
		if it.Key != want[k].ID || title != want[k].Title || math.Abs(it.Score-want[k].Score) > 1e-9 || !slices.Equal(it.From, want[k].From) {
			return fmt.Errorf("request %d, place %d: %s %v of %v, by hand %s %v of %v", i, k, it.Key, it.Score, it.From, want[k].ID, want[k].Score, want[k].From)
		}
	}
	return nil
}

// beside measures both sides by turns: the CPU of the whole process, helpers
// and collector included.
func (h *start) beside(ctx context.Context, b *bencher) ([]benchRow, error) {
	var cost, allocs [2][]float64
	at := [2]int{}
	for range benchRounds {
		for side := range 2 {
			began, cpu, made, n := time.Now(), cpuTime(), mallocs(), 0
			for time.Since(began) < b.each/benchRounds || n < 8 {
				var err error
				if side == 0 {
					_, err = h.ours(ctx, at[side])
				} else {
					_, err = h.theirs(ctx, at[side])
				}
				if err != nil && ctx.Err() != nil {
					return nil, err
				}
				at[side]++
				n++
			}
			cost[side] = append(cost[side], inMilliseconds(cpuTime()-cpu)/float64(n))
			allocs[side] = append(allocs[side], float64(mallocs()-made)/float64(n))
		}
	}
	ratios := make([]float64, benchRounds)
	for i := range ratios {
		ratios[i] = cost[0][i] / cost[1][i]
	}
	what := "the demo's start page over its 8,800 programs: CPU a request, engine.Serve"
	row := versus("home_feed.hand", what, "ms", median(cost[0]), median(cost[1]), median(ratios), "hand-written Go over the same views, one goroutine", 1.3)
	row.Allocs = fmt.Sprintf("%.0f / %.0f", median(allocs[0]), median(allocs[1]))
	return []benchRow{row, within("home_feed.cpu", what, "ms", median(cost[0]), .6)}, nil
}

// mallocs is how many objects were made so far.
func mallocs() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

// underLoad finds how many requests a second the machine can answer, and how long they
// take at half of that.
func (h *start) underLoad(ctx context.Context, b *bencher) ([]benchRow, error) {
	cpu := cpuTime()
	most, err := h.saturate(ctx, 2*b.each)
	if err != nil {
		return nil, err
	}
	each := inMilliseconds(cpuTime()-cpu) / (most * (2 * b.each).Seconds())
	half, err := h.half(ctx, b, most/2)
	return append([]benchRow{
		alone("home_feed.saturation", throughDoor+fmt.Sprintf("requests a second of %d processors", runtime.GOMAXPROCS(0)), "requests/s", most),
		alone("home_feed.door", throughDoor+"CPU a request, saturated", "ms", each),
	}, half...), err
}

const throughDoor = "the same through the gateway, JSON both ways, no HTTP: "

// halves are the parts in which half asks.
const halves = 9

// half asks at a rate, both sides by turns and in parts, of which each gives its
// quantiles; the medians of those are told: what disturbs the machine for a while
// disturbs a few. What the machine does to requests that come one by one, whoever
// answers them, is told by the other side.
func (h *start) half(ctx context.Context, b *bencher, rate float64) ([]benchRow, error) {
	sides := [2]func(context.Context, int) error{h.door, func(ctx context.Context, i int) error {
		_, err := h.theirs(ctx, i)
		return err
	}}
	var middle, tail [2][]float64
	asked, lost := 0, 0
	for range halves {
		for k, side := range sides {
			times, without := open(ctx, rate, b.each, side)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			slices.Sort(times)
			n := len(times)
			middle[k], tail[k] = append(middle[k], times[n/2]), append(tail[k], times[n*99/100])
			if k == 0 {
				asked, lost = asked+n, lost+without
			}
		}
	}
	than := func(r benchRow, theirs float64) benchRow {
		r.Theirs, r.Against = &theirs, "hand-written Go at the same rate, no JSON"
		return r
	}
	return []benchRow{
		than(alone("home_feed.half.p50", throughDoor+"median time at half of that rate, open loop", "ms", median(middle[0])), median(middle[1])),
		than(within("home_feed.half.p99", throughDoor+"99th percentile at half of that rate, open loop", "ms", median(tail[0]), 5), median(tail[1])),
		within("home_feed.half.lost", throughDoor+"without an answer at half of that rate", "%", 100*float64(lost)/float64(asked), 0),
	}, nil
}

// open asks at a rate for so long. A request begins when it is due, and its time, in
// milliseconds, counts from then; lost had no answer.
func open(ctx context.Context, rate float64, how time.Duration, ask func(context.Context, int) error) (times []float64, lost int) {
	n := max(int(rate*how.Seconds()), 200)
	times = make([]float64, n)
	var without atomic.Int64
	var wg sync.WaitGroup
	began := time.Now()
	for i := range n {
		due := time.Duration(float64(i) / rate * float64(time.Second))
		time.Sleep(due - time.Since(began))
		wg.Go(func() {
			if ask(ctx, i) != nil {
				without.Add(1)
			}
			times[i] = inMilliseconds(time.Since(began) - due)
		})
	}
	wg.Wait()
	return times, int(without.Load())
}

// saturate asks as fast as answers come, from two goroutines a processor, and
// gives the rate.
func (h *start) saturate(ctx context.Context, how time.Duration) (float64, error) {
	var next, good atomic.Int64
	var wg sync.WaitGroup
	began := time.Now()
	for range 2 * runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for time.Since(began) < how && ctx.Err() == nil {
				if h.door(ctx, int(next.Add(1))) == nil {
					good.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if good.Load() == 0 {
		return 0, fmt.Errorf("no answer within %v: %w", how, ctx.Err())
	}
	return float64(good.Load()) / time.Since(began).Seconds(), nil
}
