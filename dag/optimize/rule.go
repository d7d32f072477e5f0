package optimize

import (
	"fmt"
	"slices"
	"strings"
)

// Rule is one way to make a graph cheaper.
type Rule struct {
	ID      string
	Summary string // what it does, one line
	// Hides: a run does not tell of each node what it makes of each item. Who asks
	// for that runs the graph as written.
	Hides bool
	apply func(p *pass)
}

// Rules are all rules, in the order in which they are applied.
func Rules() []Rule {
	return []Rule{fold(), share(), batch(), filter(), limit(), prune(), late()}
}

// Options say which rules to leave out.
type Options struct {
	None bool     // leave out all
	Off  []string // leave out these
	Text bool     // say what the graph is after each
}

// Check the names of the rules to leave out.
func (o Options) Check() error {
	var known []string
	for _, r := range Rules() {
		known = append(known, r.ID)
	}
	for _, name := range o.Off {
		if !slices.Contains(known, name) {
			return fmt.Errorf("no rule %q; there are %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

func (o Options) on(id string) bool { return !o.None && !slices.Contains(o.Off, id) }
