package why_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/programtest"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/engine/why"
)

const text = `
resource games { fields { id: key, title: text(analyzer: english), genre: keyword, price: int, n: int } }
resource toys { fields { id: key, n: int } }
resource notes { fields { id: key } }

pipeline feed(seen: list(keyword) = [], low: int = 0) -> items {
  hot   = top(games, by: n, k: 6, filter: price < 100)
  typed = search(games, query: "city", k: 2)  optional  gain 0.1
  pool  = merge([hot, typed])
  fresh = filter(pool, id not in seen and price >= low)
  one   = dedup(fresh, by: genre, max: 2)
  fine  = score(one, 0 - price, keep: 4)
  up    = boost(fine, genre == "rpg", by: 0.5)
  more  = if low > 50 { up } else { take(up, 3) }
  return skip(more, 1)
}

pipeline twice() -> items {
  a = top(games, by: n, k: 5)
  b = top(games, by: 0 - n, k: 2)
  return minus(a, b)
}

pipeline rest() -> items {
  a    = top(games, by: n, k: 5)
  b    = lookup(games, keys: ["a"])
  left = minus(a, b)
  return left
}

pipeline packed() -> items {
  few = lookup(games, keys: ["a", "b", "c"])
  return pack(few, size: price, budget: 35)
}

pipeline turns() -> items {
  start = top(games, by: n, k: 6)
  grown = loop pool = start, turn = 0 while turn < 2 max 3 {
    smaller = filter(pool, price > 10 * (turn + 1))
    next pool = smaller, turn = turn + 1
  }
  return grown.pool
}

scene home { pipeline: feed, deadline: 20s, fallback: none }
`

type world struct {
	program *engine.Program
	memory  *engine.Memory
	engine  *engine.Engine
}

func newWorld(t *testing.T) *world {
	t.Helper()
	made := programtest.Make(t, text)
	w := &world{program: made.Program, memory: made.Memory, engine: engine.New(engine.Options{Now: func() time.Time { return time.Unix(1, 0) }, TraceID: func() string { return "t" }})}
	game := func(id, title, genre string, price, n int) map[string]any {
		return map[string]any{"id": id, "title": title, "genre": genre, "price": price, "n": n}
	}
	docs := []map[string]any{
		game("a", "city", "sim", 10, 90), game("b", "space", "rpg", 20, 80), game("c", "farm", "sim", 30, 70), game("d", "train", "sim", 40, 60),
		game("e", "castle", "rpg", 50, 50), game("f", "bridge", "cards", 60, 40), game("g", "tower", "cards", 70, 30), game("h", "dear", "rpg", 200, 99),
		game("i", "city roads", "quiz", 15, 1),
	}
	for name, docs := range map[string][]map[string]any{"games": docs, "toys": {{"id": "t", "n": 1}}, "notes": {{"id": "a"}}} {
		if errs, err := w.memory.Put(name, docs); err != nil || errs != nil {
			t.Fatal(errs, err)
		}
	}
	return w
}

func (w *world) ask(t *testing.T, pipeline string, req engine.Request) *engine.Answer {
	t.Helper()
	req.Deadline = 20 * time.Second
	a, err := w.engine.Run(context.Background(), w.program, pipeline, req, w.memory, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func keys(a *engine.Answer) string {
	var out []string
	for _, it := range a.Items {
		out = append(out, it.Key)
	}
	return strings.Join(out, " ")
}

func TestWhyNot(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct {
		pipeline, id string
		resource     string
		values       map[string]any
		off          []string
		items, want  string // the first drop, and how many there are
	}{
		"in the answer":             {pipeline: "feed", id: "i", items: "b i", want: "answered: it is in the answer, at place 2"},
		"a filter, of two one part": {pipeline: "feed", id: "a", values: map[string]any{"low": 12}, items: "i c", want: `dropped: fresh dropped it: price >= low is not true: price was 10 (it came in as number 1 of 7)`},
		"the other part":            {pipeline: "feed", id: "b", values: map[string]any{"seen": []any{"b"}}, items: "i e", want: `dropped: fresh dropped it: not (id in seen) is not true: id was "b" (it came in as number 2 of 7)`},
		"a third of its genre":      {pipeline: "feed", id: "d", items: "b i", want: `dropped: one dropped it: a stands for it: genre was "sim" (it came in as number 4 of 7)`},
		"behind a keep":             {pipeline: "feed", id: "e", items: "b i", want: "dropped: fine dropped it: 4 stay, it was number 5 (it came in as number 4 of 6)"},
		"behind a take":             {pipeline: "feed", id: "c", items: "b i", want: "dropped: more.take dropped it: 3 stay, it was number 4 (it came in as number 4 of 4)"},
		"before a skip":             {pipeline: "feed", id: "a", items: "b i", want: "dropped: return.skip dropped it: the first 1 are left out, it was number 1 (it came in as number 1 of 3)"},
		"the filter of a source":    {pipeline: "feed", id: "h", items: "b i", want: "not_found: no source found it; hot: price < 100 is not true: price was 200"},
		"behind the k of a source":  {pipeline: "feed", id: "g", items: "b i", want: "not_found: no source found it; hot: 6 stay, it was number 7"},
		"a source that was off":     {pipeline: "feed", id: "i", off: []string{"typed"}, items: "b e", want: "not_found: no source found it; hot: 6 stay, it was number 8"},
		"taken away":                {pipeline: "twice", id: "g", items: "h a b c d", want: "not_found: no source found it; a: 5 stay, it was number 8"},
		"in a loop":                 {pipeline: "turns", id: "b", items: "h c d e", want: "dropped: grown.smaller dropped it: price > 10 * (grown.turn + 1) is not true: price was 20 (it came in as number 2 of 5)"},
		"a document that is not":    {pipeline: "feed", id: "zz", items: "b i", want: `missing: no resource that pipeline feed reads has a document "zz": it was never put, or is deleted`},
		"of a resource by name":     {pipeline: "feed", id: "zz", resource: "games", items: "b i", want: `missing: resource games has no document "zz": it was never put, or is deleted`},
		"another resource":          {pipeline: "feed", id: "t", resource: "toys", items: "b i", want: `unread: pipeline feed brings no items of a resource "toys"`},
		"a resource that is not":    {pipeline: "feed", id: "t", resource: "nope", items: "b i", want: `unread: pipeline feed brings no items of a resource "nope"`},
		"taken from the set":        {pipeline: "rest", id: "a", items: "h b c d", want: "dropped: left dropped it: b has it, and is taken away (it came in as number 2 of 5)"},
		"too big for a budget":      {pipeline: "packed", id: "c", items: "a b", want: "dropped: return.pack dropped it: price was 30 did not fit any more into a budget of 35 (it came in as number 3 of 3)"},
	} {
		t.Run(name, func(t *testing.T) {
			a := w.ask(t, c.pipeline, engine.Request{Values: c.values, Off: c.off, WhyNot: []trace.Question{{Resource: c.resource, ID: c.id}}})
			if keys(a) != c.items {
				t.Errorf("items %s, want %s", keys(a), c.items)
			}
			if len(a.WhyNot) != 1 {
				t.Fatalf("%d answers", len(a.WhyNot))
			}
			got := fmt.Sprintf("%s: %s", a.WhyNot[0].Fate, a.WhyNot[0].Message)
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

func TestWhyItems(t *testing.T) {
	w := newWorld(t)
	a := w.ask(t, "feed", engine.Request{Explain: true})
	var lines []string
	for _, it := range a.Items {
		lines = append(lines, it.Key+" from "+strings.Join(it.Why.From, "+"))
		for _, s := range it.Why.Stages {
			line := fmt.Sprintf("  %s %s #%d of %d, %.4g", s.Op, s.Node, s.Rank, s.Of, *s.Score)
			if s.Source {
				line += ", source"
			}
			if s.Scored {
				line += ", scored"
			}
			if s.Moved != 0 {
				line += fmt.Sprintf(", moved %+d", s.Moved)
			}
			for _, v := range s.Columns {
				line += fmt.Sprintf(", %s %v", v.Name, v.Value)
			}
			lines = append(lines, line)
		}
	}
	want := `b from hot
  top hot #2 of 6, 80, source, n 80, price 20
  merge pool #2 of 7, 80
  filter fresh #2 of 7, 80, id b, price 20
  dedup one #2 of 6, 80, genre rpg
  score fine #3 of 4, -20, scored, moved -1, price 20
  boost up #2 of 4, -10, scored, moved +1, genre rpg
  take more.take #2 of 3, -10
  if more #2 of 3, -10
  skip return.skip #1 of 2, -10
i from typed
  search typed #2 of 2, 0.4748, source
  merge pool #7 of 7, 0.4748
  filter fresh #7 of 7, 0.4748, id i, price 15
  dedup one #6 of 6, 0.4748, genre quiz
  score fine #2 of 4, -15, scored, moved +2, price 15
  boost up #3 of 4, -15, moved -1, genre quiz
  take more.take #3 of 3, -15
  if more #3 of 3, -15
  skip return.skip #2 of 2, -15`
	if d := cmp.Diff(want, strings.Join(lines, "\n")); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// What is hostile is refused, or answered once.
func TestHostileQuestions(t *testing.T) {
	w := newWorld(t)
	run := func(asked []trace.Question) (*engine.Answer, error) {
		return w.engine.Run(context.Background(), w.program, "feed", engine.Request{WhyNot: asked, Deadline: 20 * time.Second}, w.memory, nil)
	}
	many := make([]trace.Question, why.MaxQuestions+1)
	for i := range many {
		many[i].ID = fmt.Sprint(i)
	}
	for name, asked := range map[string][]trace.Question{"too many": many, "no id": {{Resource: "games"}}, "a long id": {{ID: strings.Repeat("x", why.MaxKey+1)}}} {
		var failed *engine.Error
		if _, err := run(asked); !errors.As(err, &failed) || failed.Code != engine.CodeInvalid || failed.Field != "why_not" {
			t.Errorf("%s: %v", name, err)
		}
	}
	a, err := run([]trace.Question{{ID: "a"}, {ID: "a"}, {Resource: "games", ID: "a"}, {ID: "\x00\xff"}, {Resource: strings.Repeat("r", 500), ID: "a"}})
	if err != nil {
		t.Fatal(err)
	}
	var fates []string
	for _, l := range a.WhyNot {
		fates = append(fates, string(l.Fate))
	}
	if d := cmp.Diff("dropped dropped missing unread", strings.Join(fates, " ")); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
