package server

import (
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"riffle.dev/riffle/engine/store"
	"riffle.dev/riffle/server/catalog"
)

func TestStoreMetrics(t *testing.T) {
	m := newStoreMetrics(func() []catalog.StoreCounts {
		return []catalog.StoreCounts{{Team: "ads", Resource: "tickets", Kind: "postgres", OK: true, Counts: store.Counts{
			Outcomes: map[string]int64{"ok": 3, "timeout": 1}, Calls: 4, Total: 2 * time.Second, Took: map[float64]uint64{0.01: 3, 10: 4}}}}
	})
	const want = `
# HELP riffle_store_call_seconds How long calls of a store took, those that failed too.
# TYPE riffle_store_call_seconds histogram
riffle_store_call_seconds_bucket{kind="postgres",resource="tickets",team="ads",le="0.01"} 3
riffle_store_call_seconds_bucket{kind="postgres",resource="tickets",team="ads",le="10"} 4
riffle_store_call_seconds_bucket{kind="postgres",resource="tickets",team="ads",le="+Inf"} 4
riffle_store_call_seconds_sum{kind="postgres",resource="tickets",team="ads"} 2
riffle_store_call_seconds_count{kind="postgres",resource="tickets",team="ads"} 4
# HELP riffle_store_calls_total Calls of the store a resource lives on, by outcome.
# TYPE riffle_store_calls_total counter
riffle_store_calls_total{kind="postgres",outcome="ok",resource="tickets",team="ads"} 3
riffle_store_calls_total{kind="postgres",outcome="timeout",resource="tickets",team="ads"} 1
# HELP riffle_store_up 1 when the store answered when it was last asked, else 0.
# TYPE riffle_store_up gauge
riffle_store_up{kind="postgres",resource="tickets",team="ads"} 1
`
	if err := testutil.CollectAndCompare(m, strings.NewReader(want)); err != nil {
		t.Error(err)
	}
}
