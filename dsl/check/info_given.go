package check

import (
	"time"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// Test is a `test` block. Exactly one of Pipeline and Scene is set.
type Test struct {
	Decl     *ast.Test
	Title    string
	Pipeline *Pipeline // of a pipeline: no tiers, no fallback
	Scene    *Scene
	Now      time.Time // zero when the test gives none
	Givens   []Given
	Request  map[string]any // parameters by name, in the form of a JSON request: see Given.Rows
	Expects  []*ast.Expr    // bool; facts in Info.Exprs, names in it RefAnswer
	Answer   sig.Type       // a record of what expect sees: items ids outcome tier level coverage served, of a scene experiments, and the answer's other fields
}

// Given is one thing a test stands in for. Kind says what Target names.
type Given struct {
	Decl   *ast.TestEntry
	Target string // a declaration, or a node's name such as similar or right.near
	Kind   string // resource service function node experiment
	How    string // from rows gives fails off at

	File string // from: as written; one JSON document a line
	// Rows are documents in the form of JSON, defaults not applied: int64,
	// float64, bool, string, nil, []any (lists and vectors), map[string]any;
	// times are RFC 3339 texts, durations texts such as 7d.
	Rows []map[string]any
	// Gives is the answer: ExprOf(Gives) is over the parameters of what it
	// replaces, item among them. Of a service that gives a set it is the list of
	// keys, best first.
	Gives ast.Value
	Fails string // timeout or error
	Arm   string // at: the arm of the choose or experiment
}
