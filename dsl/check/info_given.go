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
	Request  map[string]any // parameters by name, as a JSON request has them: times are time.Time, vectors and lists []any, records map[string]any
	Expects  []*ast.Expr    // bool; facts in Info.Exprs, names in it RefAnswer
	Answer   sig.Type       // a record of what expect sees: items ids outcome tier level coverage served and the answer's other fields
}

// Given is one thing a test stands in for. Kind says what Target names.
type Given struct {
	Decl   *ast.TestEntry
	Target string // a declaration, or a node's name such as similar or right.near
	Kind   string // resource service function node
	How    string // from rows gives fails off at

	File  string           // from: as written; one JSON document a line
	Rows  []map[string]any // rows: documents as JSON has them, defaults not applied; values as in Test.Request
	Gives ast.Value        // gives: ExprOf(Gives) is over the parameters of what it replaces, item among them; a *ast.Record of such values where there is none
	Fails string           // timeout or error
	Arm   string           // at: the arm of the choose
}
