package script

import (
	"fmt"
	"strings"

	"go.starlark.net/lib/math"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Limits of one value.
const (
	maxText  = 1 << 20   // bytes
	maxCells = 100_000   // values in it, what stands in several places counted each time; 16 bytes of text are one
	maxRange = 1_000_000 // numbers
	maxBits  = 1024      // of a whole number
	maxRead  = 1000      // bytes that a number is read from
	maxDepth = 100       // values within each other: to print one, all around it are looked at
)

// builtin is how a guard is written.
type builtin = func(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

// charge counts n cells as steps.
func charge(t *starlark.Thread, n int) { t.Steps += uint64(max(n, 0)) }

// guards are all that a file can name: what takes the place of operators, the
// built-in functions there are, and the module math.
func guards() starlark.StringDict {
	d := starlark.StringDict{"math": math.Module}
	for _, op := range []syntax.Token{syntax.PLUS, syntax.MINUS, syntax.STAR, syntax.SLASH, syntax.SLASHSLASH, syntax.PERCENT, syntax.AMP, syntax.PIPE,
		syntax.CIRCUMFLEX, syntax.LTLT, syntax.GTGT, syntax.IN, syntax.NOT_IN, syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE} {
		d["$"+op.String()] = starlark.NewBuiltin(op.String(), operator(op))
	}
	for assign, op := range map[syntax.Token]syntax.Token{syntax.PLUS_EQ: syntax.PLUS, syntax.MINUS_EQ: syntax.MINUS, syntax.STAR_EQ: syntax.STAR,
		syntax.SLASH_EQ: syntax.SLASH, syntax.SLASHSLASH_EQ: syntax.SLASHSLASH, syntax.PERCENT_EQ: syntax.PERCENT, syntax.AMP_EQ: syntax.AMP,
		syntax.PIPE_EQ: syntax.PIPE, syntax.CIRCUMFLEX_EQ: syntax.CIRCUMFLEX, syntax.LTLT_EQ: syntax.LTLT, syntax.GTGT_EQ: syntax.GTGT} {
		d["$"+assign.String()] = starlark.NewBuiltin(assign.String(), operator(op))
	}
	d["$+="] = starlark.NewBuiltin("+=", extend)
	d["$."] = starlark.NewBuiltin(".", attribute)
	d["$[:]"] = starlark.NewBuiltin("[:]", slice)
	d["$()"] = starlark.NewBuiltin("()", tuple)
	for name, v := range starlark.Universe {
		if own, ok := v.(*starlark.Builtin); ok {
			d[name] = restricted(name, own)
		}
	}
	return d
}

// restricted is a built-in function under guard.
func restricted(name string, own *starlark.Builtin) *starlark.Builtin {
	switch name {
	case "abs", "bool", "chr", "len", "ord", "type":
		return own
	case "range":
		return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			v, err := starlark.Call(t, own, args, kwargs)
			if s, ok := v.(starlark.Sequence); err == nil && ok && s.Len() > maxRange {
				return nil, fmt.Errorf("range: %d numbers, at most %d", s.Len(), maxRange)
			}
			return v, err
		})
	case "float", "int":
		return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if len(args) > 0 {
				if s, ok := starlark.AsString(args[0]); ok && len(s) > maxRead {
					return nil, fmt.Errorf("%s: a text of %d bytes, at most %d", name, len(s), maxRead)
				}
			}
			return starlark.Call(t, own, args, kwargs)
		})
	case "fail":
		return starlark.NewBuiltin(name, fail)
	case "max", "min", "sorted":
		return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			args, kwargs = keyed(name, args, kwargs)
			return bounded(t, own, args, kwargs)
		})
	case "all", "any", "dict", "enumerate", "list", "repr", "reversed", "str", "tuple", "zip":
		return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return bounded(t, own, args, kwargs)
		})
	}
	return starlark.NewBuiltin(name, func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
		return nil, fmt.Errorf("%s is not there", name)
	})
}

// keyed puts a guard around the function that gives what is compared: it may
// give a long list each time, and the same one.
func keyed(name string, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Tuple, []starlark.Tuple) {
	total := 0
	guard := func(key starlark.Value) starlark.Value {
		if _, ok := key.(starlark.Callable); !ok {
			return key // the function says what is wrong
		}
		return starlark.NewBuiltin("key", func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			v, err := starlark.Call(t, key, args, kwargs)
			if err != nil {
				return nil, err
			}
			n, err := size(t, v)
			if total += n; err == nil && total > maxCells {
				err = fmt.Errorf("keys of more than %d values", maxCells)
			}
			return v, err
		})
	}
	if name == "sorted" && len(args) > 1 {
		args = append(starlark.Tuple(nil), args...)
		args[1] = guard(args[1])
	}
	own := make([]starlark.Tuple, len(kwargs))
	for i, kw := range kwargs {
		own[i] = kw
		if kw[0] == starlark.String("key") {
			own[i] = starlark.Tuple{kw[0], guard(kw[1])}
		}
	}
	return args, own
}

// bounded looks at the size of what goes in and of what comes out.
func bounded(t *starlark.Thread, own starlark.Callable, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	for _, a := range args {
		if s, ok := a.(starlark.Sequence); ok && s.Len() > maxCells {
			return nil, fmt.Errorf("%s: %d values, at most %d", own.Name(), s.Len(), maxCells)
		} else if ok {
			charge(t, s.Len())
		}
		if _, err := size(t, a); err != nil {
			return nil, fmt.Errorf("%s: %w", own.Name(), err)
		}
	}
	for _, kw := range kwargs {
		if _, err := size(t, kw[1]); err != nil {
			return nil, fmt.Errorf("%s: %w", own.Name(), err)
		}
	}
	v, err := starlark.Call(t, own, args, kwargs)
	if err != nil {
		return nil, err
	}
	if _, err := size(t, v); err != nil {
		return nil, fmt.Errorf("%s: %w", own.Name(), err)
	}
	return v, nil
}

func fail(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	parts := make([]string, 0, len(args))
	for _, a := range args {
		if _, err := size(t, a); err != nil {
			return nil, fmt.Errorf("fail: %w", err)
		}
		if s, ok := starlark.AsString(a); ok {
			parts = append(parts, s)
		} else {
			parts = append(parts, a.String())
		}
	}
	return nil, fmt.Errorf("fail: %s", clip(strings.Join(parts, " ")))
}

// slice is x[lo:hi:step].
func slice(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	x, ok := args[0].(starlark.Sliceable)
	if !ok {
		return nil, fmt.Errorf("%s has no parts", args[0].Type())
	}
	step := 1
	if args[3] != starlark.None {
		var err error
		if step, err = starlark.AsInt32(args[3]); err != nil || step == 0 {
			return nil, fmt.Errorf("a step of %s", args[3].Type())
		}
	}
	n := x.Len()
	lo, hi := 0, n
	if step < 0 {
		lo, hi = n-1, -1
	}
	for i, at := range []*int{&lo, &hi} {
		if args[i+1] == starlark.None {
			continue
		}
		k, err := starlark.AsInt32(args[i+1])
		if err != nil {
			return nil, fmt.Errorf("a place that is %s", args[i+1].Type())
		}
		if k < 0 {
			k += n
		}
		if step > 0 {
			*at = min(max(k, 0), n)
		} else {
			*at = min(max(k, -1), n-1)
		}
	}
	if step > 0 && hi < lo {
		hi = lo
	} else if step < 0 && hi > lo {
		hi = lo
	}
	charge(t, n/16+1)
	if _, text := args[0].(starlark.String); !text {
		charge(t, n)
	}
	return x.Slice(lo, hi, step), nil
}

// tuple is (a, b): one that is nested without end could not be a key.
func tuple(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	out := append(starlark.Tuple(nil), args...)
	for _, e := range out {
		if !scalar(e) {
			_, err := size(t, out)
			return out, err
		}
	}
	return out, nil
}
