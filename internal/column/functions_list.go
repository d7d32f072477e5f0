package column

import "slices"

// listFunctions are those of lists; an item that is null is an item like others
// where the words do not say otherwise.
var listFunctions = []Function{
	length("count", "how many items, or characters of a text"),
	length("len", "how many items, or characters of a text"),
	{Name: "sum", Doc: "of the items that are not null; 0 of none", Overloads: []Overload{
		{Args: []Type{listOf(anyInt)}, Result: anyInt, row: sumInts},
		{Args: []Type{listOf(anyFloat)}, Result: anyFloat, row: func(a []Value) Value { s, _ := sumFloats(a[0].([]Value)); return s }},
		{Args: []Type{listOf(anyDuration)}, Result: anyDuration, row: sumInts},
	}},
	{Name: "avg", Doc: "mean of the items that are not null; null of none", Overloads: []Overload{
		{Args: []Type{listOf(anyFloat)}, Result: anyFloat.Null(), row: func(a []Value) Value {
			s, n := sumFloats(a[0].([]Value))
			if n == 0 {
				return nil
			}
			return s / float64(n)
		}},
	}},
	{Name: "median", Doc: "of the items that are not null; null of none", Overloads: []Overload{
		{Args: []Type{listOf(anyFloat)}, Result: anyFloat.Null(), row: func(a []Value) Value { return median(a[0].([]Value)) }},
	}},
	listItem("first", "the first item; null of none", func(l []Value) Value { return l[0] }),
	listItem("last", "the last item; null of none", func(l []Value) Value { return l[len(l)-1] }),
	listList("reverse", "the items backwards", anyList, func(a []Value) []Value {
		out := slices.Clone(a[0].([]Value))
		slices.Reverse(out)
		return out
	}),
	{Name: "uniq", Doc: "each item once, where it first stands", Overloads: []Overload{
		uniqOf(anyInt), uniqOf(anyFloat), uniqOf(anyString), uniqOf(anyBool), uniqOf(anyTime), uniqOf(anyDuration),
	}},
	{Name: "concat", Doc: "the items of one list after those of the other", Overloads: []Overload{{
		Args: []Type{anyList, anyList}, Variadic: true, Result: anyList,
		row: func(a []Value) Value {
			var out []Value
			for _, l := range a {
				out = append(out, l.([]Value)...)
			}
			return some(out)
		},
	}}},
	listList("flatten", "the items of the lists in a list; a list that is null has none", listOf(anyList), func(a []Value) []Value {
		var out []Value
		for _, l := range a[0].([]Value) {
			inner, _ := l.([]Value)
			out = append(out, inner...)
		}
		return out
	}),
}

func length(name, doc string) Function {
	return Function{Name: name, Doc: doc, Overloads: []Overload{
		{Args: []Type{anyList}, Result: anyInt, row: func(a []Value) Value { return int64(len(a[0].([]Value))) }},
		{Args: []Type{anyString}, Result: anyInt, row: func(a []Value) Value { return runes(a[0].(string)) }},
	}}
}

// listItem gives one item of a list that has some. Its Result has no kind: that
// is the items'.
func listItem(name, doc string, f func([]Value) Value) Function {
	return Function{Name: name, Doc: doc, Overloads: []Overload{{
		Args: []Type{anyList}, Result: Type{Nullable: true},
		row: func(a []Value) Value {
			if l := a[0].([]Value); len(l) > 0 {
				return f(l)
			}
			return nil
		},
	}}}
}

// listList gives a list, of the items of its argument.
func listList(name, doc string, of Type, f func(a []Value) []Value) Function {
	return Function{Name: name, Doc: doc, Overloads: []Overload{{
		Args: []Type{of}, Result: anyList, row: func(a []Value) Value { return some(f(a)) },
	}}}
}

// some is a list, empty rather than null.
func some(list []Value) Value {
	if list == nil {
		return []Value{}
	}
	return list
}

func uniqOf(elem Type) Overload {
	return Overload{Args: []Type{listOf(elem)}, Result: listOf(elem), row: func(a []Value) Value {
		seen := map[Value]bool{}
		out := []Value{}
		for _, v := range a[0].([]Value) {
			if !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
		return out
	}}
}

func median(list []Value) Value {
	var xs []float64
	for _, v := range list {
		if f, ok := asFloat(v); ok {
			xs = append(xs, f)
		}
	}
	if len(xs) == 0 {
		return nil
	}
	slices.Sort(xs) // NaN first
	mid := len(xs) / 2
	if len(xs)%2 == 1 {
		return xs[mid]
	}
	return xs[mid-1]/2 + xs[mid]/2
}

// overList is a function of many arguments over the items of a list that are
// not null; null of none.
func overList(f func([]Value) Value, as func(Value) Value) func([]Value) Value {
	return func(a []Value) Value {
		var items []Value
		for _, v := range a[0].([]Value) {
			if v != nil {
				items = append(items, as(v))
			}
		}
		if len(items) == 0 {
			return nil
		}
		return f(items)
	}
}

func asIs(v Value) Value { return v }

// asFloatValue takes an Int given for a Float.
func asFloatValue(v Value) Value {
	f, _ := asFloat(v)
	return f
}
