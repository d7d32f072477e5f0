package sig

// textFunctions are those of strings, and to and from them. Places and lengths
// count characters.
var textFunctions = []Builtin{
	{Name: "lower", Summary: "the string in lower case", Example: `lower(genre) == "rpg"`, Overloads: string1},
	{Name: "upper", Summary: "the string in upper case", Example: `upper(region) == "CN"`, Overloads: string1},
	{Name: "trim", Summary: "the string without the blanks at its ends", Example: "trim(title)", Overloads: string1},
	{Name: "trimPrefix", Summary: "the string without the part it begins with", Example: `trimPrefix(title, "The ")`, Overloads: string2},
	{Name: "trimSuffix", Summary: "the string without the part it ends with", Example: `trimSuffix(title, "!")`, Overloads: string2},
	{Name: "split", Summary: "the parts between the separators; the characters where the separator is empty", Example: `split(title, " ")`,
		Overloads: []Overload{{Params: []Type{tString, tString}, Result: Type{Kind: List, Elem: &tString}}}},
	{Name: "replace", Summary: "the string with each part replaced by another", Example: `replace(title, "-", " ")`,
		Overloads: []Overload{{Params: []Type{tString, tString, tString}, Result: tString}}},
	{Name: "indexOf", Summary: "where a part first stands in a string; nil where it does not", Example: `indexOf(title, ":") ?? -1`, Overloads: place},
	{Name: "lastIndexOf", Summary: "where a part last stands in a string; nil where it does not", Example: `lastIndexOf(title, ":") ?? -1`, Overloads: place},
	{Name: "snippet", Summary: "the words of a text, 30 when not said, around those it shares with a query", Example: "snippet(body, q, 20)", Overloads: []Overload{
		{Params: []Type{tString, tString}, Result: tString},
		{Params: []Type{tString, tString, tInt}, Result: tString},
	}},
	{Name: "tokens", Summary: "number of tokens of a text, as a language model counts them, estimated", Example: "tokens(body)",
		Overloads: []Overload{{Params: []Type{tString}, Result: tInt}}},
	{Name: "string", Summary: "as a string", Example: "string(installs)", Overloads: []Overload{
		{Params: []Type{tInt}, Result: tString},
		{Params: []Type{tFloat}, Result: tString},
		{Params: []Type{tBool}, Result: tString},
		{Params: []Type{tString}, Result: tString},
		{Params: []Type{tTime}, Result: tString},
		{Params: []Type{tDuration}, Result: tString},
	}},
	{Name: "int", Summary: "a whole number: of a float towards 0, nil of NaN; of a string, nil where it is none", Example: `int(rating) ?? 0`, Overloads: []Overload{
		{Params: []Type{tFloat}, Result: tInt.Null()},
		{Params: []Type{tString}, Result: tInt.Null()},
	}},
	{Name: "float", Summary: "a number: of a string, nil where it is none", Example: `float("0.5") ?? 0`, Overloads: []Overload{
		{Params: []Type{tFloat}, Result: tFloat},
		{Params: []Type{tString}, Result: tFloat.Null()},
	}},
}

var (
	string1 = []Overload{{Params: []Type{tString}, Result: tString}}
	string2 = []Overload{{Params: []Type{tString, tString}, Result: tString}}
	place   = []Overload{{Params: []Type{tString, tString}, Result: tInt.Null()}}
)
