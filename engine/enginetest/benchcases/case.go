package benchcases

import (
	"testing"
	"time"
)

// Case is one row.
type Case struct {
	ID      string
	What    string
	Against string
	Reach   float64 // ours may take at most so many times theirs; 0: no aim
	Ours    func(*testing.B)
	Theirs  func(*testing.B)
}

// Cases in the order of the page.
func Cases() []Case {
	spin := burns(20 * time.Microsecond)
	return []Case{
		{"dag.bare", "run a 20-node DAG of empty nodes: 1, then 8 side by side, a merge, 10 in a row; no times and no trace", "errgroup", .5, runGraph(empty, cheap, bare), runErrgroup(empty)},
		{"dag.empty", "the same with a deadline, outcome and times a node, a trace, a slot and a join that waits so long at most", "errgroup", .8, runGraph(empty, cheap, full), runErrgroup(empty)},
		{"dag.empty.contexts", "the same", "errgroup with a context and times a node", .1, runGraph(empty, cheap, full), runCareful(empty)},
		{"dag.cpu", "8 nodes side by side, 20 µs of CPU each", "errgroup", 1.03, runGraph(spin, heavy, full), runErrgroup(spin)},
		{"dag.sleep", "8 nodes side by side, 1 ms of waiting each", "errgroup", 1.03, runGraph(sleep, waits, full), runErrgroup(sleep)},
		{"score.loop", "score 500 candidates, 0.6*a + 0.3*log1p(b) + 0.1*c", "hand-written loop", 1.3, scoreColumns, scoreLoop},
		{"score.vm", "the same", "expr VM an item", .05, scoreColumns, scoreVM},
		{"merge.rrf", "merge of 8 × 200 by id with rrf", "hand-written", 1.2, mergeColumns, mergeByHand},
	}
}
