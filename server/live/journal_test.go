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
	if got := j.Recent("b", 10); len(got) != 1 {
		t.Errorf("b has %v, want its event once", got)
	}
}

// What another part wrote may arrive behind something newer: a board that was
// told of the newer one is told of it all the same, once.
func TestJournalTellsOfWhatArrivesLate(t *testing.T) {
	j := NewJournal(nil)
	j.Add("a", app.Event{Seq: 20, Kind: "scene.slow"})
	events, mark := j.Since("a", 0, 10)
	if len(events) != 1 {
		t.Fatalf("got %v", events)
	}
	j.Add("a", app.Event{Seq: 10, Kind: "fault.ended"}, app.Event{Seq: 20, Kind: "scene.slow"})
	events, mark = j.Since("a", mark, 10)
	if len(events) != 1 || events[0].Kind != "fault.ended" {
		t.Errorf("got %v, want the late one alone", events)
	}
	if events, _ = j.Since("a", mark, 10); len(events) != 0 {
		t.Errorf("got %v again", events)
	}
	if all := j.Recent("a", 10); len(all) != 2 || all[0].Seq != 20 {
		t.Errorf("got %v, want both by falling number", all)
	}
}
