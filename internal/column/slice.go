package column

import "unicode/utf8"

// slice is the part of a list, or of a text in characters, from one place up to
// but not including another. A negative place counts from the end, one outside
// is the end it is nearer to; a null place is that end.
func slice(of, from, to Value) Value {
	switch x := of.(type) {
	case []Value:
		lo, hi := bounds(from, to, len(x))
		return x[lo:hi:hi]
	case string:
		lo, hi := bounds(from, to, utf8.RuneCountInString(x))
		return x[byteAt(x, lo):byteAt(x, hi)]
	}
	return nil
}

func bounds(from, to Value, n int) (lo, hi int) {
	place := func(v Value, none int) int {
		i, ok := v.(int64)
		switch {
		case !ok:
			return none
		case i < 0:
			i += int64(n)
		}
		return int(min(max(i, 0), int64(n)))
	}
	lo, hi = place(from, 0), place(to, n)
	return min(lo, hi), hi
}

// byteAt is where character i of a text begins.
func byteAt(s string, i int) int {
	for at := range s {
		if i == 0 {
			return at
		}
		i--
	}
	return len(s)
}
