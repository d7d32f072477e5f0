package api_test

import (
	"net/http"
	"testing"

	"riffle.dev/riffle/server/app"
)

func TestSettingsAndSessions(t *testing.T) {
	i := newInstance(t)
	i.team("ads")
	a := i.must(201, call{method: "POST", path: "/api/v1/teams/ads/members", cookie: i.admin, body: map[string]string{"login": "li", "role": "viewer", "password": "a long password"}})
	_ = a
	first, second := i.login("li", "a long password"), i.login("li", "a long password")
	if s := get[app.UserSettings](t, i, first, "me/settings"); s != (app.UserSettings{}) {
		t.Errorf("settings of nobody: %+v", s)
	}
	want := app.UserSettings{Language: "zh", Theme: "dark", TimeZone: "Asia/Shanghai"}
	i.must(200, call{method: "PUT", path: "/api/v1/me/settings", cookie: first, body: want})
	if s := get[app.UserSettings](t, i, second, "me/settings"); s != want {
		t.Errorf("settings %+v", s)
	}
	for _, bad := range []string{`{"language":"xx"}`, `{"time_zone":"../etc"}`, `{"time_zone":"a\u0000"}`, `{"theme":7}`, `{"x":1}`} {
		i.must(422, call{method: "PUT", path: "/api/v1/me/settings", cookie: first, body: bad})
	}
	list := get[struct{ Items []app.Session }](t, i, first, "me/sessions").Items
	if len(list) != 2 || list[0].Current == list[1].Current {
		t.Fatalf("sessions %+v", list)
	}
	other := list[0]
	if other.Current {
		other = list[1]
	}
	i.must(404, call{method: "DELETE", path: "/api/v1/me/sessions/" + other.ID, cookie: i.admin})
	i.must(http.StatusNoContent, call{method: "DELETE", path: "/api/v1/me/sessions/" + other.ID, cookie: first})
	i.must(401, call{method: "GET", path: "/api/v1/me", cookie: second})
	i.must(200, call{method: "GET", path: "/api/v1/me", cookie: first})
}
