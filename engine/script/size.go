package script

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// size of a value in cells; an error when it is above the limit. It looks at a
// value as often as it stands somewhere, as printing and comparing do.
func size(t *starlark.Thread, v starlark.Value) (int, error) {
	left, depth := maxCells, 0
	if !counted(v, &left, &depth) {
		if depth > maxDepth {
			return 0, fmt.Errorf("more than %d values within each other", maxDepth)
		}
		return 0, fmt.Errorf("more than %d values, nested ones counted each time they stand somewhere", maxCells)
	}
	charge(t, maxCells-left)
	return maxCells - left, nil
}

// counted takes the cells of v off left. It ends at once where they are too many,
// or stand too deep; depth then is above the limit.
func counted(v starlark.Value, left, depth *int) bool {
	if *left--; *left < 0 {
		return false
	}
	if *depth++; *depth > maxDepth {
		return false
	}
	switch v := v.(type) {
	case starlark.Int:
		if _, small := v.Int64(); !small {
			*left -= v.BigInt().BitLen() / 64
		}
	case starlark.String:
		*left -= len(v) / 16
	case starlark.Bytes:
		*left -= len(v) / 16
	case *starlark.List:
		for i := range v.Len() {
			if !counted(v.Index(i), left, depth) {
				return false
			}
		}
	case starlark.Tuple:
		for _, e := range v {
			if !counted(e, left, depth) {
				return false
			}
		}
	case *starlark.Dict:
		for k, e := range v.Entries() {
			if !counted(k, left, depth) || !counted(e, left, depth) {
				return false
			}
		}
	case *starlarkstruct.Struct:
		for _, name := range v.AttrNames() {
			if e, err := v.Attr(name); err == nil && !counted(e, left, depth) {
				return false
			}
		}
	}
	*depth--
	return *left >= 0
}

// scalar values are small and compared at once.
func scalar(v starlark.Value) bool {
	switch v := v.(type) {
	case starlark.NoneType, starlark.Bool, starlark.Float, starlark.Int:
		return true
	case starlark.String:
		return len(v) < 256
	}
	return false
}
