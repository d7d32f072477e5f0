package server_test

import (
	"testing"

	"riffle.dev/riffle/internal/postgres/pgtest"
)

// Two instances on one database: what is published and posted at one is soon
// served by the other, and credentials of one are good at both.
func TestTwoInstances(t *testing.T) {
	dsn := pgtest.Database(t)
	one := launch(t, "127.0.0.1:0", t.TempDir(), dsn)
	here := prepare(t, one)
	two := launch(t, "127.0.0.1:0", t.TempDir(), dsn)
	if two.password != "" {
		t.Error("the second instance made another first account")
	}
	there := here
	there.address = two.address
	const docs = "/api/v1/teams/ads/resources/games/documents"
	await(t, "the version is live at the other", func() bool {
		status, err := there.do("GET", "/api/v1/teams/ads/scenes/hello", nil, nil)
		return err == nil && status == 200
	})
	for _, c := range []struct {
		from, to client
		id       string
	}{{here, there, "a"}, {there, here, "b"}} {
		if status, err := c.from.do("POST", docs, map[string]string{"id": c.id, "title": "chess"}, nil); err != nil || status != 200 {
			t.Fatal(status, err)
		}
		await(t, "the document is seen at the other", func() bool {
			status, err := c.to.do("GET", docs+"/"+c.id, nil, nil)
			return err == nil && status == 200
		})
	}
}
