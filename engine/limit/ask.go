package limit

import (
	"fmt"
	"time"
)

// Class of a request, the most important first.
type Class uint8

// Classes.
const (
	Core Class = iota
	Normal
	Spare
	classes = 3
)

// part of the machine of a class, beside the others that wait: whoever waits
// gets on, the lower ones more slowly.
var part = [classes]float64{16, 4, 1}

// Cohorts of users: 0 is refused last.
const Cohorts = 128

// Ask is a request that wants the machine.
type Ask struct {
	Class  Class
	Tier   int           // index among the lane's; one that is none counts as 0
	Cohort uint8         // of its user, below Cohorts
	Cost   time.Duration // CPU that its plan takes
	Until  time.Time     // its deadline
	Hasty  bool          // the deadline is shorter than the scene's: nobody goes for its sake
	Never  bool          // it is never refused: when it can't wait longer it goes in
}

// Why a request was refused.
type Why uint8

// Reasons.
const (
	Hopeless  Why = iota // it would have waited longer than it can
	Full                 // so many wait already
	Displaced            // by one of a better cohort, or a newer one
	Late                 // it waited as long as it could
	Gone                 // its caller went away
	whys
)

var words = [whys]string{"hopeless", "full", "displaced", "late", "gone"}

func (w Why) String() string { return words[min(w, whys-1)] }

// Whys are the words of all reasons.
func Whys() []string { return words[:] }

// Refusal is why a request did not come to the machine.
type Refusal struct {
	Why    Why
	Waited time.Duration
	Wait   time.Duration // that was to be expected; of Hopeless
}

// Error says it.
func (r *Refusal) Error() string {
	switch r.Why {
	case Hopeless:
		return fmt.Sprintf("it would wait about %v, longer than its deadline allows", r.Wait.Round(time.Millisecond))
	case Full:
		return fmt.Sprintf("%d wait already", MaxWaiting)
	case Displaced:
		return fmt.Sprintf("it waited %v, then others went first", r.Waited.Round(time.Millisecond))
	case Late:
		return fmt.Sprintf("it waited %v, and there is too little time left to answer", r.Waited.Round(time.Millisecond))
	}
	return "its caller went away while it waited"
}
