package gateway

import (
	"context"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

// metered is the admission of a scene with limits that depend on the request: of
// keys, of tiers, or counted by what its plan costs. The next one decides then.
type metered struct {
	gateway *Gateway
	scene   *scene
	asked   Relieved // nil: all are admitted, with the full plan
	took    [2]taken // of the scene's quota and of the tier's; of what refused, too
	refused time.Time
}

// Admit implements engine.Admission.
func (m *metered) Admit(ctx context.Context, tier int, values map[string]column.Value, id string) (*engine.Plan, bool, error) {
	s, now := m.scene, m.gateway.now()
	if s.whole != nil && s.whole.byKey != nil {
		var err error
		if m.took[0], err = m.take(s.whole, values, -1, now); err != nil {
			return nil, false, err
		}
	}
	if q := s.quotaOf(tier); q != nil {
		var err error
		if m.took[1], err = m.take(q, values, tier, now); err != nil {
			m.took[0].give(1)
			return nil, false, err
		}
	}
	if m.asked == nil {
		return nil, false, nil
	}
	plan, backup, err := m.asked.Admit(ctx, tier, values, id)
	if s.byCost {
		part := 0. // what is refused, or answered by the fallback, costs none of it
		if err == nil && !backup {
			part = m.asked.Part()
		}
		for _, t := range m.took {
			t.give(1 - part)
		}
	}
	return plan, backup, err
}

// take a place of a scene's quota, or of a tier's.
func (m *metered) take(q *quota, values map[string]column.Value, tier int, now time.Time) (taken, error) {
	t, wait, ok, err := q.take(values, now)
	switch {
	case err != nil:
		return taken{}, err
	case ok:
		return t, nil
	}
	m.refused = now // what is left is told of this moment, as the wait is
	name := m.scene.tierName(tier)
	switch {
	case name != "" && q.byKey != nil:
		return t, app.Fail(app.RateLimited, "tier_key_rate", "the limit of tier {tier} is {rate} a second of each key; try again a little later", name, q.rate()).After(wait)
	case name != "":
		return t, app.Fail(app.RateLimited, "tier_rate", "the limit of tier {tier} is {rate} a second; try again a little later", name, q.rate()).After(wait)
	}
	return t, app.Fail(app.RateLimited, "key_rate", "the limit is {rate} a second of each key; try again a little later", q.rate()).After(wait)
}
