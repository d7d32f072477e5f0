package overload

import (
	"context"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/engine/programtest"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

// A flood is answered by plans that leave out what is worth least; loyal users
// give way last and are never refused; when it ends all is as before.
func TestAFloodIsAnsweredWithLess(t *testing.T) {
	w := newWorld(t, nil)
	for range 50 {
		if plans, refused := w.ask("home", 20, 0); plans["full"] != 20 || refused > 0 {
			d, _ := w.o.Degradation(context.Background(), "demo", "home")
			t.Fatalf("quiet: %v, %d refused: %s %s need %g budget %g capacity %g rate %g", plans, refused, d.State, d.Why, d.Need, d.Budget, d.Capacity, d.Forecast)
		}
		w.tick()
	}
	var plans, loyal map[string]int
	for range 60 { // 1,200 a second of others and 200 of loyal ones, 2.8 cores in full
		plans, _ = w.ask("home", 120, 0)
		var refused int
		if loyal, refused = w.ask("home", 20, 300); refused > 0 {
			t.Fatalf("a loyal user is refused: %v", loyal)
		}
		w.tick()
	}
	if plans["full"] > 30 || loyal["full"] < 15 {
		t.Errorf("others have %v, loyal users %v", plans, loyal)
	}
	d, err := w.o.Degradation(context.Background(), "demo", "home")
	if err != nil || d.State == "normal" || d.Level == 0 || d.Gain >= 1 || d.Need <= d.Budget || d.Why == "" {
		t.Errorf("%+v %v", d, err)
	}
	off := 0
	for _, m := range d.Modules {
		if m.Less > 0 {
			off++
			if m.Cause != "budget" || m.Since == nil || m.Why == "" || m.SavesUS <= 0 {
				t.Errorf("%+v", m)
			}
		}
	}
	if off == 0 {
		t.Error("nothing is off, yet the scene is degraded")
	}
	events, err := w.o.DegradationEvents(context.Background(), "demo", "home", 0, 10)
	if err != nil || len(events) == 0 || events[0].From != "normal" || events[0].Need <= 0 {
		t.Errorf("%+v %v", events, err)
	}
	for i := range 400 {
		w.ask("home", 20, 0)
		w.tick()
		if w.state(t, "home") == "normal" {
			break
		}
		if i == 399 {
			t.Fatalf("still %s after 40 s", w.state(t, "home"))
		}
	}
	if plans, _ := w.ask("home", 20, 0); plans["full"] != 20 {
		t.Errorf("after the flood: %v", plans)
	}
}

// A scene without a degrade block is only watched, and one that sheds to its
// fallback answers by it.
func TestWatchedAndBackedScenes(t *testing.T) {
	w := newWorld(t, nil)
	w.late = true
	var shelf map[string]int
	for range 60 {
		if plans, refused := w.ask("seen", 100, 0); plans["full"] != 100 || refused > 0 {
			t.Fatalf("a watched scene has %v, %d refused", plans, refused)
		}
		var refused int
		if shelf, refused = w.ask("shelf", 1000, 0); refused > 0 {
			t.Fatalf("%d refused, want the fallback", refused)
		}
		w.tick()
	}
	if shelf["backup"] == 0 {
		t.Errorf("10,000 a second on one core: %v", shelf)
	}
	if d, _ := w.o.Degradation(context.Background(), "demo", "seen"); d.Mode != "watch" || d.Would == 0 {
		t.Errorf("watched: mode %s, would %d", d.Mode, d.Would)
	}
}

// A scene that is gone is forgotten, and a request of an older program is served
// in full.
func TestVersionsComeAndGo(t *testing.T) {
	w := newWorld(t, nil)
	old := w.program
	w.program, w.version = programtest.Make(t, strings.Replace(project, "scene seen", "scene sight", 1)).Program, 2
	w.o.Sync()
	if _, err := w.o.Degradation(context.Background(), "demo", "seen"); app.CodeOf(err) != app.NotFound {
		t.Error(err)
	}
	if list, _ := w.o.Degradations(context.Background(), "demo"); len(list) != 3 {
		t.Errorf("%d scenes", len(list))
	}
	if s := w.o.Scene(old, 1, "demo", "nothing"); s != nil {
		t.Error("a scene that no program has")
	}
}

// Deciding for a request allocates nothing.
func BenchmarkAdmit(b *testing.B) {
	w := newWorld(b, nil)
	a := w.o.Scene(w.program, 1, "demo", "home").Begin()
	values := map[string]column.Value{"user": map[string]column.Value{"id": "user4711", "days": int64(3)}}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := a.Admit(context.Background(), -1, values, "id"); err != nil {
			b.Fatal(err)
		}
		a.End(nil, time.Millisecond, 0)
	}
}
