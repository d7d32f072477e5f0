package limit

import (
	"fmt"
	"testing"
	"time"
)

var start = time.Unix(1_700_000_000, 0)

func TestRate(t *testing.T) {
	r := NewRate(8) // holds two
	for i, want := range []bool{true, true, false} {
		if _, ok := r.Take(start); ok != want {
			t.Errorf("request %d: %v, want %v", i, ok, want)
		}
	}
	wait, ok := r.Take(start)
	if ok || wait != 125*time.Millisecond {
		t.Errorf("%v %v, want to wait 125 ms", wait, ok)
	}
	if _, ok := r.Take(start.Add(wait)); !ok {
		t.Error("after that wait there is a place")
	}
	if _, ok := r.Take(start.Add(-time.Hour)); ok {
		t.Error("a clock that goes back lets nothing in")
	}
	if _, ok := NewRate(0).Take(start); !ok {
		t.Error("no limit is no limit")
	}
}

// What is left is told without taking any of it.
func TestLeft(t *testing.T) {
	rate, keyed := NewRate(8), NewKeyed(8)
	type left struct {
		places int
		after  time.Duration
	}
	for i, want := range []left{{2, 0}, {1, 125 * time.Millisecond}, {0, 125 * time.Millisecond}, {0, 125 * time.Millisecond}} {
		for range 2 {
			var got, ofKey left
			got.places, got.after = rate.Left(start)
			if ofKey.places, ofKey.after = keyed.Left("a", start); got != want || ofKey != want {
				t.Errorf("after %d requests: %v, of a key %v, want %v", i, got, ofKey, want)
			}
		}
		rate.Take(start)
		keyed.Take("a", start)
	}
	if n, after := rate.Left(start.Add(time.Hour)); n != 2 || after != 0 {
		t.Errorf("after an hour: %d, %v", n, after)
	}
	rate.Hold(.5) // of 8 a second, one place
	if n, after := rate.Left(start.Add(time.Hour)); n != 1 || after != 0 {
		t.Errorf("with a half: %d, %v", n, after)
	}
	if n, after := NewRate(0).Left(start); n != 0 || after != 0 {
		t.Errorf("of no limit: %d, %v", n, after)
	}
}

// One key's flood takes nothing of another's.
func TestKeysAreApart(t *testing.T) {
	k := NewKeyed(4)
	if _, ok := k.Take("loud", start); !ok {
		t.Fatal("the first")
	}
	for range 100 {
		if _, ok := k.Take("loud", start); ok {
			t.Fatal("beyond its limit")
		}
	}
	if _, ok := k.Take("quiet", start); !ok {
		t.Error("the quiet one pays for the loud one")
	}
}

// Keys are whatever a client sends: memory stays bounded, and a flood of new keys
// does not let a known one begin anew as long as fuller ones can go.
func TestKeysAreBounded(t *testing.T) {
	k := NewKeyed(.001)
	for i := range 3 * MaxKeys {
		k.Take(fmt.Sprint("key", i), start.Add(time.Duration(i)))
	}
	if n := k.Keys(); n > MaxKeys {
		t.Errorf("%d keys, at most %d", n, MaxKeys)
	}
	full := NewKeyed(1000)
	for i := range MaxKeys {
		full.Take(fmt.Sprint("key", i), start)
	}
	full.Take("new", start.Add(time.Minute)) // all are full again: some go
	if n := full.Keys(); n > MaxKeys-looked+2 {
		t.Errorf("%d keys, want those that are full again gone, of the %d that are looked at", n, looked)
	}
}

// What is given back can be taken again, and no more than there is room for.
func TestGivingBack(t *testing.T) {
	r, k := NewRate(8), NewKeyed(8)
	take := map[string]func() bool{
		"rate":  func() bool { _, ok := r.Take(start); return ok },
		"keyed": func() bool { _, ok := k.Take("a", start); return ok },
	}
	give := map[string]func(float64){"rate": r.Give, "keyed": func(p float64) { k.Give("a", p); k.Give("nobody", p) }}
	for name, take := range take {
		for range 2 {
			if !take() {
				t.Fatal(name)
			}
		}
		give[name](.5)
		if take() {
			t.Errorf("%s: half a place is none", name)
		}
		give[name](.5)
		if !take() || take() {
			t.Errorf("%s: two halves are one place", name)
		}
		give[name](-5)
		for range 5 {
			give[name](7)
		}
		n := 0
		for take() {
			n++
		}
		if n != 2 {
			t.Errorf("%s: %d places, there is room for two", name, n)
		}
	}
	if n := k.Keys(); n != 1 {
		t.Errorf("%d keys", n)
	}
	NewRate(0).Give(1)
	NewKeyed(0).Give("a", 1)
}
