package chaos

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/why"
)

// Result of a run.
type Result struct {
	*Findings
	Saturation, Rate       float64 // requests a second
	Asked, Failed, Partial int64
	Fallbacks, Stale       int64
	Scenes                 map[string]*Told
	Kinds                  int // of answers the oracle was asked of
	Late                   Tail
	Canary                 Tail
	Beyond                 int64   // answers later than the bound
	Stalled                int64   // answers later than Latest
	Unseen                 int64   // of them, those that are so without the time in which the canary was held up too
	Worst                  []Late  // the latest answers, the latest first
	CPU                    float64 // share of all processors
	Goroutines             [2]int  // before and after
	Heap                   [2]uint64
	Moods                  map[string]int64
	Opened                 int64 // circuits
	Budgets                []exec.BudgetCounts
	Cache                  exec.CacheCounts

	lates, canary []time.Duration
}

// Told is what became of the requests of a scene.
type Told struct {
	Asked, Whole, Partial, Fallback, Failed int64
	Why                                     map[string]int64 // of the failed, and of those that the fallback answered
}

// Tail of lateness.
type Tail struct {
	N         int
	P999, Max time.Duration
}

func tail(all []time.Duration) Tail {
	if len(all) == 0 {
		return Tail{}
	}
	slices.Sort(all)
	return Tail{len(all), all[len(all)*999/1000], all[len(all)-1]}
}

// Bound is how much later than its deadline an answer may leave.
func (r *Result) Bound() time.Duration {
	return max(5*time.Millisecond, r.Canary.P999+2*time.Millisecond)
}

// Latest is how much later than its deadline no answer may leave, where the
// machine lets it.
const Latest = 50 * time.Millisecond

// Latest is how much later than its deadline no answer may leave. The canary's
// worst moment makes it longer only if every answer behind it was late while the
// canary was held up too: if what is left of its lateness is within Latest.
func (r *Result) Latest() time.Duration {
	if r.Unseen > 0 {
		return Latest
	}
	return max(Latest, r.Canary.Max+2*time.Millisecond)
}

// note a request.
func (r *Result) note(s *served, stalls []stall) {
	late := s.late()
	r.lates = append(r.lates, late)
	if late > notable {
		r.Worst = append(r.Worst, newLate(s, stalls))
	}
	told := r.Scenes[s.request.scene]
	if told == nil {
		told = &Told{Why: map[string]int64{}}
		r.Scenes[s.request.scene] = told
	}
	r.Asked++
	told.Asked++
	a := s.answer
	if a == nil {
		r.Failed++
		told.Failed++
		told.Why["no answer: "+reason(s.err)]++
		return
	}
	partial, stale := a.Coverage < 1, false
	for i := range a.Outcomes {
		partial = partial || a.Outcomes[i].Failure != ""
		stale = stale || a.Outcomes[i].Stale
	}
	if stale {
		r.Stale++
	}
	if partial {
		r.Partial++
	}
	switch {
	case a.Record.Fallback:
		r.Fallbacks++
		told.Fallback++
		told.Why["the fallback's answer: "+instead(a)]++
	case partial:
		told.Partial++
	default:
		told.Whole++
	}
}

// reason of a request without an answer.
func reason(err error) string {
	var known *engine.Error
	if !errors.As(err, &known) || known.Record == nil {
		return err.Error()
	}
	text := known.Code
	u := why.Unanswered(known.Record)
	switch {
	case u == nil || u.Node == "":
		text += ", nothing at work"
	case u.Failure != "":
		text += fmt.Sprintf(", %s %s", u.Node, u.Failure)
	default:
		text += fmt.Sprintf(", %s %s", u.Node, u.Outcome)
	}
	if known.Record.Fallback {
		return text + ", the fallback too"
	}
	return text + ", no time for the fallback"
}

// instead is why the fallback answered.
func instead(a *engine.Answer) string {
	for i := range a.Outcomes {
		o := &a.Outcomes[i]
		if o.Turn == "" && o.Failure != "" && o.Node != "page" && o.Failure != "needs" {
			return fmt.Sprintf("%s %s", o.Node, o.Failure)
		}
	}
	return "late"
}

// Lines that tell what became of the requests of each scene.
func (t *Told) Lines(scene string) []string {
	share := func(n int64) float64 { return 100 * float64(n) / float64(max(1, t.Asked)) }
	out := []string{fmt.Sprintf("scene %s: %d asked, %.1f %% whole, %.1f %% partial, %.1f %% by the fallback, %.1f %% without an answer",
		scene, t.Asked, share(t.Whole), share(t.Partial), share(t.Fallback), share(t.Failed))}
	for _, k := range slices.SortedFunc(maps.Keys(t.Why), func(a, b string) int {
		return cmp.Or(cmp.Compare(t.Why[b], t.Why[a]), strings.Compare(a, b))
	}) {
		out = append(out, fmt.Sprintf("  %7d  %s", t.Why[k], k))
	}
	return out
}

// evidence is how many answers later than Latest are kept at least.
const evidence = 20

// tails of all that was noted; the worst are kept.
func (r *Result) tails(worst int) {
	r.Canary, r.Late = tail(r.canary), tail(r.lates)
	for _, l := range r.lates {
		if l > r.Bound() {
			r.Beyond++
		}
	}
	for i := range r.Worst {
		if l := &r.Worst[i]; l.By > Latest {
			r.Stalled++
			if l.By-l.Held > Latest {
				r.Unseen++
			}
		}
	}
	slices.SortFunc(r.Worst, func(a, b Late) int { return cmp.Compare(b.By, a.By) })
	r.Worst = slices.Clone(r.Worst[:min(len(r.Worst), max(worst, min(int(r.Stalled), evidence)))])
	r.lates, r.canary = nil, nil
}
