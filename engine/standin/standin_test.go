package standin_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/standin"
	"riffle.dev/riffle/internal/column"
)

const file = `
{"args": {"user": {"id": "ann"}}, "item": {"genre": "rpg"}, "gives": 0.9}
{"item": {"genre": "rpg", "price": null}, "gives": 0.7}

{"item": {"tags": ["a", 2]}, "gives": 0.5}
{"args": {"k": 1.0}, "gives": 0.25}
`

func answers(t *testing.T, text string) *standin.Answers {
	t.Helper()
	a, err := standin.Read(fstest.MapFS{"f.jsonl": {Data: []byte(text)}}, "f.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// question of a model about rows of genre, with arguments.
func question(t *testing.T, args []op.RemoteArg, genres ...string) *op.Question {
	t.Helper()
	b := column.NewBuilder(column.Type{Kind: column.String}, len(genres))
	for _, g := range genres {
		if err := b.Append(g); err != nil {
			t.Fatal(err)
		}
	}
	return &op.Question{Callee: "ctr", Args: args, Model: true, Len: len(genres), Want: column.Type{Kind: column.Float},
		Columns: []op.RemoteColumn{{Name: "genre", Column: b.Build()}}}
}

func user(id string) []op.RemoteArg {
	str := column.Type{Kind: column.String}
	return []op.RemoteArg{
		{Name: "user", Type: column.Type{Kind: column.Record, Fields: []column.Field{{Name: "id", Type: str}, {Name: "region", Type: str}}},
			Value: map[string]column.Value{"id": id, "region": "north"}},
		{Name: "k", Type: column.Type{Kind: column.Int}, Value: int64(1)},
	}
}

// The first line that says nothing else than the question answers; of an item,
// what the line does not say may be anything.
func TestTheFirstLineThatFits(t *testing.T) {
	r := &standin.Remote{By: map[string]*standin.Answers{"ctr": answers(t, file)}}
	for id, want := range map[string][]column.Value{"ann": {0.9, 0.25}, "bob": {0.7, 0.25}} {
		reply, err := r.Ask(context.Background(), question(t, user(id), "rpg", "sim"))
		if err != nil {
			t.Fatal(err)
		}
		got := []column.Value{reply.Column.Row(0), reply.Column.Row(1)}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", id, d)
		}
	}
}

func TestWhatHasNoAnswer(t *testing.T) {
	r := &standin.Remote{By: map[string]*standin.Answers{"ctr": answers(t, `{"item": {"genre": "rpg"}, "gives": "much"}`)}, Next: elsewhere{}}
	for _, genre := range []string{"rpg", "sim"} { // of another type, and none at all
		_, err := r.Ask(context.Background(), question(t, nil, genre))
		var bad *op.RemoteError
		if !errors.As(err, &bad) || bad.Kind != op.RemoteBad || !strings.HasPrefix(bad.Message, "item 1: ") {
			t.Errorf("%s: %v", genre, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.Ask(ctx, question(t, nil, "rpg")); !errors.Is(err, context.Canceled) {
		t.Errorf("a call that is over: %v", err)
	}
	if _, err := r.Ask(context.Background(), &op.Question{Callee: "other"}); !errors.Is(err, errElsewhere) {
		t.Errorf("another callee: %v", err)
	}
}

var errElsewhere = errors.New("elsewhere")

type elsewhere struct{}

func (elsewhere) Ask(context.Context, *op.Question) (*op.Reply, error) { return nil, errElsewhere }

func TestKeysOfDocuments(t *testing.T) {
	r := &standin.Remote{By: map[string]*standin.Answers{"find": answers(t, `{"gives": ["b", "a"]}`)}}
	reply, err := r.Ask(context.Background(), &op.Question{Callee: "find", Found: true})
	if err != nil || fmt.Sprint(reply.Keys) != "[b a]" || reply.Scores != nil {
		t.Errorf("%+v, %v", reply, err)
	}
}

func TestHostileFiles(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for range standin.MaxFile/(1<<20) + 1 {
		if _, err := z.Write(append(bytes.Repeat([]byte(" "), 1<<20-2), '\n', ' ')); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{
		"none.jsonl":    {Data: []byte(`{"args": {}}`)},
		"word.jsonl":    {Data: []byte("{\"gives\": 1}\n{\"gives\": 1, \"itm\": {}}")},
		"list.jsonl":    {Data: []byte(`[1]`)},
		"two.jsonl":     {Data: []byte(`{"gives": 1} {"gives": 2}`)},
		"args.jsonl":    {Data: []byte(`{"args": 1, "gives": 1}`)},
		"cut.jsonl":     {Data: []byte(`{"gives": 1`)},
		"long.jsonl":    {Data: []byte(`{"gives": "` + strings.Repeat("x", 2<<20) + `"}`)},
		"many.jsonl":    {Data: []byte(strings.Repeat("{\"gives\": 1}\n", standin.MaxLines+1))},
		"bomb.jsonl.gz": {Data: packed.Bytes()},
		"bad.jsonl.gz":  {Data: []byte("plain")},
	}
	for name, want := range map[string]string{
		"none.jsonl": "none.jsonl:1: it does not say what it gives", "word.jsonl": "word.jsonl:2: itm: want",
		"list.jsonl": "list.jsonl:1: no JSON object", "two.jsonl": "two.jsonl:1: no JSON object alone on its line",
		"args.jsonl": "args.jsonl:1: args: want", "cut.jsonl": "cut.jsonl:1: no JSON object", "long.jsonl": "a line of more than",
		"many.jsonl": "more than 50000 lines", "bomb.jsonl.gz": "more than 33554432 bytes", "bad.jsonl.gz": "its name says gzip",
		"../f.jsonl": "no path within the project", "no.jsonl": "does not exist",
	} {
		if _, err := standin.Read(files, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if _, err := standin.Read(nil, "f.jsonl"); err == nil {
		t.Error("no folder at all is read")
	}
}
