package column

import (
	"context"
	"strings"
	"testing"
)

// asked counts how often a program looks whether to stop, and ends at the n-th.
type asked struct {
	context.Context
	n, end int
}

func (a *asked) Err() error {
	if a.n++; a.end > 0 && a.n >= a.end {
		return context.Canceled
	}
	return nil
}

// A program asks every 1024 rows, and what may be slow on a row every 64: texts
// that are searched, and what has no kernel of its own.
func TestProgramsAskWhetherToStop(t *testing.T) {
	const n = 1 << 14
	text, float := Type{Kind: String}, Type{Kind: Float}
	words, numbers := NewBuilder(text, n), NewBuilder(float, n)
	for i := range n {
		words.AppendString(strings.Repeat("word ", i%7))
		numbers.AppendFloat(float64(i))
	}
	cols := map[string]*Column{"w": words.Build(), "x": numbers.Build()}
	in := Input{Len: n, Column: func(name string) *Column { return cols[name] }}
	w, x := &Expr{Op: "col", Name: "w", Type: text}, &Expr{Op: "col", Name: "x", Type: float}
	lit := func(s string) *Expr { return &Expr{Op: "const", Value: s, Type: text} }
	for _, c := range []struct {
		name string
		e    *Expr
		rows int
	}{
		{"arithmetic", &Expr{Op: "*", Args: []*Expr{x, x}, Type: float}, chunk},
		{"equality", &Expr{Op: "==", Args: []*Expr{w, lit("word ")}, Type: anyBool}, chunk},
		{"matches", &Expr{Op: "call", Name: "matches", Args: []*Expr{w, lit("w.*d")}, Type: anyBool}, 64},
		{"contains", &Expr{Op: "call", Name: "contains", Args: []*Expr{w, lit("wordy")}, Type: anyBool}, 64},
		{"order of texts", &Expr{Op: "<", Args: []*Expr{w, lit("word w")}, Type: anyBool}, 64},
		{"joined texts", &Expr{Op: "==", Args: []*Expr{{Op: "+", Args: []*Expr{w, w}, Type: text}, lit("a")}, Type: anyBool}, 64},
	} {
		p, err := Compile(c.e, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		ctx := &asked{Context: context.Background()}
		if _, err := p.Eval(ctx, in); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if ctx.n*c.rows < n {
			t.Errorf("%s asks %d times for %d rows, want once in %d", c.name, ctx.n, n, c.rows)
		}
		if _, err := p.Eval(&asked{Context: context.Background(), end: ctx.n/2 + 1}, in); err == nil {
			t.Errorf("%s goes on although it was told to stop", c.name)
		}
	}
}
