package overload

import "sync/atomic"

// crowd counts the requests under way, to tell those that had the machine for
// themselves: what these took they computed, what others took they waited for too.
type crowd struct{ open, begun atomic.Int64 }

// place of a request among the others.
type place struct{ before, number int64 }

func (c *crowd) enter() place { return place{c.open.Add(1) - 1, c.begun.Add(1)} }

// leave tells how many others were under way at some time meanwhile, at most.
func (c *crowd) leave(p place) int64 {
	c.open.Add(-1)
	return p.before + c.begun.Load() - p.number
}
