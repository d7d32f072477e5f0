package sig_test

import (
	"testing"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// columnType is a type as the kernels know it.
func columnType(t sig.Type) column.Type {
	kinds := map[sig.Kind]column.Kind{
		sig.Int: column.Int, sig.Float: column.Float, sig.Bool: column.Bool, sig.String: column.String,
		sig.Time: column.Time, sig.Duration: column.Duration, sig.Vector: column.Vector, sig.List: column.List,
	}
	out := column.Type{Kind: kinds[t.Kind], Nullable: t.Nullable, Dim: t.Dim}
	if t.Elem != nil {
		e := columnType(*t.Elem)
		out.Elem = &e
	}
	return out
}

// What the language promises of a function, the kernels keep: every overload
// resolves, with the moment appended where the compiler adds it, and gives the
// same kind. A kernel may give null where the checker says never only when its
// arguments, which the checker has seen, exclude it.
func TestFunctionsAreThoseOfTheKernels(t *testing.T) {
	excluded := map[string]bool{"dot": true, "freshness": true} // unlike dimensions, a half-life of nothing
	for _, f := range sig.Functions() {
		if f.Name == "now" {
			continue // a parameter of the run, no kernel
		}
		for _, o := range f.Overloads {
			var args []column.Type
			for _, p := range o.Params {
				if p.Kind == sig.Vector {
					p.Dim = 4
				}
				if p.Kind == sig.List && p.Elem == nil {
					p.Elem = &sig.Type{Kind: sig.String}
				}
				args = append(args, columnType(p))
			}
			if f.Moment {
				args = append(args, column.Type{Kind: column.Time})
			}
			have, err := column.Resolve(f.Name, args)
			if f.Later {
				if err == nil {
					t.Errorf("%s has a kernel by now: take its Later away", f.Name)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", f.Name, err)
				continue
			}
			if want := columnType(o.Result); have.Result.Kind != want.Kind {
				t.Errorf("%s%v gives %s, declared %s", f.Name, args, have.Result, o.Result)
			} else if have.Result.Nullable && !want.Nullable && !excluded[f.Name] {
				t.Errorf("%s%v may give null, declared %s", f.Name, args, o.Result)
			}
			if o.Variadic != have.Variadic {
				t.Errorf("%s: variadic %v, declared %v", f.Name, have.Variadic, o.Variadic)
			}
		}
	}
}

// Every closure has a kernel, and only those.
func TestClosuresAreThoseOfTheKernels(t *testing.T) {
	list := column.Type{Kind: column.List, Elem: &column.Type{Kind: column.Int}}
	for _, c := range sig.Closures() {
		e := &column.Expr{Op: "over", Name: c.Name, Type: column.Type{Kind: column.Int}, Args: []*column.Expr{
			{Op: "const", Type: list, Value: []column.Value{}},
			{Op: "elem", Type: column.Type{Kind: column.Int}},
		}}
		if c.First {
			e.Args = append(e.Args, &column.Expr{Op: "const", Type: column.Type{Kind: column.Int}, Value: int64(0)})
		}
		none := func(string) column.Value { return nil }
		if _, err := column.EvalRow(e, none, none); (err == nil) == c.Later {
			t.Errorf("%s: later %v, the kernel says %v", c.Name, c.Later, err)
		}
		if c.Summary == "" || c.Example == "" {
			t.Errorf("%s is not described", c.Name)
		}
		if got, ok := sig.ClosureOf(c.Name); !ok || got.Name != c.Name {
			t.Errorf("%s can't be found", c.Name)
		}
	}
}

// Every function has words for the one who reads about it.
func TestFunctionsAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range sig.Functions() {
		if f.Summary == "" || f.Example == "" || len(f.Overloads) == 0 || seen[f.Name] {
			t.Errorf("%s is not described, or twice", f.Name)
		}
		seen[f.Name] = true
		if got, ok := sig.Function(f.Name); !ok || got.Name != f.Name {
			t.Errorf("%s can't be found", f.Name)
		}
	}
}
