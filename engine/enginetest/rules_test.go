package enginetest

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dag/optimize"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/trace"
)

var drawn = flag.Int("programs", 500, "how many random programs TestRules compares with all rules on; with each rule off as many, shared among them")

// batchOf is how many programs are drawn from one seed, which is printed where
// one of them fails.
const batchOf = 100

// TestRules compares the engine with the reference on random programs: with all
// rules of dag/optimize, and with one of them left out in turn. Of each rule it
// counts in how many programs it changed something: too few, and the test says
// nothing of it.
func TestRules(t *testing.T) {
	c := ruleCounts{fired: map[string]int{}, without: map[string]int{}}
	for done := 0; done < *drawn && !t.Failed(); done += batchOf {
		rapid.Check(t, c.one)
	}
	t.Logf("%d programs answered; changed by a rule: %v; compared without it: %v", c.answered, c.fired, c.without)
	if t.Failed() {
		return
	}
	for _, r := range optimize.Rules() {
		if least := c.answered / 50; c.fired[r.ID] < least {
			t.Errorf("rule %s changed %d of %d programs, less than %d: what is drawn says little of it", r.ID, c.fired[r.ID], c.answered, least)
		}
	}
}

type ruleCounts struct {
	answered       int
	fired, without map[string]int
}

func (c *ruleCounts) one(t *rapid.T) {
	p := Random(t)
	b, err := NewBench([]dag.Source{{Name: "p.riffle", Text: []byte(p.Text)}}, p.Docs)
	if err != nil {
		if strings.Contains(err.Error(), "E0402") {
			t.Skip("two types for a column")
		}
		t.Fatalf("%v\n%s", err, p.Text)
	}
	b.Remote = p.Stubs
	g, _ := b.Project.Pipeline("p")
	now := time.Unix(1_700_000_000, 0)
	req := p.asked(g)
	req.Explain = rapid.IntRange(0, 7).Draw(t, "explain") == 0
	want := Reference(b, "p", now, req, p.Drills)
	rules := optimize.Rules()
	left := rules[rapid.IntRange(0, len(rules)-1).Draw(t, "without")].ID
	var written *engine.Answer
	for _, opt := range []optimize.Options{{None: true}, {}, {Off: []string{left}}} {
		program, err := engine.CompileWith(b.Project, opt)
		if err != nil {
			t.Fatalf("%v: %v\n%s", opt, err, p.Text)
		}
		with := *b
		with.Program = program
		a, err := ask(&with, "p", now, req, p.Drills)
		if (err != nil) != (want.Err != nil) {
			t.Fatalf("%+v: engine: %v, the reference: %v\n%s", opt, err, want.Err, p.Text)
		}
		if err != nil {
			continue
		}
		better := optimize.Graph(g, b.Project.Resources, opt)
		err = Same(&with, a, want)
		if err == nil && written != nil {
			err = sameOutcomes(g, written, a)
		}
		if err != nil {
			t.Fatalf("%+v: %v\noff %v drills %v request %v explain %v\n%s\n%s", opt, err, req.Off, p.Drills, p.Request, req.Explain, p.Text, dag.Explain(better.Graph))
		}
		switch {
		case opt.None:
			written = a
		case opt.Off == nil:
			c.answered++
			for _, s := range better.Steps {
				c.fired[s.Rule]++
			}
		default:
			c.without[left]++
		}
	}
}

// asked is the request, of what the graph has of its names.
func (p *Pipeline) asked(g *dag.Graph) engine.Request {
	has := func(name string) bool { _, ok := g.Node(name); return ok }
	arms := map[string]string{}
	for name, arm := range p.Arms {
		if has(name) {
			arms[name] = arm
		}
	}
	off := slices.DeleteFunc(slices.Clone(p.Off), func(name string) bool { return !has(name) })
	return engine.Request{Values: p.Request, Off: off, Arms: arms, Deadline: 20 * time.Second}
}

// sameOutcomes: every node without which there is no answer has the outcome that
// it has as written; others may be given up.
func sameOutcomes(g *dag.Graph, written, better *engine.Answer) error {
	needed := needs(g)
	have := map[string]trace.Status{}
	for _, o := range better.Outcomes {
		if o.Turn == "" {
			have[o.Node] = o.Outcome
		}
	}
	for _, o := range written.Outcomes {
		if n, ok := g.Node(o.Node); !ok || o.Turn != "" || !needed[n.ID] {
			continue
		}
		if got := have[o.Node]; got != o.Outcome {
			return fmt.Errorf("outcome of %s: %q, as written %s", o.Node, got, o.Outcome)
		}
	}
	return nil
}
