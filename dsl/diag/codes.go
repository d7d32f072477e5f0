package diag

// Code declares one diagnostic: what it means, and two whole source files, one
// that provokes it and one that does not. Both are tests.
type Code struct {
	Code    string
	Summary string
	Bad     string
	Good    string
}

// Codes is every declared code, in the order of their numbers' first digits.
// The slice is fresh on each call; the caller may change it.
func Codes() []Code {
	return append(SyntaxCodes(), CheckCodes()...)
}

// Explain finds the declaration of a code.
func Explain(code string) (Code, bool) {
	for _, c := range Codes() {
		if c.Code == code {
			return c, true
		}
	}
	return Code{}, false
}
