package trace

// Causes of nodes of a request that has left, or was given up.
const (
	NotDone    = "not done when the answer left"
	NotReached = "not reached"
)

// Unanswered tells why a request has no answer: what had been done, and what
// held it up.
type Unanswered struct {
	Node      string   `json:"node,omitempty" doc:"that held it up; none where no node was at work"`
	Op        string   `json:"op,omitempty"`
	Pos       string   `json:"pos,omitempty" doc:"file:line:column"`
	Turn      string   `json:"turn,omitempty" doc:"of a node in a body: 2.3 is the second turn of the outer, the third of the inner one"`
	Within    string   `json:"within,omitempty" doc:"of a node in a body: the node of the pipeline it is part of"`
	Outcome   Status   `json:"outcome,omitempty" enum:"timeout,error,fallback,ok,empty" doc:"ok, empty: it was done, and took the longest"`
	Cause     string   `json:"cause,omitempty"`
	Failure   Failure  `json:"failure,omitempty" enum:"timeout,refused,invalid,bad_answer,circuit_open,drill,panic,bound,needs,error"`
	Start     int64    `json:"start_ns" doc:"since the request's start"`
	Took      int64    `json:"took_ns" doc:"until it failed, or the request was given up"`
	Finished  int      `json:"finished" doc:"nodes that had answered"`
	Done      []Taken  `json:"done" doc:"of them those that took longest, 10 at most"`
	Open      []string `json:"open" doc:"nodes that were at work when the request was given up, 10 at most"`
	Unreached []string `json:"unreached" doc:"nodes that were not begun, in the graph's order, 10 at most"`
	Waiting   int      `json:"waiting" doc:"how many those are"`
	Message   string   `json:"message" doc:"what held it up, as a sentence"`
}

// Taken is how long a node took.
type Taken struct {
	Node string `json:"node"`
	Took int64  `json:"took_ns"`
}
