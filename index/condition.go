package index

import (
	"encoding/binary"
	"math"

	"riffle.dev/riffle/internal/column"
)

// Limits of a condition that something is kept for: who writes a longer one pays
// for it at each request.
const (
	conditionNodes = 64
	conditionBytes = 1 << 10
)

// conditionKey appends bytes that are equal for conditions which are the same
// once their parameters have values: parts that read no column are computed. It
// tells whether there is such a key: of long ones, of closures over columns, and
// of vectors and records there is none.
func conditionKey(dst []byte, e *column.Expr, params Params) ([]byte, bool) {
	nodes := 0
	e.Walk(func(*column.Expr) { nodes++ })
	if nodes > conditionNodes {
		return dst, false
	}
	k := keyed{dst: dst, begin: len(dst), params: params}
	ok := k.add(e)
	return k.dst, ok
}

// keyed is a key being written.
type keyed struct {
	dst    []byte
	begin  int
	params Params
}

func (k *keyed) add(e *column.Expr) bool {
	if !readsColumn(e) {
		v, err := column.EvalRow(e, noColumn, k.param)
		k.dst = append(k.dst, '=', byte(e.Type.Kind))
		return err == nil && k.value(v)
	}
	switch e.Op {
	case "over", "elem":
		return false
	}
	k.dst = append(k.dst, '(', byte(e.Type.Kind))
	if !k.text(e.Op) || !k.text(e.Name) {
		return false
	}
	for _, a := range e.Args {
		if !k.add(a) {
			return false
		}
	}
	k.dst = append(k.dst, ')')
	return true
}

func noColumn(string) column.Value { return nil }

func (k *keyed) param(name string) column.Value {
	if k.params == nil {
		return nil
	}
	return k.params(name)
}

func readsColumn(e *column.Expr) bool {
	found := false
	e.Walk(func(n *column.Expr) { found = found || n.Op == "col" || n.Op == "elem" })
	return found
}

func (k *keyed) value(v column.Value) bool {
	switch x := v.(type) {
	case nil:
		k.dst = append(k.dst, 'n')
	case bool:
		k.dst = append(k.dst, 'f')
		if x {
			k.dst[len(k.dst)-1] = 't'
		}
	case int64:
		k.dst = binary.LittleEndian.AppendUint64(append(k.dst, 'i'), uint64(x))
	case float64:
		k.dst = binary.LittleEndian.AppendUint64(append(k.dst, 'd'), math.Float64bits(x))
	case string:
		return k.text(x)
	case []column.Value:
		k.dst = binary.AppendUvarint(append(k.dst, '['), uint64(len(x)))
		for _, e := range x {
			if !k.value(e) {
				return false
			}
		}
	default:
		return false
	}
	return len(k.dst)-k.begin <= conditionBytes
}

func (k *keyed) text(s string) bool {
	if len(k.dst)-k.begin+len(s) > conditionBytes {
		return false
	}
	k.dst = append(binary.AppendUvarint(append(k.dst, 's'), uint64(len(s))), s...)
	return true
}
