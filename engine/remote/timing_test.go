package remote

import (
	"context"
	"io"
	"net/http"
	"testing"
	"time"
)

func TestServerTime(t *testing.T) {
	for _, c := range []struct {
		headers []string
		want    time.Duration
	}{
		{nil, 0},
		{[]string{"total;dur=12.5"}, 12500 * time.Microsecond},
		{[]string{`db;dur=3, total;desc="all of it";dur="7", cache;dur=99`}, 7 * time.Millisecond},
		{[]string{"db;dur=3", "model; dur = 5 ;desc=x"}, 5 * time.Millisecond},
		{[]string{"miss, hit;desc=y"}, 0},
		{[]string{"total;dur=-4", "total;dur=NaN", "total;dur=1e99", "total;dur=", "total;dur=Inf", ";;;,,,=", "total;dur=0x1p-2"}, 250 * time.Microsecond},
		{[]string{string(make([]byte, 1<<16)), "total;dur=1"}, 0},
	} {
		if got := serverTime(c.headers); got != c.want {
			t.Errorf("%.60q: %v, want %v", c.headers, got, c.want)
		}
	}
}

// Both clocks of a call, and the trace it is part of.
func TestClocksAndTraceOfACall(t *testing.T) {
	const parent = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01"
	var sent, state string
	c := client(t, Callee{Name: "s", Batch: 2}, func(w http.ResponseWriter, r *http.Request) {
		sent, state = r.Header.Get("Traceparent"), r.Header.Get("Tracestate")
		w.Header().Set("Server-Timing", "total;dur=0.25")
		_, _ = io.WriteString(w, `{"value":"x"}`)
	})
	q := plain(kText)
	q.Trace, q.State = parent, "vendor=1"
	got, err := c.Ask(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	if sent != parent || state != "vendor=1" {
		t.Errorf("carried %q and %q", sent, state)
	}
	if got.Server != 250*time.Microsecond || got.Client <= 0 {
		t.Errorf("%v here, %v there", got.Client, got.Server)
	}
	if _, err := c.Ask(context.Background(), plain(kText)); err != nil || sent != "" {
		t.Errorf("a call of no trace carries %q (%v)", sent, err)
	}
}
