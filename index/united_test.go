package index

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A column is the same however often a view was asked for it, and by then its
// words are united; those of long texts are not.
func TestFetchedAgainAndAgain(t *testing.T) {
	v := crowd(t, 5000)
	ctx := context.Background()
	by, err := v.Column("rank")
	if err != nil {
		t.Fatal(err)
	}
	hits, err := v.Top(ctx, TopQuery{By: by, K: 300})
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"shelf", "tags", "body", "note", "id", "rank"}
	first, err := v.Fetch(ctx, hits, names)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 * unitedAfter {
		again, err := v.Fetch(ctx, hits, names)
		if err != nil {
			t.Fatal(err)
		}
		for k, name := range names {
			for i := range hits.Docs {
				if d := cmp.Diff(first[k].Row(i), again[k].Row(i)); d != "" {
					t.Fatalf("%s of %s: %s", name, v.Key(hits.Docs[i]), d)
				}
			}
		}
	}
	for name, want := range map[string]bool{"shelf": true, "tags": true, "body": false, "id": false, "rank": false} {
		if got := v.united.words[v.plan.byName[name]].Load() != nil; got != want {
			t.Errorf("the words of %s are united: %v, want %v", name, got, want)
		}
	}
}
