package gateway

import (
	"slices"
	"strings"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/stats"
)

// limitName of a scene's limit, or of one of its tiers': the same on every instance.
func limitName(of stats.Key, tier string) string { return of.Team + "/" + of.Scene + "/" + tier }

// limits of a scene, with the tier that each is of; "" of all.
func (s *scene) limits(yield func(tier string, q *quota)) {
	if s.whole != nil {
		yield("", s.whole)
	}
	for i, q := range s.tiers {
		if q != nil {
			yield(s.names[i], q)
		}
	}
}

// Asked is how many places were asked for of each limit that this instance keeps.
func (g *Gateway) Asked() map[string]uint64 {
	g.mu.RLock()
	defer g.mu.RUnlock()
	out := map[string]uint64{}
	for key, s := range g.scenes {
		s.limits(func(tier string, q *quota) { out[limitName(key, tier)] = q.held().Asked() })
	}
	return out
}

// Hold a part of every limit, by its name; also of those that come later.
func (g *Gateway) Hold(part func(limit string) float64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.part = part
	for key, s := range g.scenes {
		g.hold(key, s)
	}
}

func (g *Gateway) hold(key stats.Key, s *scene) {
	if g.part != nil {
		s.limits(func(tier string, q *quota) { q.held().Hold(g.part(limitName(key, tier))) })
	}
}

// Limits of a team's scenes as this instance holds them, by scene and tier.
func (g *Gateway) Limits(team string) []api.Limit {
	g.mu.RLock()
	defer g.mu.RUnlock()
	out, now := []api.Limit{}, g.now()
	for key, s := range g.scenes {
		if key.Team != team {
			continue
		}
		s.limits(func(tier string, q *quota) {
			h := q.held()
			taken, refused := h.Lately(now)
			out = append(out, api.Limit{Scene: key.Scene, Tier: tier, Rate: h.Rate(), ByKey: q.byKey != nil, Part: h.Part(), Asked: h.Asked(), Refused: h.Refused(), TakenS: taken, RefusedS: refused})
		})
	}
	slices.SortFunc(out, func(a, b api.Limit) int {
		if c := strings.Compare(a.Scene, b.Scene); c != 0 {
			return c
		}
		return strings.Compare(a.Tier, b.Tier)
	})
	return out
}
