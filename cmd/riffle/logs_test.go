package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestLogs(t *testing.T) {
	body := `{"items":[{"to":"file:shown.jsonl","written":40,"failed":2,"dropped":1,"waiting":0,"error":"no space\u001b[31m left"}]}`
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/teams/books/logs" || r.Header.Get("Authorization") != "Bearer rfl_x" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		fmt.Fprint(w, body)
	}))
	defer s.Close()
	run := func(args ...string) string {
		out, complaint, code := said(t, nil, append([]string{"logs", "--server", s.URL, "--team", "books", "--token", "rfl_x"}, args...)...)
		if code != 0 {
			t.Fatalf("%d: %s", code, complaint)
		}
		return out
	}
	if out := run(); !strings.HasPrefix(out, "file:shown.jsonl  40 written  2 failed  1 dropped  0 waiting  no space") || strings.Contains(out, "\x1b") {
		t.Errorf("%q", out)
	}
	if out := run("--json"); !strings.Contains(out, `"failed": 2`) {
		t.Error(out)
	}
	body = `{"items":[]}`
	if out := run(); !strings.Contains(out, "nothing was logged") {
		t.Error(out)
	}
}
