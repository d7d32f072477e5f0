package overload

import (
	"context"
	"strings"
	"testing"
)

// A scene for which no plans are found is told of like others, with why.
func TestASceneWithoutPlansIsTold(t *testing.T) {
	w := newWorld(t, nil)
	s := w.o.scenes[name{"demo", "home"}]
	s.mu.Lock()
	s.ready, s.failed = nil, "4096 keys already"
	s.mu.Unlock()
	d, err := w.o.Degradation(context.Background(), "demo", "home")
	if err != nil || !strings.Contains(d.Failed, "4096 keys already") || d.Full != 1 || d.State != "normal" || d.Tiers == nil || d.Modules == nil || d.Ramp == nil {
		t.Errorf("%+v, %v", d, err)
	}
	told := false
	for _, one := range w.o.Views("demo") {
		told = told || one.Scene == "home" && one.Failed == d.Failed
	}
	if _, there := w.o.View("demo", "home"); !told || !there {
		t.Error("the list and the board leave it out")
	}
}
