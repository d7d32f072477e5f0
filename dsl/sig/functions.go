package sig

import "slices"

// Builtin is a pure function of expressions. Its name and overloads agree with
// the kernels of internal/column; here stand only words and types.
type Builtin struct {
	Name      string
	Summary   string
	Example   string // an expression
	Overloads []Overload
	// NilIsNil functions take nil and then give nil; the others refuse an
	// argument that may be nil.
	NilIsNil bool
	// Positive arguments must be constants above zero, else the result may be nil.
	Positive []int
	// Moment functions are given the request's moment by the compiler, as their last argument.
	Moment bool
	// Later functions have words and types, and no kernel yet: the checker types
	// them and says E0901.
	Later bool
}

// Overload is one way to call a Builtin. The first that fits is taken, int for
// float being allowed.
type Overload struct {
	Params   []Type
	Variadic bool // the last parameter may be given again
	Result   Type
	Gives    Gives // how the arguments make the result, where Result alone does not say it
}

// Gives says what an overload's result has from its arguments.
type Gives uint8

// Ways to make a result.
const (
	GivesResult Gives = iota // Result
	GivesItem                // what the first argument holds; nil of an empty list
	GivesSame                // the type of the first argument
	GivesUnited              // the type all arguments have in common
	GivesInner               // what the first argument, a list of lists, holds
)

// Of is the result for arguments that fit the parameters; false when they have
// no type in common.
func (o *Overload) Of(args []Type) (Type, bool) {
	if o.Gives == GivesResult || len(args) == 0 {
		return o.Result, true
	}
	out := args[0]
	out.Bounds = nil
	switch o.Gives {
	case GivesItem:
		return out.Item(), true
	case GivesInner:
		if out.Elem == nil || out.Elem.Elem == nil {
			return EmptyList(), true
		}
		out = *out.Elem
		out.Nullable = false
	case GivesUnited:
		for _, a := range args[1:] {
			both, ok := Common(out, a)
			if !ok {
				return Type{}, false
			}
			out = both
		}
	}
	return out, true
}

// Function by name.
func Function(name string) (*Builtin, bool) {
	i, ok := functionAt[name]
	if !ok {
		return nil, false
	}
	return &functions[i], true
}

// Functions lists the built-in functions in the order of the table.
func Functions() []Builtin { return append([]Builtin(nil), functions...) }

// functions is the one table, in the parts numbers and times, vectors, lists, texts.
var functions = slices.Concat(numberFunctions, vectorFunctions, listFunctions, textFunctions)

var (
	tInt      = Type{Kind: Int}
	tFloat    = Type{Kind: Float}
	tString   = Type{Kind: String}
	tTime     = Type{Kind: Time}
	tDuration = Type{Kind: Duration}
	tVector   = Type{Kind: Vector}
	tList     = Type{Kind: List}
	tBool     = Type{Kind: Bool}
)

// listOf is a list whose elements may be nil: functions of lists pass them over.
func listOf(t Type) Type {
	t.Nullable = true
	return Type{Kind: List, Elem: &t}
}

// functionAt is the place of each function in the table.
var functionAt = func() map[string]int {
	out := make(map[string]int, len(functions))
	for i := range functions {
		out[functions[i].Name] = i
	}
	return out
}()
