package sig

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
}

// Overload is one way to call a Builtin. The first that fits is taken, int for
// float being allowed.
type Overload struct {
	Params   []Type
	Variadic bool // the last parameter may be given again
	Result   Type
}

// Function by name.
func Function(name string) (*Builtin, bool) {
	for i := range functions {
		if functions[i].Name == name {
			return &functions[i], true
		}
	}
	return nil, false
}

// Functions lists the built-in functions in the order of the table.
func Functions() []Builtin { return append([]Builtin(nil), functions...) }

var (
	tInt      = Type{Kind: Int}
	tFloat    = Type{Kind: Float}
	tString   = Type{Kind: String}
	tTime     = Type{Kind: Time}
	tDuration = Type{Kind: Duration}
	tVector   = Type{Kind: Vector}
	tList     = Type{Kind: List}
	tInts     = Type{Kind: List, Elem: &tInt}
	tFloats   = Type{Kind: List, Elem: &tFloat}
)

var functions = []Builtin{
	{Name: "log1p", Summary: "natural logarithm of 1 + x", Example: "log1p(installs)", Overloads: float1},
	{Name: "log", Summary: "natural logarithm", Example: "log(installs + 1)", Overloads: float1},
	{Name: "exp", Summary: "e to the power of x", Example: "exp(-rating)", Overloads: float1},
	{Name: "sqrt", Summary: "square root", Example: "sqrt(installs)", Overloads: float1},
	{Name: "pow", Summary: "x to the power of y", Example: "pow(rating, 2)", Overloads: []Overload{{Params: []Type{tFloat, tFloat}, Result: tFloat}}},
	{Name: "abs", Summary: "absolute value", Example: "abs(rating - 3)", Overloads: number1},
	{Name: "min", Summary: "the least of its arguments", Example: "min(installs, 1000)", Overloads: numbers},
	{Name: "max", Summary: "the greatest of its arguments", Example: "max(installs, 1)", Overloads: numbers},
	{Name: "clamp", Summary: "x, but not below lo nor above hi", Example: "clamp(rating, 0, 1)", Overloads: []Overload{
		{Params: []Type{tInt, tInt, tInt}, Result: tInt},
		{Params: []Type{tFloat, tFloat, tFloat}, Result: tFloat},
	}},
	{Name: "round", Summary: "the nearest whole number, halves away from zero", Example: "round(rating)", Overloads: float1},
	{Name: "floor", Summary: "the greatest whole number not above x", Example: "floor(rating)", Overloads: float1},
	{Name: "ceil", Summary: "the least whole number not below x", Example: "ceil(rating)", Overloads: float1},
	{Name: "freshness", Summary: "1 at the request's moment, halved with every half-life before it", Example: "freshness(released, 7d)", Moment: true, Positive: []int{1},
		Overloads: []Overload{{Params: []Type{tTime, tDuration}, Result: tFloat}}},
	{Name: "age", Summary: "the time from t to the request's moment", Example: "age(released) < 30d", Moment: true,
		Overloads: []Overload{{Params: []Type{tTime}, Result: tDuration}}},
	{Name: "now", Summary: "the moment the request came", Example: "now() - 48h", Moment: true,
		Overloads: []Overload{{Result: tTime}}},
	{Name: "hour", Summary: "hour of the day, 0 to 23, UTC", Example: "hour(now())",
		Overloads: []Overload{{Params: []Type{tTime}, Result: tInt}}},
	{Name: "dot", Summary: "inner product of two vectors; nil when one is nil", Example: "dot(taste, user.taste) ?? 0", NilIsNil: true, Overloads: vectors2},
	{Name: "cosine", Summary: "cosine of two vectors; nil when one is nil or all 0", Example: "cosine(taste, user.taste) ?? 0", NilIsNil: true,
		Overloads: []Overload{{Params: []Type{tVector, tVector}, Result: Type{Kind: Float, Nullable: true}}}},
	{Name: "count", Summary: "number of elements of a list", Example: "count(tags)", Overloads: []Overload{{Params: []Type{tList}, Result: tInt}}},
	{Name: "len", Summary: "number of elements of a list, or of characters of a string", Example: "len(title)", Overloads: []Overload{
		{Params: []Type{tList}, Result: tInt},
		{Params: []Type{tString}, Result: tInt},
	}},
	{Name: "sum", Summary: "sum of a list of numbers", Example: "sum(prices)", Overloads: []Overload{
		{Params: []Type{tInts}, Result: tInt},
		{Params: []Type{tFloats}, Result: tFloat},
	}},
	{Name: "avg", Summary: "mean of a list of numbers; nil of an empty one", Example: "avg(prices) ?? 0", Overloads: []Overload{
		{Params: []Type{tFloats}, Result: Type{Kind: Float, Nullable: true}},
	}},
	{Name: "lower", Summary: "the string in lower case", Example: `lower(genre) == "rpg"`, Overloads: string1},
	{Name: "upper", Summary: "the string in upper case", Example: `upper(region) == "CN"`, Overloads: string1},
	{Name: "tokens", Summary: "number of tokens of a text, as a language model counts them, estimated", Example: "tokens(body)",
		Overloads: []Overload{{Params: []Type{tString}, Result: tInt}}},
}

var (
	float1   = []Overload{{Params: []Type{tFloat}, Result: tFloat}}
	string1  = []Overload{{Params: []Type{tString}, Result: tString}}
	vectors2 = []Overload{{Params: []Type{tVector, tVector}, Result: tFloat}}
	number1  = []Overload{
		{Params: []Type{tInt}, Result: tInt},
		{Params: []Type{tFloat}, Result: tFloat},
		{Params: []Type{tDuration}, Result: tDuration},
	}
	numbers = []Overload{
		{Params: []Type{tInt, tInt}, Variadic: true, Result: tInt},
		{Params: []Type{tFloat, tFloat}, Variadic: true, Result: tFloat},
		{Params: []Type{tTime, tTime}, Variadic: true, Result: tTime},
		{Params: []Type{tDuration, tDuration}, Variadic: true, Result: tDuration},
	}
)
