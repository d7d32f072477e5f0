package server_test

import (
	"math"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"riffle.dev/riffle/internal/postgres/pgtest"
)

// What list-limits answers, as far as it is looked at.
type limitShares struct {
	Instances int
	Failed    bool
	Limits    []struct {
		Scene      string
		Rate, Part float64
		Asked      uint64
	}
}

// Two instances on one database hold a limit together, each by what arrives at it;
// when one is killed, the other has all of it.
func TestLimitOfTwoInstances(t *testing.T) {
	dsn := pgtest.Database(t)
	one := launch(t, "127.0.0.1:0", t.TempDir(), dsn)
	here := prepare(t, one)
	two := launch(t, "127.0.0.1:0", t.TempDir(), dsn)
	there := here
	there.address = two.address
	ask := func(c client, n int) {
		for range n {
			_, _ = c.do("POST", "/api/v1/teams/ads/scenes/bounded/serve", map[string]any{"request": map[string]any{"q": "chess"}}, nil)
		}
	}
	part := func(c client) (limitShares, float64) {
		var s limitShares
		if status, err := c.do("GET", "/api/v1/teams/ads/limits", nil, &s); err != nil || status != 200 {
			return s, 0
		}
		for _, l := range s.Limits {
			if l.Scene == "bounded" && l.Rate == 1000 {
				return s, l.Part
			}
		}
		return s, 0
	}
	await(t, "each holds a part by what arrives at it, and both hold all", func() bool {
		ask(here, 6)
		ask(there, 2)
		s, a := part(here)
		_, b := part(there)
		return s.Instances == 2 && a > b && b > .05 && math.Abs(a+b-1) < .2
	})
	two.kill()
	alone := func() bool {
		s, a := part(here)
		return s.Instances == 1 && a == 1
	}
	await(t, "what the killed one held is with the other", alone)
	three := launch(t, "127.0.0.1:0", t.TempDir(), dsn)
	await(t, "a third has come", func() bool {
		s, _ := part(here)
		return s.Instances == 2
	})
	if err := three.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := three.cmd.Wait(); err != nil {
		t.Fatalf("it ended with %v: %s", err, three.errs.String())
	}
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var left int
	// The killed one's row is there still; it counts no more.
	if err := pool.QueryRow(t.Context(), "select count(*) from limit_reports where at > (select max(at) from limit_reports) - interval '1500 milliseconds'").Scan(&left); err != nil || left != 1 {
		t.Errorf("%d instances are counted after one has ended, %v; want 1 at once", left, err)
	}
	await(t, "what the ended one held is with the other", alone)
}
