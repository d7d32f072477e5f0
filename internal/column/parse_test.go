package column

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	vec := Type{Kind: Vector, Dim: 2}
	for _, c := range []struct {
		typ  Type
		json string
		want Value
		err  string
	}{
		{anyInt, `3`, int64(3), ""},
		{anyInt, `3.0`, int64(3), ""},
		{anyInt, `1e3`, int64(1000), ""},
		{anyInt, `9223372036854775807`, int64(math.MaxInt64), ""},
		{anyInt, `-9223372036854775808`, int64(math.MinInt64), ""},
		{anyInt, `9223372036854775808`, nil, "want int, got number 9223372036854775808"},
		{anyInt, `1e18`, nil, "want int, got number 1e18"},
		{anyInt, `0.5`, nil, "want int, got number 0.5"},
		{anyInt, `"3"`, nil, `want int, got text "3"`},
		{anyInt, `true`, nil, "want int, got true"},
		{anyInt, `null`, nil, "want int, got null"},
		{anyInt.Null(), `null`, nil, ""},
		{anyFloat, `3`, 3.0, ""},
		{anyFloat, `1e400`, nil, "want float, got number 1e400"},
		{anyFloat, `"NaN"`, nil, `want float, got text "NaN"`},
		{anyBool, `false`, false, ""},
		{anyBool, `0`, nil, "want bool, got number 0"},
		{anyString, `"围棋"`, "围棋", ""},
		{anyString, `3`, nil, "want string, got number 3"},
		{anyString, `{}`, nil, "want string, got an object"},
		{anyTime, `"1970-01-01T08:00:01.5+08:00"`, int64(1_500_000_000), ""},
		{anyTime, `1500`, int64(1_500_000_000), ""},
		{anyTime, `"yesterday"`, nil, `want time as RFC 3339 or milliseconds since 1970, years 1678 to 2262, got text "yesterday"`},
		{anyTime, `9223372036855`, nil, "want time as RFC 3339 or milliseconds since 1970, years 1678 to 2262, got number 9223372036855"},
		{anyDuration, `"1h30m"`, int64(5_400_000_000_000), ""},
		{anyDuration, `"-1.5s"`, int64(-1_500_000_000), ""},
		{anyDuration, `80`, nil, "want duration with its unit, such as 80ms or 7d, got number 80"},
		{anyDuration, `"80"`, nil, `want duration such as 80ms or 7d, got text "80"`},
		{vec, `[1, -2.5]`, []float32{1, -2.5}, ""},
		{vec, `[1, 2, 3]`, nil, "want vector(2), got 3 numbers"},
		{vec, `[1, 1e39]`, nil, "at [1] want finite number, got number 1e39"},
		{vec, `[1, null]`, nil, "at [1] want finite number, got null"},
		{listInts, `[1, null]`, []Value{int64(1), nil}, ""},
		{listOf(anyInt), `[1, null]`, nil, "at [1] want int, got null"},
		{record, `{"n": 1, "s": "x"}`, map[string]Value{"n": int64(1), "s": "x"}, ""},
		{record, `{"n": 1}`, map[string]Value{"n": int64(1), "s": nil}, ""},
		{record, `{"n": "1"}`, nil, `at .n want int?, got text "1"`},
		{record, `{"n": 1, "z": 1, "y": 1}`, nil, `want { n: int?, s: string? }, got an unknown field "y"`},
		{Type{Kind: Record, Fields: []Field{{"a", anyInt}}}, `{}`, nil, "at .a want int, got nothing"},
		{anyString, `"` + strings.Repeat("x", MaxString+1) + `"`, nil, "want at most 1048576 bytes, got 1048577 bytes"},
		{listOf(anyInt), "[" + strings.Repeat("1,", MaxList) + "1]", nil, "want at most 10000 items, got 10001 items"},
		{Type{}, `1`, nil, "want invalid, got number 1"},
	} {
		got, err := ParseJSON(c.typ, []byte(c.json))
		var wrong *TypeError
		if c.err == "" && err != nil || c.err != "" && (!errors.As(err, &wrong) || err.Error() != c.err) {
			t.Errorf("%s as %s: want error %q, got %v", clip(c.json), c.typ, c.err, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s as %s: %s", clip(c.json), c.typ, diff)
		}
	}
	if _, err := Parse(anyFloat, math.Inf(1)); err == nil {
		t.Error("an infinity passes")
	}
	if _, err := Parse(anyString, "\xff"); err == nil {
		t.Error("text that is not UTF-8 passes")
	}
	if v, err := Parse(anyInt, 3.0); err != nil || v != int64(3) {
		t.Errorf("a decoded float64: %v %v", v, err)
	}
}

func TestDurations(t *testing.T) {
	for text, want := range map[string]int64{
		"7d": 7 * 24 * int64(time.Hour), "80ms": 80e6, "0s": 0, "1.5h": 90 * int64(time.Minute), "3us": 3000, "3µs": 3000, "1d1ns": 24*int64(time.Hour) + 1,
		"-2m": -2 * int64(time.Minute), ".5s": 5e8, "9223372036854775807ns": math.MaxInt64,
	} {
		if got, err := ParseDuration(text); err != nil || got != want {
			t.Errorf("%s: %d %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-", "ms", "5", "5 ms", "5x", "1..5s", "--1s", "1h-2m", "9223372036854775808ns", "300000d", "107000d107000d", strings.Repeat("1s", 40), "1e3s", "∞s"} {
		if got, err := ParseDuration(text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
	for ns, want := range map[int64]string{0: "0s", 5400e9: "90m", 1_500_000_000: "1500ms", 86_400e9: "1d", 1: "1ns", -2e9: "-2s"} {
		if got := FormatDuration(ns); got != want {
			t.Errorf("%d: %s, want %s", ns, got, want)
		}
	}
}

// finite tells whether a value can pass through JSON.
func finite(v Value) bool {
	switch x := v.(type) {
	case float64:
		return !math.IsNaN(x) && !math.IsInf(x, 0)
	case int64:
		return x != math.MinInt64 // as a duration: no text for it
	case []Value:
		for _, e := range x {
			if !finite(e) {
				return false
			}
		}
	}
	return true
}

func TestRenderParsesBack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		typ := rapid.SampledFrom([]Type{anyInt, anyFloat, anyBool, anyString, anyTime, anyDuration, vector3, listInts, listFloats, listTexts, record}).Draw(r, "type")
		v := genValue(typ, true).Filter(finite).Draw(r, "value")
		if typ.Kind == Time && v != nil {
			v = v.(int64) / 2 // the years that Parse takes
		}
		data, err := json.Marshal(Render(typ, v))
		if err != nil {
			r.Fatal(err)
		}
		got, err := ParseJSON(typ.Null(), data)
		if err != nil || !same(v, got) {
			r.Fatalf("%v became %v by %s: %v", v, got, data, err)
		}
	})
	if got := Render(anyFloat, math.NaN()); got != nil {
		t.Errorf("NaN is %v", got)
	}
}

func TestExprWire(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		e := genExpr(r, rapid.SampledFrom([]Type{anyInt, anyBool, anyFloat}).Draw(r, "type"), 3)
		ok := true
		e.Walk(func(n *Expr) { ok = ok && finite(n.Value) && !(n.Type.Kind == Time && n.Value != nil) })
		if !ok {
			r.Skip("a constant without a form in JSON")
		}
		data, err := json.Marshal(e)
		if err != nil {
			r.Fatal(err)
		}
		var got *Expr
		if err := json.Unmarshal(data, &got); err != nil {
			r.Fatalf("%s: %v", data, err)
		}
		if !same(e, got) {
			r.Fatal(cmp.Diff(e, got))
		}
	})
}

// Trees from outside: whatever compiles runs, and nothing panics.
func checkHostileTree(t *testing.T, data []byte) {
	var e *Expr
	if json.Unmarshal(data, &e) != nil || e == nil {
		return
	}
	types := func(name string) (Type, bool) { typ, ok := named()[name]; return typ, ok }
	p, err := Compile(e, types)
	if err != nil {
		return
	}
	cols := map[string]*Column{}
	for name, typ := range named() {
		b := NewBuilder(typ, 2)
		b.AppendNull()
		zero := map[Kind]Value{Int: int64(0), Time: int64(0), Duration: int64(0), Float: 0.0, Bool: true, String: "a", Vector: make([]float32, 3), List: []Value{}, Record: map[string]Value{}}
		if err := b.Append(zero[typ.Kind]); err != nil {
			t.Fatal(err)
		}
		cols[name] = b.Build()
	}
	in := Input{Len: 2, Column: func(n string) *Column { return cols[n] }}
	if _, err := p.Eval(t.Context(), in); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	p.Floats(t.Context(), in, nil)
	p.Filter(t.Context(), in, nil)
	if _, err := EvalRow(e, func(n string) Value { return cols[n].Row(1) }, func(string) Value { return nil }); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
}

// hostile trees are seeds of the fuzzer too.
func hostileTrees() []string {
	deep := strings.Repeat(`{"op":"neg","type":{"kind":"int"},"args":[`, 100) + `{"op":"const","value":1,"type":{"kind":"int"}}` + strings.Repeat("]}", 100)
	return []string{
		deep,
		`{"op":"+","type":{"kind":"int"},"args":[{"op":"col","name":"s","type":{"kind":"string"}},{"op":"col","name":"i","type":{"kind":"int"}}]}`,
		`{"op":"cond","type":{"kind":"float"},"args":[{"op":"col","name":"b","type":{"kind":"bool"}},{"op":"col","name":"s","type":{"kind":"string"}},{"op":"col","name":"li","type":{"kind":"list","elem":{"kind":"int"}}}]}`,
		`{"op":"??","type":{"kind":"bool"},"args":[{"op":"col","name":"i","type":{"kind":"int"}},{"op":"col","name":"s","type":{"kind":"string"}}]}`,
		`{"op":"in","type":{"kind":"bool"},"args":[{"op":"col","name":"s","type":{"kind":"string"}},{"op":"col","name":"i","type":{"kind":"int"}}]}`,
		`{"op":"neg","type":{"kind":"string"},"args":[{"op":"col","name":"i","type":{"kind":"int"}}]}`,
		`{"op":"not","type":{"kind":"int"},"args":[{"op":"col","name":"f","type":{"kind":"float"}}]}`,
		`{"op":"==","type":{"kind":"bool"},"args":[{"op":"col","name":"s","type":{"kind":"string"}},{"op":"const","type":{"kind":"string"}}]}`,
		`{"op":"call","name":"matches","type":{"kind":"bool"},"args":[{"op":"col","name":"s","type":{"kind":"string"}},{"op":"const","value":"(","type":{"kind":"string"}}]}`,
		`{"op":"call","name":"dot","type":{"kind":"int"},"args":[{"op":"col","name":"v","type":{"kind":"vector","dim":3}},{"op":"const","value":[1],"type":{"kind":"vector","dim":1}}]}`,
		`{"op":"and","type":{"kind":"bool"},"args":[{"op":"col","name":"b","type":{"kind":"bool"}},null]}`,
		`{"op":"list","type":{"kind":"int"},"args":[]}`,
		`{"op":"boom","type":{"kind":"int"}}`,
		`null`, `[]`, `{}`,
	}
}

func TestHostileTrees(t *testing.T) {
	for _, s := range hostileTrees() {
		checkHostileTree(t, []byte(s))
	}
}

func FuzzTree(f *testing.F) {
	for _, s := range hostileTrees() {
		f.Add([]byte(s))
	}
	f.Fuzz(checkHostileTree)
}

func TestMalformedTrees(t *testing.T) {
	one := &Expr{Op: "const", Value: int64(1), Type: anyInt}
	deep := one
	for range 100 {
		deep = &Expr{Op: "neg", Args: []*Expr{deep}, Type: anyInt}
	}
	text := &Expr{Op: "const", Value: "(", Type: anyString}
	long := &Expr{Op: "const", Value: strings.Repeat("x", 1025), Type: anyString}
	for want, e := range map[string]*Expr{
		"an expression is missing":                              nil,
		`unknown operator "boom"`:                               {Op: "boom"},
		"+ takes 2 arguments, has 1":                            {Op: "+", Args: []*Expr{one}},
		`unknown function "boom"`:                               {Op: "call", Name: "boom"},
		"sqrt takes no arguments of types [string]":             {Op: "call", Name: "sqrt", Args: []*Expr{text}},
		"expression too large: at most 64 deep and 4096 nodes":  deep,
		`constant: want int, got text "("`:                      {Op: "const", Value: "(", Type: anyInt},
		"matches: a pattern of 1025 bytes, at most 1024":        {Op: "call", Name: "matches", Args: []*Expr{text, long}},
		"matches: argument 2 must be a constant":                {Op: "call", Name: "matches", Args: []*Expr{text, {Op: "col", Name: "s", Type: anyString}}},
		"matches: error parsing regexp: missing closing ): `(`": {Op: "call", Name: "matches", Args: []*Expr{text, text}},
	} {
		if _, err := EvalRow(e, nil, nil); err == nil || err.Error() != want {
			t.Errorf("want %q, got %v", want, err)
		}
		if _, err := Compile(e, nil); err == nil || err.Error() != want {
			t.Errorf("compile: want %q, got %v", want, err)
		}
	}
}
