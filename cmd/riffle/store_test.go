package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A resource on a store is read there by run, asked for by doctor, and named by
// explain; --data stands in for it.
func TestAResourceOnAStore(t *testing.T) {
	away := false
	far := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") != "Basic dXM6c2VzYW1l": // us:sesame
			w.WriteHeader(http.StatusUnauthorized)
		case away:
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			_, _ = io.WriteString(w, `{"hits":{"hits":[{"_source":{"id":"far","urgent":7}}]}}`)
		}
	}))
	defer far.Close()
	dir := t.TempDir()
	project := fmt.Sprintf("resource tickets {\n  fields { id: key, urgent: int }\n  store: opensearch(%q, index: \"help\")\n  auth:  secret(\"desk\")\n}\n\npipeline p() -> items {\n  return top(tickets, by: urgent, k: 1)\n}\n", far.URL)
	for name, text := range map[string]string{"p.riffle": project, "here.jsonl": "{\"id\":\"here\",\"urgent\":1}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := map[string]string{"RIFFLE_SECRET_DESK": "us:sesame", "PATH": os.Getenv("PATH")}
	for _, c := range []struct {
		env  map[string]string
		away bool
		args []string
		code int
		want string
	}{
		{env, false, []string{"run", dir, "p"}, 0, "far"},
		{env, false, []string{"run", dir, "p"}, 0, "tickets is read from opensearch(help at " + far.URL + ")"},
		{env, false, []string{"run", dir, "p", "--data", "tickets=" + filepath.Join(dir, "here.jsonl")}, 0, "here"},
		{env, true, []string{"run", dir, "p"}, 1, "answered 503"},
		{map[string]string{}, false, []string{"run", dir, "p"}, 1, `no secret "desk"`},
		{env, false, []string{"explain", dir}, 0, "on opensearch(help at " + far.URL + ")"},
		{env, false, []string{"doctor", dir, "--addr", "127.0.0.1:0"}, -1, far.URL + ") answers"},
		{env, true, []string{"doctor", dir, "--addr", "127.0.0.1:0"}, 1, "answered 503"},
	} {
		away = c.away
		out, err, code := said(t, c.env, c.args...)
		if c.code >= 0 && code != c.code || !strings.Contains(out+err, c.want) {
			t.Errorf("%v: code %d, want %d and %q in:\n%s%s", c.args, code, c.code, c.want, out, err)
		}
	}
}
