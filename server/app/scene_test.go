package app

import (
	"testing"
	"time"
)

// first is a Runtime in the first moments of a start, or of a team that has
// nothing.
type first struct {
	Runtime
	absent error
}

func (f first) Serving(string) int64              { return 0 }
func (f first) Absent(_, what, name string) error { return f.absent }

// Nobody hears that a team has nothing before it is known.
func TestListsWaitForTheLiveVersion(t *testing.T) {
	for _, c := range []struct {
		absent error
		want   Code
	}{
		{&Error{Code: Unavailable, Message: "loading", RetryAfter: time.Second}, Unavailable},
		{Missing("version", "ads"), ""},
	} {
		a := &App{runtime: first{absent: c.absent}}
		if err := a.Known("ads"); c.want == "" && err != nil || c.want != "" && CodeOf(err) != c.want {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
