package column

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// asWritten is what encoding/json writes, with <, > and & as they are.
func asWritten(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

func TestColumnsAsJSON(t *testing.T) {
	text, num := Type{Kind: String}, Type{Kind: Int}
	rec := Type{Kind: Record, Fields: []Field{{"b", text}, {"a", Type{Kind: Time}}}}
	for _, c := range []struct {
		t      Type
		values []Value
	}{
		{num.Null(), []Value{int64(0), int64(-5), int64(math.MaxInt64), nil, int64(math.MinInt64)}},
		{Type{Kind: Float}.Null(), []Value{0.0, math.Copysign(0, -1), 1.5, 1e-7, -1.25e-9, 1e-10, 1e20, 1e21, -3e300, 5e-324, math.NaN(), math.Inf(-1), nil}},
		{Type{Kind: Bool}, []Value{true, false}},
		{text.Null(), []Value{"", "a <b> & \"c\" \\", "\x00\x1f\b\f\n\r\t\x7f", "围棋 \u2028\u2029 é \U0001F600", "bad \xff\xc3 end\xe5", nil}},
		{text, []Value{"a", "b", "a", "", "a", "a"}},
		{Type{Kind: Time}.Null(), []Value{int64(0), int64(1700000000123456789), int64(-1), nil}},
		{Type{Kind: Duration}, []Value{int64(0), int64(90_000_000_000), int64(1)}},
		{Type{Kind: Vector, Dim: 4}.Null(), []Value{[]float32{0, -1.1, 1e-7, 3e21}, nil}},
		{Type{Kind: List, Elem: &text}.Null(), []Value{[]Value{}, []Value{"a", "<"}, nil, []Value{nil, "b"}, []Value{"a"}, []Value{"b", "a", "a"}}},
		{Type{Kind: List, Elem: &Type{Kind: List, Elem: &num}}, []Value{[]Value{[]Value{int64(1)}, []Value{}}}},
		{rec.Null(), []Value{map[string]Value{"a": int64(5), "b": "<"}, nil, map[string]Value{}}},
	} {
		col, err := FromValues(c.t, c.values)
		if err != nil {
			t.Fatal(err)
		}
		for from := range c.values {
			for i, got := range col.rendered(from, col.Len) {
				if want := Render(c.t, col.Row(from+i)); !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %#v, want %#v", c.t, got, want)
				}
			}
		}
		for i := range c.values {
			want := asWritten(t, Render(c.t, col.Row(i)))
			if got := string(col.AppendJSON([]byte("x"), i)); got != "x"+want {
				t.Errorf("%s: %s, want %s", c.t, got[1:], want)
			}
		}
	}
}

func TestFloatsAsJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		f := math.Float64frombits(rng.Uint64())
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		if got, want := string(AppendJSONFloat(nil, f)), asWritten(t, f); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		g := math.Float32frombits(rng.Uint32())
		if h := float64(g); math.IsNaN(h) || math.IsInf(h, 0) {
			continue
		}
		if got, want := string(appendFloat(nil, float64(g), 32)), asWritten(t, g); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}
}

func FuzzTextAsJSON(f *testing.F) {
	for _, s := range []string{"", "a\"b\\c", "\x00\x01\x1f\x7f", "\u2027\u2028\u2029\u202a", "\xff\xfe", "\xe2\x80", "围<棋>&"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := string(AppendJSONText(nil, s)), asWritten(t, s); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}
