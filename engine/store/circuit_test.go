package store_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"riffle.dev/riffle/engine/circuit"
	"riffle.dev/riffle/engine/store"
)

// A store that is down is not asked; a request for it fails at once, and what it
// did says no less of its health.
func TestAStoreThatIsDown(t *testing.T) {
	for kind, line := range lines(nowhere(t), "20s") {
		if kind == "redis" {
			continue // its client looks for the server by itself, a second beyond Close
		}
		now := time.Unix(1_000_000, 0)
		p := project(t, fmt.Sprintf(tickets, line))
		r, _ := p.Project.Resource("tickets")
		s, err := store.OfResource(r, vault("x"), store.Options{Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for range circuit.Least {
			wants(t, kind, ask(s), "refused", "")
		}
		wants(t, kind+", open", ask(s), "circuit open", "open since 1970-01-12T13:46:40.000Z, it is tried again at 1970-01-12T13:46:41.000Z")
		if c, h, k := s.Counts(), s.Health(), s.Circuit(); c.Outcomes["circuit_open"] != 1 || c.Outcomes["refused"] != circuit.Least || h.OK || h.Problem == "" || k.State != circuit.Open || k.Refused != 1 {
			t.Errorf("%s: %+v, %+v, %+v", kind, c, h, k)
		}
		now = now.Add(circuit.Wait)
		wants(t, kind+", tried", ask(s), "refused", "")
		wants(t, kind+", and open again", ask(s), "circuit open", "tried again at 1970-01-12T13:46:43.000Z")
	}
	// What a store is asked wrong opens nothing.
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) }))
	defer web.Close()
	s := opened(t, project(t, fmt.Sprintf(tickets, lines(web.Listener.Addr().String(), "20s")["opensearch"])), "x", store.Options{})
	for range 2 * circuit.Least {
		wants(t, "asked wrong", ask(s), "invalid", "400")
	}
	if k := s.Circuit(); k.State != circuit.Closed {
		t.Errorf("%+v", k)
	}
}
