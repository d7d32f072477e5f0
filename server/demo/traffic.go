package demo

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"sync"
	"time"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// Limits of the traffic.
const (
	MaxRate   = 20_000 // requests a second, a surge included
	gentle    = 20
	maxSurge  = time.Hour
	someSurge = time.Minute
	maxOver   = 100
)

// trafficSetting holds rate and running between starts; a surge ends with the
// process.
const trafficSetting = "demo.traffic"

// Traffic is the generator's controls and state. Safe for concurrent use.
type Traffic struct {
	settings Settings
	log      *slog.Logger
	now      func() time.Time
	note     func(app.Event)
	changed  chan struct{} // the rate did
	suffices func() float64

	mu      sync.Mutex
	rate    float64
	running bool
	surge   float64
	until   time.Time
	over    float64   // what the surge is to be over what the machine serves; 0: it is as it was asked for
	sized   time.Time // last
	counts  Counts
}

// Counts of a generator since it began.
type Counts struct {
	Sent    uint64 // answered, whatever the status
	Failed  uint64 // of them not 200, or not answered at all
	Dropped uint64 // not sent because too many were under way
}

type keptTraffic struct {
	Rate    float64 `json:"rate"`
	Running bool    `json:"running"`
}

// NewTraffic begins gently; Restore brings back what was set before. note is
// told when a surge begins and ends.
func NewTraffic(settings Settings, log *slog.Logger, now func() time.Time, note func(app.Event)) *Traffic {
	return &Traffic{settings: settings, log: log, now: now, note: note, changed: make(chan struct{}, 1), rate: gentle, running: true, surge: 1}
}

// Measure tells where the requests a second are measured that this machine serves
// in full; 0 is not known. To be called before Run.
func (t *Traffic) Measure(suffices func() float64) { t.suffices = suffices }

// Restore the rate of the last start.
func (t *Traffic) Restore(ctx context.Context) error {
	k := keptTraffic{gentle, true}
	if _, err := t.settings.Setting(ctx, Team, trafficSetting, &k); err != nil {
		return err
	}
	t.mu.Lock()
	t.rate, t.running = min(max(k.Rate, 0), MaxRate), k.Running
	t.mu.Unlock()
	return nil
}

// Now is the state as the boards show it; nothing runs for other teams.
func (t *Traffic) Now(team string) api.Traffic {
	if team != Team {
		return api.Traffic{Surge: 1}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	out := api.Traffic{Rate: t.rate, Running: t.running, Surge: 1}
	if left := t.until.Sub(t.now()); left > 0 {
		out.Surge, out.SurgeS = t.surge, math.Ceil(left.Seconds())
	}
	return out
}

// Counts so far.
func (t *Traffic) Counts() Counts { t.mu.Lock(); defer t.mu.Unlock(); return t.counts }

// Traffic implements api.Generator.
func (t *Traffic) Traffic(_ context.Context, team string) (api.Traffic, error) {
	if team != Team {
		return api.Traffic{}, foreign(team)
	}
	return t.Now(team), nil
}

// SetTraffic implements api.Generator. It holds at once; keeping it for the
// next start may fail without an error, as traffic is no data.
func (t *Traffic) SetTraffic(ctx context.Context, by app.Change, team string, in api.SetTraffic) (api.Traffic, error) {
	if team != Team {
		return api.Traffic{}, foreign(team)
	}
	switch {
	case !(in.Rate >= 0 && in.Rate <= MaxRate):
		return api.Traffic{}, app.Fail(app.Invalid, "traffic_rate", "rate {rate}: want 0 to {max} requests a second", in.Rate, MaxRate).At("body.rate")
	case !(in.Surge >= 0 && in.Surge <= 1000):
		return api.Traffic{}, app.Fail(app.Invalid, "traffic_surge", "surge {surge}: want a factor up to 1000", in.Surge).At("body.surge")
	case !(in.Over >= 0 && in.Over <= maxOver):
		return api.Traffic{}, app.Fail(app.Invalid, "traffic_over", "over {over}: want up to {max} times", in.Over, maxOver).At("body.over")
	}
	surge := t.surgeOf(in)
	begins := surge > 0 && surge != 1
	last, err := lasts(in.SurgeS, begins)
	if err != nil {
		return api.Traffic{}, err
	}
	t.endSurge(true)
	t.mu.Lock()
	t.rate, t.running = in.Rate, in.Running
	var begun *app.Event
	if begins {
		t.surge, t.until, t.over, t.sized = surge, t.now().Add(last), in.Over, t.now()
		begun = &app.Event{Kind: "surge.begun", Severity: "info", Message: surgeTold(surge, t.over, last)}
	}
	t.mu.Unlock()
	if begun != nil {
		t.note(*begun)
	}
	select {
	case t.changed <- struct{}{}:
	default:
	}
	told := api.Traffic{Rate: in.Rate, Running: in.Running, Surge: max(surge, 1)}
	if begins {
		told.SurgeS = last.Seconds()
	}
	if err := t.settings.SetBy(ctx, by, Team, trafficSetting, keptTraffic{in.Rate, in.Running}, told); err != nil {
		t.log.Warn("demo: the traffic's rate is not kept for the next start", "error", err)
	}
	return t.Now(team), nil
}

// target is the rate to send at now.
func (t *Traffic) target() float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case !t.running:
		return 0
	case t.until.After(t.now()):
		return min(t.rate*t.surge, MaxRate)
	}
	return t.rate
}

func (t *Traffic) count(f func(*Counts)) {
	t.mu.Lock()
	f(&t.counts)
	t.mu.Unlock()
}

func foreign(team string) error {
	return app.Fail(app.Unavailable, "traffic_team", "the demo's traffic goes to the team {own}, not to {team}", Team, fmt.Sprintf("%.40s", team))
}
