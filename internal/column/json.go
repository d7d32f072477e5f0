package column

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

// AppendJSON appends row i as encoding/json writes Render of it, with <, > and &
// as they are. A number of a vector that JSON has no word for is null.
func (c *Column) AppendJSON(dst []byte, i int) []byte {
	if c.Nulls.Get(i) {
		return append(dst, "null"...)
	}
	switch c.Type.Kind {
	case Int:
		return strconv.AppendInt(dst, c.Ints[i], 10)
	case Time:
		dst = append(dst, '"')
		dst = time.Unix(0, c.Ints[i]).UTC().AppendFormat(dst, time.RFC3339Nano)
		return append(dst, '"')
	case Duration:
		return AppendJSONText(dst, FormatDuration(c.Ints[i]))
	case Float:
		return AppendJSONFloat(dst, c.Floats[i])
	case Bool:
		return strconv.AppendBool(dst, c.Bools[i])
	case String:
		return AppendJSONText(dst, c.Text(i))
	case Vector:
		dst = append(dst, '[')
		for k, x := range c.Vector(i) {
			if k > 0 {
				dst = append(dst, ',')
			}
			dst = appendFloat(dst, float64(x), 32)
		}
		return append(dst, ']')
	case List:
		lo, hi := c.Span(i)
		dst = append(dst, '[')
		for k := lo; k < hi; k++ {
			if k > lo {
				dst = append(dst, ',')
			}
			dst = c.Elems.AppendJSON(dst, k)
		}
		return append(dst, ']')
	}
	return AppendJSON(dst, Render(c.Type, c.Row(i)))
}

// AppendJSON appends what encoding/json writes of a value, with <, > and & as
// they are; of one that it does not write, null.
func AppendJSON(dst []byte, v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return append(dst, "null"...)
	}
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}

// AppendJSONFloat appends a number; of what JSON has no word for, null.
func AppendJSONFloat(dst []byte, f float64) []byte { return appendFloat(dst, f, 64) }

// appendFloat writes as encoding/json does: the shortest digits, with an exponent
// of no leading zero where the number is very small or large.
func appendFloat(dst []byte, f float64, bits int) []byte {
	size := math.Abs(f)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, "null"...)
	}
	small, large := size < 1e-6, size >= 1e21
	if bits == 32 {
		small, large = float32(size) < 1e-6, float32(size) >= 1e21
	}
	if size == 0 || !small && !large {
		return strconv.AppendFloat(dst, f, 'f', -1, bits)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, bits)
	if n := len(dst); small && dst[n-4] == 'e' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

const hexDigits = "0123456789abcdef"

// AppendJSONText appends a text in quotes. What is not UTF-8 in it becomes U+FFFD.
func AppendJSONText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	done := 0 // of s, so much is written
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' {
				i++
				continue
			}
			dst = append(dst, s[done:i]...)
			dst = appendEscaped(dst, c)
			i++
			done = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(append(dst, s[done:i]...), `\ufffd`...)
			done = i + size
		case r == '\u2028' || r == '\u2029': // not in scripts
			dst = append(append(dst, s[done:i]...), `\u202`...)
			dst = append(dst, hexDigits[r&15])
			done = i + size
		}
		i += size
	}
	return append(append(dst, s[done:]...), '"')
}

func appendEscaped(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}
