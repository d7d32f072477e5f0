package gain_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/engine/gain"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/programtest"
)

const project = `
resource games { fields { id: key, title: text(analyzer: english), installs: int = 0, price: int = 0 } }

pipeline feed(word: string, days: int = 0, k: int(1..50) = 5) -> items {
  typed = search(games, query: word, k: 1..20)  optional  gain 0.9  // what was typed
  hot   = top(games, by: installs, k: 20)
  none  = top(games, by: price, k: 1)  optional
  pool  = merge([typed, hot, none], policy: first)
  fine  = choose {
    best: score(pool, 1.0 * installs, keep: 40)  gain 1.00
    same: score(pool, 2.0 * installs, keep: 40)  gain 0.5
    back: score(pool, -1.0 * installs, keep: 40)  gain 0.1
  }
  when_new = filter(fine, installs >= 0)
  return take(when_new, k)
}

pipeline bare(k: int = 3) -> items { return top(games, by: installs, k: k) }

scene home  { pipeline: feed, fallback: none
  tier newcomers when days < 3 { degrade: at_once }
}
scene plain { pipeline: bare, fallback: none }
`

func world(t *testing.T) (gain.Options, map[string][]byte) {
	t.Helper()
	made := programtest.Make(t, project)
	var docs []map[string]any
	for i := range 40 {
		word := "chess"
		if i >= 20 {
			word = "cards"
		}
		docs = append(docs, map[string]any{"id": fmt.Sprintf("g%02d", i), "title": word + " game", "installs": float64(1000 + i), "price": float64(1000 + i)})
	}
	made.Put(t, "games", docs...)
	return gain.Options{Program: made.Program, Resources: made.Memory, Now: func() time.Time { return time.Unix(1_800_000_000, 0) }, Seed: 1}, map[string][]byte{"p.riffle": []byte(project)}
}

func requests() []gain.Request {
	var out []gain.Request
	for i := range 20 {
		word := "cards" // the most installed: hot has them anyway
		if i%2 == 0 {
			word = "chess"
		}
		out = append(out, gain.Request{Values: map[string]any{"word": word, "days": i % 4, "k": 50}})
	}
	return append(out, gain.Request{Values: map[string]any{"words": "wrong"}})
}

func TestMeasureAblatesEachPart(t *testing.T) {
	opt, _ := world(t)
	last, most := 0, 0
	opt.Progress = func(done, of int) {
		if done <= last || done > of {
			t.Fatalf("progress of %d of %d after %d", done, of, last)
		}
		last, most = done, of
	}
	table, err := gain.Measure(t.Context(), "home", requests(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if last != most || last < 20*(2+5) {
		t.Errorf("it ended at %d of %d", last, most)
	}
	opt.Progress = nil
	if table.Requests != 20 || table.Left != 1 || table.Noise != 0 || table.Measure != "overlap" {
		t.Errorf("%+v", table)
	}
	got := map[string]gain.Row{}
	for _, r := range table.Rows {
		got[strings.Trim(strings.Join([]string{r.Node, r.Kind, r.Arm, r.Tier}, " "), " ")] = r
	}
	for name, want := range map[string][2]float64{ // at least and at most
		"typed off":            {.01, .6},
		"typed knob":           {.005, .6},
		"typed off  newcomers": {.01, .6},
		"none off":             {0, 1e-9},
		"fine arm same":        {0, 1e-9},
		"fine arm back":        {.1, 1},
	} {
		r, ok := got[name]
		if !ok || r.Gain < want[0]-1e-9 || r.Gain > want[1]+1e-9 || r.Low95 > r.Gain || r.High95 < r.Gain || r.Failed != 0 {
			t.Errorf("%s: %+v, want a gain of %v", name, r, want)
		}
	}
	again, err := gain.Measure(t.Context(), "home", requests(), opt)
	if err != nil || !cmp.Equal(table, again) {
		t.Errorf("the same measured again differs: %s", cmp.Diff(table, again))
	}
	if text := table.String(); !strings.Contains(text, "newcomers") || !strings.Contains(text, "k 1") {
		t.Error(text)
	}
}

func TestLabelsDecideWhereThereAreSome(t *testing.T) {
	opt, _ := world(t)
	one := gain.Request{Values: map[string]any{"word": "chess", "k": 50}, Labels: map[string]float64{"games/g39": 1}}
	table, err := gain.Measure(t.Context(), "home", []gain.Request{one, {Values: map[string]any{"word": "chess"}}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if table.Measure != "ndcg" || table.Requests != 1 || table.Left != 1 {
		t.Errorf("%+v", table)
	}
	for _, r := range table.Rows {
		if want := map[bool]float64{true: 1, false: 0}[r.Arm == "back"]; math.Abs(r.Gain-want) > 1e-9 {
			t.Errorf("%+v: the only label stands first, and outside of the first ten with back", r)
		}
	}
}

func TestWhatCannotBeMeasured(t *testing.T) {
	opt, _ := world(t)
	for scene, want := range map[string]string{"nowhere": "no scene", "plain": "nothing that may be given up"} {
		if _, err := gain.Measure(t.Context(), scene, requests(), opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", scene, err)
		}
	}
	if _, err := gain.Measure(t.Context(), "home", requests()[20:], opt); err == nil || !strings.Contains(err.Error(), "answered none of 1") {
		t.Errorf("no good request: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := gain.Measure(ctx, "home", requests(), opt); err == nil {
		t.Error("a measurement that was broken off has a result")
	}
}

func TestProposalsAreWrittenIntoTheText(t *testing.T) {
	opt, texts := world(t)
	graph, _ := opt.Program.Project.Pipeline("feed")
	table := &gain.Table{Requests: 100, Rows: []gain.Row{
		{Part: gain.Part{Node: "typed", Kind: gain.Off}, Gain: .4217},
		{Part: gain.Part{Node: "typed", Kind: gain.Off}, Tier: "newcomers", Gain: .9, Low95: .8, High95: .95},
		{Part: gain.Part{Node: "typed", Kind: gain.Knob, Low: "k 1"}, Gain: .1},
		{Part: gain.Part{Node: "typed", Kind: gain.Knob, Low: "k 1"}, Tier: "newcomers", Gain: .3},
		{Part: gain.Part{Node: "none", Kind: gain.Off}, Gain: -.002},
		{Part: gain.Part{Node: "none", Kind: gain.Off}, Tier: "newcomers", Gain: .001, Low95: -.01, High95: .01},
		{Part: gain.Part{Node: "fine", Kind: gain.Arm, Arm: "same"}, Gain: 0},
		{Part: gain.Part{Node: "fine", Kind: gain.Arm, Arm: "back"}, Gain: .75},
	}}
	proposals := gain.Propose(table, graph)
	changed := gain.Write(texts, "feed", proposals)
	got := string(changed["p.riffle"])
	for _, want := range []string{
		"typed = search(games, query: word, k: 1..20)  optional  gain 0.322..0.422 { newcomers: 0.6..0.9 }  // what was typed\n",
		"none  = top(games, by: price, k: 1)  optional  gain 0\n",
		"best: score(pool, 1.0 * installs, keep: 40)  gain 1\n",
		"same: score(pool, 2.0 * installs, keep: 40)  gain 1\n",
		"back: score(pool, -1.0 * installs, keep: 40)  gain 0.25\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the text lacks %q:\n%s", want, got)
		}
	}
	if _, diags := analysis.Project(map[string][]byte{"p.riffle": []byte(got)}, op.NewCatalogue()); diags.HasErrors() {
		t.Errorf("the text does not compile any more: %v", diags)
	}
	if again := gain.Write(map[string][]byte{"p.riffle": []byte(got)}, "feed", gain.Propose(table, graph)); len(again) != 0 {
		t.Errorf("written twice: %s", again)
	}
	if proposals[0].Old != "gain 0.9" || proposals[0].File != "p.riffle" {
		t.Errorf("%+v", proposals[0])
	}
	for i, want := range []struct {
		written float64
		line    int
		differs bool
	}{0: {.9, 5, true}, 2: {1, 10, false}, 3: {.5, 11, true}} {
		if p := proposals[i]; want.line > 0 && (p.Written == nil || *p.Written != want.written || p.Line != want.line || p.Differs != want.differs) {
			t.Errorf("%d: %+v, want %+v", i, p, want)
		}
	}
	if p := proposals[1]; p.Written != nil || !p.Differs || p.Line != 7 {
		t.Errorf("nothing was written, got %+v", p)
	}
	other := []gain.Proposal{{Node: "elsewhere", New: "gain 1"}}
	if gain.Write(texts, "feed", other); other[0].Left == "" {
		t.Error("it is not said that a proposal could not be written")
	}
}

// Overlap is 1 of the same, 0 of what shares nothing, the same both ways, and of
// lists of one length what the paper's formula gives when it is written down
// plainly.
func TestOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.Custom(func(t *rapid.T) []string {
			return rapid.SliceOfNDistinct(rapid.StringMatching("[a-h]"), 0, 8, rapid.ID[string]).Draw(t, "list")
		})
		a, b := list.Draw(t, "a"), list.Draw(t, "b")
		got := gain.Overlap(a, b, .9)
		if back := gain.Overlap(b, a, .9); math.Abs(got-back) > 1e-12 || got < 0 || got > 1 {
			t.Fatalf("%v %v: %g and %g", a, b, got, back)
		}
		if same := gain.Overlap(a, a, .9); math.Abs(same-1) > 1e-12 {
			t.Fatalf("%v with itself: %g", a, same)
		}
		if len(a) != len(b) || len(a) == 0 {
			return
		}
		sum, shared := 0., 0
		for d := 1; d <= len(a); d++ {
			shared = 0
			for _, x := range a[:d] {
				for _, y := range b[:d] {
					if x == y {
						shared++
					}
				}
			}
			sum += float64(shared) / float64(d) * math.Pow(.9, float64(d))
		}
		want := (1-.9)/.9*sum + float64(shared)/float64(len(a))*math.Pow(.9, float64(len(a)))
		if math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v %v: %g, want %g", a, b, got, want)
		}
	})
	if got := gain.Overlap([]string{"a"}, []string{"b", "c"}, .9); got != 0 {
		t.Errorf("nothing shared: %g", got)
	}
	if got := gain.Overlap(nil, []string{"b"}, .9); got != 0 {
		t.Errorf("an empty one: %g", got)
	}
}

func TestNDCG(t *testing.T) {
	labels := map[string]float64{"a": 3, "b": 1}
	for _, tt := range []struct {
		list []string
		k    int
		want float64
	}{
		{[]string{"a", "b"}, 10, 1},
		{[]string{"b", "a"}, 10, (1 + 3/math.Log2(3)) / (3 + 1/math.Log2(3))},
		{[]string{"x", "a"}, 1, 0},
		{nil, 10, 0},
	} {
		if got := gain.NDCG(tt.list, labels, tt.k); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%v at %d: %g, want %g", tt.list, tt.k, got, tt.want)
		}
	}
	if !math.IsNaN(gain.NDCG([]string{"a"}, nil, 10)) {
		t.Error("without labels there is no nDCG")
	}
}

// One request says nothing of those that did not come, however sure it looks.
func TestFewRequestsProveNothing(t *testing.T) {
	opt, _ := world(t)
	for n, proved := range map[int]bool{1: false, gain.Few - 1: false, gain.Few: true} {
		table, err := gain.Measure(t.Context(), "home", requests()[:n], opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range table.Rows {
			if narrow := r.High95-r.Low95 < 1; r.Tier == gain.Everybody && narrow != proved {
				t.Errorf("%d requests: %+v", n, r)
			}
		}
		graph, _ := opt.Program.Project.Pipeline("feed")
		if got := gain.Propose(table, graph); len(got) > 0 != proved {
			t.Errorf("%d requests propose %+v", n, got)
		}
		if said := strings.Contains(table.String(), "prove nothing"); said == proved {
			t.Errorf("%d requests: %s", n, table)
		}
	}
}
