package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"riffle.dev/riffle/engine/store"
	"riffle.dev/riffle/internal/hop"
)

var update = flag.Bool("update", false, "write what was asked and what came into testdata/search")

// emulator plays the requests and answers of a file, in their order: a request
// that is another than the recorded one is a failure of the test, and so is one
// too many.
type emulator struct {
	t     *testing.T
	mu    sync.Mutex
	pairs []pair
	asked int
	auth  string
}

// pair is a request and its answer: a line with the status, then the body.
type pair struct{ request, answer string }

func (e *emulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	if r.Header.Get("Authorization") != e.auth {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, `{"error":{"root_cause":[{"reason":"who is %s"}]},"status":401}`, r.Header.Get("Authorization"))
		return
	}
	if e.asked >= len(e.pairs) {
		e.t.Errorf("request %d is not recorded: %s %s %s", e.asked+1, r.Method, r.URL, body)
		w.WriteHeader(http.StatusNotImplemented)
		return
	}
	p := &e.pairs[e.asked]
	e.asked++
	got := r.Method + " " + r.URL.Path + "\n" + indented(e.t, body)
	if *update {
		p.request = got
	} else if diff := cmp.Diff(strings.TrimSpace(p.request), strings.TrimSpace(got)); diff != "" {
		e.t.Errorf("request %d (-recorded +got):\n%s", e.asked, diff)
		w.WriteHeader(http.StatusNotImplemented)
		return
	}
	status, answer, _ := strings.Cut(p.answer, "\n")
	code, err := strconv.Atoi(strings.TrimSpace(status))
	if err != nil {
		e.t.Errorf("answer %d begins with %q, want a status", e.asked, status)
		code = http.StatusNotImplemented
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_, _ = io.WriteString(w, answer)
}

func indented(t *testing.T, body []byte) string {
	var out bytes.Buffer
	if err := json.Indent(&out, body, "", "  "); err != nil {
		t.Errorf("the request is no JSON: %v", err)
	}
	return out.String() + "\n"
}

// Each file is a store, a pipeline, its values, the requests that are sent with
// their answers, and what comes of them.
func TestSearchEngines(t *testing.T) {
	files, err := filepath.Glob("testdata/search/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no cases")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { playFile(t, file) })
	}
}

func playFile(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	for _, f := range a.Files {
		text[f.Name] = string(f.Data)
	}
	e := &emulator{t: t, auth: "Basic " + "cmVhZGVyOnNlc2FtZQ=="}
	for n := 1; text[fmt.Sprintf("answer %d", n)] != ""; n++ {
		e.pairs = append(e.pairs, pair{text[fmt.Sprintf("request %d", n)], text[fmt.Sprintf("answer %d", n)]})
	}
	server := httptest.NewServer(e)
	defer server.Close()
	kind := strings.TrimSpace(text["store"])
	p := project(t, fmt.Sprintf(tickets, fmt.Sprintf("store: %s(%q, index: \"help-tickets\")\n  auth:  secret(\"search\")", kind, server.URL))+text["pipeline"])
	var values map[string]any
	if err := json.Unmarshal([]byte(text["values"]), &values); err != nil {
		t.Fatal(err)
	}
	s := opened(t, p, "reader:sesame", store.Options{})
	got := run(t, p, asked{s, memory(t, p)}, values)
	if e.asked != len(e.pairs) {
		t.Errorf("%d of %d requests were sent", e.asked, len(e.pairs))
	}
	if !*update {
		if diff := cmp.Diff(strings.TrimSpace(text["want"]), strings.TrimSpace(got)); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		return
	}
	out := &txtar.Archive{Comment: a.Comment}
	put := func(name, data string) { out.Files = append(out.Files, txtar.File{Name: name, Data: []byte(data)}) }
	put("store", text["store"])
	put("pipeline", text["pipeline"])
	put("values", text["values"])
	for i, p := range e.pairs {
		put(fmt.Sprintf("request %d", i+1), p.request)
		put(fmt.Sprintf("answer %d", i+1), p.answer)
	}
	put("want", got)
	if err := os.WriteFile(file, txtar.Format(out), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A store that says back what it was sent, in a text that a message quotes,
// does not have it told.
func TestAnEchoedSecretIsNotTold(t *testing.T) {
	for _, secret := range []string{"reader:sesame", `reader:pass"word\`, `Bearer to"ken`} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_ = json.NewEncoder(w).Encode(map[string]any{"hits": map[string]any{"hits": []any{map[string]any{"_source": map[string]any{"id": secret, "open": 1}}}}})
		}))
		s := opened(t, project(t, fmt.Sprintf(tickets, fmt.Sprintf("store: opensearch(%q, index: \"help-tickets\")\n  auth:  secret(\"search\")", server.URL))), secret, store.Options{})
		_, err := s.View().Lookup(t.Context(), []string{"a"})
		wants(t, secret, err, "bad answer", `document "(secret)"`)
		s.Close()
		server.Close()
	}
}

// A store is told how long its answer is waited for, and how much the request
// matters.
func TestWhatAStoreIsToldOfTheRequest(t *testing.T) {
	var left, urges, cohort string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		left, urges, cohort = r.Header.Get(hop.Timeout), r.Header.Get(hop.Priority), r.Header.Get(hop.Cohort)
		_, _ = io.WriteString(w, `{"hits":{"hits":[]}}`)
	}))
	defer server.Close()
	s := opened(t, project(t, fmt.Sprintf(tickets, fmt.Sprintf("store: opensearch(%q, index: \"help-tickets\")\n  auth:  secret(\"search\")", server.URL))), "reader:sesame", store.Options{})
	defer s.Close()
	ctx, cancel := context.WithTimeout(hop.With(t.Context(), &hop.Hop{Tells: true, Urges: 5, Cohort: 127, Cohorted: true}), time.Hour)
	defer cancel()
	if _, err := s.View().Lookup(ctx, []string{"a"}); err != nil {
		t.Fatal(err)
	}
	if left == "" || urges != "u=5" || cohort != "127" {
		t.Errorf("left %q, priority %q, cohort %q", left, urges, cohort)
	}
}
