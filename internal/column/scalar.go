package column

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// The operations on one row. Both evaluators end here, so that they can only
// differ in how they walk, never in what an operator means.

func absInt(x int64) int64 {
	if x < 0 {
		return -x // of the smallest int itself, as Go wraps
	}
	return x
}

func runes(s string) int64 { return int64(utf8.RuneCountInString(s)) }

// freshness is 0.5^((now-at)/halflife), exponential decay by half-life.
func freshness(at, halflife, now int64) (float64, bool) {
	if halflife <= 0 {
		return 0, false
	}
	age := float64(now) - float64(at)
	if age <= 0 {
		return 1, true
	}
	return math.Exp2(-age / float64(halflife)), true
}

func sumInts(a []Value) Value {
	total := int64(0)
	for _, e := range a[0].([]Value) {
		if n, ok := e.(int64); ok {
			total += n
		}
	}
	return total
}

// sumFloats takes whole numbers too: a list of Ints given for Floats.
func sumFloats(list []Value) (total float64, n int) {
	for _, e := range list {
		if f, ok := asFloat(e); ok {
			total += f
			n++
		}
	}
	return total, n
}

func asFloat(v Value) (float64, bool) {
	switch x := v.(type) {
	case float64:
		return x, true
	case int64:
		return float64(x), true
	}
	return 0, false
}

// countTokens counts runs of letters and digits, and each CJK character for
// itself: close to what the analysers make, and to what a prompt costs.
func countTokens(s string) int64 {
	n, inside := int64(0), false
	for _, r := range s {
		switch {
		case isCJK(r):
			n++
			inside = false
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r):
			if !inside {
				n++
			}
			inside = true
		default:
			inside = false
		}
	}
	return n
}

func isCJK(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// toInt is a Float as an Int kind: towards 0, at the ends the ends, NaN null.
func toInt(f float64) (int64, bool) {
	switch {
	case math.IsNaN(f):
		return 0, false
	case f >= math.MaxInt64:
		return math.MaxInt64, true
	case f <= math.MinInt64:
		return math.MinInt64, true
	}
	return int64(f), true
}

// intArith is + - * / % over two whole numbers giving a whole number, as Go
// wraps; false is null.
func intArith(op string, a, b int64) (int64, bool) {
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "/":
		if b == 0 {
			return 0, false
		}
		return a / b, true
	case "%":
		if b == 0 {
			return 0, false
		}
		return a % b, true
	}
	f, _ := floatArith(op, float64(a), float64(b))
	return toInt(f)
}

// floatArith is + - * / % ** over two Floats; false is null.
func floatArith(op string, a, b float64) (float64, bool) {
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "/":
		return a / b, b != 0
	case "%":
		return math.Mod(a, b), b != 0
	}
	return math.Pow(a, b), true
}

// arith is a binary arithmetic operator giving a value of kind out.
func arith(op string, out Kind, a, b Value) Value {
	if x, ok := a.(string); ok {
		if y, ok := b.(string); ok && op == "+" {
			return x + y
		}
		return nil
	}
	x, isInt := a.(int64)
	y, bothInt := b.(int64)
	if isInt && bothInt && out != Float {
		if n, ok := intArith(op, x, y); ok {
			return n
		}
		return nil
	}
	f, okA := asFloat(a)
	g, okB := asFloat(b)
	if !okA || !okB {
		return nil
	}
	r, ok := floatArith(op, f, g)
	if !ok {
		return nil
	}
	if out == Float {
		return r
	}
	if n, ok := toInt(r); ok {
		return n
	}
	return nil
}

// less is one of < <= > >=; null when a side is null.
func less(op string, a, b Value) Value {
	if a == nil || b == nil {
		return nil
	}
	if x, ok := a.(string); ok {
		y, ok := b.(string)
		if !ok {
			return nil
		}
		return ordered(op, x, y)
	}
	if x, ok := a.(int64); ok {
		if y, ok := b.(int64); ok {
			return ordered(op, x, y)
		}
	}
	f, okA := asFloat(a)
	g, okB := asFloat(b)
	if !okA || !okB {
		return nil
	}
	return ordered(op, f, g)
}

func ordered[T int64 | float64 | string](op string, a, b T) bool {
	switch op {
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

// logic is and / or in three values: null is unknown.
func logic(op string, a, b Value) Value {
	decides := op == "or" // the value that decides alone
	if a == decides || b == decides {
		return decides
	}
	if a == nil || b == nil {
		return nil
	}
	return !decides
}

// within is in.
func within(a, list Value) Value {
	items, ok := list.([]Value)
	if !ok {
		return nil // a null list
	}
	for _, e := range items {
		if Equal(a, e) {
			return true
		}
	}
	return false
}

// at is index: the item, or null outside of the list.
func at(list, i Value) Value {
	items, okL := list.([]Value)
	n, okI := i.(int64)
	if !okL || !okI || n < 0 || n >= int64(len(items)) {
		return nil
	}
	return items[n]
}
