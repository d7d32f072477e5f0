package api_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"riffle.dev/riffle/server/api"
)

// openRoutes are all that may be asked without credentials.
var openRoutes = []string{
	"POST /api/v1/login",
	"GET /healthz",
	"GET /readyz",
	"HEAD /healthz",
	"HEAD /readyz",
	"GET /docs",
	"GET /docs/:file",
	"GET /api/v1/openapi.json",
}

// least is the role that each operation asks for, written down once more: a
// change of a permission has to be made in both places.
var least = map[string]string{
	"POST /api/v1/logout":      "signed_in",
	"GET /api/v1/me":           "signed_in",
	"PUT /api/v1/me/password":  "signed_in",
	"GET /api/v1/live":         "signed_in",
	"GET /metrics":             "signed_in", // and of one's own teams
	"GET /api/v1/teams":        "signed_in",
	"POST /api/v1/teams":       "signed_in", // and an administrator
	"GET /api/v1/teams/{team}": "viewer",

	"GET /api/v1/teams/{team}/members":            "viewer",
	"POST /api/v1/teams/{team}/members":           "owner",
	"PUT /api/v1/teams/{team}/members/{login}":    "owner",
	"DELETE /api/v1/teams/{team}/members/{login}": "owner",
	"GET /api/v1/teams/{team}/tokens":             "owner",
	"POST /api/v1/teams/{team}/tokens":            "owner",
	"DELETE /api/v1/teams/{team}/tokens/{id}":     "owner",

	"GET /api/v1/teams/{team}/files":                                   "viewer",
	"PUT /api/v1/teams/{team}/files":                                   "editor",
	"GET /api/v1/teams/{team}/files/{path}":                            "viewer",
	"PUT /api/v1/teams/{team}/files/{path}":                            "editor",
	"DELETE /api/v1/teams/{team}/files/{path}":                         "editor",
	"POST /api/v1/teams/{team}/check":                                  "viewer",
	"GET /api/v1/teams/{team}/versions":                                "viewer",
	"POST /api/v1/teams/{team}/versions":                               "editor",
	"GET /api/v1/teams/{team}/versions/{number}":                       "viewer",
	"POST /api/v1/teams/{team}/versions/{number}/activate":             "editor",
	"GET /api/v1/teams/{team}/activations":                             "viewer",
	"GET /api/v1/teams/{team}/scenes":                                  "viewer",
	"GET /api/v1/teams/{team}/scenes/{scene}":                          "viewer",
	"GET /api/v1/teams/{team}/scenes/{scene}/live":                     "viewer",
	"GET /api/v1/teams/{team}/scenes/{scene}/nodes":                    "viewer",
	"POST /api/v1/teams/{team}/scenes/{scene}/serve":                   "viewer",
	"GET /api/v1/teams/{team}/degradation":                             "viewer",
	"GET /api/v1/teams/{team}/scenes/{scene}/degradation":              "viewer",
	"GET /api/v1/teams/{team}/scenes/{scene}/degradation/plans":        "viewer",
	"GET /api/v1/teams/{team}/scenes/{scene}/degradation/events":       "viewer",
	"GET /api/v1/teams/{team}/scenes/{scene}/degradation/what-if":      "viewer",
	"PUT /api/v1/teams/{team}/scenes/{scene}/degradation/override":     "editor",
	"DELETE /api/v1/teams/{team}/scenes/{scene}/degradation/override":  "editor",
	"GET /api/v1/teams/{team}/resources":                               "viewer",
	"GET /api/v1/teams/{team}/resources/{resource}":                    "viewer",
	"POST /api/v1/teams/{team}/resources/{resource}/documents":         "editor",
	"GET /api/v1/teams/{team}/resources/{resource}/documents/{key}":    "viewer",
	"DELETE /api/v1/teams/{team}/resources/{resource}/documents/{key}": "editor",

	"GET /api/v1/teams/{team}/traces":         "viewer",
	"GET /api/v1/teams/{team}/traces/{id}":    "viewer",
	"GET /api/v1/teams/{team}/overview":       "viewer",
	"GET /api/v1/teams/{team}/traffic":        "viewer",
	"PUT /api/v1/teams/{team}/traffic":        "editor",
	"GET /api/v1/teams/{team}/faults":         "viewer",
	"POST /api/v1/teams/{team}/faults":        "owner",
	"DELETE /api/v1/teams/{team}/faults/{id}": "owner",
	"GET /api/v1/teams/{team}/audit":          "viewer",
	"GET /api/v1/teams/{team}/events":         "viewer",
	"GET /api/v1/teams/{team}/simulations":    "viewer",
	"POST /api/v1/teams/{team}/simulations":   "editor",

	"POST /api/v1/teams/{team}/format":                         "viewer",
	"POST /api/v1/teams/{team}/complete":                       "viewer",
	"POST /api/v1/teams/{team}/hover":                          "viewer",
	"POST /api/v1/teams/{team}/definition":                     "viewer",
	"POST /api/v1/teams/{team}/graph":                          "viewer",
	"GET /api/v1/teams/{team}/operators":                       "viewer",
	"GET /api/v1/teams/{team}/templates":                       "viewer",
	"POST /api/v1/teams/{team}/sample":                         "editor",
	"POST /api/v1/teams/{team}/files/{path}/rename":            "editor",
	"POST /api/v1/teams/{team}/versions/{number}/restore":      "editor",
	"POST /api/v1/teams/{team}/plan":                           "viewer",
	"POST /api/v1/teams/{team}/runs":                           "viewer",
	"GET /api/v1/teams/{team}/runs":                            "viewer",
	"GET /api/v1/teams/{team}/runs/{id}":                       "viewer",
	"GET /api/v1/teams/{team}/runs/compare":                    "viewer",
	"GET /api/v1/teams/{team}/scenes/{scene}/requests":         "viewer",
	"GET /api/v1/teams/{team}/scenes/{scene}/time":             "viewer",
	"GET /api/v1/teams/{team}/circuits":                        "viewer",
	"GET /api/v1/teams/{team}/limits":                          "viewer",
	"GET /api/v1/teams/{team}/logs":                            "viewer",
	"GET /api/v1/teams/{team}/scenes/{scene}/requests/made":    "viewer",
	"GET /api/v1/teams/{team}/loadtests":                       "viewer",
	"POST /api/v1/teams/{team}/loadtests":                      "owner",
	"GET /api/v1/teams/{team}/loadtests/{id}":                  "viewer",
	"POST /api/v1/teams/{team}/loadtests/{id}/abort":           "owner",
	"POST /api/v1/teams/{team}/loadtests/kept":                 "editor",
	"GET /api/v1/teams/{team}/loadtests/compare":               "viewer",
	"GET /api/v1/teams/{team}/gains":                           "viewer",
	"POST /api/v1/teams/{team}/gains":                          "editor",
	"GET /api/v1/teams/{team}/gains/{id}":                      "viewer",
	"POST /api/v1/teams/{team}/gains/{id}/abort":               "editor",
	"GET /api/v1/teams/{team}/gains/{id}/changes":              "viewer",
	"POST /api/v1/teams/{team}/resources/{resource}/query":     "viewer",
	"GET /api/v1/teams/{team}/resources/{resource}/statistics": "viewer",
	"GET /api/v1/teams/{team}/audit.csv":                       "viewer",
	"GET /api/v1/teams/{team}/importers":                       "viewer",
	"PUT /api/v1/teams/{team}/importers":                       "owner",
	"GET /api/v1/teams/{team}/imports":                         "viewer",
	"GET /api/v1/me/settings":                                  "signed_in",
	"PUT /api/v1/me/settings":                                  "signed_in",
	"GET /api/v1/me/sessions":                                  "signed_in",
	"DELETE /api/v1/me/sessions/{id}":                          "signed_in",
}

var colon = regexp.MustCompile(`:(\w+)`)

// routes are the router's, with parameters in braces.
func routes(a *api.API) []string {
	var out []string
	for _, r := range a.Routes() {
		path := r.Path
		if strings.HasPrefix(path, api.Prefix) {
			path = colon.ReplaceAllString(path, "{$1}")
		}
		out = append(out, r.Method+" "+path)
	}
	return out
}

// documented are the operations of the committed document.
func documented(t *testing.T) []string {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "api", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct{ Paths map[string]map[string]any }
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	var out []string
	for path, methods := range doc.Paths {
		for method := range methods {
			out = append(out, strings.ToUpper(method)+" "+api.Prefix+path)
		}
	}
	return out
}

// Every route of the router and of the document, asked by everybody: who may
// not gets 401, 403 or 404 before anything of the request is looked at, and
// who may does not.
func TestEveryRouteForEverybody(t *testing.T) {
	i := newInstance(t)
	cookies := i.team("ads")
	foreign := i.team("games")["owner"]
	all := routes(i.api)
	for _, r := range documented(t) {
		if !slices.Contains(all, r) {
			t.Errorf("%s is in the document and not in the router", r)
		}
	}
	slices.Sort(all)
	for _, route := range all {
		need, known := least[route]
		isOpen := slices.Contains(openRoutes, route)
		if known == isOpen {
			t.Errorf("%s: want it in exactly one of the lists of open routes and of roles", route)
			continue
		}
		if isOpen {
			continue
		}
		method, path, _ := strings.Cut(route, " ")
		path = strings.NewReplacer("{team}", "ads", "{id}", "1", "{number}", "1").Replace(path)
		path = regexp.MustCompile(`\{\w+\}`).ReplaceAllString(path, "nothing")
		for who, cookie := range map[string]string{"none": "", "viewer": cookies["viewer"], "editor": cookies["editor"], "owner": cookies["owner"], "foreign": foreign} {
			if path == "/api/v1/logout" && who != "none" {
				continue // it would end the session of the rows behind
			}
			// A body that is no JSON: whoever may not must not get to hear of it.
			a := i.do(call{method: method, path: path, cookie: cookie, body: "{no json"})
			want := expected(need, who)
			if want == 0 {
				if a.status == http.StatusUnauthorized || a.status == http.StatusForbidden {
					t.Errorf("%s as %s: %d, want to be let in: %s", route, who, a.status, a.body)
				}
				continue
			}
			if a.status != want {
				t.Errorf("%s as %s: %d, want %d: %s", route, who, a.status, want, a.body)
				continue
			}
			a.problem(t)
		}
	}
}

// expected is the status of who is refused, 0 for who is let in.
func expected(need, who string) int {
	ranks := map[string]int{"viewer": 1, "editor": 2, "owner": 3}
	switch {
	case who == "none":
		return http.StatusUnauthorized
	case need == "signed_in":
		return 0
	case who == "foreign":
		return http.StatusNotFound
	case ranks[who] < ranks[need]:
		return http.StatusForbidden
	}
	return 0
}

// What the matrix compares must itself be able to fail.
func TestMatrixHoldsEveryRoleOnce(t *testing.T) {
	for route, need := range least {
		if expected(need, "none") != 401 || slices.Contains(openRoutes, route) {
			t.Errorf("%s is open", route)
		}
	}
	if expected("owner", "editor") != 403 || expected("viewer", "foreign") != 404 || expected("editor", "owner") != 0 {
		t.Error("the expectations are wrong")
	}
}
