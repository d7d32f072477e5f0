package loadtest

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The arrivals of any profile are as many as the area under its rate.
func TestArrivalsFollowTheShape(t *testing.T) {
	for _, tt := range []struct {
		profile Profile
		want    float64 // in all
	}{
		{Profile{Kind: "constant", Rate: 100, DurationS: 10}, 1000},
		{Profile{Kind: "ramp", Rate: 100, Peak: 300, DurationS: 10}, 2000},
		{Profile{Kind: "step", Rate: 100, Peak: 300, Steps: 3, DurationS: 30}, 6000},
		{Profile{Kind: "spike", Rate: 100, Peak: 900, DurationS: 10}, .7*1000 + .3*9000},
		{Profile{Kind: "sawtooth", Rate: 100, Peak: 300, PeriodS: 2, DurationS: 10}, 2000},
		{Profile{Kind: "sawtooth", Rate: 100, Peak: 300, PeriodS: 4, DurationS: 6}, 2*400 + 400},
		{Profile{Kind: "article", Factor: .01}, .01 * (3700*38 + (3700+29000)/2*16 + 29000*6)},
	} {
		p, err := tt.profile.filled()
		if err != nil {
			t.Fatal(err)
		}
		for _, even := range []bool{true, false} {
			a, n, last := newArrivals(p.shape(), even, 1), 0, time.Duration(-1)
			for {
				at, ok := a.take()
				if !ok {
					break
				}
				if at < last || at > p.shape().length() {
					t.Fatalf("%s: an arrival at %v after one at %v", p.Kind, at, last)
				}
				last = at
				n++
			}
			slack := 1.5
			if !even {
				slack = 5 * math.Sqrt(tt.want)
			}
			if math.Abs(float64(n)-tt.want) > slack {
				t.Errorf("%s, even %v: %d arrivals, want %g", p.Kind, even, n, tt.want)
			}
		}
	}
}

func TestArrivalsOfASeedAreTheSame(t *testing.T) {
	p, err := Profile{Kind: "ramp", Rate: 10, Peak: 100, DurationS: 10}.filled()
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := newArrivals(p.shape(), false, 7), newArrivals(p.shape(), false, 7), newArrivals(p.shape(), false, 8)
	differs := false
	for {
		x, ok := a.take()
		y, _ := b.take()
		z, _ := c.take()
		if x != y {
			t.Fatalf("%v and %v of one seed", x, y)
		}
		differs = differs || x != z
		if !ok {
			break
		}
	}
	if !differs {
		t.Error("another seed has the same arrivals")
	}
}

func TestHostileSpecsAreRefused(t *testing.T) {
	for _, tt := range []struct {
		change func(*Spec)
		want   string
	}{
		{func(s *Spec) { s.Profile.Kind = strings.Repeat("x", 1000) }, "there is no profile"},
		{func(s *Spec) { s.Profile.Rate = -1 }, "the rate is -1"},
		{func(s *Spec) { s.Profile.Rate = math.NaN() }, "the rate is NaN"},
		{func(s *Spec) { s.Profile.Rate = math.Inf(1) }, "the rate is +Inf"},
		{func(s *Spec) { s.Profile.Kind, s.Profile.Peak = "spike", math.NaN() }, "the peak is NaN"},
		{func(s *Spec) { s.Profile.Kind, s.Profile.Peak = "spike", 1e6 }, "the peak is 1e+06"},
		{func(s *Spec) { s.Profile.Factor = 9 }, "times the factor 9"},
		{func(s *Spec) { s.Profile.DurationS = 1e9 }, "the duration in s is 1e+09"},
		{func(s *Spec) { s.Profile.DurationS = math.Inf(-1) }, "the duration in s is -Inf"},
		{func(s *Spec) { s.Profile = Profile{Kind: "sawtooth", Rate: 1, PeriodS: .1, DurationS: 500} }, "comes more than 1000 times"},
		{func(s *Spec) { s.Profile.Steps = 1 << 40 }, "the number of steps is"},
		{func(s *Spec) { s.Connections = 1 << 30 }, "the connections is"},
		{func(s *Spec) { s.TimeoutMS = math.NaN() }, "the timeout in ms is NaN"},
		{func(s *Spec) { s.Objectives.Lost = new(2.0) }, "the share that may be lost is 2"},
		{func(s *Spec) { s.Closed = true }, "a closed loop of 10000 users"},
	} {
		s := Spec{Profile: Profile{Rate: 10_000, DurationS: 1}}
		tt.change(&s)
		if _, err := s.Filled(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v", tt.want, err)
		}
	}
}

// Whatever a spec that is taken says, its shape is bounded and ends.
func TestShapesAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Profile{Kind: rapid.SampledFrom([]string{"", "constant", "ramp", "step", "spike", "sawtooth", "article"}).Draw(t, "kind"),
			Rate: rapid.Float64Range(0, 2*MaxRate).Draw(t, "rate"), Peak: rapid.Float64Range(0, 2*MaxRate).Draw(t, "peak"),
			Factor: rapid.Float64Range(0, 3).Draw(t, "factor"), DurationS: rapid.Float64Range(0, 2000).Draw(t, "duration"),
			Steps: rapid.IntRange(0, 120).Draw(t, "steps"), PeriodS: rapid.Float64Range(0, 100).Draw(t, "period")}
		f, err := p.filled()
		if err != nil {
			return
		}
		s, before := f.shape(), time.Duration(-1)
		for _, x := range s {
			if x.end <= before || x.a < 0 || x.b < 0 || x.a > MaxRate || x.b > MaxRate {
				t.Fatalf("piece %+v after %v", x, before)
			}
			before = x.end
		}
		if d := s.length().Seconds() - f.DurationS; math.Abs(d) > 1e-3 || len(s) > 2100 {
			t.Fatalf("%d pieces, %g s too long", len(s), d)
		}
	})
}
