package catalog

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/server/app"
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

const tried = games + `
pipeline some(q: string, k: int(1..9) = 2) -> items {
  found = search(games, query: q, k: 10)
  return take(found, k)
}

scene tried { pipeline: some }

experiment longer on tried by q {
  layer: length
  arm control 25%
  arm asked   75% { k: 4 }
}
`

func TestExperimentsAreDescribed(t *testing.T) {
	s := start(t, changelog.NewMemory(time.Now), "", "db")
	defer s.Close()
	s.origin.publish(1, tried)
	s.sync(t, 1)
	want := []app.Experiment{{Name: "longer", By: "q", Layer: "length", File: "a.riffle", Line: 0,
		Arms: []app.ExperimentArm{{Name: "control", Share: 0.25, Set: []app.Preset{}}, {Name: "asked", Share: 0.75, Set: []app.Preset{{Param: "k", Value: int64(4)}}}}}}
	got := s.Scenes("ads")
	if len(got) != 2 || len(got[0].Experiments) != 0 || len(got[1].Experiments) != 1 || got[1].Experiments[0].Line == 0 {
		t.Fatalf("%+v", got)
	}
	got[1].Experiments[0].Line = 0
	if diff := cmp.Diff(want, got[1].Experiments); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
