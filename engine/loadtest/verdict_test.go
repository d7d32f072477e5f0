package loadtest

import (
	"encoding/json"
	"testing"
	"time"
)

// None may be lost is another objective than none said.
func TestNoneMayBeLost(t *testing.T) {
	for _, c := range []struct {
		lost *float64
		late int64
		want string
	}{
		{new(0.), 0, Passed}, {new(0.), 1, Failed}, {nil, 1, Passed}, {new(1.), 9_000, Passed}, {nil, 9_000, Failed},
	} {
		s, err := Spec{Profile: Profile{Rate: 10}, Objectives: Goals{Lost: c.lost}}.Filled()
		if err != nil || s.Objectives.Lost == nil {
			t.Fatal(s, err)
		}
		h := &Histogram{}
		h.Add(time.Millisecond)
		r := &Report{Spec: s}
		r.Sums.OK, r.Sums.Late = 10_000-c.late, c.late
		if v := judge(r, h); v.Result != c.want {
			t.Errorf("%d of 10,000 lost, %v may be: %+v, want %s", c.late, c.lost, v, c.want)
		}
	}
	var g Goals
	if err := json.Unmarshal([]byte(`{"lost": 0}`), &g); err != nil || g.MayLose() != 0 {
		t.Errorf("%+v, %v", g, err)
	}
}
