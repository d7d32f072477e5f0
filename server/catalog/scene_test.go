package catalog

import (
	"testing"
	"time"

	"riffle.dev/riffle/fleet/changelog"
)

func TestScenesAreDescribed(t *testing.T) {
	s := start(t, changelog.NewMemory(time.Now), "", "db")
	defer s.Close()
	s.origin.publish(1, games)
	s.sync(t, 1)
	got := s.Scenes("ads")
	if len(got) != 1 {
		t.Fatalf("%+v", got)
	}
	sc := got[0]
	if sc.Name != "hello" || sc.Pipeline != "by_words" || sc.DeadlineMS != 200 || sc.File != "a.riffle" || sc.Line != 16 || len(sc.Params) != 1 || sc.Params[0].Name != "q" || !sc.Params[0].Required || sc.Params[0].Type != "string" {
		t.Errorf("%+v", sc)
	}
	r := s.Resources("ads")[0]
	if r.Name != "games" || len(r.Fields) != 3 || r.Fields[1].Kind != "text" || r.Fields[1].Analyzer != "english" || r.State == "stopped" || len(r.Slots) != 4 {
		t.Errorf("%+v", r)
	}
}
