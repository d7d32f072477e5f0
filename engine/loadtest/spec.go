package loadtest

import (
	"fmt"
	"time"
)

// Spec is what is to be run. The zero value of a field is its default, but the
// doors take no zero where it is none: who says it means it.
type Spec struct {
	Profile Profile `json:"profile"`
	// Closed is a loop of users who each wait for their answer before they ask
	// again: a stalled server is asked less, and its latencies look better.
	Closed      bool    `json:"closed,omitempty" doc:"a closed loop: the profile's numbers are users who wait for their answers"`
	Even        bool    `json:"even,omitempty" doc:"evenly spaced arrivals; otherwise a Poisson process"`
	Connections int     `json:"connections,omitempty" minimum:"1" maximum:"4096" doc:"requests under way at once, of an open loop; 256 when missing"`
	TimeoutMS   float64 `json:"timeout_ms,omitempty" minimum:"1" maximum:"60000" doc:"an answer is waited for so long; 5000 when missing"`
	Seed        uint64  `json:"seed,omitempty" doc:"of the arrivals and of what is made up"`
	Objectives  Goals   `json:"objectives,omitempty" doc:"what the scene promises when missing"`
}

// Goals is what a run is judged by.
type Goals struct {
	DeadlineMS float64 `json:"deadline_ms,omitempty" exclusiveMinimum:"0" maximum:"600000" doc:"a later answer is lost; the scene's when missing"`
	P99MS      float64 `json:"p99_ms,omitempty" exclusiveMinimum:"0" maximum:"600000" doc:"the 99th percentile is at most this; the scene's slow, else its deadline, when missing"`
	// Lost is nil where nobody says; 0 is none at all.
	Lost *float64 `json:"lost,omitempty" minimum:"0" maximum:"1" doc:"share of requests that may be shed, late, failed or unsent; 0: not one; 0.001 when missing"`
}

// MayLose is the share of requests that may be lost.
func (g Goals) MayLose() float64 {
	if g.Lost == nil {
		return DefaultLost
	}
	return *g.Lost
}

// DefaultLost is the share that may be lost where nobody says.
const DefaultLost = .001

// MaxLag is what the generator's own 99th percentile may be late by.
const MaxLag = 5 * time.Millisecond

// MaxWaiting requests wait for a free connection at most.
const MaxWaiting = 10_000

// Filled is a spec with its defaults, or what is wrong with it.
func (s Spec) Filled() (Spec, error) {
	var err error
	if s.Profile, err = s.Profile.filled(); err != nil {
		return s, err
	}
	if s.Connections == 0 {
		s.Connections = 256
	}
	if s.TimeoutMS == 0 {
		s.TimeoutMS = 5000
	}
	lost := s.Objectives.MayLose()
	s.Objectives.Lost = &lost
	if s.Objectives.P99MS == 0 {
		s.Objectives.P99MS = s.Objectives.DeadlineMS
	}
	for _, x := range []struct {
		name        string
		is, lo, max float64
	}{{"connections", float64(s.Connections), 1, MaxConnections}, {"timeout in ms", s.TimeoutMS, 1, 60_000}, {"share that may be lost", lost, 0, 1},
		{"deadline in ms", s.Objectives.DeadlineMS, 0, 600_000}, {"p99 in ms", s.Objectives.P99MS, 0, 600_000}} {
		if !(x.is >= x.lo && x.is <= x.max) { // also of what is no number
			return s, fmt.Errorf("the %s is %g, want %g to %g", x.name, x.is, x.lo, x.max)
		}
	}
	if s.Closed {
		if peak := s.Profile.shape().peak(); peak > MaxUsers || peak < 1 {
			return s, fmt.Errorf("a closed loop of %g users, want 1 to %d", peak, MaxUsers)
		}
	}
	return s, nil
}

// Length of a run whose spec is filled.
func (s Spec) Length() time.Duration { return s.Profile.shape().length() }

// Peak is the highest rate, or the most users, of one.
func (s Spec) Peak() float64 { return s.Profile.shape().peak() }
