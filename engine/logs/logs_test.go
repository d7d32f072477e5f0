package logs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"riffle.dev/riffle/engine/logs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func lines(texts ...string) [][]byte {
	out := make([][]byte, len(texts))
	for i, t := range texts {
		out[i] = []byte(t)
	}
	return out
}

func wait(t *testing.T, l *logs.Logs) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := l.Wait(ctx); err != nil {
		t.Fatal(err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	l := logs.New(logs.Options{Dir: filepath.Join(dir, "logs")})
	for i := range 3 {
		if err := l.Team("demo").Log("file:a/shown.jsonl", lines(fmt.Sprintf(`{"n":%d}`, i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Team("other").Log("file:a/shown.jsonl", lines(`{}`)); err != nil {
		t.Fatal(err)
	}
	wait(t, l)
	for name, want := range map[string]string{"demo/a/shown.jsonl": "{\"n\":0}\n{\"n\":1}\n{\"n\":2}\n", "other/a/shown.jsonl": "{}\n"} {
		got, err := os.ReadFile(filepath.Join(dir, "logs", name))
		if err != nil || string(got) != want {
			t.Errorf("%s: %q %v, want %q", name, got, err, want)
		}
	}
	if c := l.Counts(); c.Written != 4 || c.Failed+c.Dropped+c.Waiting != 0 {
		t.Errorf("%+v", c)
	}
}

// A file begins anew at its size, and so many older ones are kept.
func TestFilesAreBounded(t *testing.T) {
	dir := t.TempDir()
	l := logs.New(logs.Options{Dir: dir, MaxFile: 100, Keep: 2})
	for i := range 50 {
		if err := l.Team("demo").Log("file:x", lines(strings.Repeat("a", 39)+fmt.Sprint(i%10))); err != nil {
			t.Fatal(err)
		}
		wait(t, l) // a write of its own
	}
	files, err := os.ReadDir(filepath.Join(dir, "demo"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		info, err := f.Info()
		if err != nil || info.Size() > 100 {
			t.Errorf("%s has %d bytes (%v)", f.Name(), info.Size(), err)
		}
		names = append(names, f.Name())
	}
	if got := strings.Join(names, " "); got != "x x.1 x.2" {
		t.Errorf("files %s, want x and two older ones", got)
	}
	newest, err := os.ReadFile(filepath.Join(dir, "demo", "x"))
	if err != nil || !bytes.HasSuffix(newest, []byte("9\n")) {
		t.Errorf("the newest ends with %q (%v)", newest, err)
	}
}

// No name leads out of the folder, and neither does a link in it.
func TestFilesStayInside(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(dir, "outside")
	if err := os.MkdirAll(filepath.Join(dir, "logs", "demo"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(outside, 0o700); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"away": outside, "file": filepath.Join(outside, "secret")} {
		if err := os.Symlink(to, filepath.Join(dir, "logs", "demo", link)); err != nil {
			t.Fatal(err)
		}
	}
	l := logs.New(logs.Options{Dir: filepath.Join(dir, "logs")})
	refused := []string{"file:", "file:/etc/passwd", "file:../x", "file:a/../../x", "file:.x", "file:a//b", "file:a\x00b", "file:a b", "file:" + strings.Repeat("a", 600), "file:" + strings.Repeat("a", 201), "file:a.1", "file:a/b.jsonl.12",
		"shown.jsonl", "ftp://h/x", "http://", "http://u:p@h/x", "file://x", "gopher:x", ""}
	for _, to := range refused {
		if err := l.Team("demo").Log(to, lines("x")); err == nil {
			t.Errorf("%.40q was taken", to)
		}
	}
	for _, to := range []string{"file:away/x", "file:file"} {
		if err := l.Team("demo").Log(to, lines("x")); err != nil {
			t.Fatal(err) // it is found out when it is written
		}
	}
	if err := l.Team("../demo").Log("file:x", lines("x")); err != nil {
		t.Fatal(err)
	}
	wait(t, l)
	left, err := os.ReadDir(outside)
	if err != nil || len(left) > 0 {
		t.Errorf("something was written outside: %v %v", left, err)
	}
	if c := l.Counts(); c.Failed != int64(len(refused))+3 || c.Written != 0 {
		t.Errorf("%+v", c)
	}
}

func TestAddresses(t *testing.T) {
	var mu sync.Mutex
	var got []string
	posts := 0
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		posts++
		if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/x-ndjson" {
			t.Errorf("%s %s", r.Method, r.Header.Get("Content-Type"))
		}
		got = append(got, strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")...)
	}))
	defer s.Close()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	l := logs.New(logs.Options{Transport: transport})
	const all = 2500
	for i := range all {
		if err := l.Team("demo").Log(s.URL+"/lines", lines(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	wait(t, l)
	if len(got) != all || posts > all/2 {
		t.Errorf("%d lines in %d posts", len(got), posts)
	}
	for i, line := range got {
		if line != fmt.Sprint(i) {
			t.Fatalf("line %d is %s", i, line)
		}
	}
}

// Whoever does not answer costs nobody a wait, and what has no room is counted.
func TestQueuesAreBounded(t *testing.T) {
	open := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-open
	}))
	defer s.Close()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	l := logs.New(logs.Options{Transport: transport, MaxQueue: 1000, Timeout: time.Minute})
	team, refused := l.Team("demo"), 0
	for range 100 {
		if err := team.Log(s.URL, lines(strings.Repeat("x", 99))); err != nil {
			refused++
		}
	}
	c := l.Counts()
	if refused == 0 || c.Dropped != int64(refused) || c.Waiting > 10 || c.Waiting+c.Dropped != 100 {
		t.Errorf("%d refused, %+v", refused, c)
	}
	if err := team.Log(s.URL, lines(strings.Repeat("x", 2000))); err == nil {
		t.Error("a line longer than a queue was taken")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if err := l.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Wait: %v", err)
	}
	close(open)
	wait(t, l)
	if c := l.Counts(); c.Waiting != 0 || c.Written+c.Dropped != 101 {
		t.Errorf("%+v", c)
	}
}

// A failure is told of once, until lines are taken again; redirects are not
// followed.
func TestFailuresAreTold(t *testing.T) {
	var bad atomic.Bool
	bad.Store(true)
	away := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") }))
	defer away.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if bad.Load() {
			http.Redirect(w, r, away.URL, http.StatusTemporaryRedirect)
		}
	}))
	defer s.Close()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	var told atomic.Int64
	l := logs.New(logs.Options{Transport: transport, Report: func(string, error) { told.Add(1) }})
	for _, fails := range []bool{true, true, false, true} {
		bad.Store(fails)
		if err := l.Team("demo").Log(s.URL, lines("x")); err != nil {
			t.Fatal(err)
		}
		wait(t, l)
	}
	if c := l.Counts(); told.Load() != 2 || c.Failed != 3 || c.Written != 1 {
		t.Errorf("told %d times, %+v", told.Load(), c)
	}
}

func TestManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	l := logs.New(logs.Options{Dir: dir, Places: 3})
	var all sync.WaitGroup
	var dropped atomic.Int64
	for w := range 8 {
		all.Go(func() {
			for i := range 50 {
				if err := l.Team("demo").Log(fmt.Sprintf("file:f%d", (w+i)%6), lines("x")); err != nil {
					dropped.Add(1)
				}
			}
		})
	}
	all.Wait()
	wait(t, l)
	if c := l.Counts(); c.Dropped != dropped.Load() || c.Written != 400-dropped.Load() || c.Failed != 0 {
		t.Errorf("%+v, %d refused", c, dropped.Load())
	}
}
