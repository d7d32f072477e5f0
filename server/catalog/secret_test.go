package catalog

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/secret"
	"riffle.dev/riffle/server/app"
)

// A secret of the team goes along with its calls, is told by nothing, and a
// missing one is said when the project is published and in the outcome.
func TestSecretsOfATeam(t *testing.T) {
	const key = "s3cr3t-of-ads"
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+key {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		_, _ = io.WriteString(w, `{"value":"tidy"}`)
	}))
	t.Cleanup(s.Close)
	text := `service tidy(q: string) -> string {
  endpoints: ["` + s.URL + `"]
  auth:      secret("tidy_key")
}
resource games { fields { id: key, title: text } }
pipeline p(q: string) -> items {
  words = tidy(q)  fallback "none"
  return search(games, query: words)
}
`
	vars := map[string]string{"RIFFLE_SECRET_ADS__TIDY_KEY": key}
	c := NewCompiler(CompilerConfig{Operators: op.NewCatalogue(), Secrets: secret.New(secret.Options{Getenv: func(k string) string { return vars[k] }, Now: time.Now})})
	for _, call := range []struct{ team, outcome, warning string }{
		{"ads", "ok", ""},
		{"books", "fallback", `W0904: tidy cannot be called from here: no secret "tidy_key" is known here; set the variable RIFFLE_SECRET_TIDY_KEY`},
	} {
		p := app.Project{Team: call.team, Texts: []app.Text{{Path: "games.riffle", Text: text}}}
		var told []string
		for _, d := range c.Build(t.Context(), p) {
			told = append(told, d.String())
		}
		if all := strings.Join(told, "\n"); !strings.Contains(all, call.warning) || call.warning == "" && strings.Contains(all, "W0904") {
			t.Errorf("%s: told %s", call.team, all)
		}
		built, list := c.compile(t.Context(), p)
		if built == nil {
			t.Fatal(list)
		}
		memory, err := engine.NewMemory(built.project, nil)
		if err != nil {
			t.Fatal(err)
		}
		e := engine.New(engine.Options{Now: time.Now, TraceID: runTrace})
		a, err := e.Run(t.Context(), built.program, "p", engine.Request{Values: map[string]any{"q": "x"}, Explain: true}, memory, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range a.Outcomes {
			if o.Node == "words" && string(o.Outcome) != call.outcome {
				t.Errorf("%s: %s %s", call.team, o.Outcome, o.Cause)
			}
			if strings.Contains(o.Cause, key) {
				t.Errorf("%s tells the secret", o.Cause)
			}
		}
	}
}
