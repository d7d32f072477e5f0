package trace

// Failure says of what kind it was that a node had no answer of its own. The
// list is closed: metrics count by it.
type Failure string

// Failures.
const (
	NoFailure   Failure = ""
	LateFailure Failure = "timeout"      // its time was up
	Refused     Failure = "refused"      // what it asked could not be reached, or said no
	Invalid     Failure = "invalid"      // what it asked does not take such a question
	BadAnswer   Failure = "bad_answer"   // what it asked gave what does not fit, or too much
	CircuitOpen Failure = "circuit_open" // what it asks is down, and was not asked
	Drill       Failure = "drill"        // somebody wanted to see it fail
	Panic       Failure = "panic"        // the program is at fault
	Bound       Failure = "bound"        // too many steps, or calls within calls
	Needs       Failure = "needs"        // what it needs has failed
	Other       Failure = "error"        // an error of the operator itself
)

// Failures is all of them, in their order.
func Failures() []Failure {
	return []Failure{LateFailure, Refused, Invalid, BadAnswer, CircuitOpen, Drill, Panic, Bound, Needs, Other}
}
