package dial

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"testing"
)

// between is the context of a call whose answer has no body: meanwhile runs when
// the connection was given back, and before the answer is handed out.
func between(ctx context.Context, meanwhile func()) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{PutIdleConn: func(error) { meanwhile() }})
}

func post(ctx context.Context, by http.RoundTripper, url string, body io.Reader) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, body)
	if err != nil {
		return "", err
	}
	resp, err := by.RoundTrip(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	return string(got), err
}

// A call whose connection is closed when another call is given up is not given up
// itself: it is asked again, where what it sent can be sent again, and does not
// say that it was cancelled where it can't.
func TestAnotherCallIsGivenUp(t *testing.T) {
	for _, c := range []struct {
		name string
		body func(text string) io.Reader
		want string
		err  error
	}{
		{"sent again", func(text string) io.Reader { return strings.NewReader(text) }, "second", nil},
		{"sent once", func(text string) io.Reader { return io.MultiReader(strings.NewReader(text)) }, "", errSpent},
	} {
		t.Run(c.name, func(t *testing.T) {
			came := make(chan struct{})
			var asked atomic.Int64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				text, _ := io.ReadAll(r.Body)
				switch {
				case string(text) == "first":
					w.WriteHeader(http.StatusServiceUnavailable)
				case asked.Add(1) == 1:
					close(came)
					<-r.Context().Done()
				default:
					_, _ = w.Write(text)
				}
			}))
			defer s.Close()
			transport := Transport()
			defer transport.CloseIdleConnections()
			by := Again{transport}

			ctx, giveUp := context.WithCancel(t.Context())
			done := make(chan struct{})
			_, _ = post(between(ctx, func() {
				go func() {
					defer close(done)
					if got, err := post(t.Context(), by, s.URL, c.body("second")); got != c.want || !errors.Is(err, c.err) {
						t.Errorf("the second: %q, %v, want %q, %v", got, err, c.want, c.err)
					}
				}()
				<-came
				giveUp()
				<-done
			}), by, s.URL, strings.NewReader("first")) // with an answer or without
			<-done
		})
	}
}

// rounds is a transport that is a function.
type rounds func(*http.Request) (*http.Response, error)

func (f rounds) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// late is the error of a connection that could not be opened in time.
type late struct{}

func (late) Error() string        { return "i/o timeout" }
func (late) Is(target error) bool { return target == context.DeadlineExceeded }

// A transport that never comes to an end is not asked for ever.
func TestAskedAgainAFewTimes(t *testing.T) {
	asked := 0
	by := Again{rounds(func(*http.Request) (*http.Response, error) { asked++; return nil, context.Canceled })}
	if _, err := post(t.Context(), by, "http://x", strings.NewReader("x")); !errors.Is(err, errSpent) || asked != unlucky {
		t.Errorf("%v, asked %d times", err, asked)
	}
}

// What is a call's own end, or its callee's fault, is told as it is.
func TestNotAskedAgain(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		err  error
	}{
		{"given up", gone, context.Canceled},
		{"not opened in time", t.Context(), late{}},
	} {
		asked := 0
		by := Again{rounds(func(*http.Request) (*http.Response, error) { asked++; return nil, c.err })}
		if _, err := post(c.ctx, by, "http://x", strings.NewReader("x")); err != c.err || asked != 1 {
			t.Errorf("%s: %v, asked %d times", c.name, err, asked)
		}
	}
}
