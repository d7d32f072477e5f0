package sig

// listFunctions are those of lists. An element that is nil is passed over by
// sum, avg, median, min and max, and is an element like others elsewhere.
var listFunctions = []Builtin{
	{Name: "count", Summary: "number of elements of a list", Example: "count(tags)", Overloads: []Overload{{Params: []Type{tList}, Result: tInt}}},
	{Name: "len", Summary: "number of elements of a list, or of characters of a string", Example: "len(title)", Overloads: []Overload{
		{Params: []Type{tList}, Result: tInt},
		{Params: []Type{tString}, Result: tInt},
	}},
	{Name: "sum", Summary: "sum of a list of numbers or durations, 0 of an empty one", Example: "sum(prices)", Overloads: []Overload{
		{Params: []Type{listOf(tInt)}, Result: tInt},
		{Params: []Type{listOf(tFloat)}, Result: tFloat},
		{Params: []Type{listOf(tDuration)}, Result: tDuration},
	}},
	{Name: "avg", Summary: "mean of a list of numbers; nil of an empty one", Example: "avg(prices) ?? 0", Overloads: middle},
	{Name: "median", Summary: "the number in the middle of a list, or the mean of the two; nil of an empty one", Example: "median(prices) ?? 0", Overloads: middle},
	{Name: "first", Summary: "the first element; nil of an empty list", Example: `first(tags) ?? ""`, Overloads: element},
	{Name: "last", Summary: "the last element; nil of an empty list", Example: `last(tags) ?? ""`, Overloads: element},
	{Name: "reverse", Summary: "the list backwards", Example: "reverse(tags)", Overloads: []Overload{{Params: []Type{tList}, Result: tList, Gives: GivesSame}}},
	{Name: "uniq", Summary: "each element once, where it first stands", Example: "uniq(tags)", Overloads: []Overload{
		{Params: []Type{listOf(tInt)}, Result: tList, Gives: GivesSame},
		{Params: []Type{listOf(tFloat)}, Result: tList, Gives: GivesSame},
		{Params: []Type{listOf(tString)}, Result: tList, Gives: GivesSame},
		{Params: []Type{listOf(tBool)}, Result: tList, Gives: GivesSame},
		{Params: []Type{listOf(tTime)}, Result: tList, Gives: GivesSame},
		{Params: []Type{listOf(tDuration)}, Result: tList, Gives: GivesSame},
	}},
	{Name: "concat", Summary: "the elements of one list behind those of the other", Example: "concat(tags, user.tags)", Overloads: []Overload{
		{Params: []Type{tList, tList}, Variadic: true, Result: tList, Gives: GivesUnited},
	}},
	{Name: "flatten", Summary: "the elements of the lists in a list", Example: "flatten(map(page, .tags))", Overloads: []Overload{
		{Params: []Type{listOf(tList)}, Result: tList, Gives: GivesInner},
	}},
}

var (
	middle  = []Overload{{Params: []Type{listOf(tFloat)}, Result: tFloat.Null()}}
	element = []Overload{{Params: []Type{tList}, Result: Type{Nullable: true}, Gives: GivesItem}}
)
