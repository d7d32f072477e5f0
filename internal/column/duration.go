package column

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

type unit struct {
	name string
	ns   int64
}

// units from large to small, as the language writes them.
func units() []unit {
	return []unit{
		{"d", 86_400_000_000_000}, {"h", 3_600_000_000_000}, {"m", 60_000_000_000},
		{"s", 1_000_000_000}, {"ms", 1_000_000}, {"us", 1_000}, {"µs", 1_000}, {"ns", 1},
	}
}

// ParseDuration reads a duration such as 80ms, 1.5h, 7d or 1h30m, a minus sign
// before it allowed, into nanoseconds. There are no blanks within; a number
// without a unit and a duration beyond 292 years are errors.
func ParseDuration(s string) (int64, error) {
	bad := func(why string) (int64, error) {
		return 0, fmt.Errorf("duration %q: %s", clip(s), why)
	}
	rest, negative := strings.CutPrefix(s, "-")
	if rest == "" || len(rest) > 64 {
		return bad("want a number with its unit, such as 80ms or 7d")
	}
	var total int64
	for rest != "" {
		n := 0
		for n < len(rest) && (rest[n] >= '0' && rest[n] <= '9' || rest[n] == '.') {
			n++
		}
		m := n
		for m < len(rest) && !(rest[m] >= '0' && rest[m] <= '9' || rest[m] == '.') {
			m++
		}
		per := int64(0)
		for _, u := range units() {
			if u.name == rest[n:m] {
				per = u.ns
			}
		}
		if n == 0 || per == 0 {
			return bad("want a number with one of the units ns us ms s m h d")
		}
		part, ok := scale(rest[:n], per)
		if !ok || total > math.MaxInt64-part {
			return bad("not a number in range")
		}
		total += part
		rest = rest[m:]
	}
	if negative {
		total = -total
	}
	return total, nil
}

func scale(digits string, per int64) (int64, bool) {
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return n * per, n <= math.MaxInt64/per
	}
	f, err := strconv.ParseFloat(digits, 64)
	f *= float64(per)
	return int64(math.Round(f)), err == nil && f < math.MaxInt64
}

// FormatDuration writes nanoseconds in the largest unit that divides them, so
// that ParseDuration gives the same back: 90m, 1500ms, 7d.
func FormatDuration(ns int64) string {
	if ns == 0 {
		return "0s"
	}
	for _, u := range units() {
		if ns%u.ns == 0 {
			return strconv.FormatInt(ns/u.ns, 10) + u.name
		}
	}
	return ""
}
