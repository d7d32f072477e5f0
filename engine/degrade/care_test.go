package degrade

import (
	"fmt"
	"testing"
	"time"
)

// A scene that was late although there was CPU takes less of its budget; once all is
// well it has the whole of it again, however often it is asked: also where two or
// three seconds show too few requests to prove anything, and too many to be called
// none.
func TestCareIsTakenBackAtAnyRate(t *testing.T) {
	for _, rate := range []int{2, 10, 30, 80, 190, 400, 2000} {
		t.Run(fmt.Sprint(rate), func(t *testing.T) {
			m := newToy(t, 4, page("front", Core))
			key := Key{"front", "page"}
			ask := func(tick int, took time.Duration, mark Mark) {
				for i := rate * tick / 10; i < rate*(tick+1)/10; i++ {
					d := m.c.Decide("front", "page", fmt.Sprint(i), 0)
					m.busy += d.Plan.Cost()
					d.Done(took, mark)
				}
				m.tick()
			}
			s := (*m.c.scenes.Load())[key]
			for k := range 50 {
				ask(k, 20*time.Millisecond, 0)
			}
			m.c.mu.Lock()
			s.care, s.well = .3, well{}
			m.c.mu.Unlock()
			for k := range 900 {
				ask(k, 20*time.Millisecond, 0)
			}
			if st := m.c.Status(key); st.Care < 1 || st.State != NORMAL {
				t.Errorf("after a minute and a half in which nothing was late care is %.2f and the state %v%s", st.Care, st.State, m.events())
			}
		})
	}
}
