package column

import (
	"cmp"
	"math"
)

// Equal is the == of formulas over canonical values: null equals null only,
// NaN nothing, an Int and a Float compare as Float, lists, vectors and records
// by their parts.
func Equal(a, b Value) bool {
	switch x := a.(type) {
	case nil:
		return b == nil
	case int64:
		switch y := b.(type) {
		case int64:
			return x == y
		case float64:
			return float64(x) == y
		}
	case float64:
		switch y := b.(type) {
		case int64:
			return x == float64(y)
		case float64:
			return x == y
		}
	case bool:
		y, ok := b.(bool)
		return ok && x == y
	case string:
		y, ok := b.(string)
		return ok && x == y
	case []float32:
		y, ok := b.([]float32)
		return ok && equalSlices(x, y, func(p, q float32) bool { return p == q })
	case []Value:
		y, ok := b.([]Value)
		return ok && equalSlices(x, y, Equal)
	case map[string]Value:
		y, ok := b.(map[string]Value)
		if !ok || len(x) != len(y) {
			return false
		}
		for k, v := range x {
			w, has := y[k]
			if !has || !Equal(v, w) {
				return false
			}
		}
		return true
	}
	return false
}

func equalSlices[T any](x, y []T, same func(a, b T) bool) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !same(x[i], y[i]) {
			return false
		}
	}
	return true
}

// Compare orders values for sorting, ascending: numbers, strings, false before
// true; then NaN, then null. Values without an order compare as equal.
func Compare(a, b Value) int {
	if r, s := rank(a), rank(b); r != s || r > 0 {
		return cmp.Compare(r, s)
	}
	switch x := a.(type) {
	case int64:
		switch y := b.(type) {
		case int64:
			return cmp.Compare(x, y)
		case float64:
			return cmp.Compare(float64(x), y)
		}
	case float64:
		switch y := b.(type) {
		case int64:
			return cmp.Compare(x, float64(y))
		case float64:
			return cmp.Compare(x, y)
		}
	case string:
		if y, ok := b.(string); ok {
			return cmp.Compare(x, y)
		}
	case bool:
		if y, ok := b.(bool); ok && x != y {
			if y {
				return -1
			}
			return 1
		}
	}
	return 0
}

// rank puts null behind NaN behind all else.
func rank(v Value) int {
	if v == nil {
		return 2
	}
	if f, ok := v.(float64); ok && math.IsNaN(f) {
		return 1
	}
	return 0
}
