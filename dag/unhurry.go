package dag

import "time"

// Unhurry gives every scene this much time, and no node or service an end of its
// own, for runs in which it is of no interest how fast a machine is. The project
// must not be compiled yet by an engine. A quarter of a scene's time is kept for
// its fallback; nothing is asked twice for being slow.
func (p *Project) Unhurry(each time.Duration) {
	for _, s := range p.Scenes {
		s.Deadline, s.Reserve, s.Slow = int64(each), int64(each/4), 0
	}
	for _, r := range p.Remotes {
		r.Timeout = 0
	}
	for _, g := range p.Pipelines {
		g.Walk(func(_ *Graph, n *Node) {
			n.Timeout, n.Hedge = 0, 0
			for i := range n.Branches {
				n.Branches[i].Timeout = 0
			}
		})
	}
}
