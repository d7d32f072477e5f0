package sig

// numberFunctions are those of numbers and times.
var numberFunctions = []Builtin{
	{Name: "log1p", Summary: "natural logarithm of 1 + x", Example: "log1p(installs)", Overloads: float1},
	{Name: "log", Summary: "natural logarithm", Example: "log(installs + 1)", Overloads: float1},
	{Name: "exp", Summary: "e to the power of x", Example: "exp(-rating)", Overloads: float1},
	{Name: "sqrt", Summary: "square root", Example: "sqrt(installs)", Overloads: float1},
	{Name: "pow", Summary: "x to the power of y", Example: "pow(rating, 2)", Overloads: []Overload{{Params: []Type{tFloat, tFloat}, Result: tFloat}}},
	{Name: "abs", Summary: "absolute value", Example: "abs(rating - 3)", Overloads: number1},
	{Name: "min", Summary: "the least of its arguments, or of a list; nil of an empty one", Example: "min(installs, 1000)", Overloads: numbers},
	{Name: "max", Summary: "the greatest of its arguments, or of a list; nil of an empty one", Example: "max(installs, 1)", Overloads: numbers},
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
}

var vectorFunctions = []Builtin{
	{Name: "dot", Summary: "inner product of two vectors; nil when one is nil", Example: "dot(taste, user.taste) ?? 0", NilIsNil: true, Overloads: vectors2},
	{Name: "cosine", Summary: "cosine of two vectors; nil when one is nil or all 0", Example: "cosine(taste, user.taste) ?? 0", NilIsNil: true,
		Overloads: []Overload{{Params: []Type{tVector, tVector}, Result: tFloat.Null()}}},
}

var (
	float1   = []Overload{{Params: []Type{tFloat}, Result: tFloat}}
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
		{Params: []Type{listOf(tInt)}, Result: tInt.Null()},
		{Params: []Type{listOf(tFloat)}, Result: tFloat.Null()},
		{Params: []Type{listOf(tTime)}, Result: tTime.Null()},
		{Params: []Type{listOf(tDuration)}, Result: tDuration.Null()},
	}
)
