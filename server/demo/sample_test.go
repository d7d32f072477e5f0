package demo

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle.dev/riffle/server/app"
)

// shelf takes documents and counts them.
type shelf struct {
	mu   sync.Mutex
	docs map[string]int
}

func (s *shelf) Resources(string) []app.Resource {
	return []app.Resource{{Name: "apps"}, {Name: "people"}}
}

func (s *shelf) PutDocuments(_ context.Context, team, resource string, docs []app.Put) ([]app.PutResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.docs[team+" "+resource] += len(docs)
	return nil, nil
}

func (s *shelf) of(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.docs[name]
}

// A sample is the demo's project, for any team; a resource that the team does
// not have is passed by.
func TestSample(t *testing.T) {
	s := Sample{Log: slog.New(slog.DiscardHandler)}
	texts, err := s.Texts()
	if err != nil || len(texts) < 3 {
		t.Fatalf("%d texts, %v", len(texts), err)
	}
	into := &shelf{docs: map[string]int{}}
	asked := make(chan string, 1000)
	s.Serve = func(_ context.Context, team, scene string, request map[string]any) error {
		if len(request) == 0 {
			t.Error("an empty request")
		}
		asked <- team + " " + scene
		return errors.New("gone")
	}
	s.Load(t.Context(), into, "mine")
	if got := <-asked; !strings.HasPrefix(got, "mine ") {
		t.Errorf("visited %s", got)
	}
	for until := time.Now().Add(2 * time.Minute); time.Now().Before(until); {
		if into.of("mine apps") > 5000 && into.of("mine people") > 500 {
			if into.of("mine poems") != 0 {
				t.Error("documents of a resource that is not there")
			}
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("not loaded: %v", into.docs)
}
