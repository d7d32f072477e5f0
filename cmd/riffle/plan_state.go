package main

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"riffle.dev/riffle/server/app"
)

// state is what a server has of a team's project.
type state struct {
	live   int64 // the live version, 0 for none
	newest app.Version
	texts  []app.Text // live
	draft  app.Draft
	docs   map[string]int64 // by resource; nil when it does not say
	uses   []app.ImportUse  // of live versions of other teams
}

func (s *state) sources() map[string][]byte {
	out := map[string][]byte{}
	for _, t := range s.texts {
		if strings.HasSuffix(t.Path, ".riffle") {
			out[t.Path] = []byte(t.Text)
		}
	}
	return out
}

// state asks for it.
func (c *client) state(ctx context.Context) (s state, err error) {
	if err := c.get(ctx, &s.draft, "files"); err != nil {
		return s, err
	}
	var history struct{ Items []app.Activation }
	if err := c.get(ctx, &history, "activations"); err != nil {
		return s, err
	}
	if len(history.Items) > 0 {
		s.live = history.Items[0].Version
		var v app.Version
		if err := c.get(ctx, &v, "versions", strconv.FormatInt(s.live, 10)); err != nil {
			return s, err
		}
		s.texts = v.Files
	}
	var versions struct{ Items []app.Version }
	if err := c.get(ctx, &versions, "versions"); err != nil {
		return s, err
	}
	if len(versions.Items) > 0 {
		s.newest = versions.Items[0]
	}
	var importers app.Importers
	if err := c.get(ctx, &importers, "importers"); err != nil {
		return s, err
	}
	s.uses = importers.Uses
	var resources struct{ Items []app.Resource }
	err = c.get(ctx, &resources, "resources")
	var no *refused
	if errors.As(err, &no) && no.status == http.StatusServiceUnavailable {
		return s, nil // the live version is loading: how many documents there are is not known
	}
	s.docs = map[string]int64{}
	for _, r := range resources.Items {
		s.docs[r.Name] = r.Docs
	}
	return s, err
}

func textsByPath(texts []app.Text) map[string]string {
	out := make(map[string]string, len(texts))
	for _, t := range texts {
		out[t.Path] = t.Text
	}
	return out
}

func compareText(a, b string) int { return strings.Compare(a, b) }
