package stats

import (
	"slices"

	"riffle.dev/riffle/engine/trace"
)

// nFailures is how many kinds of failure there are.
const nFailures = 10

// Fail counts a node that had no answer of its own.
func (s *Scene) Fail(f trace.Failure) {
	if i := slices.Index(trace.Failures(), f); i >= 0 {
		s.fails[i].Add(1)
	}
}

// Failures of nodes so far, by trace.Failures.
func (s *Scene) Failures() (out [nFailures]uint64) {
	for i := range s.fails {
		out[i] = s.fails[i].Load()
	}
	return out
}
