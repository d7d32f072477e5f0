package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"iter"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/enginetest"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/standin"
	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/words"
)

// timeouts of nodes: a busy machine must not decide what they give.
var timeouts = regexp.MustCompile(`timeout( |:\s+)\d+ms`)

// models answer for the services of the three largest projects, by what they
// are asked alone.
type models struct{}

func (models) Ask(ctx context.Context, q *op.Question) (*op.Reply, error) {
	return standin.Reply(ctx, q, func(q *op.Question, want column.Type, row int) (column.Value, error) {
		switch q.Callee {
		case "understand":
			return column.Parse(want, map[string]any{"text": q.Arg("q"), "mobile": 1.0, "pc": 0.9, "video": 0.8})
		case "to_vector":
			text, _ := q.Arg("text").(string)
			return column.Parse(want, direction(text))
		}
		h := fnv.New32a()
		for _, c := range q.Columns {
			fmt.Fprintf(h, "%s=%v;", c.Name, column.Render(c.Column.Type, c.Column.Row(row)))
		}
		return column.Parse(want, float64(h.Sum32()%1000)/1000)
	})
}

// direction of a text in three dimensions, the same for the same text.
func direction(text string) []any {
	h := fnv.New64a()
	h.Write([]byte(text)) //nolint:errcheck // a hash never fails
	n := h.Sum64()
	return []any{float64(n%97) + 1, float64(n/97%89) + 1, float64(n/97/89%83) + 1}
}

// documents of a catalogue in another form.
func documents(t *testing.T, from iter.Seq2[[]byte, error], each func(i int, d map[string]any) map[string]any) (out []map[string]any) {
	t.Helper()
	i := 0
	for line, err := range from {
		if err != nil {
			t.Fatal(err)
		}
		var d map[string]any
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatal(err)
		}
		if made := each(i, d); made != nil {
			out = append(out, made)
		}
		i++
	}
	return out
}

// onCatalogues is a project of the cookbook with documents made of the demo's
// catalogues.
func onCatalogues(t *testing.T, name string, docs map[string][]map[string]any) *enginetest.Bench {
	t.Helper()
	texts, err := readFolder(filepath.Join("../../examples", name))
	if err != nil {
		t.Fatal(err)
	}
	var sources []dag.Source
	for file, text := range texts {
		sources = append(sources, dag.Source{Name: file, Text: timeouts.ReplaceAll(text, []byte("timeout${1}30s"))})
	}
	b, err := enginetest.NewBench(sources, docs)
	if err != nil {
		t.Fatal(err)
	}
	b.Remote = models{}
	b.Program = b.Program.With(b.Remote)
	return b
}

// answered is what a pipeline answers to a request, the same as the reference's.
func answered(t *testing.T, b *enginetest.Bench, pipeline, request string) *engine.Answer {
	t.Helper()
	var values map[string]any
	if err := json.Unmarshal([]byte(request), &values); err != nil {
		t.Fatal(err)
	}
	e := engine.New(engine.Options{Now: func() time.Time { return moment }, TraceID: func() string { return "t" }, Dry: true})
	req := engine.Request{Values: values, Deadline: time.Minute}
	a, err := e.Run(t.Context(), b.Program, pipeline, req, b.Memory, nil)
	if err != nil {
		t.Fatalf("%s %s: %v", pipeline, request, err)
	}
	if err := enginetest.Same(b, a, enginetest.Reference(b, pipeline, moment, req, nil)); err != nil {
		t.Errorf("%s %s: %v", pipeline, request, err)
	}
	for _, o := range a.Outcomes {
		switch o.Outcome {
		case "error", "timeout", "fallback":
			t.Errorf("%s %s: %s is %s: %s", pipeline, request, o.Node, o.Outcome, o.Cause)
		}
	}
	return a
}

// textOf is a column of an item.
func textOf(it engine.Item, name string) string {
	v, _ := it.Column(name)
	s, _ := v.(string)
	return s
}

func number(v any) int {
	f, _ := v.(float64)
	return int(f)
}

func released(i int) string { return moment.Add(-time.Duration(i) * time.Hour).Format(time.RFC3339) }

// The ad server on 8,789 ads made of programs and 2,000 visitors.
func TestAdsOnTheCatalogues(t *testing.T) {
	table, err := words.Load(examples.Data(), "vectors/glove100")
	if err != nil {
		t.Fatal(err)
	}
	taste := func(text string) []any {
		v := table.Vector(text)
		if v == nil {
			return direction(text)
		}
		return []any{float64(v[0]), float64(v[1]), float64(v[2])}
	}
	ads := documents(t, examples.Apps(), func(i int, d map[string]any) map[string]any {
		title, section := d["title"].(string), d["section"].(string)
		return map[string]any{"id": d["id"], "advertiser": fmt.Sprintf("maker%d", i%400), "title": title, "category": section,
			"regions": [][]any{{}, {"north"}, {"south", "west"}}[i%3], "bid": 0.1 + float64(i%50)/50, "budget": float64(i % 4 * 10),
			"pledge": float64(i%100/99) * 0.5, "shown": number(d["rdeps"]), "started": released(i), "taste": taste(title)}
	})
	visitors := documents(t, examples.PeopleDocs(), func(_ int, d map[string]any) map[string]any {
		return map[string]any{"id": d["id"], "taste": taste(d["likes"].(string)), "terms": d["likes"], "viewed": d["liked"], "categories": []any{d["shelf"]}}
	})
	b := onCatalogues(t, "ads", map[string][]map[string]any{"ads": ads, "visitors": visitors})
	for _, request := range []string{
		`{"visitor": {"id": "p0001", "region": "north", "value": 300}, "place": {"topic": "games", "text": "a game of chess", "slots": 10}}`,
		`{"visitor": {"id": "p0007", "region": "south", "value": 20}, "place": {"topic": "graphics", "slots": 5}}`,
		`{"visitor": {"id": "nobody", "region": "east"}, "place": {"topic": "no such topic"}}`,
	} {
		a := answered(t, b, "auction", request)
		makers, from := map[string]bool{}, map[string]bool{}
		for _, it := range a.Items {
			makers[textOf(it, "advertiser")] = true
			for _, f := range it.From {
				from[f] = true
			}
			if it.Score < 2 {
				t.Errorf("%s: %s is below the floor, %g", request, it.Key, it.Score)
			}
		}
		slots := 3
		if strings.Contains(request, "slots") {
			slots = map[bool]int{true: 10, false: 5}[strings.Contains(request, `"slots": 10`)]
		}
		if len(a.Items) != slots || len(makers) != slots {
			t.Errorf("%s: %d ads of %d advertisers, want %d of each", request, len(a.Items), len(makers), slots)
		}
		if guest := strings.Contains(request, "nobody"); guest && (from["pool.alike"] || from["alike"]) {
			t.Errorf("%s: something is like what a guest likes", request)
		}
	}
}

// Vertical search over games, other programs and poems in their stead of films.
func TestVerticalSearchOnTheCatalogues(t *testing.T) {
	game := func(d map[string]any) bool { return d["section"] == "games" }
	mobile := documents(t, examples.Apps(), func(_ int, d map[string]any) map[string]any {
		if !game(d) {
			return nil
		}
		return map[string]any{"id": d["id"], "title": d["title"], "about": d["body"], "studio": d["section"], "installs": number(d["rdeps"]), "meaning": direction(d["title"].(string))}
	})
	pc := documents(t, examples.Apps(), func(_ int, d map[string]any) map[string]any {
		if game(d) {
			return nil
		}
		return map[string]any{"id": d["id"], "title": d["title"], "about": d["body"], "studio": d["section"], "sales": number(d["rdeps"])}
	})
	films := documents(t, examples.Poems(), func(i int, d map[string]any) map[string]any {
		return map[string]any{"id": d["id"], "title": d["title"], "channel": d["author"], "plays": i}
	})
	if len(mobile) < 500 || len(pc) < 5000 || len(films) != 20000 {
		t.Fatalf("%d, %d and %d documents", len(mobile), len(pc), len(films))
	}
	b := onCatalogues(t, "vertical-search", map[string][]map[string]any{"mobile_games": mobile, "pc_games": pc, "game_videos": films})
	for request, want := range map[string][3]int{ // of 20: half, three and two tenths, as far as there are any
		`{"q": "space game 春", "k": 20}`: {10, 6, 4},
		`{"q": "chess", "k": 10}`:        {6, 4, 0},  // no poem has it, so its places go to the others
		`{"q": "qqqqqq", "k": 20}`:       {20, 0, 0}, // no word fits, so what is near
	} {
		a := answered(t, b, "game_search", request)
		count := map[string]int{}
		for _, it := range a.Items {
			count[it.Resource]++
		}
		if got := [3]int{count["mobile_games"], count["pc_games"], count["game_videos"]}; got != want {
			t.Errorf("%s: %v of each, want %v", request, got, want)
		}
	}
}

// Two media: programs as notes, half of the poems as films.
func TestMixedMediaOnTheCatalogues(t *testing.T) {
	notes := documents(t, examples.Apps(), func(i int, d map[string]any) map[string]any {
		return map[string]any{"id": d["id"], "author": d["section"], "title": d["title"], "likes": number(d["rdeps"]), "posted": released(i), "taste": direction(d["title"].(string))}
	})
	films := documents(t, examples.Poems(), func(i int, d map[string]any) map[string]any {
		if i >= index.MaxHits { // more the reference does not look through
			return nil
		}
		body := d["body"].(string)
		return map[string]any{"id": d["id"], "author": d["author"], "title": d["title"], "plays": i, "seconds": len([]rune(body)) * 10, "taste": direction(body)}
	})
	viewers := documents(t, examples.PeopleDocs(), func(_ int, d map[string]any) map[string]any {
		return map[string]any{"id": d["id"], "taste": direction(d["likes"].(string))}
	})
	b := onCatalogues(t, "mixed-media", map[string][]map[string]any{"notes": notes, "films": films, "viewers": viewers})
	for _, who := range []string{"p0001", "p1999", "nobody"} {
		a := answered(t, b, "media_page", fmt.Sprintf(`{"user": {"id": %q}, "k": 20}`, who))
		if len(a.Items) != 20 {
			t.Errorf("%s: %d items", who, len(a.Items))
		}
		for i, it := range a.Items {
			if film := it.Resource == "films"; film != (i == 2 || i == 7 || i == 12 || i == 17) {
				t.Errorf("%s: place %d has %s of %s", who, i+1, it.Key, it.Resource)
			}
		}
	}
}
