package column

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// maxSplit is how many parts a text is split into; the last holds the rest.
const maxSplit = 10_000

// textFunctions are those of texts, and to and from them.
var textFunctions = []Function{
	text1("lower", "in lower case", strings.ToLower),
	text1("upper", "in upper case", strings.ToUpper),
	text1("trim", "without the blanks at its ends", strings.TrimSpace),
	textPart("trimPrefix", "without the part, where it begins with it", strings.TrimPrefix),
	textPart("trimSuffix", "without the part, where it ends with it", strings.TrimSuffix),
	text2("contains", "whether the text has the part", strings.Contains),
	text2("startsWith", "whether the text begins with the part", strings.HasPrefix),
	text2("endsWith", "whether the text ends with the part", strings.HasSuffix),
	{Name: "matches", Doc: "whether the text has a match of the RE2 pattern, which is a constant", Overloads: []Overload{{
		Args: []Type{anyString, anyString}, Const: []int{1}, Result: anyBool,
		row: func(a []Value) Value {
			re, err := regexp.Compile(a[1].(string))
			if err != nil {
				return nil
			}
			return re.MatchString(a[0].(string))
		},
	}}},
	{Name: "split", Doc: "the parts between the separators; the characters where it is empty", Overloads: []Overload{{
		Args: []Type{anyString, anyString}, Result: listOf(anyString),
		row: func(a []Value) Value {
			parts := strings.SplitN(a[0].(string), a[1].(string), maxSplit)
			out := make([]Value, len(parts))
			for i, p := range parts {
				out[i] = p
			}
			return out
		},
	}}},
	{Name: "replace", Doc: "with each part replaced by another; an empty part is nowhere", Overloads: []Overload{{
		Args: []Type{anyString, anyString, anyString}, Result: anyString,
		row: func(a []Value) Value { return replace(a[0].(string), a[1].(string), a[2].(string)) },
	}}},
	textPlace("indexOf", "where the part first stands, in characters; null where it does not", strings.Index),
	textPlace("lastIndexOf", "where the part last stands, in characters; null where it does not", strings.LastIndex),
	{Name: "snippet", Doc: "the words of a text, 30 if not said, around those it shares with a query", Overloads: []Overload{
		{Args: []Type{anyString, anyString}, Result: anyString, row: func(a []Value) Value {
			return snippet(a[0].(string), a[1].(string), 30)
		}},
		{Args: []Type{anyString, anyString, anyInt}, Result: anyString, row: func(a []Value) Value {
			return snippet(a[0].(string), a[1].(string), int(min(max(a[2].(int64), 1), 1000)))
		}},
	}},
	{Name: "tokens", Doc: "how many words, numbers and CJK characters", Overloads: []Overload{{
		Args: []Type{anyString}, Result: anyInt,
		row: func(a []Value) Value { return countTokens(a[0].(string)) },
	}}},
	{Name: "string", Doc: "as a text: times as RFC 3339 in UTC", Overloads: []Overload{
		asText(anyInt), asText(anyFloat), asText(anyBool), asText(anyString), asText(anyTime), asText(anyDuration),
	}},
	{Name: "int", Doc: "a whole number: of a float towards 0, null of NaN; of a text, null where it is none", Overloads: []Overload{
		{Args: []Type{anyFloat}, Result: anyInt.Null(), row: func(a []Value) Value {
			if n, ok := toInt(a[0].(float64)); ok {
				return n
			}
			return nil
		}},
		{Args: []Type{anyString}, Result: anyInt.Null(), row: func(a []Value) Value {
			if n, err := strconv.ParseInt(strings.TrimSpace(a[0].(string)), 10, 64); err == nil {
				return n
			}
			return nil
		}},
	}},
	{Name: "float", Doc: "a number: of a text null where it is none", Overloads: []Overload{
		{Args: []Type{anyFloat}, Result: anyFloat, row: func(a []Value) Value { return a[0] }},
		{Args: []Type{anyString}, Result: anyFloat.Null(), row: func(a []Value) Value {
			f, err := strconv.ParseFloat(strings.TrimSpace(a[0].(string)), 64)
			if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
				return nil
			}
			return f
		}},
	}},
}

// maxText bounds what replace makes, which may be longer than its arguments.
const maxText = 1 << 20

// replace stops where the text would come to be longer than maxText.
func replace(s, old, with string) string {
	if old == "" {
		return s
	}
	n := strings.Count(s, old)
	if more := len(with) - len(old); more > 0 && n > 0 {
		n = min(n, max(0, maxText-len(s))/more)
	}
	return strings.Replace(s, old, with, n)
}

func text1(name, doc string, f func(string) string) Function {
	return Function{Name: name, Doc: doc, Overloads: []Overload{
		{Args: []Type{anyString}, Result: anyString, row: func(a []Value) Value { return f(a[0].(string)) }},
	}}
}

func text2(name, doc string, f func(s, part string) bool) Function {
	return Function{Name: name, Doc: doc, Overloads: []Overload{{
		Args: []Type{anyString, anyString}, Result: anyBool, texts: f,
		row: func(a []Value) Value { return f(a[0].(string), a[1].(string)) },
	}}}
}

func textPart(name, doc string, f func(s, part string) string) Function {
	return Function{Name: name, Doc: doc, Overloads: []Overload{{
		Args: []Type{anyString, anyString}, Result: anyString,
		row: func(a []Value) Value { return f(a[0].(string), a[1].(string)) },
	}}}
}

func textPlace(name, doc string, f func(s, part string) int) Function {
	return Function{Name: name, Doc: doc, Overloads: []Overload{{
		Args: []Type{anyString, anyString}, Result: anyInt.Null(),
		row: func(a []Value) Value {
			s := a[0].(string)
			if i := f(s, a[1].(string)); i >= 0 {
				return int64(utf8.RuneCountInString(s[:i]))
			}
			return nil
		},
	}}}
}

func asText(of Type) Overload {
	return Overload{Args: []Type{of}, Result: anyString, row: func(a []Value) Value {
		text, _ := AsText(of, a[0])
		return text
	}}
}

// AsText writes a scalar of a type as string() does; false for nil, and for
// lists, vectors and records.
func AsText(t Type, v Value) (string, bool) {
	switch x := v.(type) {
	case string:
		return x, true
	case bool:
		return strconv.FormatBool(x), true
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64), true
	case int64:
		switch t.Kind {
		case Time:
			return time.Unix(0, x).UTC().Format(time.RFC3339Nano), true
		case Duration:
			return FormatDuration(x), true
		}
		return strconv.FormatInt(x, 10), true
	}
	return "", false
}
