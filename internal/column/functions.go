package column

import (
	"math"
	"slices"
	"time"
)

// functions is the one table. Adding a function is adding an entry to one of
// its parts.
var functions = slices.Concat(numberFunctions, vectorFunctions, textFunctions, listFunctions)

// numberFunctions are those of numbers and times.
var numberFunctions = []Function{
	many(float1("log1p", "natural logarithm of 1 + x", math.Log1p), log1ps),
	float1("log", "natural logarithm; NaN below 0", math.Log),
	float1("exp", "e to the power of x", math.Exp),
	float2("pow", "x to the power of y", math.Pow),
	float1("sqrt", "square root; NaN below 0", math.Sqrt),
	{Name: "abs", Doc: "distance from 0", Overloads: []Overload{
		{Args: []Type{anyInt}, Result: anyInt, row: func(a []Value) Value { return absInt(a[0].(int64)) }},
		{Args: []Type{anyFloat}, Result: anyFloat, row: row1(math.Abs), float1: math.Abs},
		{Args: []Type{anyDuration}, Result: anyDuration, row: func(a []Value) Value { return absInt(a[0].(int64)) }},
	}},
	extreme("min", "the smallest argument, or item of a list that is not null; NaN when one is NaN; null of no items", func(a, b int64) int64 { return min(a, b) }, math.Min),
	extreme("max", "the largest argument, or item of a list that is not null; NaN when one is NaN; null of no items", func(a, b int64) int64 { return max(a, b) }, math.Max),
	{Name: "clamp", Doc: "x brought into lo..hi; hi wins when lo is above it", Overloads: []Overload{
		{Args: []Type{anyInt, anyInt, anyInt}, Result: anyInt, row: func(a []Value) Value {
			return min(max(a[0].(int64), a[1].(int64)), a[2].(int64))
		}},
		{Args: []Type{anyFloat, anyFloat, anyFloat}, Result: anyFloat, row: func(a []Value) Value {
			return math.Min(math.Max(a[0].(float64), a[1].(float64)), a[2].(float64))
		}},
	}},
	float1("round", "to the nearest whole number, halves away from 0", math.Round),
	float1("floor", "the whole number at or below x", math.Floor),
	float1("ceil", "the whole number at or above x", math.Ceil),
	{Name: "freshness", Doc: "0.5 to the power of age/halflife, 1 for what is in the future; null unless halflife > 0",
		Overloads: []Overload{{
			Args: []Type{anyTime, anyDuration, anyTime}, Result: anyFloat.Null(), ints3: freshness,
			row: func(a []Value) Value {
				if f, ok := freshness(a[0].(int64), a[1].(int64), a[2].(int64)); ok {
					return f
				}
				return nil
			},
		}}},
	{Name: "age", Doc: "now - time, negative for the future", Overloads: []Overload{{
		Args: []Type{anyTime, anyTime}, Result: anyDuration,
		row: func(a []Value) Value { return a[1].(int64) - a[0].(int64) },
	}}},
	{Name: "hour", Doc: "hour of the day in UTC, 0 to 23", Overloads: []Overload{{
		Args: []Type{anyTime}, Result: anyInt,
		row: func(a []Value) Value { return int64(time.Unix(0, a[0].(int64)).UTC().Hour()) },
	}}},
}

// vectorFunctions are those of vectors.
var vectorFunctions = []Function{
	vectors("dot", "dot product; null for different dimensions", func(a, b []float32) (float64, bool) {
		if len(a) != len(b) {
			return 0, false
		}
		return float64(Dot(a, b)), true
	}),
	angles(vectors("cosine", "cosine of the angle; null when one is all 0, or for different dimensions", Cosine)),
}

func angles(f Function) Function {
	f.Overloads[0].angle = true
	return f
}

func row1(f func(float64) float64) func([]Value) Value {
	return func(a []Value) Value { return f(a[0].(float64)) }
}

func float1(name, doc string, f func(float64) float64) Function {
	return Function{Name: name, Doc: doc, Overloads: []Overload{
		{Args: []Type{anyFloat}, Result: anyFloat, row: row1(f), float1: f},
	}}
}

// many gives a function of one number a faster way for many at once.
func many(f Function, floats func(dst, src []float64)) Function {
	f.Overloads[0].floats = floats
	return f
}

func float2(name, doc string, f func(x, y float64) float64) Function {
	return Function{Name: name, Doc: doc, Overloads: []Overload{{
		Args: []Type{anyFloat, anyFloat}, Result: anyFloat, float2: f,
		row: func(a []Value) Value { return f(a[0].(float64), a[1].(float64)) },
	}}}
}

func extreme(name, doc string, ints func(a, b int64) int64, floats func(a, b float64) float64) Function {
	rowInts := func(a []Value) Value {
		m := a[0].(int64)
		for _, x := range a[1:] {
			m = ints(m, x.(int64))
		}
		return m
	}
	rowFloats := func(a []Value) Value {
		m := a[0].(float64)
		for _, x := range a[1:] {
			m = floats(m, x.(float64))
		}
		return m
	}
	return Function{Name: name, Doc: doc, Overloads: []Overload{
		{Args: []Type{anyInt, anyInt}, Variadic: true, Result: anyInt, row: rowInts},
		{Args: []Type{anyFloat, anyFloat}, Variadic: true, Result: anyFloat, row: rowFloats, float2: floats},
		{Args: []Type{anyTime, anyTime}, Variadic: true, Result: anyTime, row: rowInts},
		{Args: []Type{anyDuration, anyDuration}, Variadic: true, Result: anyDuration, row: rowInts},
		{Args: []Type{listOf(anyInt)}, Result: anyInt.Null(), row: overList(rowInts, asIs)},
		{Args: []Type{listOf(anyFloat)}, Result: anyFloat.Null(), row: overList(rowFloats, asFloatValue)},
		{Args: []Type{listOf(anyTime)}, Result: anyTime.Null(), row: overList(rowInts, asIs)},
		{Args: []Type{listOf(anyDuration)}, Result: anyDuration.Null(), row: overList(rowInts, asIs)},
	}}
}

func vectors(name, doc string, f func(a, b []float32) (float64, bool)) Function {
	return Function{Name: name, Doc: doc, Overloads: []Overload{{
		Args: []Type{anyVector, anyVector}, Result: anyFloat.Null(), vectors: f,
		row: func(a []Value) Value {
			if x, ok := f(a[0].([]float32), a[1].([]float32)); ok {
				return x
			}
			return nil
		},
	}}}
}
