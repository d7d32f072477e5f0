package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine/op"
)

// vault is the secrets of a test, by team and name.
type vault map[string]string

func (v vault) Secret(team, name string) (string, error) {
	if s, ok := v[team+"/"+name]; ok {
		return s, nil
	}
	return "", errors.New("no secret " + name)
}

func TestTheSecretGoesAlong(t *testing.T) {
	const key = "s3cr3t-of-the-callee"
	var seen []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header.Get("Authorization"))
		if r.Header.Get("Authorization") != "Bearer "+key {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = io.WriteString(w, `{"error":"who are you, `+r.Header.Get("Authorization")+`?"}`)
			return
		}
		_, _ = io.WriteString(w, `{"value":"x"}`)
	}))
	t.Cleanup(s.Close)
	transport := NewTransport()
	t.Cleanup(transport.CloseIdleConnections)
	secrets := vault{"/key": key, "ads/key": "wrong-one"}
	c, err := New([]Callee{
		{Name: "own", Auth: "key", Endpoints: []string{s.URL}},
		{Name: "theirs", Auth: "key", Team: "ads", Endpoints: []string{s.URL}},
		{Name: "none", Auth: "other", Endpoints: []string{s.URL}},
		{Name: "open", Endpoints: []string{s.URL}},
	}, transport, secrets, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range []struct{ callee, want, sent string }{
		{"own", "", "Bearer " + key},
		{"theirs", "answered 401: who are you, Bearer (secret)?", "Bearer wrong-one"},
		{"none", "no secret other", ""},
		{"open", "answered 401", ""},
	} {
		seen = nil
		q := plain(kText)
		q.Callee = call.callee
		_, err := c.Ask(t.Context(), q)
		if (err != nil) != (call.want != "") || err != nil && !strings.Contains(err.Error(), call.want) {
			t.Errorf("%s: %v, want %q", call.callee, err, call.want)
		}
		var e *op.RemoteError
		if err != nil && (!errors.As(err, &e) || e.Kind != op.RemoteInvalid) {
			t.Errorf("%s: %v is tried again", call.callee, err)
		}
		if err != nil && (strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "wrong-one")) {
			t.Errorf("%s: %v tells the secret", call.callee, err)
		}
		if want := map[bool][]string{true: nil, false: {call.sent}}[call.callee == "none"]; !cmp.Equal(seen, want) {
			t.Errorf("%s: sent %q", call.callee, seen)
		}
	}
	if err := Known(secrets, "ads", "key"); err != nil {
		t.Error(err)
	}
	if Known(secrets, "ads", "none") == nil || Known(nil, "", "key") == nil {
		t.Error("a secret is known that is not there")
	}
}

// A secret that comes back in an answer which does not fit stands in no error.
func TestAnEchoedSecretIsNotTold(t *testing.T) {
	for _, key := range []string{"s3cr3t-of-the-callee", `pass"word\<&>`} {
		written, err := json.Marshal(key) // with letters written otherwise
		if err != nil {
			t.Fatal(err)
		}
		for _, body := range []string{key, fmt.Sprintf(`{"value": [%s]}`, written), fmt.Sprintf(`{"value": {%s: 1}}`, written)} {
			s := httptest.NewServer(says(200, body))
			transport := NewTransport()
			c, err := New([]Callee{{Name: "s", Auth: "key", Endpoints: []string{s.URL}}}, transport, vault{"/key": key}, time.Now)
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range []*op.Question{plain(kText), plain(kInt)} {
				if _, err := c.Ask(t.Context(), q); err == nil || !strings.Contains(err.Error(), "the secret it was sent with") {
					t.Errorf("%s: error %v", body, err)
				}
			}
			transport.CloseIdleConnections()
			s.Close()
		}
	}
}

func TestSecretsAreNotInvented(t *testing.T) {
	c := client(t, Callee{Name: "s", Auth: "key"}, says(200, `{"value":"x"}`))
	var e *op.RemoteError
	if _, err := c.Ask(context.Background(), plain(kText)); !errors.As(err, &e) || !strings.Contains(e.Message, `the secret "key"`) {
		t.Errorf("error %v", err)
	}
	if _, err := New([]Callee{{Name: "s", Protocol: "grpc", Endpoints: []string{"http://x"}}}, http.DefaultTransport, nil, time.Now); err == nil {
		t.Error("a protocol that is not spoken is taken")
	}
}
