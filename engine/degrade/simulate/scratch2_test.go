package simulate

import (
	"fmt"
	"os"
	"testing"
)

func TestWatch(t *testing.T) {
	for _, sc := range Scenarios() {
		if os.Getenv("SC") != sc.Name {
			continue
		}
		w := newWorld(&sc, 1)
		p := newOurs(w).(*ours)
		w.policy = &spy{p, w}
		w.run()
		for _, e := range p.c.Events(0) {
			fmt.Printf("%.1f %s→%s %s rate %.0f b %.1f need %.1f full %.2f late %.3f\n", e.At.Sub(epoch).Seconds()-20, e.From, e.To, e.Why, e.Rate, e.Budget, e.Need, e.Full, e.Late)
		}
	}
}

type spy struct {
	*ours
	w *world
}

func (s *spy) tick(now float64) {
	s.ours.tick(now)
	at := now - 20
	if at > 11.5 && at < 15 || at > 24 && int(at*10)%20 == 0 {
		st := s.c.Status(s.specs[0].Key)
		fmt.Printf("%.1f %s rate %.0f plan %.0f budget %.2f need %.2f full %.2f care %.2f running %d refused %d late %d wilson %.3f  %s\n", at, st.State, st.Rate, st.Planned, st.Budget, st.Need, st.Full, st.Care, s.w.machine.running, s.w.out.scenes[0].shed, s.w.out.scenes[0].late, st.Late, s.c.Debug())
	}
}
