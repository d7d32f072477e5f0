package chaos

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/enginetest"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
)

// asked is one request.
type asked struct {
	who    int // its number
	scene  string
	values map[string]any
	drills drills
}

// drills are faults by node.
type drills map[string]op.Fault

// At implements op.Faults.
func (d drills) At(_, node string) (op.Fault, bool) { f, ok := d[node]; return f, ok }

// Findings of a run. Each list holds the first few.
type Findings struct {
	mu     sync.Mutex
	Wrong  []string // answers that differ from the oracle's, or from their like
	Untrue []string // failures that did not happen, or are not told
	wrong  int
	untrue int
}

const few = 10

func (f *Findings) wrongly(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.wrong++; len(f.Wrong) < few {
		f.Wrong = append(f.Wrong, fmt.Sprintf(format, args...))
	}
}

func (f *Findings) untruly(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.untrue++; len(f.Untrue) < few {
		f.Untrue = append(f.Untrue, fmt.Sprintf(format, args...))
	}
}

// Counts of all of them.
func (f *Findings) Counts() (wrong, untrue int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.wrong, f.untrue
}

// checker looks at answers. Those to like questions with like failures must be
// the same; one of each is kept for the oracle, for it takes longer than a
// request and would be load of its own.
type checker struct {
	*Findings
	marks *marks
	mu    sync.Mutex
	kinds map[string]*kind
}

type kind struct {
	request asked
	answer  *engine.Answer
	items   string
	n       int
}

// look at what came of a request, and when.
func (c *checker) look(s *served) {
	r, a, now := s.request, s.answer, s.begin.Add(s.took)
	if a == nil {
		var known *engine.Error
		if !errors.As(s.err, &known) || known.Code != engine.CodeDeadline && known.Code != engine.CodeUnavailable {
			c.wrongly("request %d: %v", r.who, s.err)
		}
		return
	}
	for i := range a.Outcomes {
		if a.Outcomes[i].Cause == givenUp && inTime(a, &a.Outcomes[i]) {
			c.untruly("request %d, %s: given up before the time of its branch: %+v", r.who, r.scene, a.Outcomes[i])
		}
		if why := c.untold(r, &a.Outcomes[i], now); why != "" {
			c.untruly("request %d, %s: %s: %+v", r.who, r.scene, why, a.Outcomes[i])
		}
	}
	if a.Coverage >= 1 && slices.ContainsFunc(a.Outcomes, lacking) {
		c.untruly("request %d, %s: coverage %v, though a source failed", r.who, r.scene, a.Coverage)
	}
	text, err := json.Marshal(a.Items)
	if err != nil {
		c.wrongly("request %d: %v", r.who, err)
		return
	}
	key := r.scene + fmt.Sprint(r.values["user"], r.values["q"]) + pattern(a)
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.kinds[key]
	if k == nil {
		c.kinds[key] = &kind{request: r, answer: a, items: string(text), n: 1}
		return
	}
	if k.n++; k.items != string(text) {
		c.wrongly("requests %d and %d, %s: %s\nand %s", k.request.who, r.who, key, k.items, text)
	}
}

// givenUp is the cause of a node whose branch had no more time.
const givenUp = "given up with its branch"

// inTime tells whether a branch was given up while it had time. The choose begins
// when it may take a branch.
func inTime(a *engine.Answer, o *engine.Outcome) bool {
	for i := range a.Outcomes {
		if f := &a.Outcomes[i]; f.Node == "fine" {
			return time.Duration(o.End-f.Start) < patience["fine.dnn"]
		}
	}
	return true
}

// lacking tells whether a source of the answer failed.
func lacking(o engine.Outcome) bool {
	switch o.Node {
	case "typed", "hot", "profile", "you", "ext", "kept", "asked", "b_asked", "found.near":
		return o.Outcome == trace.Timeout || o.Outcome == trace.Error || o.Outcome == trace.Fallback
	}
	return false
}

// pattern is what failed, and which arms answered.
func pattern(a *engine.Answer) string {
	var b strings.Builder
	b.WriteString(a.Served)
	for i := range a.Outcomes {
		o := &a.Outcomes[i]
		if o.Failure != "" || o.Arm != "" || o.Cause == givenUp {
			fmt.Fprintf(&b, " %s%s=%s%s", o.Node, o.Turn, o.Outcome, o.Arm)
		}
	}
	return b.String()
}

// untold says what is not true of a node's outcome; "" when it is.
func (c *checker) untold(r asked, o *engine.Outcome, now time.Time) string {
	name := o.Node
	callee, far := callees[name]
	drill, drilled := r.drills[name]
	did := func(what ...mood) bool { return far && c.marks.did(callee, r.who, now, what...) }
	took := time.Duration(o.End - o.Start)
	switch o.Failure {
	case trace.NoFailure:
		if o.Outcome == trace.Timeout || o.Outcome == trace.Error || o.Outcome == trace.Fallback {
			return "a failure without its kind"
		}
	case trace.LateFailure:
		had := patience[name]
		switch {
		case drilled && (drill.Hang || drill.Delay > 0):
		case did(slow, hangs, crawls, floods):
		case o.Cause == givenUp: // looked at by inTime
		case o.Cause == trace.NotDone: // what it was made of did not need it, or had failed
		case had > 0 && took >= had*9/10, time.Duration(o.End) >= deadlines[r.scene]*3/5: // the machine was late
		default:
			return fmt.Sprintf("it took %v and nothing held it up", took)
		}
	case trace.Refused:
		if !did(fails, cuts) {
			return "nobody refused"
		}
	case trace.BadAnswer:
		if !did(garbage, other, floods) {
			return "no answer was bad"
		}
	case trace.CircuitOpen:
		if !far || !strings.Contains(o.Cause, "its circuit is open since ") {
			return "it has no circuit"
		}
	case trace.Drill:
		if !drilled || drill.Err == "" {
			return "there is no such drill"
		}
	case trace.Needs, trace.Other: // of others' failures: the oracle repeats those
		if o.Failure == trace.Other && name != "found" && name != "fine" {
			return "an error of its own"
		}
	default:
		return "it can't happen here"
	}
	return ""
}

// oracle asks the reference what each kind of answer should be.
func (c *checker) oracle(b *enginetest.Bench, moment time.Time) (asked int) {
	var all sync.WaitGroup
	work := make(chan *kind)
	for range 2 {
		all.Go(func() {
			for k := range work {
				if err := c.compare(b, moment, k); err != nil {
					c.wrongly("request %d, %s: %v\n%s", k.request.who, pattern(k.answer), err, k.items)
				}
			}
		})
	}
	for _, k := range c.kinds {
		work <- k
		asked++
	}
	close(work)
	all.Wait()
	return asked
}

func (c *checker) compare(b *enginetest.Bench, moment time.Time, k *kind) error {
	g, ok := b.Project.Pipeline(k.answer.Served)
	if !ok {
		return fmt.Errorf("nobody knows the pipeline %s", k.answer.Served)
	}
	f := &failures{roots: drills{}, turns: map[string]map[int]bool{}, seen: map[string]int{}}
	whole := *k.answer
	whole.Outcomes = nil
	for _, o := range k.answer.Outcomes {
		failed := o.Outcome == trace.Timeout || o.Outcome == trace.Error || o.Outcome == trace.Fallback
		if o.Turn != "" {
			turn := 0
			if _, err := fmt.Sscan(o.Turn, &turn); err != nil {
				return err
			}
			if f.turns[o.Node] == nil {
				f.turns[o.Node] = map[int]bool{}
			}
			f.turns[o.Node][turn] = failed
			continue
		}
		if _, known := g.Node(o.Node); !known {
			continue // of the pipeline that the scene's fallback stood in for
		}
		whole.Outcomes = append(whole.Outcomes, o)
		switch {
		case o.Cause == givenUp:
			f.roots[o.Node] = op.Fault{Late: true}
		case !failed || o.Failure == trace.Needs:
		case o.Outcome == trace.Timeout:
			f.roots[o.Node] = op.Fault{Late: true}
		default:
			f.roots[o.Node] = op.Fault{Err: o.Cause}
		}
	}
	want := enginetest.Reference(b, k.answer.Served, moment, engine.Request{Values: k.request.values}, f)
	return enginetest.Same(b, &whole, want)
}

// failures are those that an answer tells, for the reference. It asks of each
// node once, in the order of the turns.
type failures struct {
	roots drills
	turns map[string]map[int]bool // by node of a body
	seen  map[string]int
}

// At implements op.Faults.
func (f *failures) At(_, node string) (op.Fault, bool) {
	if byTurn, ok := f.turns[node]; ok {
		f.seen[node]++
		return op.Fault{Err: "as told"}, byTurn[f.seen[node]]
	}
	fault, ok := f.roots[node]
	return fault, ok
}
