package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/programtest"
)

// trials is a scene with two layers, one of them shared by two experiments.
const trials = `
resource games { fields { id: key, installs: int } }

pipeline page(who: keyword? = nil, k: int(1..9) = 5, asc: bool = false, plus: int = 0) -> items {
  all = top(games, by: installs, k: 10)
  cut = take(all, k + plus)
  one = if asc { sort(cut, by: installs, order: asc) } else { cut }
  return one
}

pipeline backup(k: int(1..3) = 2) -> items {
  some = top(games, by: installs, k: k)
  return some
}

scene home {
  pipeline: page
  fallback: backup
}

experiment few on home by who {
  layer: size
  arm control 90%
  arm few     10% { k: 3 }
}

experiment more on home by who {
  layer: size
  arm control 50%
  arm more    50% { plus: 2 }
}

experiment order on home by who {
  layer: order
  arm control 50%
  arm asc     50% { asc: true }
}
`

// asker serves home of trials with five games.
func asker(t *testing.T) func(engine.Request, engine.Faults) (*engine.Answer, error) {
	t.Helper()
	made := programtest.Make(t, trials)
	for i := range 9 {
		made.Put(t, "games", map[string]any{"id": fmt.Sprintf("g%d", i), "installs": i})
	}
	e := engine.New(engine.Options{Now: func() time.Time { return time.Unix(1, 0) }, TraceID: func() string { return "t" }})
	return func(r engine.Request, f engine.Faults) (*engine.Answer, error) {
		return e.Serve(t.Context(), made.Program, "home", r, made.Memory, f)
	}
}

func ask(t *testing.T, serve func(engine.Request, engine.Faults) (*engine.Answer, error), values map[string]any) *engine.Answer {
	t.Helper()
	a, err := serve(engine.Request{Values: values}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Of many users each is in one experiment of a layer, the arms have their
// shares, the layers are independent, and the arm's parameter is set.
func TestExperimentsDivide(t *testing.T) {
	serve := asker(t)
	const n = 4000
	got := map[string]int{}
	both := 0
	for i := range n {
		a := ask(t, serve, map[string]any{"who": fmt.Sprintf("u%d", i)})
		few, more, order := a.Experiments["few"], a.Experiments["more"], a.Experiments["order"]
		if (few == "") == (more == "") {
			t.Fatalf("u%d is in %v: want one experiment of the layer", i, a.Experiments)
		}
		want := 5
		switch {
		case few == "few":
			want = 3
		case more == "more":
			want = 7
		}
		if first := a.Items[0].Key; len(a.Items) != want || (first == "g8") != (order == "control") {
			t.Fatalf("u%d in %v has %d items, the first %s", i, a.Experiments, len(a.Items), first)
		}
		got["few "+few]++
		got["more "+more]++
		got["order "+order]++
		if more == "more" && order == "asc" {
			both++
		}
	}
	for arm, share := range map[string]float64{"few few": .05, "few control": .45, "more more": .25, "more control": .25, "order asc": .5} {
		// Five deviations of a share of n draws.
		if slack := 5 * math.Sqrt(share*(1-share)*n); math.Abs(float64(got[arm])-share*n) > slack {
			t.Errorf("%d of %d are in %s, want %.0f ± %.0f", got[arm], n, arm, share*n, slack)
		}
	}
	if share := float64(both) / n; math.Abs(share-.125) > .03 {
		t.Errorf("%.3f are in both arms of two layers, want 0.125: the layers depend on each other", share)
	}
}

// The same user is in the same arm, in another process too: the draw is part of
// the contract, since a release must not move anybody.
func TestExperimentsKeepTheirUsers(t *testing.T) {
	serve := asker(t)
	want := map[string]string{"ann": "few=control order=asc", "bob": "few=few order=asc", "吴": "more=more order=asc"}
	for who, arms := range want {
		a := ask(t, serve, map[string]any{"who": who})
		got := ""
		for _, e := range []string{"few", "more", "order"} {
			if arm := a.Experiments[e]; arm != "" {
				got += " " + e + "=" + arm
			}
		}
		if got[1:] != arms {
			t.Errorf("%s is in%s, want %s", who, got, arms)
		}
		if a.Record.Experiments["order"] != a.Experiments["order"] {
			t.Errorf("the trace says %v, the answer %v", a.Record.Experiments, a.Experiments)
		}
	}
}

func TestExperimentsAtTheirEdges(t *testing.T) {
	serve := asker(t)
	if a := ask(t, serve, nil); a.Experiments != nil || len(a.Items) != 5 {
		t.Errorf("without a unit: %v, %d items", a.Experiments, len(a.Items))
	}
	// What the request says wins, also where it says the default.
	a, err := serve(engine.Request{Values: map[string]any{"who": "ann", "k": 5}, Experiments: map[string]string{"few": "few", "order": "asc"}}, nil)
	if err != nil || a.Experiments["few"] != "" || a.Experiments["order"] != "asc" || len(a.Items) != 5 {
		t.Errorf("a value of its own: %v, %d items, %v", a.Experiments, len(a.Items), err)
	}
	// An arm reaches the fallback where it fits.
	for arm, items := range map[string]int{"few": 3, "control": 2} {
		a, err := serve(engine.Request{Values: map[string]any{"who": "ann"}, Experiments: map[string]string{"few": arm}}, broken{"all"})
		if err != nil || a.Served != "backup" || len(a.Items) != items {
			t.Errorf("the fallback in arm %s: %+v, %v", arm, a, err)
		}
	}
	for _, pinned := range []map[string]string{{"no": "few"}, {"few": "more"}} {
		if _, err := serve(engine.Request{Experiments: pinned}, nil); code(err) != engine.CodeInvalid {
			t.Errorf("pinned to %v: %v", pinned, err)
		}
	}
}

// kept are the lines of logs.
type kept struct {
	mu    sync.Mutex
	lines [][]byte
}

func (k *kept) Log(_ string, lines [][]byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.lines = append(k.lines, lines...)
	return nil
}

// A log of what was shown says in which arm: without it nobody could tell what
// an arm has done.
func TestExperimentsAreLogged(t *testing.T) {
	text := strings.Replace(trials, "  one = if", "  after { log(cut, to: \"file:shown.jsonl\") }\n  one = if", 1)
	made := programtest.Make(t, text)
	made.Put(t, "games", map[string]any{"id": "a", "installs": 1})
	to := &kept{}
	e := engine.New(engine.Options{Now: func() time.Time { return time.Unix(1, 0) }, TraceID: func() string { return "t" }})
	req := engine.Request{Values: map[string]any{"who": "ann"}, Experiments: map[string]string{"few": "few"}}
	if _, err := e.Serve(t.Context(), made.Program.Logging(to), "home", req, made.Memory, nil); err != nil {
		t.Fatal(err)
	}
	if err := e.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	var line struct{ Experiments map[string]string }
	if len(to.lines) != 1 || json.Unmarshal(to.lines[0], &line) != nil || line.Experiments["few"] != "few" || line.Experiments["order"] == "" {
		t.Errorf("logged %s", to.lines)
	}
}

// broken fails one node.
type broken struct{ node string }

func (b broken) At(_, node string) (engine.Fault, bool) {
	return engine.Fault{Err: "drill"}, node == b.node
}

func code(err error) string {
	var e *engine.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
