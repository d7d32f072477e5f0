package column

import (
	"math"

	"pgregory.net/rapid"
)

// Random typed trees over one column and one parameter of each kind.

var (
	listInts   = listOf(anyInt.Null())
	listFloats = listOf(anyFloat.Null())
	listTexts  = listOf(anyString.Null())
	vector3    = Type{Kind: Vector, Dim: 3}
	record     = Type{Kind: Record, Fields: []Field{{"n", anyInt.Null()}, {"s", anyString.Null()}}}
)

// names of columns and parameters by type.
func named() map[string]Type {
	return map[string]Type{
		"i": anyInt, "j": anyInt, "f": anyFloat, "g": anyFloat, "b": anyBool, "c": anyBool, "s": anyString, "t": anyString,
		"at": anyTime, "since": anyTime, "d": anyDuration, "v": vector3, "w": vector3,
		"li": listInts, "lf": listFloats, "ls": listTexts, "r": record,
	}
}

func genValue(t Type, nulls bool) *rapid.Generator[Value] {
	return rapid.Custom(func(r *rapid.T) Value {
		if nulls && rapid.IntRange(0, 5).Draw(r, "null") == 0 {
			return nil
		}
		switch t.Kind {
		case Int, Time, Duration:
			return rapid.SampledFrom([]int64{0, 1, -1, 2, 3, 7, 1 << 40, math.MaxInt64, math.MinInt64, math.MinInt64 + 1, 1 << 53, 1<<53 + 1, 3_600_000_000_000}).Draw(r, "int")
		case Float:
			return rapid.SampledFrom([]float64{0, 1, -1, 0.5, 2, 7, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e-300, math.Copysign(0, -1), 1 << 53, 1 << 63}).Draw(r, "float")
		case Bool:
			return rapid.Bool().Draw(r, "bool")
		case String:
			return rapid.SampledFrom([]string{"", "a", "ab", "Ab", "b", "围棋", "go 围棋"}).Draw(r, "text")
		case Vector:
			out := make([]float32, t.Dim)
			for i := range out {
				out[i] = rapid.SampledFrom([]float32{0, 1, -2, 0.5}).Draw(r, "part")
			}
			return out
		case List:
			out := []Value{}
			for range rapid.IntRange(0, 3).Draw(r, "items") {
				out = append(out, genValue(*t.Elem, t.Elem.Nullable).Draw(r, "item"))
			}
			return out
		case Record:
			out := map[string]Value{}
			for _, f := range t.Fields {
				out[f.Name] = genValue(f.Type, true).Draw(r, f.Name)
			}
			return out
		}
		return nil
	})
}

// genExpr is a tree of at most that depth whose values are of the type.
func genExpr(r *rapid.T, t Type, depth int) *Expr {
	if depth == 0 || rapid.IntRange(0, 3).Draw(r, "leaf") == 0 {
		return genLeaf(r, t)
	}
	sub := func(t Type) *Expr { return genExpr(r, t, depth-1) }
	two := func(op string, t, arg Type) *Expr {
		if rapid.IntRange(0, 3).Draw(r, "twice") == 0 { // one part, used twice
			a := sub(arg)
			return &Expr{Op: op, Type: t, Args: []*Expr{a, a}}
		}
		return &Expr{Op: op, Type: t, Args: []*Expr{sub(arg), sub(arg)}}
	}
	pick := func(ops ...string) string { return rapid.SampledFrom(ops).Draw(r, "op") }
	switch rapid.IntRange(0, 9).Draw(r, "shape") {
	case 2:
		return genOver(r, t, depth)
	case 0:
		return &Expr{Op: "cond", Type: t, Args: []*Expr{sub(anyBool), sub(t), sub(t)}}
	case 1:
		return two("??", t, t)
	}
	switch t.Kind {
	case Int:
		switch rapid.IntRange(0, 5).Draw(r, "int") {
		case 0:
			return &Expr{Op: "neg", Type: t, Args: []*Expr{sub(t)}}
		case 1:
			return &Expr{Op: "index", Type: t, Args: []*Expr{sub(listInts), sub(anyInt)}}
		case 2:
			return &Expr{Op: "field", Name: "n", Type: t, Args: []*Expr{sub(record)}}
		case 3:
			return genCall(r, t, depth)
		}
		return two(pick("+", "-", "*", "%"), t, t)
	case Float:
		switch rapid.IntRange(0, 4).Draw(r, "float") {
		case 0:
			return &Expr{Op: "neg", Type: t, Args: []*Expr{sub(t)}}
		case 1:
			return two(pick("/", "**"), t, anyInt)
		case 2, 3:
			return genCall(r, t, depth)
		}
		return &Expr{Op: pick("+", "-", "*", "/", "%", "**"), Type: t, Args: []*Expr{sub(anyFloat), sub(rapid.SampledFrom([]Type{anyInt, anyFloat}).Draw(r, "side"))}}
	case Bool:
		switch rapid.IntRange(0, 4).Draw(r, "bool") {
		case 0:
			return &Expr{Op: "not", Type: t, Args: []*Expr{sub(t)}}
		case 1:
			return two(pick("and", "or"), t, t)
		case 2:
			elem := rapid.SampledFrom([]Type{anyInt, anyFloat, anyString}).Draw(r, "elem")
			return &Expr{Op: "in", Type: t, Args: []*Expr{sub(elem), sub(rapid.SampledFrom([]Type{listInts, listFloats, listTexts}).Draw(r, "list"))}}
		case 3:
			return genCall(r, t, depth)
		}
		arg := rapid.SampledFrom([]Type{anyInt, anyFloat, anyBool, anyString, anyTime, anyDuration, vector3, listInts, record}).Draw(r, "compared")
		e := two(pick("==", "!="), t, arg)
		if arg.Kind == Int || arg.Kind == Float || arg.Kind == String || arg.Kind == Time {
			e.Op = pick("==", "!=", "<", "<=", ">", ">=")
		}
		if arg.Kind == Float && rapid.Bool().Draw(r, "mixed") {
			e.Args[1] = sub(anyInt)
		}
		if (e.Op == "==" || e.Op == "!=") && rapid.IntRange(0, 4).Draw(r, "nil") == 0 {
			e.Args[rapid.IntRange(0, 1).Draw(r, "side")] = &Expr{Op: "const"}
		}
		return e
	case String:
		if rapid.Bool().Draw(r, "call") {
			return genCall(r, t, depth)
		}
		return two("+", t, t)
	case Time:
		return &Expr{Op: pick("+", "-"), Type: t, Args: []*Expr{sub(t), sub(anyDuration)}}
	case Duration:
		if rapid.Bool().Draw(r, "call") {
			return genCall(r, t, depth)
		}
		return &Expr{Op: pick("*", "/"), Type: t, Args: []*Expr{sub(t), sub(rapid.SampledFrom([]Type{anyInt, anyFloat}).Draw(r, "by"))}}
	case List:
		return &Expr{Op: "list", Type: t, Args: []*Expr{sub(*t.Elem), sub(*t.Elem)}}
	}
	return genLeaf(r, t)
}

// genOver is a closure, or a slice, of that type; a leaf where there is none.
func genOver(r *rapid.T, t Type, depth int) *Expr {
	list := genExpr(r, listInts, depth-1)
	el := &Expr{Op: "elem", Name: rapid.SampledFrom([]string{"", "", "index"}).Draw(r, "elem"), Type: anyInt}
	body := func(op string, t Type) *Expr {
		return &Expr{Op: op, Type: t, Args: []*Expr{el, genExpr(r, anyInt, depth-1)}}
	}
	over := func(body *Expr, names ...string) *Expr {
		return &Expr{Op: "over", Name: rapid.SampledFrom(names).Draw(r, "closure"), Type: t, Args: []*Expr{list, body}}
	}
	switch t.Kind {
	case Bool:
		return over(body("<", anyBool), "any", "all", "none", "one")
	case Int:
		switch rapid.IntRange(0, 2).Draw(r, "over") {
		case 0:
			return over(body("==", anyBool), "count", "find", "findLast", "findIndex", "findLastIndex")
		case 1:
			return over(body("*", anyInt), "sum")
		}
		e := over(&Expr{Op: "-", Type: anyInt, Args: []*Expr{{Op: "elem", Name: "acc", Type: anyInt}, el}}, "reduce")
		e.Args = append(e.Args, genExpr(r, anyInt, depth-1))
		return e
	case List:
		if t.Elem.Kind != Int {
			break
		}
		if rapid.Bool().Draw(r, "slice") {
			return &Expr{Op: "slice", Type: t, Args: []*Expr{list, genExpr(r, anyInt, depth-1), genExpr(r, anyInt, depth-1)}}
		}
		return over(body("+", anyInt), "map", "sortBy", "sortByDesc")
	}
	return genLeaf(r, t)
}

func genLeaf(r *rapid.T, t Type) *Expr {
	var names []string
	for _, n := range []string{"i", "j", "f", "g", "b", "c", "s", "t", "at", "since", "d", "v", "w", "li", "lf", "ls", "r"} {
		if fits(t, named()[n], false) {
			names = append(names, n)
		}
	}
	op := "const"
	if len(names) > 0 {
		op = rapid.SampledFrom([]string{"col", "col", "param", "const"}).Draw(r, "leaf")
	}
	if op == "const" {
		return &Expr{Op: op, Type: t, Value: genValue(t, true).Draw(r, "const")}
	}
	return &Expr{Op: op, Name: rapid.SampledFrom(names).Draw(r, "name"), Type: t}
}

// genCall is a call of a function with that result.
func genCall(r *rapid.T, t Type, depth int) *Expr {
	var calls []*Expr
	for _, f := range Functions() {
		for _, o := range f.Overloads {
			if o.Result.Kind != t.Kind {
				continue
			}
			e := &Expr{Op: "call", Name: f.Name, Type: t}
			for _, a := range o.Args {
				switch {
				case a.Kind == Vector:
					a = vector3
				case a.Kind == List && (a.Elem == nil || a.Elem.Kind == Int):
					a = listInts
				case a.Kind == List:
					a = listFloats
				}
				e.Args = append(e.Args, &Expr{Type: a})
			}
			calls = append(calls, e)
		}
	}
	e := rapid.SampledFrom(calls).Draw(r, "call")
	for i, a := range e.Args {
		if e.Name == "matches" && i == 1 {
			e.Args[i] = &Expr{Op: "const", Type: anyString, Value: rapid.SampledFrom([]string{"^a", "b$", "围", ""}).Draw(r, "pattern")}
			continue
		}
		if a.Type.Kind == Float && rapid.IntRange(0, 3).Draw(r, "widen") == 0 && e.Name != "abs" {
			a.Type = anyInt
		}
		e.Args[i] = genExpr(r, a.Type, depth-1)
	}
	// an Int given for a Float may have chosen another shape.
	if o, err := Resolve(e.Name, argTypes(e.Args)); err != nil || o.Result.Kind != t.Kind {
		return genLeaf(r, t)
	}
	return e
}
