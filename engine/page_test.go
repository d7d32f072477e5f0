package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"riffle.dev/riffle/engine"
)

// A page is written as its items are: the same fields with the same values.
func TestPagesAreTheItems(t *testing.T) {
	w := newWorld(t)
	for _, req := range []engine.Request{
		{Values: map[string]any{"user": map[string]any{"from": map[string]any{}}}},
		{Values: map[string]any{"user": map[string]any{"from": map[string]any{}}, "k": 1.0}, Off: []string{"typed"}},
	} {
		items, err := w.engine.Serve(context.Background(), w.program, "home", req, w.memory, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Paged = true
		page, err := w.engine.Serve(context.Background(), w.program, "home", req, w.memory, nil)
		if err != nil {
			t.Fatal(err)
		}
		if page.Items != nil || page.Page == nil || page.Len() != len(items.Items) || page.Record.Items != len(items.Items) || page.Len() == 0 {
			t.Fatalf("%d items beside a page of %d, recorded %d; without it %d", len(page.Items), page.Len(), page.Record.Items, len(items.Items))
		}
		maps := make([]map[string]any, len(items.Items))
		for i, it := range items.Items {
			maps[i] = map[string]any{"_score": it.Score, "_from": it.From, "_resource": it.Resource}
			for _, c := range it.Columns {
				maps[i][c.Name] = c.Value
			}
		}
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(maps); err != nil {
			t.Fatal(err)
		}
		if got := string(page.Page.AppendJSON(nil)) + "\n"; got != want.String() {
			t.Errorf("%swant\n%s", got, want.String())
		}
		req.Explain = true
		told, err := w.engine.Serve(context.Background(), w.program, "home", req, w.memory, nil)
		if err != nil || told.Page != nil || len(told.Items) == 0 {
			t.Errorf("explained: %v, %+v", err, told)
		}
	}
}
