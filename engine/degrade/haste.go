package degrade

import (
	"slices"
	"time"

	"riffle.dev/riffle/engine/degrade/solve"
)

// hasteMost is how many times as fast things are supposed to be where no plan is
// in time: the longest that is measured fits any deadline then.
const hasteMost = 1 << 10

// solver of a tier's problem, on as fine a grid as its shape allows.
func (j *job) solver(tier int, suspended []bool) (*solve.Solver, *solve.Problem, int, error) {
	steps := gridSteps[0]
	for {
		p := j.problem(tier, suspended, steps)
		s, err := solve.New(p)
		if err != nil {
			return nil, nil, 0, err
		}
		n := gridSteps[s.Fixed()]
		if n >= steps {
			return s, p, steps, nil
		}
		steps = n
	}
}

// hastened is the job with everything so many times as fast.
func (j *job) hastened(by int) *job {
	fast := *j
	fast.time, fast.arrive = make([][]time.Duration, len(j.time)), make([][]func(time.Duration, int) []float64, len(j.arrive))
	for i := range j.time {
		fast.time[i], fast.arrive[i] = make([]time.Duration, len(j.time[i])), slices.Clone(j.arrive[i])
		for v, at := range j.time[i] {
			fast.time[i][v] = at / time.Duration(by)
			if arrived := j.arrive[i][v]; arrived != nil {
				fast.arrive[i][v] = func(step time.Duration, n int) []float64 { return arrived(step*time.Duration(by), n) }
			}
		}
	}
	return &fast
}
