package column

import (
	"math"
	"time"
)

// Render turns a canonical value of type t into what encoding/json writes:
// times as RFC 3339 in UTC, durations as text, NaN and infinities as null
// (JSON has no word for them). Parse(t, Render(t, v)) is v again for every v
// without such floats.
func Render(t Type, v Value) any {
	switch x := v.(type) {
	case nil:
		return nil
	case int64:
		switch t.Kind {
		case Time:
			return time.Unix(0, x).UTC().Format(time.RFC3339Nano)
		case Duration:
			return FormatDuration(x)
		}
		return x
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		return x
	case []Value:
		elem := Type{}
		if t.Elem != nil {
			elem = *t.Elem
		}
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = Render(elem, e)
		}
		return out
	case map[string]Value:
		out := make(map[string]any, len(x))
		for _, f := range t.Fields {
			if e, ok := x[f.Name]; ok {
				out[f.Name] = Render(f.Type, e)
			}
		}
		return out
	}
	return v
}
