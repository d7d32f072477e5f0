package degrade

import (
	"fmt"
	"testing"
	"time"
)

// Who is refused first is in the last cohorts; what is refused after all is no
// late answer, and leaves nothing under way.
func TestCohorts(t *testing.T) {
	m := newToy(t, 4, page("front", Core))
	s := (*m.c.scenes.Load())[Key{"front", "page"}]
	seen := map[uint8]int{}
	for i := range 20_000 {
		d := m.c.Decide("front", "page", fmt.Sprint("user", i), 0)
		if u := hash(s.table.Load().salt, fmt.Sprint("user", i)); d.Cohort != Cohorts-1-uint8(u>>57) || !d.Acts || d.Full == nil {
			t.Fatalf("%+v", d)
		}
		seen[d.Cohort]++
		d.Drop()
	}
	if len(seen) != Cohorts || seen[0] < 80 || seen[Cohorts-1] < 80 {
		t.Errorf("%d cohorts, %d in the first and %d in the last", len(seen), seen[0], seen[Cohorts-1])
	}
	if n := s.requests.Totals(nil); s.local.underWay.Load() != 0 || n.N != 0 {
		t.Errorf("%d ns under way, %d requests counted", s.local.underWay.Load(), n.N)
	}
	if st := m.c.Status(s.spec.Key); st.Refused != 20_000 {
		t.Errorf("%d refused", st.Refused)
	}
	gone := m.c.Decide("front", "page", "user", 0)
	before := s.local.done.Load()
	gone.Done(time.Millisecond, Gone)
	if n := s.requests.Totals(nil); s.local.underWay.Load() != 0 || n.N != 0 || s.local.done.Load() != before {
		t.Errorf("of a caller that went away %d ns are under way, %d requests and %d ns of work counted", s.local.underWay.Load(), n.N, s.local.done.Load()-before)
	}
	d := Decision{Reason: OnUnknown}
	d.Drop()
	d.Done(time.Second, 0)
}
