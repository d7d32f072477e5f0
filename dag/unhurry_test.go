package dag

import (
	"testing"
	"time"
)

func TestUnhurry(t *testing.T) {
	n := &Node{Timeout: 5, Hedge: 2, Branches: []Branch{{Timeout: 7}}}
	p := &Project{
		Scenes:    []*Scene{{Deadline: 9, Reserve: 3, Slow: 4}},
		Remotes:   []*Remote{{Timeout: 6}},
		Pipelines: []*Graph{{Nodes: []*Node{n}}},
	}
	p.Unhurry(time.Second)
	if s := p.Scenes[0]; s.Deadline != 1e9 || s.Reserve != 25e7 || s.Slow != 0 {
		t.Errorf("scene: %+v", s)
	}
	if n.Timeout+n.Hedge+n.Branches[0].Timeout+p.Remotes[0].Timeout != 0 {
		t.Errorf("node %+v, service %+v", n, p.Remotes[0])
	}
}
