package gateway

import (
	"fmt"
	"math"
	"time"

	"riffle.dev/riffle/server/api"
)

// policy of a limit as a header tells it: whole requests in whole seconds, a second
// or a minute where one of them gives both.
func policy(name string, rate float64) api.Quota {
	const most = 1e15 - 1 // of an integer of structured fields
	window := 1.
	if n := rate; n < 1 || math.Abs(n-math.Round(n)) > 1e-6 {
		window = 60
	}
	if rate*window < 1-1e-6 {
		window = math.Ceil(1/rate - 1e-6)
	}
	quota := min(math.Floor(rate*window+1e-6), most)
	return api.Quota{Name: `"` + name + `"`, Policy: fmt.Sprintf("%q;q=%.0f;w=%.0f", name, quota, min(window, most))}
}

// tell what a place leaves of its quota.
func (t *taken) tell(now time.Time) (out api.Quota) {
	switch q := t.quota; {
	case q == nil:
	case q.byKey != nil:
		out = q.told
		out.Left, out.After = q.byKey.Left(t.key, now)
	default:
		out = q.told
		out.Left, out.After = q.all.Left(now)
	}
	return out
}

// tell of both quotas; of a tier's as long as the request came so far.
func (m *metered) tell(now time.Time) (out api.Quotas) {
	for i := range m.took {
		out[i] = m.took[i].tell(now)
	}
	return out
}
