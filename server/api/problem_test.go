package api_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/server/app"
)

// A refusal names its sentence and what fills it beside the sentence, on every
// way a refusal may take to the reader.
func TestRefusalsSayTheirReason(t *testing.T) {
	i, cookies := withGames(t)
	const games = "/api/v1/teams/ads/resources/games/documents"
	for _, c := range []struct {
		name   string
		call   call
		detail string
		reason app.Reason
		params map[string]any
	}{
		{"sign-in", call{method: "POST", path: "/api/v1/login", body: map[string]string{"login": "admin", "password": "wrong password"}},
			"login or password is wrong", "login_wrong", nil},
		{"of the guard", call{method: "PUT", path: "/api/v1/teams/ads/files/a.riffle", cookie: cookies["viewer"], body: map[string]string{"text": ""}},
			"this needs the role editor, yours in ads is viewer; an owner of the team can change it", "role_needed",
			map[string]any{"need": "editor", "team": "ads", "role": "viewer"}},
		{"of a rule", call{method: "POST", path: "/api/v1/teams/ads/members", cookie: cookies["owner"], body: map[string]string{"login": "no blanks", "role": "viewer"}},
			`login "no blanks": want letters, digits and . _ @ -, 60 at most`, "login_name", map[string]any{"login": "no blanks"}},
		{"of the store", call{method: "GET", path: "/api/v1/teams/ads/versions/77", cookie: cookies["owner"]},
			`version "77" does not exist or is not yours to see`, "missing", map[string]any{"what": "version", "name": "77"}},
		{"of the validation", call{method: "POST", path: "/api/v1/teams/ads/plan", cookie: cookies["owner"], body: map[string]string{"from": strings.Repeat("x", 21)}},
			"body.from: expected length <= 20", "request_place", map[string]any{"place": "body.from", "said": "expected length <= 20"}},
		{"of a document", call{method: "POST", path: games, cookie: cookies["owner"], body: map[string]any{"id": "g"}},
			"field title: missing, want string", "document_field_missing", map[string]any{"field": "title", "said": "missing, want string"}},
		{"of the router", call{method: "POST", path: "/healthz"}, "POST is not possible here; see /docs", "method", map[string]any{"method": "POST"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := i.do(c.call).problem(t)
			if p.Detail != c.detail || p.Reason != c.reason {
				t.Errorf("%s: %q, want %s: %q", p.Reason, p.Detail, c.reason, c.detail)
			}
			if diff := cmp.Diff(c.params, p.Params); diff != "" {
				t.Errorf("params (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("of one document in a stream", func(t *testing.T) {
		a := i.must(200, call{method: "POST", path: games, cookie: cookies["owner"], body: "{\"id\":7}\n", header: map[string]string{"Content-Type": "application/x-ndjson"}})
		if text := string(a.body); !strings.Contains(text, `"reason":"document_field"`) || !strings.Contains(text, `"params":{"field":"id"`) {
			t.Errorf("a result without reason and params: %s", text)
		}
	})
}
