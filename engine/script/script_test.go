package script

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

var (
	tInt    = column.Type{Kind: column.Int}
	tFloat  = column.Type{Kind: column.Float}
	tText   = column.Type{Kind: column.String}
	tBool   = column.Type{Kind: column.Bool}
	tTime   = column.Type{Kind: column.Time}
	tSpan   = column.Type{Kind: column.Duration}
	tVector = column.Type{Kind: column.Vector, Dim: 2}
	tTexts  = column.Type{Kind: column.List, Elem: &tText}
	tUser   = column.Type{Kind: column.Record, Fields: []column.Field{{Name: "id", Type: tText}, {Name: "age", Type: column.Type{Kind: column.Int, Nullable: true}}}}
)

func host(text string, params ...string) (*Host, error) {
	return New([]Function{{Name: "f", Entry: "f", File: "f.star", Params: params}}, func(Function) ([]byte, error) { return []byte(text), nil })
}

func arg(name string, t column.Type, v column.Value) op.RemoteArg {
	return op.RemoteArg{Name: name, Type: t, Value: v}
}

func TestTypesBothWays(t *testing.T) {
	const ms = int64(time.Millisecond)
	for _, c := range []struct {
		body string
		arg  op.RemoteArg
		want column.Type
		got  column.Value
		err  string
	}{
		{"return x + 1", arg("x", tInt, int64(41)), tInt, int64(42), ""},
		{"return x", arg("x", tInt, int64(41)), tFloat, 41.0, ""},
		{"return x * 0.5", arg("x", tFloat, 3.0), tFloat, 1.5, ""},
		{"return x.strip().lower().replace('-', ' ')", arg("x", tText, " A-b "), tText, "a b", ""},
		{"return not x", arg("x", tBool, false), tBool, true, ""},
		{"return x + 1000", arg("x", tTime, 5*ms), tTime, 1005 * ms, ""},
		{"return x * 2", arg("x", tSpan, 80*ms), tSpan, 160 * ms, ""},
		{"return [x[1], x[0]]", arg("x", tVector, []float32{1, 2}), tVector, []float32{2, 1}, ""},
		{"return [w for w in x if len(w) > 1]", arg("x", tTexts, []column.Value{"a", "bc"}), tTexts, []column.Value{"bc"}, ""},
		{"return {'id': x.id + '!', 'age': None, 'more': 1}", arg("x", tUser, map[string]column.Value{"id": "u", "age": int64(3)}), tUser, map[string]column.Value{"id": "u!", "age": nil}, ""},
		{"return x", arg("x", tUser, map[string]column.Value{"id": "u", "age": nil}), tUser, map[string]column.Value{"id": "u", "age": nil}, ""},
		{"return None", arg("x", tInt, nil), column.Type{Kind: column.Int, Nullable: true}, nil, ""},
		{"return math.floor(math.log(x))", arg("x", tFloat, 100.0), tInt, int64(4), ""},

		{"return None", arg("x", tInt, int64(1)), tInt, nil, "f: it gives None, want int"},
		{"return 'a'", arg("x", tInt, int64(1)), tInt, nil, "f: it gives string, want int"},
		{"return 1.5", arg("x", tInt, int64(1)), tInt, nil, "f: it gives float, want int"},
		{"return 1 << 70", arg("x", tInt, int64(1)), tInt, nil, "f: it gives an int that is too large for int"},
		{"return 1 << 62", arg("x", tInt, int64(1)), tTime, nil, "f: it gives an int that is too large for time"},
		{"return float('nan')", arg("x", tInt, int64(1)), tFloat, nil, "f: it gives nan, which is no number"},
		{"return [1]", arg("x", tInt, int64(1)), tVector, nil, "f: it gives 1 number, want vector(2)"},
		{"return [1e300, 0]", arg("x", tInt, int64(1)), tVector, nil, "which is no number of a vector"},
		{"return ['a', 1]", arg("x", tInt, int64(1)), tTexts, nil, "f: it gives int, want string"},
		{"return {'age': 1}", arg("x", tInt, int64(1)), tUser, nil, "f: id: it gives None, want string"},
		{"return f", arg("x", tInt, int64(1)), tInt, nil, "f: it gives function, want int"},
		{"return x // 0", arg("x", tInt, int64(1)), tInt, nil, "f: f.star:2:14: floored division by zero"},
		{"fail('no', [x])", arg("x", tInt, int64(1)), tInt, nil, "fail: no [1]"},
		{"return x[:1]", arg("x", tText, "é"), tText, nil, "f: it gives a text that is not UTF-8"},
		{"return [x[:1]]", arg("x", tText, "é"), tTexts, nil, "f: it gives a text that is not UTF-8"},
		{"return ('a' * 90000) * 12", arg("x", tInt, int64(1)), tText, nil, "f: it gives a text of 1080000 bytes, at most 1048576"},
		{"fail(x * 1000)", arg("x", tText, "aé"), tInt, nil, "é…"},
		{"x.append('c')\n    return x", arg("x", tTexts, []column.Value{"a"}), tTexts, nil, "frozen"},
	} {
		h, err := host("def f(x):\n    "+c.body+"\n", "x")
		if err != nil {
			t.Fatal(c.body, err)
		}
		got, err := h.Ask(t.Context(), &op.Question{Callee: "f", Args: []op.RemoteArg{c.arg}, Want: c.want})
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %s", c.body, err, c.err)
			}
		case err != nil:
			t.Errorf("%s: %v", c.body, err)
		case !cmp.Equal(got.Value, c.got):
			t.Errorf("%s: %s", c.body, cmp.Diff(c.got, got.Value))
		}
	}
}

func TestModelsAndDocuments(t *testing.T) {
	h, err := host("RATE = 2\n\ndef f(user, item):\n    return (item.n or 0) * RATE + len(user.id)\n", "user", "item")
	if err != nil {
		t.Fatal(err)
	}
	n, err := column.FromValues(column.Type{Kind: column.Int, Nullable: true}, []column.Value{int64(1), nil, int64(3)})
	if err != nil {
		t.Fatal(err)
	}
	q := &op.Question{Callee: "f", Model: true, Len: 3, Want: tFloat, Args: []op.RemoteArg{arg("user", tUser, map[string]column.Value{"id": "abc", "age": nil})},
		Columns: []op.RemoteColumn{{Name: "n", Column: n}}}
	got, err := h.Ask(t.Context(), q)
	if err != nil || !cmp.Equal(got.Column.Floats, []float64{5, 3, 9}) {
		t.Fatalf("%v, %v", got, err)
	}
	h, err = host("def f(q):\n    return [('a', 2), ('b', 1)] if q else ['c']\n", "q")
	if err != nil {
		t.Fatal(err)
	}
	found, err := h.Ask(t.Context(), &op.Question{Callee: "f", Found: true, Args: []op.RemoteArg{arg("q", tBool, true)}})
	if err != nil || !cmp.Equal(found, &op.Reply{Keys: []string{"a", "b"}, Scores: []float64{2, 1}}) {
		t.Errorf("%v, %v", found, err)
	}
	found, err = h.Ask(t.Context(), &op.Question{Callee: "f", Found: true, Args: []op.RemoteArg{arg("q", tBool, false)}})
	if err != nil || !cmp.Equal(found, &op.Reply{Keys: []string{"c"}}) {
		t.Errorf("%v, %v", found, err)
	}
	var e *op.RemoteError
	if _, err := h.Ask(t.Context(), &op.Question{Callee: "g"}); !errors.As(err, &e) || e.Kind != op.RemoteRefused {
		t.Errorf("an unknown one: %v", err)
	}
}

// The answers for all items of one question are bounded together.
func TestAnswersAreBoundedTogether(t *testing.T) {
	h, err := host("def f(item):\n    return 'a' * 90000\n", "item")
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Ask(t.Context(), &op.Question{Callee: "f", Model: true, Len: 1000, Want: tText})
	if want := "f: item 186: the answers have more than 16777216 bytes by now"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestFilesThatDoNotLoad(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"def g(x):\n    return x\n", "f.star: it has no function f; write def f(...)"},
		{"f = 3\n", "f.star: it has no function f"},
		{"def f(x)\n    return x\n", "got newline, want ':'"},
		{"def f(x):\n    return y\n", "f.star:2:12: undefined: y"},
		{"def f():\n    return 1\n", "f.star:1:1: f has no parameter x, which it is declared with"},
		{"def f(x, y):\n    return 1\n", "f.star:1:1: f wants y, which it is not declared with"},
		{"load('other.star', 'g')\ndef f(x):\n    return g(x)\n", "f.star:1:1: load is not used"},
		{"def f(x):\n    while True:\n        pass\n", "this statement is not used"},
		{"def f(x):\n    return g(*x)\n", "arguments are not spread by *"},
		{"def f(x):\n    x.y().z += 1\n", "give what stands left of += a name first"},
		{"a = [0] * 1000000000\ndef f(x):\n    return x\n", "more than 100000 values"},
		{"def g():\n    for i in range(1000000):\n        pass\ng()\ng()\ndef f(x):\n    return x\n", "f.star:2:5: more than 1000000 steps"},
		{"\xff", "it is not UTF-8"},
		{strings.Repeat("#", MaxFile+1), "at most 65536"},
		{"def f(x):\n    return " + strings.Repeat("(", 60000), "f.star"},
		{"def f(x):\n    return " + strings.Repeat("[", 20000) + strings.Repeat("]", 20000), ""},
	} {
		_, err := host(c.text, "x")
		if c.want == "" && err == nil {
			continue
		}
		var m *Mistake
		if !errors.As(err, &m) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: %v, want %s", c.text, err, c.want)
		}
	}
	_, err := New([]Function{{Name: "f", Entry: "f", File: "f.star"}}, func(Function) ([]byte, error) { return nil, errors.New("no such file") })
	if err == nil || err.Error() != "f.star: no such file" {
		t.Errorf("a file that is not there: %v", err)
	}
}

// Whatever a file does, a call ends with an error, in bounded time and memory.
func TestHostileFiles(t *testing.T) {
	doubling := func(first, step string) string {
		return "x = " + first + "\n    for i in range(60):\n        " + step + "\n    return 1"
	}
	deep := func(around, then string) string {
		return "x = 1\n    for i in range(60000):\n        x = " + around + "\n    return " + then
	}
	longs := "a = [0] * 20000\n    b = [0] * 19999 + [1]\n    l = [1] * 9000\n    return "
	for _, body := range []string{
		"for i in range(1000000):\n        for j in range(1000000):\n            pass",
		"x = [i for i in range(1000000) for j in range(1000000)]",
		"return f(n)",
		"return (lambda g: g(g))(lambda g: g(g))",
		"x = [0] * (1 << 40)", "x = 'a' * (1 << 40)", "x = (1 << 40) * [0]", "x = list(range(1 << 40))", "x = sorted(range(1 << 33))", "return max(range(1 << 40))",
		"return len(list(range(999999)) + list(range(999999)))",
		doubling("[1]", "x = x + x"), doubling("[1]", "x += x"), doubling("[1]", "x.extend(x)"), doubling("'a'", "x = x + x"), doubling("'a'", "x += x"),
		doubling("'a'", "x = '%s%s' % (x, x)"), doubling("'a'", "x = '{}{}'.format(x, x)"), doubling("'a'", "x = x.join([x, x, x])"), doubling("'aa'", "x = x.replace('a', x)"),
		doubling("'aa'", "x = x.replace('', x)"),
		doubling("[1]", "x = [x, x]\n        y = str(x)"), doubling("[1]", "x = [x, x]\n        y = repr(x)"), doubling("[1]", "x = [x, x]\n        y = x == [x, x]"),
		doubling("[1]", "x = [x, x]\n        y = x in [x]"), doubling("(1,)", "x = (x, x)\n        d = {x: 1}"), doubling("(1,)", "x = (x, x)"), doubling("(1,)", "x = {x: x}.items()[0]\n        d = {x: 1}"),
		doubling("(1,)", "x = zip([x], [x])[0]\n        d = {x: 1}"), doubling("(1,)", "x = tuple([x, x])\n        d = {x: 1}"), doubling("(1,)", "x = x + x"),
		doubling("[1]", "x = [x, x]\n        y = '%r' % [x]"), doubling("[1]", "x = [x, x]\n        y = '{}'.format(x)"), doubling("[1]", "x = [x, x]\n        y = sorted([x, x])"),
		doubling("[1]", "x = [x, x]\n        y = max(x, x)"), doubling("[1]", "x = [x, x]\n    fail(x)"), doubling("{1: 1}", "x = {1: x, 2: x}\n        y = str(x)"),
		doubling("3", "x = x * x"), doubling("3", "x *= x"), doubling("1", "x = x << 500"),
		"x = 7\n    for i in range(1000000):\n        x = x * 1000003 + 1\n    return x",
		"l = []\n    for i in range(300000):\n        l.append(list(range(90000)))",
		"l = []\n    x = list(range(90000))\n    for i in range(300000):\n        l.append(x[:])",
		"l = []\n    x = 'a' * 90000\n    for i in range(300000):\n        l.append(x.upper())",
		"l = []\n    for i in range(900000):\n        l.append(l)\n    return str(l)",
		"l = [0]\n    l[0] = l\n    return str(l)", "l = [0]\n    l[0] = l\n    return l == [l]", "l = [0]\n    l[0] = l\n    return hash(l)",
		"return int('9' * 90000)", "return float('9' * 90000)", "x = list(range(90000))\n    for i in range(900000):\n        y = -1 in x",
		"print(1)", "return getattr([], 'append')", "return dir(n)", "x = ['a' * 90000] * 1000\n    return ','.join(x)", "x = 'a,' * 45000\n    l = []\n    for i in range(100000):\n        l.append(x.split(','))",
		deep("[x]", "'%s' % (x,)"), deep("(x,)", "str(x)"), deep("{1: x}", "repr(x)"), deep("[x]", "'{}'.format(x)"), deep("[x]", "fail(x)"),
		longs + "sorted(l, key=lambda e: a)", longs + "sorted(l, lambda e: a)", longs + "max(l, key=lambda e: a)", longs + "min(l, key={1: a}.get)",
		longs + "[a for e in l].index(b)", longs + "[a for e in l].remove(b)",
		"return [x for x in ('a' * 90000).elems() for y in ('a' * 90000).elems()]", "g = [].append\n    for i in range(900000):\n        g('a' * 90000)",
	} {
		h, err := host("def f(n):\n    "+body+"\n", "n")
		if err != nil {
			t.Errorf("%q: %v", body, err)
			continue
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		_, err = h.Ask(ctx, &op.Question{Callee: "f", Args: []op.RemoteArg{arg("n", tInt, int64(1))}, Want: column.Type{Kind: column.Bool}})
		cancel()
		runtime.ReadMemStats(&after)
		var e *op.RemoteError
		if !errors.As(err, &e) || e.Kind != op.RemoteInvalid {
			t.Errorf("%q: %v", body, err)
		}
		if made := (after.TotalAlloc - before.TotalAlloc) >> 20; made > 600 {
			t.Errorf("%q made %d MB", body, made)
		}
	}
}

// The caller's time ends a call, also one that waits for its turn.
func TestTimeEndsACall(t *testing.T) {
	const text = "def f(n):\n    x = 0\n    for i in range(190000):\n        x += i\n    return x\n"
	h, err := New([]Function{{Name: "f", Entry: "f", File: "f.star", Params: []string{"n"}, Timeout: time.Nanosecond, AtOnce: 1}}, func(Function) ([]byte, error) { return []byte(text), nil })
	if err != nil {
		t.Fatal(err)
	}
	q := &op.Question{Callee: "f", Args: []op.RemoteArg{arg("n", tInt, int64(1))}, Want: tInt}
	if _, err := h.Ask(t.Context(), q); !op.TimedOut(err) {
		t.Errorf("without time: %v", err)
	}
	h.functions["f"].slots <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Ask(ctx, q); !op.TimedOut(err) {
		t.Errorf("waiting: %v", err)
	}
}

// The same arguments give the same answer, from any number of goroutines.
func TestCallsSideBySide(t *testing.T) {
	h, err := host("SEEN = {'a': 1}\n\ndef f(n):\n    return str(sorted({str(i): i for i in range(n)}.items())) + str(SEEN)\n", "n")
	if err != nil {
		t.Fatal(err)
	}
	answers := make(chan string, 20)
	for range cap(answers) {
		go func() {
			r, err := h.Ask(context.Background(), &op.Question{Callee: "f", Args: []op.RemoteArg{arg("n", tInt, int64(50))}, Want: tText})
			if err != nil {
				answers <- err.Error()
				return
			}
			answers <- fmt.Sprint(r.Value)
		}()
	}
	first := <-answers
	for range cap(answers) - 1 {
		if a := <-answers; a != first || !strings.Contains(a, `("0", 0)`) {
			t.Errorf("%s, then %s", first, a)
		}
	}
	if _, err := host("L = []\n\ndef f(n):\n    L.append(n)\n    return n\n", "n"); err != nil {
		t.Fatal(err)
	}
}

func FuzzLoad(f *testing.F) {
	for _, s := range []string{"def f(x):\n    return x.y[1:2] + (1, 2) * 3\n", "f = lambda x: [a for a, b in x if a]\n", "def f(x):\n    x[0] += {1: 2}[1]\n", "f(*a)", "x.y = 1", "a, [b, c] = 1, 2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		h, err := host(text, "x")
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, _ = h.Ask(ctx, &op.Question{Callee: "f", Args: []op.RemoteArg{arg("x", tTexts, []column.Value{"a", "b"})}, Want: tText})
	})
}
