package live

import (
	"testing"
	"time"

	"riffle.dev/riffle/server/app"
)

// What happens to all teams at once gets a number each: the table has one row a
// number, and a team must meet its event there under the one it has here.
func TestJournalNumbersAreOfOneTeam(t *testing.T) {
	j := NewJournal(nil)
	at := time.UnixMicro(1_000_000)
	a := j.Note("a", at, app.Event{Kind: "database.ok"})
	b := j.Note("b", at, app.Event{Kind: "database.ok"})
	late := j.Note("a", at.Add(-time.Second), app.Event{Kind: "scene.slow"})
	if a.Seq != 1_000_000 || b.Seq != 1_000_001 || late.Seq != 1_000_002 {
		t.Errorf("got %d, %d and %d", a.Seq, b.Seq, late.Seq)
	}
	j.Add("b", b) // read again from the table
	if got := j.Recent("b", 0, 10); len(got) != 1 {
		t.Errorf("b has %v, want its event once", got)
	}
}
