package remote

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/engine/op"
)

// Of a model asked in batches one that goes wrong fails the whole call, in the
// way that it went wrong: the values of the others are not passed off as all.
func TestOneBatchGoesWrong(t *testing.T) {
	free := make(chan struct{})
	defer close(free)
	for _, protocol := range []string{"json", "open_inference"} {
		good := map[string]string{"json": `{"values":[1]}`, "open_inference": `{"outputs":[{"shape":[1],"data":[1]}]}`}[protocol]
		for _, c := range []struct {
			name, kind, says string
			answer           http.HandlerFunc
		}{
			{"too few", "bad answer", "", says(200, map[string]string{"json": `{"values":[]}`, "open_inference": `{"outputs":[{"shape":[0],"data":[]}]}`}[protocol])},
			{"too many", "bad answer", "", says(200, map[string]string{"json": `{"values":[1,2]}`, "open_inference": `{"outputs":[{"shape":[2],"data":[1,2]}]}`}[protocol])},
			{"none", "bad answer", "", says(200, `{}`)},
			{"garbage", "bad answer", "no JSON", says(200, "\x00\xff{")},
			{"another type", "bad answer", "", says(200, strings.ReplaceAll(good, "[1]", `["x"]`))},
			{"nil", "bad answer", "", says(200, strings.ReplaceAll(good, "[1]", `[null]`))},
			{"too large", "bad answer", "more than", says(200, good+strings.Repeat(" ", MaxReply))},
			{"down", "refused", "503", says(503, `{"error":"warming up"}`)},
			{"not taken", "invalid", "422", says(422, `{"error":"what is this"}`)},
			{"cut off", "refused", "can't be reached", func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "1000")
				_, _ = io.WriteString(w, good)
			}},
			{"slow", "timeout", "in time", func(_ http.ResponseWriter, r *http.Request) {
				select {
				case <-free:
				case <-r.Context().Done():
				}
			}},
		} {
			timeout := 20 * time.Second
			if c.kind == "timeout" {
				timeout = 100 * time.Millisecond
			}
			x := client(t, Callee{Name: "s", Protocol: protocol, Batch: 1, Timeout: timeout}, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				if strings.Contains(string(body), "-2") { // the second item
					c.answer(w, r)
					return
				}
				_, _ = io.WriteString(w, good)
			})
			q := ctr()
			q.Columns[0].Column = texts("rpg", "sim", "歌")
			got, err := x.Ask(t.Context(), q)
			var e *op.RemoteError
			if got != nil || !errors.As(err, &e) || e.Kind.String() != c.kind || !strings.Contains(e.Message, c.says) {
				t.Errorf("%s, %s: %v, %v; want %s: …%s…", protocol, c.name, got, err, c.kind, c.says)
			}
		}
	}
}

// cut is a transport whose first connection ends for another call's sake.
type cut struct {
	http.RoundTripper
	times int
}

func (c *cut) RoundTrip(r *http.Request) (*http.Response, error) {
	if c.times++; c.times == 1 {
		return nil, context.Canceled
	}
	return c.RoundTripper.RoundTrip(r)
}

// What ends another call is no failure of this one.
func TestAnotherCallIsGivenUp(t *testing.T) {
	s := httptest.NewServer(says(200, `{"value":1}`))
	defer s.Close()
	by := NewTransport()
	defer by.CloseIdleConnections()
	broken := &cut{RoundTripper: by}
	x, err := New([]Callee{{Name: "s", Endpoints: []string{s.URL}}}, broken, nil, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := x.Ask(t.Context(), plain(kInt)); err != nil || got.Value != int64(1) || broken.times != 2 {
		t.Errorf("%v, %v, asked %d times", got, err, broken.times)
	}
}
