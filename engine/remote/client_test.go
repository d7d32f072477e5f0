package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/hop"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	kFloat = column.Type{Kind: column.Float}
	kInt   = column.Type{Kind: column.Int}
	kText  = column.Type{Kind: column.String}
	user   = column.Type{Kind: column.Record, Fields: []column.Field{{Name: "id", Type: kText}, {Name: "since", Type: column.Type{Kind: column.Time}}}}
)

// ask a service that answers by serve.
func client(t *testing.T, c Callee, serve ...http.HandlerFunc) *Client {
	t.Helper()
	for _, f := range serve {
		s := httptest.NewServer(f)
		t.Cleanup(s.Close)
		c.Endpoints = append(c.Endpoints, s.URL)
	}
	transport := NewTransport()
	t.Cleanup(transport.CloseIdleConnections)
	out, err := New([]Callee{c}, transport, nil, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func ints(v ...int64) *column.Column {
	b := column.NewBuilder(kInt, len(v))
	for _, x := range v {
		b.AppendInt(x)
	}
	return b.Build()
}

func texts(v ...any) *column.Column {
	c, err := column.FromValues(kText.Null(), v)
	if err != nil {
		panic(err)
	}
	return c
}

// ctr asks a model about three items.
func ctr() *op.Question {
	return &op.Question{Callee: "s", Model: true, Len: 3, Want: kFloat,
		Args:    []op.RemoteArg{{Name: "user", Type: user, Value: map[string]column.Value{"id": "u\"1", "since": int64(1e18)}}},
		Columns: []op.RemoteColumn{{Name: "genre", Column: texts("rpg", nil, "歌")}, {Name: "installs", Column: ints(1, -2, 3)}}}
}

func plain(want column.Type) *op.Question { return &op.Question{Callee: "s", Want: want} }

func TestWhatIsSent(t *testing.T) {
	var sent, kind, left, urges, cohort string
	c := client(t, Callee{Name: "s"}, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		sent, kind, left = string(b), r.Header.Get("Content-Type"), r.Header.Get("Riffle-Timeout-Ms")
		urges, cohort = r.Header.Get("Priority"), r.Header.Get("Riffle-Cohort")
		_, _ = io.WriteString(w, `{"values":[1, 2.5,-3e0 ],"model":"m7"}`)
	})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	got, err := c.Ask(hop.With(ctx, &hop.Hop{Tells: true, Urges: 2, Cohort: 7, Cohorted: true}), ctr())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"args":{"user":{"id":"u\"1","since":"2001-09-09T01:46:40Z"}},` +
		`"items":[{"genre":"rpg","installs":1},{"genre":null,"installs":-2},{"genre":"歌","installs":3}]}`
	if diff := cmp.Diff(want, sent); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	if urges != "u=2" || cohort != "7" {
		t.Errorf("priority %q, cohort %q", urges, cohort)
	}
	if kind != "application/json" || left == "" {
		t.Errorf("content type %q, time left %q", kind, left)
	}
	if diff := cmp.Diff([]float64{1, 2.5, -3}, got.Column.Floats); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

func TestAnswers(t *testing.T) {
	list := column.Type{Kind: column.List, Elem: &kText}
	rec := column.Type{Kind: column.Record, Fields: []column.Field{{Name: "a", Type: kInt}}}
	found := &op.Question{Callee: "s", Found: true}
	for _, c := range []struct {
		name   string
		q      *op.Question
		status int
		body   string
		want   string // of the reply, or the error
	}{
		{"text", plain(kText), 200, `{"value":"tidy"}`, "tidy"},
		{"list", plain(list), 200, `{"value":["a","b"]}`, "[a b]"},
		{"more fields than declared", plain(rec), 200, `{"value":{"a":1,"b":2},"took":3}`, "map[a:1]"},
		{"nil where it may be", plain(kText.Null()), 200, `{"value":null}`, "<nil>"},
		{"left out where it may be", plain(kText.Null()), 200, `{}`, "<nil>"},
		{"nil where it may not", plain(kText), 200, `{"value":null}`, "bad answer: want string, got null"},
		{"nothing", plain(kText), 200, `{}`, "bad answer: without value, want string"},
		{"another type", plain(kText), 200, `{"value":3}`, "bad answer: want string, got number 3"},
		{"no JSON", plain(kText), 200, `<html>`, "bad answer: no JSON object"},
		{"a list", plain(kText), 200, `[1]`, "bad answer: no JSON object"},
		{"half of it", plain(kText), 200, `{"value":"ti`, "bad answer: no JSON object"},
		{"a huge number", plain(kInt), 200, `{"value":` + strings.Repeat("9", 100) + `}`, "bad answer: want int, got 100 bytes"},
		{"values", ctr(), 200, `{"values":[1,2,3]}`, "3 values"},
		{"values where a nil is", ctr(), 200, `{"values":[1,null,3]}`, "bad answer: values[1]: want float, got null"},
		{"texts for numbers", ctr(), 200, `{"values":["1","2","3"]}`, "bad answer: values[0]: want float"},
		{"too few", ctr(), 200, `{"values":[1,2]}`, "bad answer: 2 values for 3 items"},
		{"too many", ctr(), 200, `{"values":[1,2,3,4]}`, "bad answer: more than 3 in a list"},
		{"no list", ctr(), 200, `{"values":{"0":1}}`, "bad answer: want a list"},
		{"no values", ctr(), 200, `{"value":1}`, "bad answer: without values"},
		{"keys", found, 200, `{"items":[{"key":"a","score":2},{"key":"b","score":1}]}`, "[a b] [2 1]"},
		{"keys alone", found, 200, `{"items":[{"key":"a"},{"key":"b"}]}`, "[a b] []"},
		{"some scores", found, 200, `{"items":[{"key":"a"},{"key":"b","score":1}]}`, "bad answer: a score for all items or for none"},
		{"no key", found, 200, `{"items":[{"id":"a"}]}`, "bad answer: want an object with key"},
		{"it can't", plain(kText), 503, `{"error":"warming up"}`, "refused: answered 503: warming up"},
		{"too much", plain(kText), 429, ``, "refused: answered 429"},
		{"it does not take it", plain(kText), 422, `{"error":"no such user"}`, "invalid: answered 422: no such user"},
		{"elsewhere", plain(kText), 302, ``, "refused: answered 302"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := client(t, Callee{Name: "s"}, says(c.status, c.body)).Ask(context.Background(), c.q)
			if err != nil {
				var e *op.RemoteError
				kind, message, _ := strings.Cut(c.want, ": ")
				if !errors.As(err, &e) || e.Kind.String() != kind || !strings.Contains(e.Message, message) {
					t.Errorf("error %v, want %s", err, c.want)
				}
				return
			}
			text := fmt.Sprint(got.Value)
			switch {
			case c.q.Model:
				text = fmt.Sprintf("%d values", got.Column.Len)
			case c.q.Found:
				text = fmt.Sprint(got.Keys, got.Scores)
			}
			if text != c.want {
				t.Errorf("answer %s, want %s", text, c.want)
			}
		})
	}
}

func TestAnAnswerWithoutEndIsCutOff(t *testing.T) {
	var sent atomic.Int64
	c := client(t, Callee{Name: "s"}, func(w http.ResponseWriter, _ *http.Request) {
		chunk := []byte(strings.Repeat(" ", 1<<20))
		for range 1024 {
			n, err := w.Write(chunk)
			sent.Add(int64(n))
			if err != nil {
				return
			}
		}
	})
	_, err := c.Ask(context.Background(), plain(kText))
	var e *op.RemoteError
	if !errors.As(err, &e) || e.Kind != op.RemoteBad || !strings.Contains(e.Message, "more than 4194304 bytes") {
		t.Errorf("error %v", err)
	}
	if n := sent.Load(); n > 512<<20 {
		t.Errorf("it could send %d MB", n>>20)
	}
}

func TestASilentServiceEndsWithTheContext(t *testing.T) {
	for _, late := range []bool{false, true} {
		free := make(chan struct{})
		c := client(t, Callee{Name: "s", Timeout: 20 * time.Millisecond}, func(w http.ResponseWriter, r *http.Request) {
			if late { // headers in time, the body never
				w.WriteHeader(200)
				w.(http.Flusher).Flush()
			}
			select {
			case <-free:
			case <-r.Context().Done():
			}
		})
		_, err := c.Ask(context.Background(), plain(kText))
		var e *op.RemoteError
		if !errors.As(err, &e) || e.Kind != op.RemoteTimeout || !op.TimedOut(err) {
			t.Errorf("late %v: error %v", late, err)
		}
		close(free)
	}
}

func TestNobodyThere(t *testing.T) {
	c := client(t, Callee{Name: "s", Endpoints: []string{"http://127.0.0.1:1"}})
	var e *op.RemoteError
	if _, err := c.Ask(context.Background(), plain(kText)); !errors.As(err, &e) || e.Kind != op.RemoteRefused {
		t.Errorf("error %v", err)
	}
	c = client(t, Callee{Name: "s", Endpoints: []string{"http://169.254.169.254/latest"}})
	if _, err := c.Ask(context.Background(), plain(kText)); !errors.As(err, &e) || !strings.Contains(e.Message, "no address of a service") {
		t.Errorf("error %v", err)
	}
	if _, err := c.Ask(context.Background(), &op.Question{Callee: "x"}); !errors.As(err, &e) || e.Kind != op.RemoteRefused {
		t.Errorf("error %v", err)
	}
}

func TestBatches(t *testing.T) {
	var mu sync.Mutex
	var sizes []int
	c := client(t, Callee{Name: "s", Batch: 2}, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		n := strings.Count(string(b), "genre")
		mu.Lock()
		sizes = append(sizes, n)
		mu.Unlock()
		if n == 1 {
			_, _ = io.WriteString(w, `{"values":[9]}`)
			return
		}
		_, _ = io.WriteString(w, `{"values":[7,8]}`)
	})
	got, err := c.Ask(context.Background(), ctr())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{7, 8, 9}, got.Column.Floats); diff != "" || len(sizes) != 2 {
		t.Errorf("sizes %v, values (-want +got):\n%s", sizes, diff)
	}
	none := ctr()
	none.Len = 0
	if got, err := c.Ask(context.Background(), none); err != nil || got.Column.Len != 0 || len(sizes) != 2 {
		t.Errorf("of no items: %v %v, %d calls", got, err, len(sizes))
	}
	broken := client(t, Callee{Name: "s", Batch: 1}, says(200, `{"values":["x"]}`))
	var e *op.RemoteError
	if _, err := broken.Ask(context.Background(), ctr()); !errors.As(err, &e) || e.Kind != op.RemoteBad {
		t.Errorf("one batch broken: %v", err)
	}
}

func TestAtOnce(t *testing.T) {
	var busy, most atomic.Int64
	c := client(t, Callee{Name: "s", AtOnce: 2}, func(w http.ResponseWriter, _ *http.Request) {
		n := busy.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(2 * time.Millisecond)
		busy.Add(-1)
		_, _ = io.WriteString(w, `{"value":"x"}`)
	})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := c.Ask(context.Background(), plain(kText)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most.Load() > 2 {
		t.Errorf("%d calls at once", most.Load())
	}
}

func TestLimit(t *testing.T) {
	c := client(t, Callee{Name: "s", Rate: 0.001}, says(200, `{"value":"x"}`))
	if _, err := c.Ask(context.Background(), plain(kText)); err != nil {
		t.Fatal(err)
	}
	var e *op.RemoteError
	if _, err := c.Ask(context.Background(), plain(kText)); !errors.As(err, &e) || e.Kind != op.RemoteRefused || !strings.Contains(e.Message, "limit") {
		t.Errorf("over the limit: %v", err)
	}
}

func TestEndpointsShareTheLoad(t *testing.T) {
	now := time.Unix(100, 0)
	e := newEndpoints([]string{"a", "b", "c"}, func() time.Time { return now })
	order := ""
	for range 6 {
		_, url := e.take()
		order += url
	}
	if order != "abcabc" {
		t.Errorf("in turn: %s", order)
	}
	for at := range 3 {
		e.give(at, at != 1) // b is broken
		e.give(at, at != 1)
	}
	order = ""
	for range 8 {
		_, url := e.take()
		order += url
	}
	if n := strings.Count(order, "b"); n != 0 {
		t.Errorf("a broken one is asked %d times of 8: %s", n, order)
	}
	now = now.Add(2 * brokenFor)
	if _, url := e.take(); url != "b" {
		t.Errorf("after a while %s is asked, want b", url)
	}
}

func TestABrokenEndpointIsLeftAlone(t *testing.T) {
	var bad atomic.Int64
	c := client(t, Callee{Name: "s"}, func(w http.ResponseWriter, _ *http.Request) {
		bad.Add(1)
		w.WriteHeader(500)
	}, says(200, `{"value":"x"}`))
	failed := 0
	for range 20 {
		if _, err := c.Ask(context.Background(), plain(kText)); err != nil {
			failed++
		}
	}
	if failed > 2 || bad.Load() > 2 {
		t.Errorf("%d of 20 failed", failed)
	}
}

func TestCalleesAreChecked(t *testing.T) {
	for _, c := range []Callee{{Name: "s"}, {Name: "s", Endpoints: []string{"ftp://x"}}, {Name: "s", Endpoints: []string{"http://"}}, {Name: "s", Endpoints: []string{":"}}} {
		if _, err := New([]Callee{c}, http.DefaultTransport, nil, time.Now); err == nil {
			t.Errorf("%v is taken", c)
		}
	}
}
