package catalog

import (
	"cmp"
	"slices"
	"time"

	"riffle.dev/riffle/engine/circuit"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/server/app"
)

// Circuits of the services by URL and of the stores that a team's live version
// asks, by kind and name.
func (c *Catalog) Circuits(team string) []app.Circuit {
	a, ok := c.Active(team)
	if !ok {
		return nil
	}
	var out []app.Circuit
	if a.guarded != nil {
		for name, s := range a.guarded.Circuits() {
			out = append(out, circuitOf("service", name, s))
		}
	}
	for name, o := range a.outsides {
		out = append(out, circuitOf("store", name, o.store.Circuit()))
	}
	slices.SortFunc(out, func(a, b app.Circuit) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name)) })
	return out
}

func circuitOf(kind, name string, s circuit.Status) app.Circuit {
	out := app.Circuit{Kind: kind, Name: name, State: string(s.State), Opened: s.Opened, Refused: s.Refused}
	if s.State != circuit.Closed {
		since, until := s.Since.UTC(), s.Until.UTC()
		out.Since, out.Until = &since, &until
	}
	return out
}

// Again counts what a team's live version asked, and asked again.
func (c *Catalog) Again(team string) []exec.BudgetCounts {
	a, ok := c.Active(team)
	if !ok {
		return nil
	}
	return a.Program.Again()
}

// unasked says since when a store is not asked, for people.
func unasked(s circuit.Status) string {
	return "its circuit is open since " + s.Since.UTC().Format(time.RFC3339) + ", it is tried again at " + s.Until.UTC().Format(time.RFC3339)
}
