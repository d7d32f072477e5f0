package stats

import "sync/atomic"

// Arm counts the requests of a scene that fell into one arm of an experiment.
type Arm struct {
	Experiment, Name string
	requests         atomic.Uint64
}

// Add one request.
func (a *Arm) Add() { a.requests.Add(1) }

// Arm by its experiment and its name, made when it is new; it goes on counting
// where a former version had it. Ask for declared arms only: that bounds them.
func (s *Scene) Arm(experiment, name string) *Arm {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.arms {
		if a.Experiment == experiment && a.Name == name {
			return a
		}
	}
	a := &Arm{Experiment: experiment, Name: name}
	s.arms = append(s.arms, a)
	return a
}

// KeepArms forgets the arms that are not among these: those of a former version.
func (s *Scene) KeepArms(arms map[*Arm]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.arms[:0:0]
	for _, a := range s.arms {
		if arms[a] {
			kept = append(kept, a)
		}
	}
	s.arms = kept
}

// Arms with their counts, in the order in which they were first asked for.
func (s *Scene) Arms() []ArmView {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out := make([]ArmView, len(s.arms))
	for i, a := range s.arms {
		out[i] = ArmView{Experiment: a.Experiment, Arm: a.Name, Requests: a.requests.Load()}
	}
	return out
}
