package script

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// operator of two values.
func operator(op syntax.Token) builtin {
	return func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		x, y := args[0], args[1]
		if !scalar(x) || !scalar(y) || op == syntax.STAR || op == syntax.PERCENT {
			if err := fits(t, op, x, y); err != nil {
				return nil, err
			}
		}
		switch op {
		case syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE:
			ok, err := starlark.Compare(op, x, y)
			return starlark.Bool(ok), err
		}
		v, err := starlark.Binary(op, x, y)
		if err != nil {
			return nil, err
		}
		if n, ok := v.(starlark.Int); ok {
			if _, small := n.Int64(); !small && n.BigInt().BitLen() > maxBits {
				return nil, fmt.Errorf("a whole number of more than %d bits", maxBits)
			}
		}
		return v, nil
	}
}

// fits tells whether the result of an operator is within the limits.
func fits(t *starlark.Thread, op syntax.Token, x, y starlark.Value) error {
	n, err := size(t, x)
	if err != nil {
		return err
	}
	m, err := size(t, y)
	if err != nil {
		return err
	}
	switch op {
	case syntax.PLUS:
		return most(t, n+m)
	case syntax.STAR:
		if times, ok := y.(starlark.Int); ok && starlark.Len(x) >= 0 {
			return repeated(t, x, n, times)
		}
		if times, ok := x.(starlark.Int); ok && starlark.Len(y) >= 0 {
			return repeated(t, y, m, times)
		}
	case syntax.PERCENT:
		if s, ok := starlark.AsString(x); ok {
			return most(t, n+strings.Count(s, "%")*m)
		}
	}
	return nil
}

func repeated(t *starlark.Thread, v starlark.Value, n int, times starlark.Int) error {
	k, ok := times.Int64()
	if !ok || k > maxCells || starlark.Len(v) > 0 && int(k)*max(n, starlark.Len(v)/16) > maxCells {
		if times.Sign() <= 0 {
			return nil
		}
		return fmt.Errorf("repeated %s times it is more than %d values", times, maxCells)
	}
	return most(t, int(max(k, 0))*n)
}

// most counts n cells that are made, and refuses too many.
func most(t *starlark.Thread, n int) error {
	if n > maxCells {
		return fmt.Errorf("it would have more than %d values", maxCells)
	}
	charge(t, n)
	return nil
}

// extend is +=, which adds to a list in its place.
func extend(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	list, ok := args[0].(*starlark.List)
	if !ok {
		return operator(syntax.PLUS)(t, b, args, kwargs)
	}
	return list, added(t, list, args[1])
}

func added(t *starlark.Thread, list *starlark.List, v starlark.Value) error {
	iter := starlark.Iterate(v)
	if iter == nil {
		return fmt.Errorf("%s is no list", v.Type())
	}
	var all []starlark.Value // first, since it may be the list itself
	for e := starlark.Value(nil); iter.Next(&e); {
		if all = append(all, e); list.Len()+len(all) > maxCells {
			iter.Done()
			return fmt.Errorf("a list of more than %d values", maxCells)
		}
	}
	iter.Done()
	charge(t, len(all))
	for _, e := range all {
		if err := list.Append(e); err != nil {
			return err
		}
	}
	return nil
}
