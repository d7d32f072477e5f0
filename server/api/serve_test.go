package api_test

import (
	"context"
	"fmt"
	"testing"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// echo serves what it was asked.
type echo struct{ asked map[string]any }

func (e *echo) Serve(_ context.Context, _ *app.Principal, _, _ string, in api.ServeRequest) (api.ServeAnswer, error) {
	e.asked = in.Request
	return api.ServeAnswer{}, nil
}

// Ids of 64 bits reach the scene with all their digits.
func TestNumbersOfARequestKeepTheirDigits(t *testing.T) {
	e := &echo{}
	i := newInstance(t, func(c *api.Config) { c.Serving = e })
	cookie := i.team("ads")["viewer"]
	const path = "/api/v1/teams/ads/scenes/hello/serve"
	i.must(200, call{method: "POST", path: path, cookie: cookie,
		body: `{"request":{"id":9007199254740993,"ids":[9223372036854775807],"user":{"id":-9223372036854775808},"x":0.5,"word":"go","on":true,"none":null}}`})
	want := "map[id:9007199254740993 ids:[9223372036854775807] none:<nil> on:true user:map[id:-9223372036854775808] word:go x:0.5]"
	if got := fmt.Sprint(e.asked); got != want {
		t.Errorf("asked %s\nwant  %s", got, want)
	}
	for body, status := range map[string]int{`{"request":null}`: 422, `{"request":[]}`: 422, `{"request":"x"}`: 422, `{}`: 422, `{"request":{"x":1e999}}`: 400} {
		i.must(status, call{method: "POST", path: path, cookie: cookie, body: body}).problem(t)
	}
}
