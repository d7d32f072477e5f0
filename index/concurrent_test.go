package index

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
)

// A writer replaces all documents round after round while readers look. In
// every view each document has the round of its applied offset or the one
// before: a batch is seen whole or not at all.
func TestReadersSeeWholeBatches(t *testing.T) {
	const docs, rounds, readers = 40, 150, 3
	s := newGames(t)
	s.inline = 8 // so that merges run in the background
	batch := func(round int) []Change {
		var out []Change
		for i := range docs {
			c := upsert(fmt.Sprintf("k%02d", i), map[string]any{"title": "word", "genre": "g", "installs": float64(round), "taste": []any{1.0, float64(i)}})
			c.Offset = uint64(round*docs + i + 1)
			out = append(out, c)
		}
		return out
	}
	s.Apply(batch(0))
	ctx, stop := context.WithCancel(context.Background())
	failed := make(chan error, readers)
	var group sync.WaitGroup
	for range readers {
		group.Go(func() {
			for ctx.Err() == nil {
				if err := readWhole(ctx, s.View(), docs); err != nil && !errors.Is(err, context.Canceled) {
					failed <- err
					return
				}
			}
		})
	}
	for round := 1; round <= rounds; round++ {
		s.Apply(batch(round))
	}
	stop()
	group.Wait()
	close(failed)
	for err := range failed {
		t.Error(err)
	}
	s.Close()
	if st := s.View().Stats(); st.Docs != docs || st.Segments > 16 {
		t.Errorf("%+v", st)
	}
}

func readWhole(ctx context.Context, v *View, docs int) error {
	round := float64((v.AppliedOffset() - 1) / uint64(docs))
	installs, err := v.Column("installs")
	if err != nil {
		return err
	}
	top, err := v.Top(ctx, TopQuery{By: installs, K: 100})
	if err != nil {
		return err
	}
	for i := range top.Docs {
		if top.Scores[i] != round {
			return fmt.Errorf("at offset %d a document of round %v", v.AppliedOffset(), top.Scores[i])
		}
	}
	found, err := v.Search(ctx, SearchQuery{Text: "word", K: 100})
	if err != nil {
		return err
	}
	near, err := v.Nearest(ctx, NearestQuery{Field: "taste", To: []float32{0, 1}, K: 100})
	if err != nil {
		return err
	}
	if top.Len() != docs || found.Len() != docs || near.Len() != docs {
		return fmt.Errorf("of %d documents %d in top, %d found, %d near", docs, top.Len(), found.Len(), near.Len())
	}
	return nil
}

func TestCancelled(t *testing.T) {
	s := newGames(t)
	loadGames(t, s)
	v := s.View()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	installs, _ := v.Column("installs")
	for name, run := range map[string]func() error{
		"search": func() error { _, err := v.Search(ctx, SearchQuery{Text: "chess", K: 1}); return err },
		"top":    func() error { _, err := v.Top(ctx, TopQuery{By: installs, K: 1}); return err },
		"nearest": func() error {
			_, err := v.Nearest(ctx, NearestQuery{Field: "taste", To: []float32{1, 0}, K: 1})
			return err
		},
		"lookup": func() error { _, err := v.Lookup(ctx, []string{"chess"}); return err },
		"fetch": func() error {
			_, err := v.Fetch(ctx, Hits{Docs: []Ref{{0, 0}}, Scores: []float64{0}}, []string{"id"})
			return err
		},
	} {
		if err := run(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: want the context's error, got %v", name, err)
		}
	}
}

// A merge in the background takes over what died while it ran.
func TestDeletedDuringMerge(t *testing.T) {
	s := newGames(t)
	for i := range 3 {
		s.Apply([]Change{upsert(fmt.Sprintf("k%d", i), map[string]any{"title": "word", "genre": "g"})})
		if i == 1 {
			s.busy = []*segment{} // not nil: as if a merge ran, so that none begins
			s.inline = 0
		}
	}
	before := s.View()
	if len(before.parts) != 3 {
		t.Fatalf("%d parts", len(before.parts))
	}
	m := mergeParts(s.plan, before.parts)
	s.Apply([]Change{{Op: Delete, Key: "k1"}, upsert("k2", map[string]any{"title": "later", "genre": "g"})})
	after := &View{plan: s.plan, parts: m.install(s.View().parts)}
	h, err := after.Search(t.Context(), SearchQuery{Text: "word later", K: 9})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(keys(after, h)); got != "[k0 k2]" {
		t.Errorf("found %v", got)
	}
	if st := after.Stats(); st.Docs != 2 || st.Segments != 2 {
		t.Errorf("%+v", st)
	}
}
