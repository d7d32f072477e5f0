package column

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"riffle.dev/riffle/internal/plural"
)

// Limits of one parsed value.
const (
	MaxString = 1 << 20 // bytes
	MaxList   = 10_000  // items
)

// TypeError says where a JSON value is not of the wanted type.
type TypeError struct {
	Path string // within the value: [3], .name; empty at its top
	Want string
	Got  string
}

// Error names the place and both sides.
func (e *TypeError) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("want %s, got %s", e.Want, e.Got)
	}
	return fmt.Sprintf("at %s want %s, got %s", e.Path, e.Want, e.Got)
}

// Parse turns a JSON value, as encoding/json decodes it (with or without
// UseNumber), into the canonical form of t. It is strict: nothing converts but
// a whole number to a Float; a Time is RFC 3339 or whole milliseconds since
// 1970; a Duration is text such as 80ms or 7d; a Vector has exactly Dim finite
// numbers; a Record has no unknown field and no missing one that may not be
// null. Null wants a nullable type. The error is a *TypeError.
func Parse(t Type, v any) (Value, error) { return parse(t, v, "") }

func parse(t Type, v any, path string) (Value, error) {
	if v == nil {
		if t.Nullable {
			return nil, nil
		}
		return nil, &TypeError{path, t.String(), "null"}
	}
	fail := func() (Value, error) { return nil, &TypeError{path, t.String(), describe(v)} }
	switch t.Kind {
	case Int:
		if n, ok := wholeNumber(v); ok {
			return n, nil
		}
	case Float:
		if f, ok := number(v); ok {
			return f, nil
		}
	case Bool:
		if b, ok := v.(bool); ok {
			return b, nil
		}
	case String:
		return parseString(t, v, path)
	case Time:
		return parseTime(v, path)
	case Duration:
		s, ok := v.(string)
		if !ok {
			return nil, &TypeError{path, "duration with its unit, such as 80ms or 7d", describe(v)}
		}
		d, err := ParseDuration(s)
		if err != nil {
			return nil, &TypeError{path, "duration such as 80ms or 7d", describe(v)}
		}
		return d, nil
	case Vector:
		return parseVector(t, v, path)
	case List:
		return parseList(t, v, path)
	case Record:
		return parseRecord(t, v, path)
	}
	return fail()
}

func parseString(t Type, v any, path string) (Value, error) {
	s, ok := v.(string)
	if !ok {
		return nil, &TypeError{path, t.String(), describe(v)}
	}
	if len(s) > MaxString {
		return nil, &TypeError{path, fmt.Sprintf("at most %d bytes", MaxString), fmt.Sprintf("%d bytes", len(s))}
	}
	if !utf8.ValidString(s) {
		return nil, &TypeError{path, "UTF-8 text", "other bytes"}
	}
	return s, nil
}

// Times outside of int64 nanoseconds are refused, not wrapped.
const (
	minMilli = math.MinInt64 / 1_000_000
	maxMilli = math.MaxInt64 / 1_000_000
)

func parseTime(v any, path string) (Value, error) {
	if s, ok := v.(string); ok {
		at, err := time.Parse(time.RFC3339Nano, s)
		if err == nil && at.UnixMilli() > minMilli && at.UnixMilli() < maxMilli {
			return at.UnixNano(), nil
		}
	} else if ms, ok := wholeNumber(v); ok && ms > minMilli && ms < maxMilli {
		return ms * 1_000_000, nil
	}
	return nil, &TypeError{path, "time as RFC 3339 or milliseconds since 1970, years 1678 to 2262", describe(v)}
}

func parseVector(t Type, v any, path string) (Value, error) {
	if x, ok := v.([]float32); ok {
		if len(x) != t.Dim {
			return nil, &TypeError{path, t.String(), plural.Of(len(x), "number")}
		}
		for i, f := range x {
			if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
				return nil, &TypeError{fmt.Sprintf("%s[%d]", path, i), "finite number", fmt.Sprint(f)}
			}
		}
		return append([]float32(nil), x...), nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, &TypeError{path, t.String(), describe(v)}
	}
	if len(list) != t.Dim {
		return nil, &TypeError{path, t.String(), plural.Of(len(list), "number")}
	}
	out := make([]float32, len(list))
	for i, e := range list {
		f, ok := number(e)
		out[i] = float32(f)
		if !ok || math.IsInf(float64(out[i]), 0) {
			return nil, &TypeError{fmt.Sprintf("%s[%d]", path, i), "finite number", describe(e)}
		}
	}
	return out, nil
}

func parseList(t Type, v any, path string) (Value, error) {
	list, ok := v.([]any)
	if !ok || t.Elem == nil {
		return nil, &TypeError{path, t.String(), describe(v)}
	}
	if len(list) > MaxList {
		return nil, &TypeError{path, fmt.Sprintf("at most %d items", MaxList), fmt.Sprintf("%d items", len(list))}
	}
	out := make([]Value, len(list))
	for i, e := range list {
		x, err := parse(*t.Elem, e, fmt.Sprintf("%s[%d]", path, i))
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

func parseRecord(t Type, v any, path string) (Value, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, &TypeError{path, t.String(), describe(v)}
	}
	out := make(map[string]Value, len(t.Fields))
	known := 0
	for _, f := range t.Fields {
		e, has := m[f.Name]
		if has {
			known++
		} else if !f.Type.Nullable {
			return nil, &TypeError{path + "." + f.Name, f.Type.String(), "nothing"}
		}
		x, err := parse(f.Type, e, path+"."+f.Name)
		if err != nil {
			return nil, err
		}
		out[f.Name] = x
	}
	if known < len(m) {
		return nil, unknownField(t, m, path)
	}
	return out, nil
}

// unknownField names the smallest unknown one, so that the message is stable.
func unknownField(t Type, m map[string]any, path string) error {
	first := ""
	for k := range m {
		found := false
		for _, f := range t.Fields {
			found = found || f.Name == k
		}
		if !found && (first == "" || k < first) {
			first = k
		}
	}
	return &TypeError{path, t.String(), fmt.Sprintf("an unknown field %q", clip(first))}
}

// wholeNumber accepts floats only where they are exact.
func wholeNumber(v any) (int64, bool) {
	switch x := v.(type) {
	case int64:
		return x, true
	case int:
		return int64(x), true
	case float64:
		if x == math.Trunc(x) && math.Abs(x) <= 1<<53 {
			return int64(x), true
		}
	case json.Number:
		if n, err := strconv.ParseInt(string(x), 10, 64); err == nil {
			return n, true
		}
		if f, err := strconv.ParseFloat(string(x), 64); err == nil {
			return wholeNumber(f)
		}
	}
	return 0, false
}

func number(v any) (float64, bool) {
	f, ok := 0.0, true
	switch x := v.(type) {
	case float64:
		f = x
	case int64:
		f = float64(x)
	case int:
		f = float64(x)
	case json.Number:
		var err error
		f, err = strconv.ParseFloat(string(x), 64)
		ok = err == nil
	default:
		ok = false
	}
	return f, ok && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// describe names a value for a message, cut to a readable length.
func describe(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("text %q", clip(x))
	case bool:
		return fmt.Sprint(x)
	case float64, int64, int, json.Number:
		return "number " + clip(fmt.Sprint(x))
	case []any:
		return fmt.Sprintf("a list of %d", len(x))
	case []float32:
		return fmt.Sprintf("a vector of %d", len(x))
	case map[string]any:
		return "an object"
	}
	return fmt.Sprintf("%T", v)
}

func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// ParseJSON is Parse over text, whole numbers of 64 bits kept exact.
func ParseJSON(t Type, data []byte) (Value, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	return Parse(t, v)
}
