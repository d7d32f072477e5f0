package live

import (
	"time"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/stats"
)

// Relief is what scenes give up on this instance (server/overload), from memory.
type Relief interface {
	// View is all of it; false for a scene whose plans are not made.
	View(team, scene string) (api.Degradation, bool)
	// Brief is what a row of the board shows of it.
	Brief(team, scene string) (api.SceneRelief, bool)
}

// degradation feeds what one scene gives up. A delta has the same form as the
// snapshot: all of it.
type degradation struct {
	src        *Sources
	team, name string
	last       api.Degradation
	at         time.Time
}

// steady is after how long a scene of which nothing changed is told again, for
// its numbers.
const steady = time.Second

func newDegradation(src *Sources, team, name string) *degradation {
	d := &degradation{src: src, team: team, name: name}
	d.Delta()
	return d
}

// Snap implements Feed.
func (f *degradation) Snap() any {
	d, _ := f.src.degradation(f.team, f.name)
	return d
}

// Delta implements Feed.
func (f *degradation) Delta() any {
	d, ok := f.src.degradation(f.team, f.name)
	if !ok && f.last.Scene != "" {
		return nil // its plans are being made: what was shown holds
	}
	moved := d.State != f.last.State || d.Level != f.last.Level || d.Why != f.last.Why || d.Mode != f.last.Mode || (d.Override == nil) != (f.last.Override == nil)
	if !moved && d.At.Sub(f.at) < steady && d.Rate == f.last.Rate {
		return nil
	}
	f.last, f.at = d, d.At
	return d
}

func (s *Sources) degradation(team, name string) (api.Degradation, bool) {
	if s.Relief != nil {
		if d, ok := s.Relief.View(team, name); ok {
			return d, true
		}
	}
	return api.Degradation{At: s.Board.Now(), Scene: name, State: "normal", Mode: "act", Ramp: []float64{}, Tiers: []api.DegradationTier{}, Modules: []api.DegradationModule{}, Gain: 1, Full: 1, Care: 1, Kept: true}, false
}

// relieved puts what a scene gives up into its row: what is decided says more
// than what is seen, but for requests that are late.
func (s *Sources) relieved(team string, r *api.SceneState) {
	if s.Relief == nil {
		return
	}
	b, ok := s.Relief.Brief(team, r.Scene)
	if !ok {
		return
	}
	r.Relief = &b
	if b.Mode != "act" {
		return
	}
	r.Level = b.Level
	switch {
	case b.State == "normal" || r.State == string(stats.Idle):
	case b.State == "recovering":
		r.State = "probing"
	case r.State != string(stats.Slow) || b.State == "shedding":
		r.State = b.State
	}
}
