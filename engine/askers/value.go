package askers

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// turn is a value of requests that tiers depend on.
type turn struct {
	path   []string
	typ    sig.Type
	consts []any // of the formulas
	seen   []any
}

// draw a value for it; one that does not fit is found out later.
func (t turn) draw(rng *rand.Rand) any {
	var fit []any
	for _, c := range t.consts {
		if fits(t.typ.Kind, c) {
			fit = append(fit, c)
		}
	}
	switch u := rng.IntN(3); {
	case u == 0 && len(t.seen) > 0:
		return t.seen[rng.IntN(len(t.seen))]
	case u < 2 && len(fit) > 0:
		return fit[rng.IntN(len(fit))]
	}
	return value(t.typ, rng, 0)
}

func fits(k sig.Kind, v any) bool {
	switch v.(type) {
	case int64:
		return k == sig.Int || k == sig.Float
	case float64:
		return k == sig.Float
	case string:
		return k == sig.String
	case bool:
		return k == sig.Bool
	}
	return false
}

// neighbours are a constant with what stands on either side of it.
func neighbours(v column.Value) []any {
	switch x := v.(type) {
	case int64:
		return []any{x - 1, x, x + 1}
	case float64:
		return []any{x - 1, x, x + 1, x / 2, 2 * x}
	case string, bool:
		return []any{x}
	case []column.Value:
		var out []any
		for _, e := range x {
			out = append(out, neighbours(e)...)
		}
		return out
	}
	return nil
}

// pathOf a formula that only reads a parameter or a field of one.
func pathOf(e *column.Expr) []string {
	switch {
	case e.Op == "param":
		return []string{e.Name}
	case e.Op == "field" && len(e.Args) > 0:
		if inner := pathOf(e.Args[0]); inner != nil {
			return append(slices.Clone(inner), e.Name)
		}
	}
	return nil
}

// typeAt a path; false for the moment, records, and what is no parameter.
func (m *Maker) typeAt(path []string) (sig.Type, bool) {
	for _, p := range m.graph.Params {
		if p.Name != path[0] {
			continue
		}
		t := p.Written
		for _, name := range path[1:] {
			i := slices.IndexFunc(t.Fields, func(f sig.Field) bool { return f.Name == name })
			if i < 0 {
				return t, false
			}
			t = t.Fields[i].Type
		}
		return t, t.Kind != sig.Record
	}
	return sig.Type{}, false
}

func at(values map[string]any, path []string) (any, bool) {
	v, ok := values[path[0]]
	if !ok || len(path) == 1 {
		return v, ok
	}
	inner, ok := v.(map[string]any)
	if !ok {
		return nil, false
	}
	return at(inner, path[1:])
}

// words of made-up texts.
var words = [...]string{"blue", "game", "music", "river", "small", "open", "light", "map", "garden", "school", "音乐", "游戏"}

const maxDepth = 8

// value of a type, as JSON has it.
func value(t sig.Type, rng *rand.Rand, depth int) any {
	if depth > maxDepth || t.Nullable && rng.IntN(4) == 0 {
		return nil
	}
	if b := t.Bounds; b != nil && len(b.Words) > 0 {
		return b.Words[rng.IntN(len(b.Words))]
	}
	switch t.Kind {
	case sig.Int:
		lo, hi := bounds(t, 0, 100)
		return int64(lo) + rng.Int64N(int64(hi-lo)+1)
	case sig.Float:
		lo, hi := bounds(t, 0, 1)
		return lo + rng.Float64()*(hi-lo)
	case sig.Bool:
		return rng.IntN(2) == 0
	case sig.String:
		if rng.IntN(2) == 0 {
			return words[rng.IntN(len(words))]
		}
		return "u" + strconv.Itoa(rng.IntN(1_000_000))
	case sig.Time:
		return time.Unix(1_700_000_000+rng.Int64N(100_000_000), 0).UTC().Format(time.RFC3339)
	case sig.Duration:
		return fmt.Sprintf("%ds", rng.IntN(100_000))
	case sig.Vector:
		out := make([]any, t.Dim)
		for i := range out {
			out[i] = rng.NormFloat64()
		}
		return out
	case sig.List:
		out := []any{}
		for range rng.IntN(4) {
			if t.Elem != nil {
				out = append(out, value(*t.Elem, rng, depth+1))
			}
		}
		return out
	case sig.Record:
		out := map[string]any{}
		for _, f := range t.Fields {
			out[f.Name] = value(f.Type, rng, depth+1)
		}
		return out
	}
	return nil
}

// bounds of a number, where none are declared lo to hi; never wider than is
// sensible to draw from.
func bounds(t sig.Type, lo, hi float64) (float64, float64) {
	if t.Bounds != nil {
		lo, hi = t.Bounds.Lo, t.Bounds.Hi
	}
	lo, hi = max(lo, -1e15), min(hi, 1e15)
	return lo, max(lo, hi)
}
