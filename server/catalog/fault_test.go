package catalog

import (
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/server/app"
)

func TestFaults(t *testing.T) {
	s := start(t, changelog.NewMemory(time.Now), "", "db")
	defer s.Close()
	soon, past := time.Now().Add(time.Hour), time.Now().Add(-time.Second)
	s.origin.faults = []app.Fault{
		{Target: "resource", Name: "games", Kind: "delay", DelayMS: 20, Share: 1, Until: soon},
		{Target: "node", Name: "found", Scene: "hello", Kind: "delay", DelayMS: 5, Share: 1, Until: soon},
		{Target: "node", Name: "rank", Kind: "error", Share: .5, Until: soon, CreatedBy: "li"},
		{Target: "node", Name: "merge", Kind: "hang", Share: .6, Until: soon},
		{Target: "node", Name: "old", Kind: "hang", Share: 1, Until: past},
	}
	s.FaultsChanged(t.Context(), "ads")
	for _, c := range []struct {
		scene, resource, node string
		want                  engine.Fault
		hit                   bool
	}{
		{"hello", "games", "found", engine.Fault{Delay: 25 * time.Millisecond}, true},
		{"other", "games", "found", engine.Fault{Delay: 20 * time.Millisecond}, true},
		{"hello", "", "found", engine.Fault{Delay: 5 * time.Millisecond}, true},
		{"hello", "", "rank", engine.Fault{}, false}, // the draw of .5 is not below the share
		{"hello", "", "merge", engine.Fault{Hang: true}, true},
		{"hello", "", "old", engine.Fault{}, false},
		{"hello", "poems", "other", engine.Fault{}, false},
	} {
		got, hit := s.Faults("ads", c.scene).At(c.resource, c.node)
		if got != c.want || hit != c.hit {
			t.Errorf("%s %s %s: %+v %t, want %+v %t", c.scene, c.resource, c.node, got, hit, c.want, c.hit)
		}
	}
	if s.Faults("other", "hello") != nil {
		t.Error("drills of another team")
	}
	if err := s.Sync(t.Context()); err != nil || s.origin.ends != 1 {
		t.Errorf("drills that ran out are looked for %d times, %v", s.origin.ends, err)
	}
}
