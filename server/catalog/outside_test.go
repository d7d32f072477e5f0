package catalog

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/server/app"
)

// searchServer is an index of two tickets, as far as this test asks it; away
// makes it refuse.
func searchServer(away *atomic.Bool) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if away.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if r.Method == http.MethodGet {
			_, _ = io.WriteString(w, "{}")
			return
		}
		var q struct {
			Size  int
			Query struct {
				Bool struct {
					Filter []struct{ Terms map[string][]string }
				}
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var hits []string
		for _, key := range []string{"a", "b"} {
			wanted := true
			for _, f := range q.Query.Bool.Filter {
				if keys := f.Terms["id"]; keys != nil {
					wanted = strings.Contains(" "+strings.Join(keys, " ")+" ", " "+key+" ")
				}
			}
			if wanted {
				hits = append(hits, fmt.Sprintf(`{"_score":2,"_source":{"id":%q,"title":"printer %s","urgent":%d}}`, key, key, len(hits)+1))
			}
		}
		hits = hits[:min(len(hits), q.Size)]
		_, _ = io.WriteString(w, `{"hits":{"hits":[`+strings.Join(hits, ",")+`]}}`)
	}))
}

func onSearch(url, more string) string {
	return fmt.Sprintf(`resource tickets {
  fields { id: key, title: text, urgent: int }
  store: opensearch(%q, index: "help")%s
}

resource games { fields { id: key, title: text, price: float } }

pipeline feed(q: string) -> items {
  far = search(tickets, query: q)  optional
  return merge([far, top(games, by: price)])
}
`, url, more)
}

// A resource on a store is described as what it is, read, and not written.
func TestAResourceOnAStore(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	var away atomic.Bool
	server := searchServer(&away)
	defer server.Close()
	s := start(t, changelog.NewMemory(time.Now), "", "db")
	defer s.compiler.transport.(*http.Transport).CloseIdleConnections()
	defer s.Close()
	s.origin.publish(1, onSearch(server.URL, ""))
	s.sync(t, 1)
	tickets := func() app.Resource {
		for _, r := range s.Resources("ads") {
			if r.Name == "tickets" {
				return r
			}
		}
		return app.Resource{}
	}
	wait(t, "its health is known", func() bool { return tickets().State == "ok" })
	r := tickets()
	if r.Store == nil || r.Store.Kind != "opensearch" || r.Store.URL != server.URL || r.Store.Name != "help" || r.Docs != 0 || len(r.Slots) != 0 || len(r.Fields) != 3 || r.Version != 1 {
		t.Errorf("described as %+v", r)
	}
	for what, err := range map[string]error{
		"put":        second(s.Put(t.Context(), "ads", "tickets", []app.Put{{Line: 1, JSON: []byte(`{"id":"c"}`)}})),
		"delete":     second(s.Delete(t.Context(), "ads", "tickets", "a")),
		"statistics": second(s.Statistics(t.Context(), "ads", "tickets")),
	} {
		if app.CodeOf(err) != app.Conflict || !strings.Contains(err.Error(), "opensearch store") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if doc, err := s.Document(t.Context(), "ads", "tickets", "b"); err != nil || doc["title"] != "printer b" {
		t.Errorf("document %v, %v", doc, err)
	}
	if _, err := s.Document(t.Context(), "ads", "tickets", "nobody"); app.CodeOf(err) != app.NotFound {
		t.Errorf("no document: %v", err)
	}
	if a, err := s.Query(t.Context(), "ads", "tickets", app.NewQuery{Text: "printer", K: 5}); err != nil || len(a.Rows) != 2 || a.Rows[0]["_key"] != "a" {
		t.Errorf("query %+v, %v", a, err)
	}
	if a, err := s.Query(t.Context(), "ads", "tickets", app.NewQuery{K: 5}); err != nil || len(a.Rows) != 2 {
		t.Errorf("query of all %+v, %v", a, err)
	}
	run, err := s.RunOnce(t.Context(), app.Project{Team: "ads"}, app.NewRun{Pipeline: "feed", Request: map[string]any{"q": "x"}})
	if err != nil || run.Count != 2 || len(run.Notes) != 0 {
		t.Errorf("run %+v, %v", run, err)
	}
	draft := []app.Text{{Path: "a.riffle", Text: onSearch(server.URL, "\n  at_once: 3")}}
	if run, err = s.RunOnce(t.Context(), app.Project{Team: "ads", Texts: draft}, app.NewRun{Pipeline: "feed", Request: map[string]any{"q": "x"}}); err != nil || run.Count != 2 {
		t.Errorf("run of a draft %+v, %v", run, err)
	}

	away.Store(true)
	if _, err := s.Document(t.Context(), "ads", "tickets", "b"); app.CodeOf(err) != app.Unavailable || !strings.Contains(err.Error(), "503") {
		t.Errorf("away: %v", err)
	}
	if r := tickets(); r.State != "unreachable" || !strings.Contains(r.Message, "503") || r.Store.Failed == 0 {
		t.Errorf("away: %+v", r)
	}
	if run, err = s.RunOnce(t.Context(), app.Project{Team: "ads"}, app.NewRun{Pipeline: "feed", Request: map[string]any{"q": "x"}}); err != nil || run.Outcome != "degraded" || run.Count != 0 {
		t.Errorf("run while it is away: %+v, %v", run, err)
	}
	if n := s.Stores(); len(n) != 1 || n[0].Outcomes["refused"] < 2 || n[0].OK {
		t.Errorf("counts %+v", n)
	}
	for range 60 { // until it is not asked any more
		_, _ = s.Document(t.Context(), "ads", "tickets", "b")
	}
	if k := s.Circuits("ads"); len(k) != 1 || k[0].Kind != "store" || k[0].Name != "tickets" || k[0].State != "open" || k[0].Since == nil || k[0].Until == nil || k[0].Opened != 1 {
		t.Errorf("circuits %+v", k)
	}
	if r := tickets(); r.State != "unreachable" || !strings.Contains(r.Message, "503; its circuit is open since") || r.Store.Circuit == nil {
		t.Errorf("while it is not asked: %+v", r)
	}
}

// A version that says the same keeps the store open; another one opens its own,
// and who holds the old version still asks the old one.
func TestStoresGoWithTheirVersion(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	var away atomic.Bool
	server := searchServer(&away)
	defer server.Close()
	s := start(t, changelog.NewMemory(time.Now), "", "db")
	defer s.compiler.transport.(*http.Transport).CloseIdleConnections()
	s.origin.publish(1, onSearch(server.URL, ""))
	s.sync(t, 1)
	first, _ := s.Active("ads")
	s.origin.publish(2, onSearch(server.URL, "\n")+"\npipeline other() -> items {\n  return top(tickets, by: urgent)\n}\n")
	s.sync(t, 2)
	second, _ := s.Active("ads")
	if first.outsides["tickets"] != second.outsides["tickets"] {
		t.Error("the same store was opened twice")
	}
	s.origin.publish(3, onSearch(server.URL, "\n  limit: 100/s"))
	s.sync(t, 3)
	third, _ := s.Active("ads")
	if third.outsides["tickets"] == second.outsides["tickets"] {
		t.Error("another limit is not taken up")
	}
	v, err := second.View("tickets")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Lookup(t.Context(), []string{"a"}); err != nil {
		t.Errorf("who holds the old version: %v", err)
	}
	s.origin.publish(4, "resource games { fields { id: key, title: text, price: float } }\n")
	s.sync(t, 4)
	s.Close()
	for name, a := range map[string]*Active{"old": second, "new": third} {
		v, _ := a.View("tickets")
		if _, err := v.Lookup(t.Context(), []string{"b"}); err == nil || !strings.Contains(err.Error(), "closed") {
			t.Errorf("%s after the end: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }
