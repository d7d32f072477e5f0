package script

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// attribute is x.name: a field of a record, a function of math, or a method
// under guard.
func attribute(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	x := args[0]
	name, _ := starlark.AsString(args[1])
	of, ok := x.(starlark.HasAttrs)
	if !ok {
		return nil, fmt.Errorf("%s has no .%s", x.Type(), name)
	}
	v, err := of.Attr(name)
	if err != nil {
		return nil, err
	}
	if v == nil {
		return nil, fmt.Errorf("%s has no .%s", x.Type(), name)
	}
	switch x := x.(type) {
	case *starlarkstruct.Struct, *starlarkstruct.Module:
		return v, nil
	case *starlark.List:
		if name == "extend" {
			return starlark.NewBuiltin(name, func(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
				if len(args) != 1 || len(kwargs) > 0 {
					return nil, fmt.Errorf("extend wants one list")
				}
				return starlark.None, added(t, x, args[0])
			}), nil
		}
	}
	method, ok := v.(*starlark.Builtin)
	if !ok {
		return nil, fmt.Errorf("%s has no .%s", x.Type(), name)
	}
	return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return called(t, x, method, args, kwargs)
	}), nil
}

// called is a method under guard. Those that only add or look up one value are
// let through; others are charged with what they go through.
func called(t *starlark.Thread, x starlark.Value, method *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	switch name := method.Name(); name {
	case "append", "get", "setdefault", "pop", "popitem", "clear":
		if l, ok := x.(*starlark.List); ok && l.Len() >= maxCells && name == "append" {
			return nil, fmt.Errorf("a list of more than %d values", maxCells)
		}
		return starlark.Call(t, method, args, kwargs)
	case "format":
		n, err := sizes(t, args, kwargs)
		if err != nil {
			return nil, err
		}
		s, _ := starlark.AsString(x)
		if err := most(t, len(s)/16+strings.Count(s, "{")*n); err != nil {
			return nil, err
		}
	case "index", "remove":
		if _, list := x.(*starlark.List); list { // each of its values is compared
			if _, err := size(t, x); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	case "join":
		if err := joined(t, x, args); err != nil {
			return nil, err
		}
	case "replace":
		if err := replaced(t, x, args); err != nil {
			return nil, err
		}
	}
	charge(t, starlark.Len(x)/4) // a list or a text is gone through
	return bounded(t, method, args, kwargs)
}

func sizes(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (int, error) {
	total := 1
	for _, a := range args {
		n, err := size(t, a)
		if err != nil {
			return 0, err
		}
		total += n
	}
	for _, kw := range kwargs {
		n, err := size(t, kw[1])
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// joined tells whether texts joined by x are within the limit.
func joined(t *starlark.Thread, x starlark.Value, args starlark.Tuple) error {
	if len(args) != 1 {
		return nil // the method says what is wrong
	}
	n, err := size(t, args[0])
	if err != nil {
		return err
	}
	s, _ := starlark.AsString(x)
	if parts := max(starlark.Len(args[0]), 0); len(s)*parts > maxText {
		return fmt.Errorf("join: a text of more than %d bytes", maxText)
	}
	return most(t, n)
}

// replaced tells whether a text is within the limit when parts of it are
// another.
func replaced(t *starlark.Thread, x starlark.Value, args starlark.Tuple) error {
	if len(args) < 2 {
		return nil
	}
	s, _ := starlark.AsString(x)
	from, ok := starlark.AsString(args[0])
	to, also := starlark.AsString(args[1])
	if !ok || !also {
		return nil
	}
	if n := strings.Count(s, from); len(s)+n*len(to) > maxText {
		return fmt.Errorf("replace: a text of more than %d bytes", maxText)
	}
	return nil
}
