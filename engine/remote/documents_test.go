package remote

import (
	"fmt"
	"strings"
	"testing"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

func TestDocuments(t *testing.T) {
	many := func(n int, tail string) string {
		var b strings.Builder
		b.WriteString(`{"items":[`)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"key":"g%d"}`, i)
		}
		return b.String() + tail
	}
	for _, c := range []struct {
		name, got string
		keys      int
		err       string
	}{
		{"none", `{"items":[]}`, 0, ""},
		{"with scores", `{"items":[{"key":"a","score":1},{"key":"b","score":2}]}`, 2, ""},
		{"beside others, in other letters", ` {"took":{"a":[1,{}]},"Items":[{"key":"a"}],"more":null} `, 1, ""},
		{"as many as there may be", many(index.MaxHits, `]}`), index.MaxHits, ""},
		{"one more, and what follows is not looked at", many(index.MaxHits+1, `,,,`), 0, "more than 10000 in a list"},
		{"no object", `[1]`, 0, "no JSON object"},
		{"nothing", ``, 0, "no JSON object"},
		{"no items", `{"values":[1]}`, 0, "without items"},
		{"nil", `{"items":null}`, 0, "want a list"},
		{"no list", `{"items":{"key":"a"}}`, 0, "want a list"},
		{"twice", `{"items":[],"items":[]}`, 0, "twice"},
		{"no key", `{"items":[{"score":1}]}`, 0, "items[0]: want an object"},
		{"a score for some", `{"items":[{"key":"a","score":1},{"key":"b"}]}`, 0, "a score for all"},
		{"it breaks off", `{"items":[{"key":"a"}`, 0, "EOF"},
		{"it breaks off behind the list", `{"items":[{"key":"a"}]`, 0, "no JSON object"},
		{"something behind it", `{"items":[]} {}`, 0, "behind the value"},
		{"garbage behind it", `{"items":[]}` + "\x00", 0, "invalid character"},
	} {
		var out op.Reply
		err := rows{}.answer([]byte(c.got), &op.Question{Found: true}, 0, &out, nil)
		switch {
		case c.err == "" && (err != nil || len(out.Keys) != c.keys):
			t.Errorf("%s: %d keys, %v; want %d", c.name, len(out.Keys), err, c.keys)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s: %v, want %q", c.name, err, c.err)
		}
	}
}

// A long answer is decoded in steps, with the same result and errors.
func TestDecodeInSteps(t *testing.T) {
	long := `"` + strings.Repeat("x", 100_000) + `"`
	for _, c := range []struct{ got, err string }{
		{`{"value":` + long + `}`, ""},
		{`{"value":` + long + `} 1`, "behind the value"},
		{`{"value":` + long, "EOF"},
	} {
		var r reply
		err := decode([]byte(c.got), &r)
		if c.err == "" && (err != nil || string(r.Value) != long) || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%d bytes, %v; want %q", len(r.Value), err, c.err)
		}
	}
}

func TestLongest(t *testing.T) {
	for _, c := range []struct {
		q    op.Question
		n    int
		want int
	}{
		{op.Question{Found: true}, 0, MaxReply},
		{op.Question{Want: column.Type{Kind: column.Float}}, 0, MaxReply},
		{op.Question{Model: true, Want: column.Type{Kind: column.Float}}, 80, 64<<10 + 80*256},
		{op.Question{Model: true, Want: column.Type{Kind: column.Float}}, 1 << 20, MaxReply},
		{op.Question{Model: true, Want: column.Type{Kind: column.Vector, Dim: 1024}}, 1, MaxReply},
	} {
		if got := longest(&c.q, c.n); got != c.want {
			t.Errorf("%+v, %d items: %d bytes, want %d", c.q, c.n, got, c.want)
		}
	}
}
