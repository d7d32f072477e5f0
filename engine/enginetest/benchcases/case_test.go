package benchcases

import (
	"testing"
	"time"
)

// BenchmarkCases runs both sides of every row; -bench Cases/dag.empty picks.
func BenchmarkCases(b *testing.B) {
	for _, c := range Cases() {
		b.Run(c.ID+"/ours", c.Ours)
		b.Run(c.ID+"/theirs", c.Theirs)
	}
}

// TestCases runs each side once: the work is checked, the time is not.
func TestCases(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Cases() {
		if seen[c.ID] || c.What == "" || c.Against == "" {
			t.Errorf("row %q is declared twice or says too little", c.ID)
		}
		seen[c.ID] = true
	}
	plan, err := graph(empty, cheap)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(plan.Graph.Nodes); n != 20 {
		t.Errorf("the graph has %d nodes, want 20", n)
	}
	spin, start := burns(20*time.Microsecond), time.Now()
	spin()
	t.Logf("20 µs of CPU take %v", time.Since(start))
}
