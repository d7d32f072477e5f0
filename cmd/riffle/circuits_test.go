package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestCircuits(t *testing.T) {
	body := `{"items":[
  {"kind":"service","name":"ctr","state":"open","since":"2026-01-02T03:04:05Z","until":"2026-01-02T03:04:15Z","opened":2,"refused":40},
  {"kind":"store","name":"poems","state":"closed","opened":0,"refused":0}]}`
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/teams/books/circuits" || r.Header.Get("Authorization") != "Bearer rfl_x" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		fmt.Fprint(w, body)
	}))
	defer s.Close()
	ask := []string{"circuits", "--server", s.URL, "--team", "books", "--token", "rfl_x"}
	run := func(args ...string) string {
		out, complaint, code := said(t, nil, args...)
		if code != 0 {
			t.Fatalf("%d: %s", code, complaint)
		}
		return out
	}
	out := run(ask...)
	for _, want := range []string{"service  ctr    open    opened 2 times  40 calls refused  since 2026-01-02T03:04:05Z  tried again at 2026-01-02T03:04:15Z", "store    poems  closed  opened 0 times  0 calls refused"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s\nwant %s", out, want)
		}
	}
	if out := run(append(ask, "--json")...); !strings.Contains(out, `"refused": 40`) {
		t.Errorf("%s", out)
	}
	body = `{"items":[]}`
	if out := run(ask...); !strings.Contains(out, "nothing has a circuit") {
		t.Errorf("%s", out)
	}
}
