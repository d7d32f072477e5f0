package sig_test

import (
	"testing"

	"pgregory.net/rapid"

	"riffle.dev/riffle/dsl/sig"
)

var (
	tInt    = sig.Type{Kind: sig.Int}
	tFloat  = sig.Type{Kind: sig.Float}
	tString = sig.Type{Kind: sig.String}
	tNil    = sig.Type{Kind: sig.Nil, Nullable: true}
)

func set(fields ...sig.Field) sig.Type { return sig.Type{Kind: sig.Items, Fields: fields} }

func col(name string, t sig.Type) sig.Field { return sig.Field{Name: name, Type: t} }

func TestUnite(t *testing.T) {
	for _, c := range []struct {
		name  string
		sets  []sig.Type
		want  string
		clash string
	}{
		{"one set stays", []sig.Type{set(col("a", tInt))}, "a: int", ""},
		{"in all stays", []sig.Type{set(col("a", tInt)), set(col("a", tInt))}, "a: int", ""},
		{"missing somewhere is nullable", []sig.Type{set(col("a", tInt)), set(col("b", tInt))}, "a: int?, b: int?", ""},
		{"nullable somewhere is nullable", []sig.Type{set(col("a", tInt.Null())), set(col("a", tInt))}, "a: int?", ""},
		{"int and float are float", []sig.Type{set(col("a", tInt)), set(col("a", tFloat))}, "a: float", ""},
		{"two types clash", []sig.Type{set(col("a", tInt)), set(col("a", tString))}, "", "a"},
		{"unknown fits", []sig.Type{set(col("a", sig.Type{})), set(col("a", tString))}, "a: string", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, clash := sig.Unite(c.sets)
			if clash != c.clash {
				t.Fatalf("clash %q, want %q", clash, c.clash)
			}
			if c.clash == "" {
				got.Kind = sig.Record // to see the fields
				if s := "{ " + c.want + " }"; got.String() != s {
					t.Errorf("got %s, want %s", got, s)
				}
			}
		})
	}
}

func TestFits(t *testing.T) {
	list := func(e sig.Type) sig.Type { return sig.Type{Kind: sig.List, Elem: &e} }
	for _, c := range []struct {
		have, want sig.Type
		fits       bool
	}{
		{tInt, tInt, true}, {tInt, tFloat, true}, {tFloat, tInt, false}, {tInt, tString, false},
		{tInt, tInt.Null(), true}, {tInt.Null(), tInt, false}, {tNil, tInt.Null(), true}, {tNil, tInt, false},
		{sig.Type{}, tString, true}, {list(tInt), list(tFloat), true}, {list(tFloat), list(tInt), false},
		{sig.Type{Kind: sig.Vector, Dim: 3}, sig.Type{Kind: sig.Vector}, true},
		{sig.Type{Kind: sig.Vector, Dim: 3}, sig.Type{Kind: sig.Vector, Dim: 4}, false},
	} {
		if got := sig.Fits(c.have, c.want); got != c.fits {
			t.Errorf("%s for %s: %v", c.have, c.want, got)
		}
	}
}

// Common is symmetric, and what is common is fit by both sides.
func TestCommonProperties(t *testing.T) {
	kinds := []sig.Type{tInt, tFloat, tString, {Kind: sig.Bool}, {Kind: sig.Time}, {Kind: sig.Vector, Dim: 4}, {Kind: sig.List, Elem: &tInt}}
	any := rapid.Custom(func(t *rapid.T) sig.Type {
		k := rapid.SampledFrom(kinds).Draw(t, "kind")
		k.Nullable = rapid.Bool().Draw(t, "nullable")
		return k
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := any.Draw(t, "a"), any.Draw(t, "b")
		x, okX := sig.Common(a, b)
		y, okY := sig.Common(b, a)
		if okX != okY || okX && x.String() != y.String() {
			t.Fatalf("%s with %s: %s %v, the other way %s %v", a, b, x, okX, y, okY)
		}
		if okX && (!sig.Fits(a, x) || !sig.Fits(b, x)) {
			t.Fatalf("%s is common to %s and %s, which do not fit it", x, a, b)
		}
	})
}

// A result rule never changes a type it was given.
func TestRulesKeepTheirArguments(t *testing.T) {
	fields := make([]sig.Field, 1, 8) // room behind: an append would be seen
	fields[0] = col("a", tInt)
	in := set(fields...)
	in.Fields = fields
	use := &sig.Use{
		Types: map[string]sig.Type{"set": in, "res": in},
		Names: map[string][]string{"as": {"s"}, "columns": {"b"}},
		Bound: map[string]sig.Type{"b": tFloat},
	}
	for name, rule := range map[string]sig.Rule{
		"FieldsOf": sig.FieldsOf("res", "as"), "WithAs": sig.WithAs("set", "as"), "AddBindings": sig.AddBindings("set", "columns"),
	} {
		out, problem := rule(use)
		if problem != nil || len(out.Fields) != 2 {
			t.Errorf("%s gives %v, %v", name, out, problem)
		}
		if extra := fields[:2][1]; extra.Name != "" || len(in.Fields) != 1 {
			t.Errorf("%s wrote into its argument", name)
		}
	}
}

func TestLookupWantsOneOfTwo(t *testing.T) {
	rule := sig.LookupResult("res", "key", "keys")
	games := set(col("a", tInt))
	games.Name = "games"
	use := func(given ...string) *sig.Use {
		u := &sig.Use{Types: map[string]sig.Type{"res": games}}
		for _, g := range given {
			u.Types[g] = tString
		}
		return u
	}
	if got, problem := rule(use("key")); problem != nil || got.Kind != sig.Record || !got.Nullable {
		t.Errorf("by key: %s, %v", got, problem)
	}
	if got, problem := rule(use("keys")); problem != nil || got.Kind != sig.Items {
		t.Errorf("by keys: %s, %v", got, problem)
	}
	for _, u := range []*sig.Use{use(), use("key", "keys")} {
		if _, problem := rule(u); problem == nil || problem.Code != "E0412" {
			t.Errorf("%v gives no problem", u.Types)
		}
	}
}
