package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/programtest"
	"riffle.dev/riffle/index"
)

// watched is a resource whose searches are counted and may hang or fail at first.
type watched struct {
	*engine.Memory
	view *watchedView
}

func (w watched) View(name string) (op.View, error) {
	v, err := w.Memory.View(name)
	w.view.View = v
	return w.view, err
}

type watchedView struct {
	op.View
	hangs, fails bool // the first search
	searches     atomic.Int64
	asked        atomic.Int64 // k of the last top
	narrow       atomic.Int64 // tops with a filter
	tops         atomic.Int64
}

func (v *watchedView) Search(ctx context.Context, q index.SearchQuery) (index.Hits, error) {
	if v.searches.Add(1) == 1 {
		switch {
		case v.hangs:
			<-ctx.Done()
			return index.Hits{}, ctx.Err()
		case v.fails:
			return index.Hits{}, errors.New("broken")
		}
	}
	return v.View.Search(ctx, q)
}

func (v *watchedView) Top(ctx context.Context, q index.TopQuery) (index.Hits, error) {
	v.tops.Add(1)
	v.asked.Store(int64(q.K))
	if q.Filter != nil {
		v.narrow.Add(1)
	}
	return v.View.Top(ctx, q)
}

// ruled is a program over games a, b and c, whose n are 1, 2 and 3.
func ruled(t *testing.T, body string) (*engine.Program, watched) {
	t.Helper()
	text := `resource games { fields { id: key, title: text(analyzer: english), n: int } }

pipeline p(k: int) -> items {
` + body + "}\n"
	made := programtest.Make(t, text)
	for i, id := range []string{"a", "b", "c"} {
		made.Put(t, "games", map[string]any{"id": id, "title": "red apple", "n": i + 1})
	}
	return made.Program, watched{made.Memory, &watchedView{}}
}

func asks(t *testing.T, p *engine.Program, w watched, req engine.Request) *engine.Answer {
	t.Helper()
	req.Values, req.Deadline = map[string]any{"k": 2}, 20*time.Second
	e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }})
	a, err := e.Run(context.Background(), p, "p", req, w, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// What one search found two nodes give, each in its own name; what became of the
// first is not the other's fate, but for a timeout, which both have waited for.
func TestSharedSearch(t *testing.T) {
	for _, c := range []struct {
		name         string
		hangs, fails bool
		req          engine.Request
		searches     int64
		outcomes     string
		from         string
	}{
		{"found", false, false, engine.Request{}, 1, "x ok, y ok shared with x, ", "[x y]"},
		{"fails", false, true, engine.Request{}, 2, "x error, y ok, ", "[y]"},
		{"hangs", true, false, engine.Request{}, 1, "x timeout, y timeout, ", ""},
		{"first off", false, false, engine.Request{Off: []string{"x"}}, 1, "x degraded, y ok, ", "[y]"},
		{"explained", false, false, engine.Request{Explain: true}, 2, "x ok, y ok, ", "[x y]"},
	} {
		program, w := ruled(t, `  x = search(games, query: "red", as: s)  optional  timeout 40ms
  y = search(games, query: "red")  optional  timeout 40ms
  return merge([x, y])
`)
		w.view.hangs, w.view.fails = c.hangs, c.fails
		if c.name != "hangs" { // a busy machine is no timeout
			program, w = ruled(t, `  x = search(games, query: "red", as: s)  optional
  y = search(games, query: "red")  optional
  return merge([x, y])
`)
			w.view.fails = c.fails
		}
		a := asks(t, program, w, c.req)
		outcomes, from := "", ""
		for _, o := range a.Outcomes {
			if o.Node != "x" && o.Node != "y" {
				continue
			}
			outcomes += o.Node + " " + string(o.Outcome)
			if o.Shared != "" {
				outcomes += " shared with " + o.Shared
			}
			outcomes += ", "
		}
		if len(a.Items) > 0 {
			from = fmt.Sprint(a.Items[0].From)
		}
		if outcomes != c.outcomes || from != c.from || w.view.searches.Load() != c.searches {
			t.Errorf("%s: %s from %s, %d searches; want %s from %s, %d", c.name, outcomes, from, w.view.searches.Load(), c.outcomes, c.from, c.searches)
		}
	}
}

// A source is asked for what the take behind it keeps, one at least; who asks
// why not is answered by the graph as written.
func TestLimitedSource(t *testing.T) {
	for _, c := range []struct {
		take  string
		req   engine.Request
		asked int64
		items int
	}{
		{"k", engine.Request{}, 2, 2},
		{"k - 2", engine.Request{}, 1, 0},
		{"k - 9", engine.Request{}, 1, 0},
		{"1..3", engine.Request{}, 3, 3},
		{"k", engine.Request{Explain: true}, 100, 2},
	} {
		program, w := ruled(t, "  x = top(games, by: n)\n  return take(x, "+c.take+")\n")
		a := asks(t, program, w, c.req)
		if w.view.asked.Load() != c.asked || len(a.Items) != c.items || a.Outcomes[0].Outcome != "ok" {
			t.Errorf("take %s: asked for %d, %d items, %s; want %d, %d, ok", c.take, w.view.asked.Load(), len(a.Items), a.Outcomes[0].Outcome, c.asked, c.items)
		}
	}
}

// A source leaves out what the filter drops; where it drops all, it looks for
// one, so that its outcome is the one it has as written.
func TestPushedFilter(t *testing.T) {
	for _, c := range []struct {
		cond         string
		narrow, tops int64
		keys         []string
	}{
		{"n > k", 1, 1, []string{"c"}},
		{"n >= 1 + k and title != nil", 1, 1, []string{"c"}},
		{"n > k + 9", 1, 2, nil},
		{"n < k", 0, 1, []string{"a"}},
	} {
		program, w := ruled(t, "  x = top(games, by: n)\n  return filter(x, "+c.cond+")\n")
		a := asks(t, program, w, engine.Request{})
		var keys []string
		for _, it := range a.Items {
			keys = append(keys, it.Key)
		}
		if v := w.view; !slices.Equal(keys, c.keys) || v.narrow.Load() != c.narrow || v.tops.Load() != c.tops || a.Outcomes[0].Outcome != "ok" {
			t.Errorf("%s: %v, %d of %d narrow, %s; want %v, %d of %d, ok", c.cond, keys, v.narrow.Load(), v.tops.Load(), a.Outcomes[0].Outcome, c.keys, c.narrow, c.tops)
		}
	}
}
