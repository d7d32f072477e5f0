package catalog

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/pgerr"
	"riffle.dev/riffle/server/app"
)

// Scenes implements app.Runtime.
func (c *Catalog) Scenes(team string) []app.Scene {
	if a, ok := c.Active(team); ok {
		return slices.Clone(a.scenes)
	}
	return nil
}

// Resources implements app.Runtime.
func (c *Catalog) Resources(team string) []app.Resource {
	a, ok := c.Active(team)
	if !ok {
		return nil
	}
	out := make([]app.Resource, 0, len(a.libraries)+len(a.outsides))
	for _, l := range a.libraries {
		out = append(out, l.describe())
	}
	for _, o := range a.outsides {
		out = append(out, o.describe())
	}
	slices.SortFunc(out, func(a, b app.Resource) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Seen tells whether queries see all that was written down of a team's resources
// by a moment. One that cannot go on, as its message says, is not waited for.
func (c *Catalog) Seen(team string, by time.Time) bool {
	a, ok := c.Active(team)
	if !ok {
		return true
	}
	for _, l := range a.libraries {
		p := l.follower.Progress()
		if stopped := p.Caught && p.Err != nil && !pgerr.Away(p.Err); !stopped && p.Whole.Before(by) {
			return false
		}
	}
	return true
}

// describe says how a library does.
func (l *Library) describe() app.Resource {
	stats := l.View().Stats()
	p := l.follower.Progress()
	r := app.Resource{Name: l.name, Docs: int64(stats.Docs), Bytes: int64(stats.Bytes), Lag: p.Lag, State: "ok", Version: l.version.Load(), Slots: []app.SlotOffset{}, Fields: []app.ResourceField{}}
	switch {
	case !p.Caught:
		r.State, r.Message = "loading", "the log is being replayed"
	case p.Err != nil && pgerr.Away(p.Err):
		r.State, r.Message = "stale", "the log cannot be read since "+p.Good.UTC().Format(time.RFC3339)+"; queries see what was applied until then"
	case p.Err != nil:
		r.State, r.Message = "stopped", p.Err.Error()
	case p.Lag > 0:
		r.State, r.Message = "behind", fmt.Sprintf("%d changes are not applied yet", p.Lag)
	}
	if n := l.refused.Load(); n > 0 && r.Message == "" {
		r.Message = fmt.Sprintf("%d documents of the log do not fit the schema and are left out", n)
	}
	if l.imported() && r.Message == "" {
		r.Message = fmt.Sprintf("imported from %s, whose documents they are", l.stream.Team)
	}
	for slot, o := range p.Applied {
		end := o
		if slot < len(p.End) {
			end = max(o, p.End[slot])
		}
		r.Slots = append(r.Slots, app.SlotOffset{Slot: slot, Applied: o, End: end})
	}
	for _, f := range l.schema.Fields {
		r.Fields = append(r.Fields, describeField(f))
	}
	return r
}

func describeField(f index.Field) app.ResourceField {
	out := app.ResourceField{Name: f.Name, Kind: string(f.Kind), Type: f.Type.String(), Analyzer: f.Analyzer, Metric: f.Metric}
	if f.Default != nil {
		out.Default = column.Render(f.Type, f.Default)
	}
	if f.Derive != nil {
		out.Derived = f.Derive.Function
	}
	return out
}
