package degrade

import "math"

// Closed tells whether the key refuses whoever asks, of whichever tier and user, and
// why: then nobody needs to read what is asked. One who is told so was refused, and is
// counted as Decide counts him. It takes no lock and allocates nothing.
func (g *Gate) Closed() (Reason, bool) {
	s := g.s
	t := s.table.Load()
	if t.watch || t.off {
		return OnFull, false
	}
	full := s.local.underWay.Load() > t.hard.Load()
	why := OnShed
	for i := range t.tiers {
		switch r := &t.tiers[i]; {
		case r.shed.Load() == math.MaxUint64:
		case full && !r.noShed:
			why = OnBacklog
		default:
			return OnFull, false
		}
	}
	s.unseen.Add(1)
	s.refused.Add(1)
	s.local.done.Add(s.local.refusal.Load())
	return why, true
}

// place who was refused unseen among the tiers, as those who were seen came.
func (s *scene) place() {
	n := float64(s.unseen.Swap(0))
	if n == 0 {
		return
	}
	for t, share := range s.mix {
		s.owed[t] += n * share
		whole := math.Floor(s.owed[t])
		s.owed[t] -= whole
		s.arrived[t].Add(uint64(whole))
	}
}
