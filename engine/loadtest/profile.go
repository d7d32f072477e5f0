package loadtest

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Limits of every run, whatever is asked for.
const (
	MaxRate        = 50_000 // requests a second, at the peak
	MaxDuration    = 30 * time.Minute
	MaxConnections = 4_096
	MaxUsers       = MaxConnections // of a closed loop
)

// Profiles are the shapes of a load, by name.
func Profiles() []ProfileKind {
	return []ProfileKind{
		{"constant", "the same rate all the time"},
		{"ramp", "evenly from the rate to the peak"},
		{"step", "from the rate to the peak in equal steps"},
		{"spike", "the rate, then the peak for a while, then the rate again"},
		{"sawtooth", "up to the peak and down again, over and over"},
		{"article", "3,700 to 29,000 a second in 4 s and back within the minute, times the factor"},
	}
}

// ProfileKind is a shape that there is.
type ProfileKind struct{ Name, About string }

// Profile of a load. Rates are requests a second; in a closed loop users.
type Profile struct {
	Kind      string  `json:"kind" enum:"constant,ramp,step,spike,sawtooth,article"`
	Rate      float64 `json:"rate" minimum:"0" maximum:"50000" doc:"requests a second at the begin, above 0; in a closed loop users. The article has its own, whatever stands here"`
	Peak      float64 `json:"peak,omitempty" minimum:"0.01" maximum:"50000" doc:"the highest rate; 8 times the rate when missing"`
	Factor    float64 `json:"factor,omitempty" minimum:"0.0001" maximum:"10" doc:"all rates times this; 1 when missing"`
	DurationS float64 `json:"duration_s,omitempty" minimum:"1" maximum:"1800" doc:"how long; 60 when missing"`
	Steps     int     `json:"steps,omitempty" minimum:"1" maximum:"100" doc:"of step; 5 when missing"`
	PeriodS   float64 `json:"period_s,omitempty" minimum:"0.1" maximum:"1800" doc:"of sawtooth; a quarter of the duration when missing"`
}

// The article's flood: JD's feed, 3.7K to 29K requests a second within four
// seconds, and back within the minute.
const (
	articleBase = 3_700
	articlePeak = 29_000
)

// filled is a profile with what is missing, or what is wrong with it.
func (p Profile) filled() (Profile, error) {
	if p.Kind == "" {
		p.Kind = "constant"
	}
	var names []string
	for _, k := range Profiles() {
		names = append(names, k.Name)
	}
	if !slices.Contains(names, p.Kind) {
		return p, fmt.Errorf("there is no profile %q: %s", clip(p.Kind), strings.Join(names, ", "))
	}
	set := func(have *float64, def float64) {
		if *have == 0 {
			*have = def
		}
	}
	set(&p.Factor, 1)
	set(&p.DurationS, 60)
	set(&p.PeriodS, p.DurationS/4)
	if p.Kind == "article" {
		p.Rate, p.Peak = articleBase, articlePeak
	}
	set(&p.Peak, 8*p.Rate)
	if p.Steps == 0 {
		p.Steps = 5
	}
	for _, x := range []struct {
		name        string
		is, lo, max float64
	}{{"rate", p.Rate, .01, MaxRate}, {"factor", p.Factor, .0001, 10}, {"duration in s", p.DurationS, 1, MaxDuration.Seconds()},
		{"number of steps", float64(p.Steps), 1, 100}, {"period in s", p.PeriodS, .1, MaxDuration.Seconds()}} {
		if !(x.is >= x.lo && x.is <= x.max) { // also of what is no number
			return p, fmt.Errorf("the %s is %g, want %g to %g", x.name, x.is, x.lo, x.max)
		}
	}
	if p.Kind == "constant" {
		p.Peak = p.Rate
	}
	if !(p.Peak >= .01 && max(p.Peak, p.Rate)*p.Factor <= MaxRate) {
		return p, fmt.Errorf("the peak is %g, times the factor %g: want 0.01 to %d", p.Peak, p.Factor, MaxRate)
	}
	if p.Kind == "sawtooth" && p.DurationS/p.PeriodS > 1000 {
		return p, fmt.Errorf("a period of %g s comes more than 1000 times in %g s", p.PeriodS, p.DurationS)
	}
	return p, nil
}

// piece of a shape: the rate goes evenly from a to b until the moment end.
type piece struct {
	end  time.Duration
	a, b float64
}

// shape is a rate over time, in pieces.
type shape []piece

// shape of a profile that is filled.
func (p Profile) shape() shape {
	at := func(share float64) time.Duration { return time.Duration(share * p.DurationS * float64(time.Second)) }
	low, high := p.Rate*p.Factor, p.Peak*p.Factor
	var s shape
	switch p.Kind {
	case "ramp":
		s = shape{{at(1), low, high}}
	case "step":
		for i := range p.Steps {
			rate := low
			if p.Steps > 1 { // between the two also where a digit is lost
				share := float64(i) / float64(p.Steps-1)
				rate = low*(1-share) + high*share
			}
			s = append(s, piece{at(float64(i+1) / float64(p.Steps)), rate, rate})
		}
	case "spike":
		s = shape{{at(.3), low, low}, {at(.6), high, high}, {at(1), low, low}}
	case "article": // of a minute: 8 s before, 4 s up, 6 s there, 12 s down, and the rest after
		s = shape{{at(8. / 60), low, low}, {at(12. / 60), low, high}, {at(18. / 60), high, high}, {at(30. / 60), high, low}, {at(1), low, low}}
	case "sawtooth":
		for from := 0.; from < p.DurationS; from += p.PeriodS {
			s = append(s, piece{seconds(from + p.PeriodS/2), low, high}, piece{seconds(from + p.PeriodS), high, low})
		}
		s = s.until(at(1))
	default:
		s = shape{{at(1), low, low}}
	}
	return s
}

// until cuts a shape off.
func (s shape) until(end time.Duration) shape {
	from := time.Duration(0)
	for i, p := range s {
		if p.end >= end {
			s[i].b = p.a + (p.b-p.a)*float64(end-from)/float64(p.end-from)
			s[i].end = end
			return s[:i+1]
		}
		from = p.end
	}
	return s
}

// at is the rate at a moment; 0 behind the end.
func (s shape) at(t time.Duration) float64 {
	from := time.Duration(0)
	for _, p := range s {
		if t < p.end {
			return p.a + (p.b-p.a)*float64(t-from)/float64(p.end-from)
		}
		from = p.end
	}
	return 0
}

// length of a shape.
func (s shape) length() time.Duration { return s[len(s)-1].end }

// peak is its highest rate.
func (s shape) peak() float64 {
	high := 0.
	for _, p := range s {
		high = max(high, p.a, p.b)
	}
	return high
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func clip(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}
