package index

import (
	"context"
	"math"
	"testing"

	"riffle.dev/riffle/internal/column"
)

// Scores computed with pencil and paper. The three titles have 2, 4 and 3
// tokens (围棋 is 围, 围棋 and 棋), 3 on average:
//
//	red:  idf ln(1 + (3 - 2 + 0.5)/(2 + 0.5)) = ln 1.6
//	  fox   ln 1.6 × 1/(1 + 1.2 × (0.25 + 0.75 × 2/3)) = ln 1.6 / 1.9
//	  dog   ln 1.6 × 2/(2 + 1.2 × (0.25 + 0.75 × 4/3)) = ln 1.6 × 2/3.5
//	围棋: idf ln(1 + 2.5/1.5)
//	  go    ln(8/3) × 1/(1 + 1.2 × (0.25 + 0.75)) = ln(8/3) / 2.2
//
// Without dog, red is in one of two titles of 2.5 tokens: fox has ln 2 / 2.02.
func TestScoresByHand(t *testing.T) {
	text := column.Type{Kind: column.String}
	s, err := New(Schema{Resource: "r", Fields: []Field{
		{Name: "id", Kind: KeyField, Type: text},
		{Name: "title", Kind: TextField, Type: text, Analyzer: "chinese"},
	}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	dog := upsert("dog", map[string]any{"title": "red red fox dog"})
	const fox, both, go3, alone = 0.24737033118196614, 0.26857350242613465, 0.44583147864169376, 0.3431421685940323
	for i, step := range []struct {
		changes []Change
		query   string
		k       int
		want    map[string]float64
	}{
		{[]Change{upsert("fox", map[string]any{"title": "Red fox"}), dog, upsert("go", map[string]any{"title": "围棋"})},
			"RED", 9, map[string]float64{"fox": fox, "dog": both}},
		{nil, "red", 1, map[string]float64{"dog": both}},
		{nil, "围棋", MaxHits, map[string]float64{"go": go3}},
		{nil, "棋", 9, map[string]float64{"go": go3}},
		{nil, "棋围", 9, nil},
		{nil, "围棋 red red", 9, map[string]float64{"fox": fox, "dog": both, "go": go3}},
		{nil, "", 9, nil},
		{nil, "，。 !?", 9, nil},
		{nil, "red", 0, nil},
		{[]Change{{Op: Delete, Key: "dog"}}, "red", 9, map[string]float64{"fox": alone}},
		{[]Change{dog}, "red", 9, map[string]float64{"fox": fox, "dog": both}},
		{[]Change{{Op: Delete, Key: "dog"}, dog, dog}, "red", 9, map[string]float64{"fox": fox, "dog": both}},
		{[]Change{dog, {Op: Delete, Key: "dog"}}, "red", 9, map[string]float64{"fox": alone}},
	} {
		for _, err := range s.Apply(step.changes) {
			if err != nil {
				t.Fatal(err)
			}
		}
		v := s.View()
		h, err := v.Search(context.Background(), SearchQuery{Text: step.query, K: step.k})
		if err != nil {
			t.Fatal(err)
		}
		if h.Len() != len(step.want) {
			t.Errorf("step %d: %q finds %v, want %v", i, step.query, keys(v, h), step.want)
		}
		for at, ref := range h.Docs {
			if want := step.want[v.Key(ref)]; math.Abs(want-h.Scores[at]) > 1e-12 {
				t.Errorf("step %d: %q scores %s %v, want %v", i, step.query, v.Key(ref), h.Scores[at], want)
			}
		}
	}
}

// However little a field weighs, a document is found once; what weighs less, or
// nothing that can be multiplied with, is refused.
func TestWeights(t *testing.T) {
	for _, c := range []struct {
		weight float64
		fits   bool
	}{{0, true}, {minWeight, true}, {maxWeight, true}, {5e-324, false}, {-1, false}, {2e6, false}, {math.Inf(1), false}, {math.NaN(), false}} {
		schema := gamesSchema()
		for i := range schema.Fields {
			if schema.Fields[i].Name == "title" {
				schema.Fields[i].Weight = c.weight
			}
		}
		s, err := New(schema, Options{})
		if (err == nil) != c.fits {
			t.Errorf("weight %v: %v", c.weight, err)
		}
		if err != nil {
			continue
		}
		defer s.Close()
		s.Apply([]Change{upsert("go", map[string]any{"title": "go for two", "genre": "board"})})
		h, err := s.View().Search(context.Background(), SearchQuery{Text: "go for two", K: 9})
		if err != nil || h.Len() != 1 {
			t.Errorf("weight %v: found %d times: %v", c.weight, h.Len(), err)
		}
	}
}
