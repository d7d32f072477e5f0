package gateway

import (
	"context"
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

// metered is the admission of a scene with a limit for each key: the key is read
// from the request's values, then the next one decides.
type metered struct {
	gateway *Gateway
	scene   *scene
	next    engine.Admission // nil: all are admitted
}

// Admit implements engine.Admission.
func (m *metered) Admit(ctx context.Context, tier int, values map[string]column.Value, id string) (*engine.Plan, bool, error) {
	now := m.gateway.now()
	key, err := column.EvalRow(m.scene.key, func(string) column.Value { return nil }, func(name string) column.Value {
		if name == dag.Moment {
			return now.UnixNano()
		}
		return values[name]
	})
	if err != nil {
		return nil, false, fmt.Errorf("limit by: %w", err)
	}
	if wait, ok := m.scene.byKey.Take(fmt.Sprint(key), now); !ok {
		return nil, false, app.Fail(app.RateLimited, "key_rate", "this takes {rate} requests a second of each key; try again a little later", m.scene.byKey.Rate()).After(wait)
	}
	if m.next == nil {
		return nil, false, nil
	}
	return m.next.Admit(ctx, tier, values, id)
}
