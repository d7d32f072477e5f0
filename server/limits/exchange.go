package limits

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"riffle.dev/riffle/engine/limit/share"
)

// Store has the reports of all instances. Errors: any, when it cannot be reached.
type Store interface {
	// ShareLimits writes what arrives at an instance, and gives what all said within
	// the last seconds and the database's moment.
	ShareLimits(ctx context.Context, instance string, arrived map[string]float64) (share.Table, time.Time, error)
	// LeaveLimits takes away what an instance said: the others count it no more.
	LeaveLimits(ctx context.Context, instance string) error
}

// Holder keeps the limits of this instance (server/gateway).
type Holder interface {
	Asked() map[string]uint64 // by limit, since it is there; it may begin anew
	Hold(part func(limit string) float64)
}

// Config of an Exchange; all is required.
type Config struct {
	Instance string // a name of its own
	Store    Store
	Holder   Holder
	Now      func() time.Time
	Log      *slog.Logger
}

// State of an exchange.
type State struct {
	Instances int       // that share the limits, with this one
	At        time.Time // of the last exchange that went well; zero: none did
	Failed    string    // why the last one did not; "" when it did
}

// Exchange of one instance.
type Exchange struct {
	cfg   Config
	asked map[string]uint64
	rates map[string]float64
	last  time.Time

	mu    sync.Mutex
	state State
}

// New exchange; nothing runs yet.
func New(cfg Config) *Exchange {
	return &Exchange{cfg: cfg, rates: map[string]float64{}, last: cfg.Now(), state: State{Instances: 1}}
}

// State as it is now.
func (e *Exchange) State() State {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.state
}

// within is how long one exchange may take: after that the others count this
// instance no more.
const within = share.Lost - share.Every

// Run until ctx ends, then leave.
func (e *Exchange) Run(ctx context.Context) {
	tick := time.NewTicker(share.Every)
	defer tick.Stop()
	defer e.Leave(context.WithoutCancel(ctx))
	for {
		// One under way ends first: what is broken off may be written after the leave.
		e.Step(context.WithoutCancel(ctx))
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Step exchanges once.
func (e *Exchange) Step(ctx context.Context) {
	arrived := e.measure()
	bound, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	table, at, err := e.cfg.Store.ShareLimits(bound, e.cfg.Instance, arrived)
	if ctx.Err() != nil {
		return
	}
	e.mu.Lock()
	was := e.state.Failed
	if err != nil {
		e.state.Failed = err.Error()
	} else {
		e.state.Instances, _ = table.Live(e.cfg.Instance, at)
		e.state.At, e.state.Failed = e.cfg.Now(), ""
	}
	e.mu.Unlock()
	switch {
	case err != nil && was == "":
		e.cfg.Log.Warn("limits are not divided anew among the instances: this one keeps its parts", "error", err)
	case err == nil && was != "":
		e.cfg.Log.Info("limits are divided among the instances again")
	}
	if err == nil {
		e.cfg.Holder.Hold(func(limit string) float64 { return table.Part(limit, e.cfg.Instance, at) })
	}
}

// Leave tells the others that this instance serves no more. Where the database did
// not answer the last time they know by its silence, and nobody waits for it.
func (e *Exchange) Leave(ctx context.Context) {
	if e.State().Failed != "" {
		return
	}
	bound, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if err := e.cfg.Store.LeaveLimits(bound, e.cfg.Instance); err != nil {
		e.cfg.Log.Warn("this instance's part of limits is with the others only after two seconds", "error", err)
	}
}

// measure what arrives at each limit, in requests a second, over about a second.
// What came to nobody for long is left out.
func (e *Exchange) measure() map[string]float64 {
	const keep, least = .5, 1e-3
	now := e.cfg.Now()
	dt := now.Sub(e.last).Seconds()
	asked := e.cfg.Holder.Asked()
	if dt > 0 {
		for limit, n := range asked {
			came := n - e.asked[limit]
			if n < e.asked[limit] { // of a new version
				came = n
			}
			e.rates[limit] = keep*e.rates[limit] + (1-keep)*float64(came)/dt
		}
		for limit, rate := range e.rates {
			if _, there := asked[limit]; !there || rate < least {
				delete(e.rates, limit)
			}
		}
		e.asked, e.last = asked, now
	}
	out := make(map[string]float64, len(e.rates))
	for limit, rate := range e.rates {
		out[limit] = rate
	}
	return out
}
