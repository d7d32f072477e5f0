package simulate

import (
	"math"
	"slices"

	"riffle.dev/riffle/engine/degrade"
)

// Result of one policy in one scenario.
type Result struct {
	Policy   string        `json:"policy"`
	Offered  int           `json:"offered"`
	Lost     float64       `json:"lost"`          // share of the offered that were refused or late
	Refused  float64       `json:"refused"`       // share of the offered
	Late     float64       `json:"late"`          // share of the offered
	Kept     float64       `json:"kept"`          // gain by that of the offline optimum
	P50      float64       `json:"p50"`           // ms, of the answers
	P99      float64       `json:"p99"`           // ms
	First    float64       `json:"first_ms"`      // from the demand passing .92 of the capacity to the first lighter plan; −1 never
	Normal   float64       `json:"normal_s"`      // from the demand falling below it for good to NORMAL for good; −1 never
	Turns    float64       `json:"turns_per_min"` // reversals a minute, of the scene that has most: how often it got worse again after it had got better
	Timeline []Point       `json:"timeline,omitempty"`
	Scenes   []SceneResult `json:"scenes,omitempty"`
	Classes  []ClassResult `json:"classes,omitempty"` // of several scenes

	scenes       []sceneCount
	crossed      float64 // when the demand passed
	fell         float64
	firstLighter float64
	normalSince  float64
}

// SceneResult is one scene of several.
type SceneResult struct {
	Scene   string  `json:"scene"`
	Offered int     `json:"offered"`
	Lost    float64 `json:"lost"`
	Full    float64 `json:"full"` // share of the answers by the full plan
	P99     float64 `json:"p99"`
	Turns   float64 `json:"turns_per_min"`
}

// ClassResult is all scenes of a class.
type ClassResult struct {
	Class   string  `json:"class"`
	Scenes  int     `json:"scenes"`
	Offered int     `json:"offered"`
	Lost    float64 `json:"lost"`
	Full    float64 `json:"full"` // share of the answers by the full plan
	P99     float64 `json:"p99"`
}

// Point of the timeline, every tenth of a second.
type Point struct {
	At      float64 `json:"at"` // s
	Rate    float64 `json:"rate"`
	Budget  float64 `json:"capacity"` // requests a second of full plans
	State   string  `json:"state"`
	Refused int     `json:"refused"` // so far
	Late    int     `json:"late"`
}

type sceneCount struct {
	offered, shed, late, answered, lighter int
	gain                                   float64
	times                                  times
	states                                 course
}

// times counts latencies in steps of 1/32 of their size, from 10 µs on.
type times struct {
	counts [640]int
	n      int
}

func (t *times) add(s float64) {
	i := int(32 * math.Log2(max(s, 1e-5)/1e-5))
	t.counts[min(i, len(t.counts)-1)]++
	t.n++
}

// quantile in ms.
func (t *times) quantile(q float64) float64 {
	want := int(math.Ceil(q * float64(t.n)))
	for i, k := range t.counts {
		if want -= k; want <= 0 && t.n > 0 {
			return 1e3 * 1e-5 * math.Exp2((float64(i)+.5)/32)
		}
	}
	return 0
}

// add the counts of another.
func (c *sceneCount) add(o *sceneCount) {
	c.offered, c.shed, c.late = c.offered+o.offered, c.shed+o.shed, c.late+o.late
	c.answered, c.lighter, c.gain = c.answered+o.answered, c.lighter+o.lighter, c.gain+o.gain
	for k, n := range o.times.counts {
		c.times.counts[k] += n
	}
	c.times.n += o.times.n
}

func (c *sceneCount) lost() float64 { return share(c.shed+c.late, c.offered) }
func (c *sceneCount) full() float64 { return share(c.answered-c.lighter, c.answered) }

var classes = [...]string{degrade.Core: "core", degrade.Normal: "normal", degrade.Spare: "spare"}

// finish the sums, by what the best would have gained.
func (r *Result) finish(w *world, best float64) {
	all := sceneCount{}
	var by [len(classes)]sceneCount
	var of [len(classes)]int
	for i := range r.scenes {
		s := &r.scenes[i]
		all.add(s)
		class := w.told[i].Class
		by[class].add(s)
		of[class]++
		if len(r.scenes) > 1 {
			r.Scenes = append(r.Scenes, SceneResult{w.told[i].Scene, s.offered, s.lost(), s.full(), s.times.quantile(.99), r.turns(i, w)})
		}
		r.Turns = max(r.Turns, r.turns(i, w))
	}
	for class, n := range of {
		if s := &by[class]; n > 0 && len(r.scenes) > 1 {
			r.Classes = append(r.Classes, ClassResult{classes[class], n, s.offered, s.lost(), s.full(), s.times.quantile(.99)})
		}
	}
	r.Offered = all.offered
	r.Lost, r.Refused, r.Late = all.lost(), share(all.shed, all.offered), share(all.late, all.offered)
	r.Kept = all.gain / best
	r.P50, r.P99 = all.times.quantile(.5), all.times.quantile(.99)
	r.First, r.Normal = -1, -1
	if r.firstLighter > 0 {
		r.First = 1e3 * max(0, r.firstLighter-r.crossed)
	}
	if r.normalSince > 0 {
		r.Normal = max(0, r.normalSince-r.fell)
	}
}

func share(k, n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(k) / float64(n)
}

// turns a minute of a scene.
func (r *Result) turns(scene int, w *world) float64 {
	return float64(r.scenes[scene].states.turns) / w.scenario.Length.Minutes()
}

// severity of states, for telling better from worse.
var severity = []string{"NORMAL", "RECOVERING", "PROBING", "DEGRADED", "SHEDDING"}

// course of a scene's states: it counts how often it got worse again after it had
// got better.
type course struct {
	last   string
	better bool
	turns  int
}

func (c *course) see(state string) {
	was, is := slices.Index(severity, c.last), slices.Index(severity, state)
	switch {
	case was < 0 || is < 0:
	case is < was:
		c.better = true
	case is > was && c.better:
		c.better = false
		c.turns++
	}
	c.last = state
}
