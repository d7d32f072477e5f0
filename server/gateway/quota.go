package gateway

import (
	"fmt"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/limit"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/api"
)

// quota is a written limit: of requests together, or of each key.
type quota struct {
	all   *limit.Rate
	byKey *limit.Keyed // nil: of all
	key   *column.Expr
	told  api.Quota // as headers tell it, before anything is left
}

// newQuota of so many a second, of such a name; old is the one of the version before, whose
// buckets go on where it says the same. Either may be nil: no limit.
func newQuota(name string, rate float64, by *column.Expr, old *quota) *quota {
	if rate <= 0 {
		return nil
	}
	told := policy(name, rate)
	if old != nil && old.rate() == rate && (old.key == nil) == (by == nil) {
		return &quota{old.all, old.byKey, by, told}
	}
	if by == nil {
		return &quota{all: limit.NewRate(rate), told: told}
	}
	return &quota{byKey: limit.NewKeyed(rate), key: by, told: told}
}

// held is the limit as it is written, and this instance's part of it.
func (q *quota) held() interface {
	Rate() float64
	Part() float64
	Hold(part float64)
	Asked() uint64
	Refused() uint64
	Lately(now time.Time) (taken, refused float64)
} {
	if q.byKey != nil {
		return q.byKey
	}
	return q.all
}

func (q *quota) rate() float64 { return q.held().Rate() }

// taken is a place of a quota, to be given back in part.
type taken struct {
	quota *quota
	key   string
}

// take a place for a request of such values; where there is none, wait says when.
// The error is of a key that can't be computed.
func (q *quota) take(values map[string]column.Value, now time.Time) (t taken, wait time.Duration, ok bool, err error) {
	t.quota = q
	if q.byKey == nil {
		wait, ok = q.all.Take(now)
		return t, wait, ok, nil
	}
	key, err := column.EvalRow(q.key, func(string) column.Value { return nil }, func(name string) column.Value {
		if name == dag.Moment {
			return now.UnixNano()
		}
		return values[name]
	})
	if err != nil {
		return t, 0, false, fmt.Errorf("limit by: %w", err)
	}
	t.key = fmt.Sprint(key)
	wait, ok = q.byKey.Take(t.key, now)
	return t, wait, ok, nil
}

// give a part of it back.
func (t taken) give(part float64) {
	switch {
	case t.quota == nil:
	case t.quota.byKey != nil:
		t.quota.byKey.Give(t.key, part)
	default:
		t.quota.all.Give(part)
	}
}
