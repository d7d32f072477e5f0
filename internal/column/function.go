package column

import (
	"fmt"
	"slices"
)

// Function is a pure function formulas may call. Null in any argument gives
// null; a NaN stays NaN and sorts last; none fails and none waits.
type Function struct {
	Name      string
	Doc       string
	Overloads []Overload
}

// Overload is one shape of a Function. In Args a Vector of Dim 0 is of any
// dimension and a List without Elem of any element.
type Overload struct {
	Args     []Type
	Variadic bool  // the last argument may come again
	Const    []int // arguments that must be constants
	Result   Type  // nullable when the function itself may give null

	row     func(args []Value) Value             // arguments canonical, of the kinds of Args, none null
	float1  func(x float64) float64              // the same for whole columns, where it is of this shape
	floats  func(dst, src []float64)             // likewise for many at once, where there is a faster way; dst may be src
	float2  func(x, y float64) float64           // likewise
	ints3   func(a, b, c int64) (float64, bool)  // likewise; false is null
	vectors func(a, b []float32) (float64, bool) // likewise
	angle   bool                                 // vectors is Cosine
	texts   func(s, part string) bool            // likewise
}

var (
	anyInt      = Type{Kind: Int}
	anyFloat    = Type{Kind: Float}
	anyBool     = Type{Kind: Bool}
	anyString   = Type{Kind: String}
	anyTime     = Type{Kind: Time}
	anyDuration = Type{Kind: Duration}
	anyVector   = Type{Kind: Vector}
	anyList     = Type{Kind: List}
)

func listOf(elem Type) Type { return Type{Kind: List, Elem: &elem} }

// Functions is the table of all functions, by name in order of the page.
func Functions() []Function { return slices.Clone(functions) }

// Resolve finds the overload of a function for arguments of these types: exact
// kinds first, then with Ints given for Floats.
func Resolve(name string, args []Type) (*Overload, error) {
	for i := range functions {
		f := &functions[i]
		if f.Name != name {
			continue
		}
		for _, widen := range []bool{false, true} {
			for j := range f.Overloads {
				if f.Overloads[j].accepts(args, widen) {
					return &f.Overloads[j], nil
				}
			}
		}
		return nil, fmt.Errorf("%s takes no arguments of types %v", name, args)
	}
	return nil, fmt.Errorf("unknown function %q", clip(name))
}

// arg is the declared type of argument i.
func (o *Overload) arg(i int) Type {
	if i >= len(o.Args) {
		i = len(o.Args) - 1
	}
	return o.Args[i]
}

func (o *Overload) accepts(args []Type, widen bool) bool {
	if len(args) < len(o.Args) || len(args) > len(o.Args) && !o.Variadic {
		return false
	}
	for i, a := range args {
		if !fits(o.arg(i), a, widen) {
			return false
		}
	}
	return true
}

func fits(want, got Type, widen bool) bool {
	if widen && want.Kind == Float && got.Kind == Int {
		return true
	}
	if want.Kind != got.Kind {
		return false
	}
	switch want.Kind {
	case Vector:
		return want.Dim == 0 || want.Dim == got.Dim
	case List:
		return want.Elem == nil || got.Elem != nil && fits(*want.Elem, *got.Elem, widen)
	}
	return true
}

// call is the overload's answer for arguments of any accepted kinds.
func (o *Overload) call(args []Value) Value {
	for i, a := range args {
		if a == nil {
			return nil
		}
		if n, ok := a.(int64); ok && o.arg(i).Kind == Float {
			args[i] = float64(n)
		}
	}
	return o.row(args)
}
