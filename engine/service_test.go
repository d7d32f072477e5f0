package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/remote"
	"riffle.dev/riffle/engine/trace"
)

const serving = `
resource games { fields { id: key, genre: keyword, n: int } }

type User { id: keyword }

service ctr(user: User, item: { n: int, genre: keyword }) -> float {
  endpoints: ["%[1]s/ctr"]
  timeout:   15s
}
service slow(user: User, item: { n: int }) -> float { endpoints: ["%[1]s/hang"], timeout: 20ms }
service near(q: string) -> items(games) { endpoints: ["%[1]s/near"] }
service note(shown: list(string), by: keyword) -> bool { endpoints: ["%[1]s/note"] }
function tidy(q: string) -> string { url: "%[1]s/tidy" }

pipeline feed(user: User, q: string, k: int = 2) -> items {
  words  = tidy(q)  retry 1
  recall = near(words)  cache 1h
  fine = choose {
    dnn:  score(recall, model: slow(user))  gain 1.0
    ctr:  score(recall, model: ctr(user), as: chance)  gain 0.9
    none: take(recall, 9)  gain 0.5
  }
  page = take(fine, k)
  after { note(map(page, .id), user.id) }
  return page
}

scene home { pipeline: feed, deadline: 20s, fallback: none }
`

// far answers the services of the text above, and keeps what it was sent.
type far struct {
	*httptest.Server
	bodies chan string // of /note
	tidied atomic.Int64
	near   atomic.Int64
}

func newFar(t *testing.T) *far {
	f := &far{bodies: make(chan string, 10)}
	mux := http.NewServeMux()
	say := func(w http.ResponseWriter, v any) {
		if err := json.NewEncoder(w).Encode(v); err != nil {
			t.Error(err)
		}
	}
	mux.HandleFunc("/ctr", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Args  struct{ User struct{ ID string } }
			Items []struct {
				N     float64
				Genre string
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Args.User.ID != "u1" {
			t.Errorf("%v: %+v", err, in)
		}
		var values []float64
		for _, it := range in.Items {
			v := it.N / 10
			if it.Genre == "rpg" {
				v++
			}
			values = append(values, v)
		}
		say(w, map[string]any{"values": values})
	})
	mux.HandleFunc("/hang", func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	mux.HandleFunc("/near", func(w http.ResponseWriter, _ *http.Request) {
		f.near.Add(1)
		say(w, map[string]any{"items": []any{map[string]any{"key": "a", "score": 3}, map[string]any{"key": "gone", "score": 2}, map[string]any{"key": "c", "score": 1}}})
	})
	mux.HandleFunc("/tidy", func(w http.ResponseWriter, _ *http.Request) {
		if f.tidied.Add(1) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		say(w, map[string]any{"value": "tidy"})
	})
	mux.HandleFunc("/note", func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		f.bodies <- string(b)
		say(w, map[string]any{"value": true})
	})
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

func TestServicesAnswerOverHTTP(t *testing.T) {
	f := newFar(t)
	p, found := dag.Compile([]dag.Source{{Name: "games.riffle", Text: fmt.Appendf(nil, serving, f.URL)}}, op.NewCatalogue())
	if p == nil {
		t.Fatal(found)
	}
	program, err := engine.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	transport := remote.NewTransport()
	t.Cleanup(transport.CloseIdleConnections)
	client, err := engine.Remote(p, engine.Calls{Transport: transport, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	program = program.With(client)
	memory, err := engine.NewMemory(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if errs, err := memory.Put("games", []map[string]any{{"id": "a", "genre": "sim", "n": 9}, {"id": "b", "genre": "rpg", "n": 5}, {"id": "c", "genre": "rpg", "n": 1}}); err != nil || errs != nil {
		t.Fatal(errs, err)
	}
	e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }})
	ask := func() *engine.Answer {
		t.Helper()
		a, err := e.Serve(context.Background(), program, "home", engine.Request{Values: map[string]any{"user": map[string]any{"id": "u1"}, "q": "Q"}}, memory, nil)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := ask()
	if len(a.Items) != 2 || a.Items[0].Key != "c" || a.Items[1].Key != "a" {
		t.Fatalf("items %v, want c a", a.Items)
	}
	if v, _ := a.Items[0].Column("chance"); v != 1.1 {
		t.Errorf("chance %v", v)
	}
	spans := map[string]trace.Span{}
	for _, s := range a.Outcomes {
		spans[s.Node] = s
	}
	if s := spans["words"]; s.Outcome != trace.OK || s.Again != 1 {
		t.Errorf("words: %+v", s)
	}
	if s := spans["fine"]; s.Arm != "ctr" || spans["fine.dnn"].Outcome != trace.Timeout || !strings.Contains(spans["fine.dnn"].Cause, "did not answer in time") {
		t.Errorf("fine: %+v, dnn: %+v", s, spans["fine.dnn"])
	}
	if err := e.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	select {
	case body := <-f.bodies:
		if body != `{"args":{"shown":["c","a"],"by":"u1"}}` {
			t.Errorf("noted %s", body)
		}
	default:
		t.Error("nothing was noted after the answer")
	}
	again := ask()
	for _, s := range again.Outcomes {
		if s.Node == "recall" && !s.Cached {
			t.Errorf("recall: %+v", s)
		}
	}
	if n := f.near.Load(); n != 1 {
		t.Errorf("near was asked %d times", n)
	}
	if err := e.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	if c := e.Counts(); c.Again != 1 || c.Cache.Hits != 1 || c.After != (engine.AfterCounts{Done: 2}) {
		t.Errorf("counts %+v", c)
	}
}
