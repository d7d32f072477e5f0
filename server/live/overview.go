package live

import (
	"reflect"
	"slices"
	"time"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/stats"
)

// spark is how much of a series the overview shows, and maxEvents how many
// events come with it.
const (
	spark     = 5 * time.Minute
	maxEvents = 50
)

// never is a number of ticks that no board has: the first look sees all.
const never = ^uint64(0)

// overview feeds the board of a team.
type overview struct {
	src  *Sources
	team string

	// What the last Delta told.
	ticks     uint64
	upTo      time.Time // series up to here
	event     int64
	database  api.DatabaseState
	traffic   api.Traffic
	resources []api.OverviewResource
	circuits  []app.Circuit
	scenes    map[string]bool
}

func newOverview(src *Sources, team string) *overview {
	o := &overview{src: src, team: team, ticks: never}
	o.Delta() // what is now comes by Snap
	return o
}

// Snap implements Feed.
func (o *overview) Snap() any { return o.src.overview(o.team) }

func (s *Sources) overview(team string) api.OverviewSnap {
	at := s.Board.Now()
	rows := s.rows(team, at.Add(-spark))
	return api.OverviewSnap{At: at, Scenes: rows, Resources: s.resources(team),
		Events: list(s.Journal.Recent(team, maxEvents)), Database: s.Database(), Totals: totals(rows), Traffic: s.Traffic(team), Circuits: s.down(team)}
}

// Delta implements Feed.
func (o *overview) Delta() any {
	s := o.src
	d := api.OverviewDelta{At: s.Board.Now()}
	news := false
	if db := s.Database(); db != o.database {
		o.database, d.Database, news = db, &db, true
	}
	if t := s.Traffic(o.team); t != o.traffic {
		o.traffic, d.Traffic, news = t, &t, true
	}
	events, mark := s.Journal.Since(o.team, o.event, maxEvents)
	if o.event = mark; len(events) > 0 {
		d.Events, news = events, true
	}
	if ticks := s.Board.Ticks(); ticks != o.ticks {
		o.ticks, news = ticks, true
		from := o.upTo.Add(time.Nanosecond)
		d.Scenes = s.rows(o.team, from)
		d.Gone = o.gone(d.Scenes)
		for _, r := range d.Scenes {
			if n := len(r.Series.QPS); n > 0 {
				last := time.Unix(r.Series.T0+int64(n-1)*int64(r.Series.StepS), 0)
				if last.After(o.upTo) {
					o.upTo = last
				}
			}
		}
		t := totals(d.Scenes)
		d.Totals = &t
		if res := s.resources(o.team); !slices.Equal(res, o.resources) {
			o.resources, d.Resources = res, res
		}
		if down := s.down(o.team); !slices.EqualFunc(down, o.circuits, sameCircuit) {
			o.circuits = down
			all := list(down)
			d.Circuits = &all
		}
	}
	if !news {
		return nil
	}
	return d
}

// sameCircuit tells whether there is nothing new; how many calls were not made
// is no news.
func sameCircuit(a, b app.Circuit) bool {
	return a.Kind == b.Kind && a.Name == b.Name && a.State == b.State && reflect.DeepEqual(a.Until, b.Until)
}

// gone are the scenes told before that are not among rows.
func (o *overview) gone(rows []api.SceneState) (gone []string) {
	there := make(map[string]bool, len(rows))
	for _, r := range rows {
		there[r.Scene] = true
	}
	for n := range o.scenes {
		if !there[n] {
			gone = append(gone, n)
		}
	}
	slices.Sort(gone)
	o.scenes = there
	return gone
}

// rows of a team's scenes with the series from a moment on.
func (s *Sources) rows(team string, from time.Time) []api.SceneState {
	scenes := s.Running.Scenes(team)
	out := make([]api.SceneState, 0, len(scenes))
	for _, sc := range scenes {
		out = append(out, s.row(team, sc, from))
	}
	return out
}

func (s *Sources) row(team string, sc app.Scene, from time.Time) api.SceneState {
	counted, ok := s.Board.Find(stats.Key{Team: team, Scene: sc.Name})
	if !ok {
		r := row(nil, sc)
		r.Series = series(nil, stats.Second)
		return r
	}
	r := row(counted, sc)
	r.Series = series(counted.Since(from), stats.Second)
	s.relieved(team, &r)
	return r
}

func (s *Sources) resources(team string) []api.OverviewResource {
	all := s.Running.Resources(team)
	out := make([]api.OverviewResource, 0, len(all))
	for _, r := range all {
		o := api.OverviewResource{Name: r.Name, Docs: r.Docs, Lag: r.Lag, State: r.State, Bytes: r.Bytes}
		if r.Store != nil {
			o.Store = r.Store.Kind
		}
		for _, slot := range r.Slots {
			o.Offset += slot.Applied
		}
		out = append(out, o)
	}
	return out
}

// list is never null in JSON.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
