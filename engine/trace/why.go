package trace

// Why tells how an item came where it is.
type Why struct {
	From   []string `json:"from" doc:"sources that brought it, those in bodies included"`
	Stages []Stage  `json:"stages" doc:"its place behind each node that had it"`
}

// Stage is an item's place behind one node.
type Stage struct {
	Node    string        `json:"node"`
	Op      string        `json:"op"`
	Pos     string        `json:"pos" doc:"file:line:column"`
	Rank    int           `json:"rank" doc:"from 1"`
	Of      int           `json:"of" doc:"items there"`
	Score   *float64      `json:"score,omitempty" doc:"none where it is not finite"`
	Source  bool          `json:"source,omitempty" doc:"the node brought it"`
	Scored  bool          `json:"scored,omitempty" doc:"the node gave it another score than it had"`
	Moved   int           `json:"moved,omitempty" doc:"places up (below 0: down) among those that stayed"`
	Columns []ColumnValue `json:"columns,omitempty" doc:"that the node's expressions read"`
}

// ColumnValue is a column of an item, rendered for JSON.
type ColumnValue struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// Question asks why a document is not in the answer. Without a resource every
// one that the pipeline brings items of is looked at.
type Question struct {
	Resource string `json:"resource,omitempty" maxLength:"100" doc:"any that the pipeline brings items of when missing"`
	ID       string `json:"id" minLength:"1" maxLength:"512" doc:"key of the document"`
}

// Fate of a document in a request.
type Fate string

// Fates.
const (
	Answered Fate = "answered"  // it is in the answer
	Dropped  Fate = "dropped"   // a node had it and did not pass it on
	NotFound Fate = "not_found" // no source brought it
	Missing  Fate = "missing"   // there is no such document: never put, or deleted
	Unread   Fate = "unread"    // the pipeline brings no items of the resource
	Unknown  Fate = "unknown"   // the resource could not be asked
)

// Lost is what became of a document.
type Lost struct {
	Resource string `json:"resource,omitempty"`
	ID       string `json:"id"`
	Fate     Fate   `json:"fate" enum:"answered,dropped,not_found,missing,unread,unknown"`
	Rank     int    `json:"rank,omitempty" doc:"in the answer, from 1"`
	Drops    []Drop `json:"drops,omitempty" doc:"the nodes it was lost at, the nearest to the answer first"`
	Message  string `json:"message" doc:"what decided, as a sentence"`
}
