package logs_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine/logs"
)

// Each place of a team has its own counts, and none of another team's.
func TestPlaces(t *testing.T) {
	l := logs.New(logs.Options{Dir: t.TempDir(), MaxQueue: 10})
	log := func(team, to string, n int) {
		t.Helper()
		for range n {
			_ = l.Team(team).Log(to, lines("{}"))
			wait(t, l)
		}
	}
	log("demo", "file:x", 3)
	log("demo", "file:a/y", 1)
	log("other", "file:x", 2)
	if err := l.Team("demo").Log("file:x", lines("longer than all that may wait")); err == nil {
		t.Error("it was taken")
	}
	log("demo", "file:x/y", 1) // x is a file
	got := l.Places("demo")
	if n := len(got); n != 3 || got[2].Error == "" {
		t.Fatalf("%+v", got)
	}
	got[2].Error = ""
	want := []logs.Place{{To: "file:a/y", Counts: logs.Counts{Written: 1}}, {To: "file:x", Counts: logs.Counts{Written: 3, Dropped: 1}}, {To: "file:x/y", Counts: logs.Counts{Failed: 1}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := l.Places("other"); len(got) != 1 || got[0].Written != 2 {
		t.Errorf("%+v", got)
	}
}

// Places without end do not grow the server: beyond a bound the sums count alone.
func TestPlacesAreBounded(t *testing.T) {
	l := logs.New(logs.Options{Dir: t.TempDir()})
	const n = 1100
	for i := range n {
		if err := l.Team("demo").Log(fmt.Sprintf("file:x%d", i), lines("{}")); err != nil {
			t.Fatal(err)
		}
		wait(t, l)
	}
	if got, all := len(l.Places("demo")), l.Counts().Written; got != 1000 || all != n {
		t.Errorf("%d places, %d lines", got, all)
	}
}
