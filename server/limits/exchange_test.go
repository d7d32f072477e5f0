package limits

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"testing"
	"time"

	"riffle.dev/riffle/engine/limit/share"
)

// table of all instances in memory, which may be away.
type table struct {
	now  time.Time
	rows map[string]share.Report
	away bool
}

func (s *table) ShareLimits(_ context.Context, instance string, arrived map[string]float64) (share.Table, time.Time, error) {
	if s.away {
		return nil, time.Time{}, errors.New("away")
	}
	s.rows[instance] = share.Report{Instance: instance, At: s.now, Arrived: arrived}
	var out share.Table
	for _, r := range s.rows {
		out = append(out, r)
	}
	return out, s.now, nil
}

func (s *table) LeaveLimits(ctx context.Context, instance string) error {
	if ctx.Err() != nil || s.away {
		return errors.New("away")
	}
	delete(s.rows, instance)
	return nil
}

// holder of one limit.
type holder struct {
	asked uint64
	part  float64
}

func (h *holder) Asked() map[string]uint64 { return map[string]uint64{"home": h.asked} }

func (h *holder) Hold(part func(string) float64) { h.part = part("home") }

// Two instances, three times as much at one of them; one falls silent, then the
// database is away.
func TestExchange(t *testing.T) {
	s := &table{now: time.Unix(1_700_000_000, 0), rows: map[string]share.Report{}}
	a, b := &holder{}, &holder{}
	begin := func(name string, h *holder) *Exchange {
		return New(Config{Instance: name, Store: s, Holder: h, Now: func() time.Time { return s.now }, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	}
	one, two := begin("a", a), begin("b", b)
	step := func(all ...*Exchange) {
		a.asked, b.asked = a.asked+30, b.asked+10
		s.now = s.now.Add(share.Every)
		for _, e := range all {
			e.Step(t.Context())
		}
	}
	for range 10 {
		step(one, two)
	}
	if math.Abs(a.part-.725) > .01 || math.Abs(b.part-.275) > .01 || one.State().Instances != 2 {
		t.Errorf("parts %g and %g of %d instances, want .725 and .275 of 2", a.part, b.part, one.State().Instances)
	}
	for range 3 { // 1.5 s
		step(one)
	}
	if a.part != 1 || one.State().Instances != 1 {
		t.Errorf("part %g of %d instances, want all after the other was silent for 1.5 s", a.part, one.State().Instances)
	}
	step(one, two)
	step(one, two)
	had := a.part
	if had == 1 {
		t.Error("the other came back and has no part")
	}
	s.away = true
	for range 10 {
		step(one)
	}
	if a.part != had || one.State().Failed == "" {
		t.Errorf("part %g, failed %q; want %g as before the database went away", a.part, one.State().Failed, had)
	}
	s.away = false
	step(one)
	if a.part != 1 || one.State().Failed != "" {
		t.Errorf("part %g, failed %q; want all of it again", a.part, one.State().Failed)
	}
}

// A new version of a scene counts from nothing: that is no arrival of 2⁶⁴.
func TestACountThatBeginsAnew(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	h := &holder{asked: 1000}
	e := New(Config{Holder: h, Now: func() time.Time { return now }})
	for _, asked := range []uint64{1000, 5} {
		now, h.asked = now.Add(share.Every), asked
		if got := e.measure()["home"]; got > 1000 {
			t.Errorf("%g a second of %d", got, asked)
		}
	}
}

// An instance that ends takes its row away: the next exchange of the other gives it
// all. One whose database is away waits for nothing.
func TestWhoEndsLeaves(t *testing.T) {
	s := &table{now: time.Unix(1_700_000_000, 0), rows: map[string]share.Report{}}
	a := &holder{}
	begin := func(name string, h *holder) *Exchange {
		return New(Config{Instance: name, Store: s, Holder: h, Now: func() time.Time { return s.now }, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	}
	one, two := begin("a", a), begin("b", &holder{})
	two.Step(t.Context())
	if one.Step(t.Context()); a.part != .5 {
		t.Fatalf("part %g, want a half", a.part)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	two.Run(ended)
	if _, there := s.rows["b"]; there {
		t.Error("what ended is still in the table")
	}
	if one.Step(t.Context()); a.part != 1 {
		t.Errorf("part %g, want all of it", a.part)
	}
	s.away = true
	one.Run(ended)
	if _, there := s.rows["a"]; !there || one.State().Failed == "" {
		t.Error("who does not reach the database has left it")
	}
}
