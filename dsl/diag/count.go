package diag

import "fmt"

// Count is "1 argument" or "2 arguments": a regular noun in the singular with its
// number. dsl takes nothing of the rest, so it has its own.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
