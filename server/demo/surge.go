package demo

import (
	"fmt"
	"math"
	"time"

	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// Sizes of a surge that is asked for over what the machine serves in full.
const (
	leastSurge = 4    // times the rate
	firstSurge = 10   // at most when it begins: what an idle machine is thought to serve is a guess
	maxFactor  = 1000 // of any

	surgeLook = time.Second
	surgeRise = 1.5 // times as much a look, at most
)

// surgeOf is the factor that is asked for; one that is asked over what the machine
// serves in full begins small, and is never less than some times of now.
func (t *Traffic) surgeOf(in api.SetTraffic) float64 {
	if in.Over == 0 || in.Rate == 0 {
		return in.Surge
	}
	if serves := t.serves(); serves > 0 {
		return min(sizeOf(in.Over, serves, in.Rate), firstSurge)
	}
	return firstSurge
}

// lasts is how long a surge is that is asked for with so many seconds; nil leaves
// it to us, 0 is no surge.
func lasts(seconds *float64, begins bool) (time.Duration, error) {
	if seconds == nil {
		return someSurge, nil
	}
	last := time.Duration(*seconds * float64(time.Second))
	if !(*seconds >= 0 && *seconds <= maxSurge.Seconds()) || begins && last == 0 {
		return 0, app.Fail(app.Invalid, "traffic_surge_s", "surge_s {surge_s}: want more than 0 and up to {max} seconds", *seconds, maxSurge.Seconds()).At("body.surge_s")
	}
	return last, nil
}

// surgeTold is the sentence of a surge that begins.
func surgeTold(times, over float64, last time.Duration) string {
	if over > 0 {
		return fmt.Sprintf("traffic grows to %g times what can be served in full, for %s", over, column.FormatDuration(int64(last)))
	}
	return fmt.Sprintf("traffic times %g for %s", times, column.FormatDuration(int64(last)))
}

func (t *Traffic) serves() float64 {
	if t.suffices == nil {
		return 0
	}
	return t.suffices()
}

func sizeOf(over, serves, rate float64) float64 {
	return math.Round(10*min(max(over*serves/rate, leastSurge), maxFactor)) / 10
}

// resize the surge that is under way to what the machine is seen to serve now: what a
// machine can do is known once it has something to do, and others may want it too.
func (t *Traffic) resize() {
	t.mu.Lock()
	now := t.now()
	due := t.over > 0 && t.rate > 0 && t.until.After(now) && now.Sub(t.sized) >= surgeLook
	if due {
		t.sized = now
	}
	t.mu.Unlock()
	if !due {
		return
	}
	serves := t.serves() // it asks others, who have locks of their own
	if serves <= 0 {
		return
	}
	t.mu.Lock()
	if t.over > 0 && t.rate > 0 {
		t.surge = min(sizeOf(t.over, serves, t.rate), surgeRise*t.surge)
	}
	t.mu.Unlock()
}

// endSurge tells that a surge is over: one whose time is, or any.
func (t *Traffic) endSurge(anyway bool) {
	t.mu.Lock()
	ends := !t.until.IsZero() && (anyway || !t.until.After(t.now()))
	message := fmt.Sprintf("traffic is back at %g requests a second", t.rate)
	if ends {
		t.surge, t.until, t.over = 1, time.Time{}, 0
	}
	t.mu.Unlock()
	if ends {
		t.note(app.Event{Kind: "surge.ended", Severity: "info", Message: message})
	}
}
