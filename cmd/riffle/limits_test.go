package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestLimits(t *testing.T) {
	body := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/teams/books/limits" || r.Header.Get("Authorization") != "Bearer rfl_x" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		fmt.Fprint(w, body)
	}))
	defer s.Close()
	ask := []string{"limits", "--server", s.URL, "--team", "books", "--token", "rfl_x"}
	const at, some = `"at":"2026-01-02T03:04:05Z"`, `"limits":[
  {"scene":"home","rate":2000,"part":0.725,"asked":120,"refused":40,"taken_s":12,"refused_s":3.5},
  {"scene":"home","tier":"guests","rate":2,"by_key":true,"part":0.5,"asked":7}]`
	for _, c := range []struct {
		name, body string
		flags      []string
		want       []string
	}{
		{"two", `{"instances":2,` + at + `,` + some + `}`, nil, []string{"divided among 2 instances at 2026-01-02T03:04:05Z\n",
			"SCENE  TIER    LIMIT            PART   HERE    TAKEN  REFUSED  ASKED\n",
			"home   -       2000/s           72.5%  1450/s  12/s   3.5/s    120\n", "home   guests  2/s of each key  50.0%  1/s     0/s    0/s      7\n"}},
		{"alone", `{"instances":1,` + at + `,` + some + `}`, nil, []string{"one instance holds all of its limits, as of 2026-01-02T03:04:05Z\n"}},
		{"away", `{"instances":2,"failed":true,` + at + `,` + some + `}`, nil, []string{"the database does not answer: parts stay as they were at 2026-01-02T03:04:05Z\n"}},
		{"never", `{"instances":1,"failed":true,` + some + `}`, nil, []string{"the database does not answer: this instance holds all of its limits\n"}},
		{"none", `{"instances":1,"limits":[]}`, nil, []string{"not divided yet: this instance holds all of its limits\nno scene with a limit was asked since the start\n"}},
		{"JSON", `{"instances":2,` + at + `,` + some + `}`, []string{"--json"}, []string{`"instances": 2`, `"tier": "guests"`, `"part": 0.725`}},
	} {
		body = c.body
		out, complaint, code := said(t, nil, append(ask, c.flags...)...)
		if code != 0 {
			t.Fatalf("%s: %d: %s", c.name, code, complaint)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s:\n%s\nwant %s", c.name, out, want)
			}
		}
	}
	if out, complaint, code := said(t, nil, append(ask[:4:4], "others", "--token", "rfl_x")...); code == 0 {
		t.Errorf("of a team that is not there: %s%s", out, complaint)
	}
}
