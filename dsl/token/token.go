package token

// Kind of a token.
type Kind uint8

// Token kinds. Words of the language are Name tokens; what a word means is
// decided by its place (see Words).
const (
	EOF        Kind = iota
	Bad             // a character without meaning, or a string not closed; already diagnosed
	Name            // letters of any script, digits and _
	Int             // 20
	Float           // 0.42
	Unit            // 80ms 64MB 2000/s 35%
	String          // "…" with escapes, or `…` raw
	Comment         // // … up to the line end
	DocComment      // /// …
	Newline         // a line end that may separate; none inside ( ) and [ ]
	LParen          // (
	RParen          // )
	LBrack          // [
	RBrack          // ]
	LBrace          // {
	RBrace          // }
	Comma           // ,
	Colon           // :
	Assign          // =
	Dot             // .
	DotDot          // ..
	Arrow           // ->
	Question        // ?
	Operator        // + - * / % ** == != < <= > >= && || ! ^ ?? | ; # $ and the like: Text says which
)

// Token is one lexeme. Text is the exact source; Range where it stands.
type Token struct {
	Kind Kind
	// Space is true when blanks or a comment stand between this token and the
	// one before it: "35 %" is arithmetic, "35%" a unit.
	Space bool
	Range Range
	Text  string
}

// Modifiers in their canonical order.
var Modifiers = [...]string{"optional", "gain", "when", "timeout", "hedge", "retry", "cache", "fallback"}

// IsModifier tells whether word begins a modifier.
func IsModifier(word string) bool {
	for _, m := range Modifiers {
		if m == word {
			return true
		}
	}
	return false
}

// IsReserved tells whether word can't be a name: words of statements and
// expressions, and the modifiers.
func IsReserved(word string) bool {
	switch word {
	case "if", "else", "loop", "each", "choose", "return", "next", "item", "true", "false", "nil",
		"and", "or", "not", "in", "matches", "contains", "startsWith", "endsWith", "let":
		return true
	}
	return IsModifier(word)
}

// Declarations are the words that begin a declaration in column 1.
var Declarations = [...]string{"import", "type", "resource", "service", "function", "pipeline", "scene", "experiment", "test"}

// IsClosure tells whether name is a function of expr that takes a closure, and
// thus never one of ours.
func IsClosure(name string) bool {
	switch name {
	case "all", "none", "any", "one", "map", "count", "sum", "find", "findIndex", "findLast", "findLastIndex",
		"groupBy", "sortBy", "reduce":
		return true
	}
	return false
}

// Closer is the text of the bracket that closes an opening one.
func Closer(open Kind) string {
	switch open {
	case LParen:
		return ")"
	case LBrack:
		return "]"
	}
	return "}"
}
