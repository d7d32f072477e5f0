package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// store is a server's door for documents: it takes lines, refuses those with
// "bad", and breaks off after so many.
type storeDoor struct {
	mu       sync.Mutex
	got      []string
	breakAt  int // lines of all transfers; 0: never
	refuse   int // status of all requests; 0: none
	requests []*http.Request
}

func (d *storeDoor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.requests = append(d.requests, r)
	if d.refuse != 0 {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(d.refuse)
		fmt.Fprint(w, `{"detail":"the token is unknown","code":"unauthenticated","request_id":"r1"}`)
		return
	}
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex()
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := json.NewEncoder(w)
	s := bufio.NewScanner(r.Body)
	for n := 1; s.Scan(); n++ {
		if d.breakAt > 0 && len(d.got) >= d.breakAt {
			d.breakAt = 0
			_ = control.Flush()
			panic(http.ErrAbortHandler)
		}
		d.got = append(d.got, s.Text())
		result := map[string]any{"line": n, "offset": n, "slot": 0}
		if strings.Contains(s.Text(), "bad") {
			result["error"] = map[string]string{"code": "invalid", "message": "field title: want string"}
		}
		_ = out.Encode(result)
		_ = control.Flush()
	}
	_ = out.Encode(map[string]any{"done": true, "accepted": len(d.got), "failed": 0})
}

func door(t *testing.T, d *storeDoor) string {
	s := httptest.NewServer(d)
	s.Config.ErrorLog = nil
	t.Cleanup(s.Close)
	return s.URL
}

func writeLines(t *testing.T, name string, n int) string {
	t.Helper()
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, `{"id":"%d"}`+"\n", i)
	}
	path := filepath.Join(t.TempDir(), name)
	text := b.Bytes()
	if strings.HasSuffix(name, ".gz") {
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		text = z.Bytes()
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPutSendsFiles(t *testing.T) {
	d := &storeDoor{}
	plain, packed := writeLines(t, "a.jsonl", 300), writeLines(t, "b.jsonl.gz", 200)
	code, out, errs := ran("", "put", "apps", plain, packed, "--server", door(t, d), "--team", "ads", "--token", "rfl_x")
	if code != 0 || out != "apps: 500 documents taken, 0 refused\n" {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	if len(d.got) != 500 || d.got[499] != `{"id":"199"}` {
		t.Errorf("%d lines came", len(d.got))
	}
	r := d.requests[0]
	if r.URL.Path != "/api/v1/teams/ads/resources/apps/documents" || r.Header.Get("Authorization") != "Bearer rfl_x" || r.Header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("asked %s with %v", r.URL, r.Header)
	}
	if !strings.Contains(errs, "100 %") || !strings.Contains(errs, "300 documents") {
		t.Errorf("no progress in %q", errs)
	}
}

// Who is refused hears it at once: nothing of the file is read, no bar is drawn.
func TestPutAsksFirst(t *testing.T) {
	d := &storeDoor{refuse: http.StatusNotFound}
	path := writeLines(t, "a.jsonl", 3000)
	code, out, errs := ran("", "put", "nosuch", path, "--server", door(t, d), "--team", "ads")
	if code != 1 || out != "" || strings.Contains(errs, "%") || strings.Contains(errs, "documents") || strings.Count(errs, "\n") != 1 || len(d.requests) != 1 {
		t.Errorf("exit %d, %d requests\n%s%s", code, len(d.requests), out, errs)
	}
}

func TestPutSumsUpRefusals(t *testing.T) {
	d := &storeDoor{}
	code, out, errs := ran("{}\nbad 1\n{}\nbad 2\nbad 3\n", "put", "apps", "-", "--server", door(t, d), "--team", "ads", "--show", "2", "--quiet")
	if code != exitRefused || out != "apps: 2 documents taken, 3 refused\n" || errs != "-:2: invalid: field title: want string\n-:4: invalid: field title: want string\n" {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// A transfer that broke off goes on behind the last line that was answered:
// nothing is lost, and next to nothing sent twice.
func TestPutGoesOnAfterABreak(t *testing.T) {
	d := &storeDoor{breakAt: 120}
	path := writeLines(t, "a.jsonl.gz", 300)
	server := door(t, d)
	code, _, errs := ran("", "put", "apps", path, "--server", server, "--team", "ads", "--quiet", "--retry", "0s")
	if code != 1 || !strings.Contains(errs, "broke") {
		t.Fatalf("exit %d, %q", code, errs)
	}
	if _, err := os.Stat(path + ".apps.put"); err != nil {
		t.Fatal(err)
	}
	code, out, errs := ran("", "put", "apps", path, "--server", server, "--team", "ads", "--quiet")
	if code != 0 || !strings.Contains(errs, "going on behind line") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	seen := map[string]int{}
	for _, l := range d.got {
		seen[l]++
	}
	if len(seen) != 300 || len(d.got) > 301 {
		t.Errorf("%d different lines in %d, want 300 and hardly one twice", len(seen), len(d.got))
	}
	if _, err := os.Stat(path + ".apps.put"); err == nil {
		t.Error("the mark is still there")
	}
}

// The same within one command: the server is back before --retry is over.
func TestPutGoesOnByItself(t *testing.T) {
	d := &storeDoor{breakAt: 50}
	code, out, errs := ran("", "put", "apps", writeLines(t, "a.jsonl", 120), "--server", door(t, d), "--team", "ads", "--quiet")
	if code != 0 || !strings.Contains(errs, "going on behind line") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	seen := map[string]bool{}
	for _, l := range d.got {
		seen[l] = true
	}
	if len(seen) != 120 {
		t.Errorf("%d different lines, want 120", len(seen))
	}
}

func TestPutRefusesBadCalls(t *testing.T) {
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	refused := door(t, &storeDoor{refuse: 401})
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }))
	t.Cleanup(page.Close)
	file := writeLines(t, "a.jsonl", 1)
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"no team", []string{"apps", file, "--server", refused}, 2, "--team"},
		{"no address", []string{"apps", file, "--team", "a", "--server", "nowhere"}, 2, "--server"},
		{"no file", []string{"apps", file + "x", "--team", "a", "--server", refused}, 1, "no such file"},
		{"a folder", []string{"apps", filepath.Dir(file), "--team", "a", "--server", refused}, 1, "folder"},
		{"not gzip", []string{"apps", copyTo(t, file, "x.gz"), "--team", "a", "--server", refused}, 1, "gzip"},
		{"nobody there", []string{"apps", file, "--team", "a", "--server", closed.URL, "--retry", "0s"}, 1, "does not answer"},
		{"another server", []string{"apps", file, "--team", "a", "--server", page.URL}, 1, "is it a Riffle server"},
		{"refused", []string{"apps", file, "--team", "a", "--server", refused}, 1, "the token is unknown"},
	} {
		if code, _, errs := ran("", append([]string{"put"}, c.args...)...); code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit %d, %q; want %d and %q", c.name, code, errs, c.code, c.want)
		}
	}
}

func copyTo(t *testing.T, from, name string) string {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(to, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return to
}

// The bar of a file with refused lines does not look as if all were taken.
func TestProgressTellsTakenFromRefused(t *testing.T) {
	src := &source{size: 10}
	src.read.Store(10)
	p := &progress{name: "a.jsonl", src: src}
	for i := range 5 {
		r := lineResult{}
		if i == 3 {
			r = lineResult{Line: 4}
			if err := json.Unmarshal([]byte(`{"error":{"code":"invalid"}}`), &r); err != nil {
				t.Fatal(err)
			}
		}
		p.done(r)
	}
	if got, want := p.line(0), "a.jsonl ["+strings.Repeat("#", barWidth)+"] 100 % sent, 4 taken, 1 refused"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
