package limit

import (
	"math"
	"sync/atomic"
	"time"
)

// narrow holds the classes below the best that is asked for: once the machine has
// hardly any time left they have no more room than keeps it at work, so that a better
// one has next to nothing before it, and slowly more as long as it has time. What they
// cannot begin waits here, not on the machine, where nobody goes before anybody; who has
// waited for a quarter of his time is held no longer, so nobody starves. A better one does
// not wait for those that are held.
type narrow struct {
	room  atomic.Int64         // ns of CPU that may be under way when one of the worst comes in
	best  atomic.Uint32        // class that is asked for
	worst atomic.Uint32        // likewise
	apart atomic.Int64         // ns that requests wait for others: so much more is under way
	asked [classes]atomic.Bool // since the last tick

	// Of who sets the queue.
	ago   [classes]int // ticks since it was asked for
	cores float64      // as last known
}

const (
	wider     = 1.02                   // a tick in which some time was left
	leastRoom = time.Millisecond       // of a core, a request or two
	mostRoom  = 100 * time.Millisecond // of a core: that bounds nothing
	forgotten = 20                     // ticks
	heldFor   = 4                      // the part of its time for which one is held at most
	unheld    = math.MaxInt64 / 64
)

func (n *narrow) begin() {
	n.room.Store(unheld)
	for c := range n.ago {
		n.ago[c] = forgotten
	}
}

func (n *narrow) see(c Class) {
	if a := &n.asked[min(c, Spare)]; !a.Load() {
		a.Store(true)
	}
}

// holds tells whether a class is below the best.
func (n *narrow) holds(c Class) bool { return uint32(min(c, Spare)) > n.best.Load() }

// of a class that is held, the room: by its part beside that of the worst.
func (n *narrow) of(c Class) int64 {
	c = min(c, Spare)
	return min(int64(float64(n.room.Load())*part[c]/part[max(c, Class(n.worst.Load()))]), unheld)
}

// tick takes what the machine can do, as Queue.Set: 0 cores is that time is left.
func (n *narrow) tick(cores float64) {
	best, worst, several := Spare, Core, 0
	for c := range n.ago {
		if n.ago[c]++; n.asked[c].Swap(false) {
			n.ago[c] = 0
		}
		if n.ago[c] < forgotten {
			best, worst = min(best, Class(c)), Class(c)
			several++
		}
	}
	n.best.Store(uint32(best))
	n.worst.Store(uint32(worst))
	room := float64(n.room.Load())
	if cores > 0 {
		n.cores = cores
	}
	most := n.cores * float64(mostRoom+time.Duration(n.apart.Load()))
	switch {
	case several < 2:
		room = unheld
	case cores > 0:
		room = cores * float64(leastRoom+time.Duration(n.apart.Load()))
	case room < most:
		room *= wider
	default:
		room = unheld
	}
	n.room.Store(int64(room))
}
