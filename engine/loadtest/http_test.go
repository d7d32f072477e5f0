package loadtest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHTTPReadsAnswers(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("Authorization") != "Bearer x" {
			w.WriteHeader(http.StatusUnauthorized)
		}
		switch string(body) {
		case "full":
			_, _ = io.WriteString(w, `{"level":2,"coverage":0.5,"outcomes":{"b":{"outcome":"degraded"},"a":{"outcome":"degraded"},"c":{"outcome":"ok"}}}`)
		case "other":
			_, _ = io.WriteString(w, `[1,2`)
		case "shed":
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, `{"detail":"too much is asked"}`)
		case "away":
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		}
	}))
	defer s.Close()
	for _, tt := range []struct {
		body string
		want Answer
		err  string
	}{
		{"full", Answer{Status: 200, Read: true, Level: 2, Coverage: .5, Off: []string{"a", "b"}}, ""},
		{"other", Answer{Status: 200}, ""},
		{"shed", Answer{Status: 503}, "503 Service Unavailable: too much is asked"},
		{"away", Answer{Status: 302}, "302 Found"},
	} {
		h := NewHTTP(s.URL, http.Header{"Authorization": {"Bearer x"}}, 2)
		got := h.Send(t.Context(), Request{Body: []byte(tt.body)})
		h.Close()
		if text := ""; got.Err != nil || tt.err != "" {
			if got.Err != nil {
				text = got.Err.Error()
			}
			if text != tt.err {
				t.Errorf("%s: %q, want %q", tt.body, text, tt.err)
			}
		}
		got.Err = nil
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.body, d)
		}
	}
	h := NewHTTP("http://127.0.0.1:1/x", nil, 1)
	if got := h.Send(t.Context(), Request{}); got.Status != 0 || got.Err == nil || !strings.Contains(got.Err.Error(), "refused") {
		t.Errorf("nobody there: %+v", got)
	}
}
