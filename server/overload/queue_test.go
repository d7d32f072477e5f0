package overload

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/limit"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/hop"
	"riffle.dev/riffle/server/app"
)

// full takes all the room of a machine that does a core's work and whose requests
// stay 5 ms. It must be called again for more.
func (w *world) full(t *testing.T, busy time.Duration) {
	t.Helper()
	w.o.queue.Set(1, 5*time.Millisecond)
	if _, err := w.o.queue.Lane(1, nil).Enter(context.Background(), &limit.Ask{Cost: busy, Until: w.now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
}

func (w *world) begin(ctx context.Context, scene string, days int) (a *Asked, backup bool, err error) {
	a = w.o.Scene(w.program, w.version, "demo", scene).Begin()
	tier := -1
	if scene == "home" && days >= 200 {
		tier = 0
	}
	_, backup, err = a.Admit(ctx, tier, map[string]column.Value{"user": map[string]column.Value{"id": "u", "days": int64(days)}}, "id")
	return a, backup, err
}

func (w *world) underWay(t *testing.T) time.Duration {
	t.Helper()
	return w.o.queue.Status().Under
}

func TestAFullMachineIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, nil)
		w.full(t, 8*time.Millisecond)
		done := make(chan error, 1)
		go func() {
			a, _, err := w.begin(context.Background(), "home", 0)
			if err == nil && !a.inside {
				err = errors.New("it did not come through the queue")
			}
			if err == nil {
				a.End(nil, time.Millisecond, 0)
			}
			done <- err
		}()
		synctest.Wait()
		if s := w.o.queue.Status(); s.Waiting != 1 {
			t.Fatalf("%+v", s)
		}
		w.o.queue.Leave(8 * time.Millisecond)
		if err := <-done; err != nil {
			t.Error(err)
		}
		if left := w.underWay(t); left != 0 {
			t.Errorf("%v under way in the end", left)
		}
	})
}

// Who can't be answered in time is refused with a reason, or answered by the
// fallback; who is never refused goes in, and so does the scene that is watched.
func TestWhoCantBeAnsweredInTime(t *testing.T) {
	w := newWorld(t, nil)
	w.full(t, time.Minute)
	_, _, err := w.begin(context.Background(), "home", 0)
	var refused *app.Error
	if !errors.As(err, &refused) || refused.Code != app.Unavailable || refused.Reason != "queue_late" || refused.RetryAfter != time.Second {
		t.Errorf("home: %v", err)
	}
	if _, backup, err := w.begin(context.Background(), "shelf", 0); err != nil || !backup {
		t.Errorf("shelf: backup %v, %v", backup, err)
	}
	a, _, err := w.begin(context.Background(), "seen", 0)
	if err != nil || a.inside {
		t.Errorf("seen is only watched: inside %v, %v", a.inside, err)
	}
	d, err := w.o.Degradation(context.Background(), "demo", "home")
	if err != nil || d.Refused != 1 {
		t.Errorf("home: %d refused, %v", d.Refused, err)
	}
	synctest.Test(t, func(t *testing.T) { // its wait is a real one
		w := newWorld(t, nil)
		w.full(t, time.Minute)
		at := time.Now()
		a, _, err := w.begin(context.Background(), "home", 300)
		if waited := time.Since(at); err != nil || waited != 95*time.Millisecond {
			t.Errorf("a loyal user: %v after %v", err, waited)
		}
		a.End(nil, 0, 0)
	})
}

// A caller's deadline shortens the scene's, and never lengthens it.
func TestACallersDeadline(t *testing.T) {
	for left, want := range map[time.Duration]time.Duration{0: 95 * time.Millisecond, 40 * time.Millisecond: 35 * time.Millisecond, time.Hour: 95 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, nil)
			w.full(t, 8*time.Millisecond)
			at := time.Now()
			_, _, err := w.begin(hop.With(context.Background(), &hop.Hop{Left: left}), "home", 0)
			if waited := time.Since(at); err == nil || waited != want {
				t.Errorf("with %v left: %v after %v, want a refusal after %v", left, err, waited, want)
			}
		})
	}
}

// What is called is told the urgency of the request: its class, its tier, what
// the caller asked for, and the user's cohort.
func TestWhatIsToldToOthers(t *testing.T) {
	w := newWorld(t, nil)
	for _, c := range []struct {
		days int
		from hop.Hop
		want string
	}{
		{0, hop.Hop{}, "3 true"},
		{300, hop.Hop{}, "2 true"},
		{0, hop.Hop{Lift: 2}, "5 true"},
		{0, hop.Hop{Lift: -1}, "1 true"},
		{0, hop.Hop{Lift: -3, Cohort: 5, Cohorted: true}, "1 true 5"},
	} {
		h := c.from
		a, _, err := w.begin(hop.With(context.Background(), &h), "home", c.days)
		if err != nil {
			t.Fatal(err)
		}
		a.End(nil, 0, 0)
		got := fmt.Sprint(h.Urges, " ", h.Tells && h.Cohorted)
		if c.from.Cohorted {
			got += fmt.Sprint(" ", h.Cohort)
		}
		if got != c.want {
			t.Errorf("%d days, %+v: %s, want %s", c.days, c.from, got, c.want)
		}
	}
}

func TestWhoGoesAwayWhileItWaits(t *testing.T) {
	w := newWorld(t, nil)
	w.full(t, 8*time.Millisecond)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, backup, err := w.begin(ctx, "shelf", 0); !errors.Is(err, context.Canceled) || backup {
		t.Errorf("backup %v, %v", backup, err)
	}
}

// All three have users in the same cohorts.
func TestCohortsAgree(t *testing.T) {
	for name, n := range map[string]int{"hop": hop.Cohorts, "limit": limit.Cohorts} {
		if n != degrade.Cohorts {
			t.Errorf("%d cohorts of %s, %d of degrade", n, name, degrade.Cohorts)
		}
	}
}

func TestLifted(t *testing.T) {
	for _, c := range []struct {
		class limit.Class
		lift  int
		want  limit.Class
	}{{limit.Normal, 0, limit.Normal}, {limit.Normal, 1, limit.Spare}, {limit.Core, 2, limit.Normal}, {limit.Core, 4, limit.Spare}, {limit.Spare, -1, limit.Normal}, {limit.Spare, -3, limit.Core}, {limit.Core, -99, limit.Core}, {limit.Spare, 99, limit.Spare}} {
		if got := lifted(c.class, c.lift); got != c.want {
			t.Errorf("class %d lifted by %d is %d, want %d", c.class, c.lift, got, c.want)
		}
	}
}
