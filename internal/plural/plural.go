// Package plural counts nouns for texts that people read.
package plural

import (
	"fmt"
	"strings"
)

// Number is what counts.
type Number interface {
	~int | ~int32 | ~int64 | ~uint | ~uint32 | ~uint64
}

// Of n things of a name in the singular: "1 item", "2 items", "0 queries".
func Of[N Number](n N, noun string) string {
	return fmt.Sprintf("%d %s", n, Name(n, noun))
}

// Name of n things, without their number.
func Name[N Number](n N, noun string) string {
	if n == 1 {
		return noun
	}
	stem, y := strings.CutSuffix(noun, "y")
	switch {
	case y && !endsIn(stem, "a", "e", "o", "u"):
		return stem + "ies"
	case endsIn(noun, "s", "x", "ch", "sh"):
		return noun + "es"
	}
	return noun + "s"
}

func endsIn(s string, ends ...string) bool {
	for _, end := range ends {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}

// Pick what fits n of something: "is" or "are".
func Pick[N Number](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
