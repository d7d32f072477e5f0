package index

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"riffle.dev/riffle/internal/analyze"
	"riffle.dev/riffle/internal/column"
)

// model is the slice as a map of documents, scored by the book.
type model map[string]*Document

type scored struct {
	Key   string
	Score float64
}

// best sorts and cuts as Hits are.
func best10(all []scored, skip, k int) []scored {
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		switch {
		case math.IsNaN(a.Score) != math.IsNaN(b.Score):
			return math.IsNaN(b.Score)
		case a.Score != b.Score && !math.IsNaN(a.Score):
			return a.Score > b.Score
		}
		return a.Key < b.Key
	})
	all = all[min(skip, len(all)):]
	return all[:min(k, len(all))]
}

func tokensOf(a analyze.Analyzer, v column.Value) []string {
	var out []string
	if s, ok := v.(string); ok {
		a.Index(s, func(t []byte) { out = append(out, string(t)) })
	}
	return out
}

func count(list []string, word string) (n float64) {
	for _, w := range list {
		if w == word {
			n++
		}
	}
	return n
}

// bm25 of every document that has any word.
func (m model) bm25(p *plan, text string) map[string]float64 {
	out := map[string]float64{}
	for _, f := range p.texts {
		docs := map[string][]string{}
		total := 0.0
		for key, d := range m {
			if t := tokensOf(p.analyzers[f], d.Values[f]); len(t) > 0 {
				docs[key] = t
				total += float64(len(t))
			}
		}
		n := float64(len(docs))
		weight := p.schema.Fields[f].Weight
		if weight == 0 {
			weight = 1
		}
		for _, word := range p.analyzers[f].QueryTokens(text) {
			df := 0.0
			for _, t := range docs {
				df += min(1, count(t, word))
			}
			idf := math.Log(1 + (n-df+0.5)/(df+0.5))
			for key, t := range docs {
				if tf := count(t, word); tf > 0 {
					out[key] += weight * idf * tf / (tf + 1.2*(1-0.75+0.75*float64(len(t))/(total/n)))
				}
			}
		}
	}
	return out
}

func (m model) value(p *plan, e *column.Expr, key string, score float64) column.Value {
	v, err := column.EvalRow(e, func(name string) column.Value {
		if name == Score {
			return score
		}
		return m[key].Values[p.byName[name]]
	}, func(string) column.Value { return int64(2) })
	if err != nil {
		panic(err)
	}
	return v
}

func number(v column.Value) float64 {
	switch x := v.(type) {
	case int64:
		return float64(x)
	case float64:
		return x
	}
	return math.NaN()
}

func TestSliceIsItsModel(t *testing.T) {
	filters, ranks := formulas()
	rapid.Check(t, func(r *rapid.T) {
		metric := rapid.SampledFrom([]string{"", "dot", "l2"}).Draw(r, "metric")
		schema := modelSchema(metric)
		s, err := New(schema, Options{})
		if err != nil {
			r.Fatal(err)
		}
		defer func() { s.Close() }()
		s.inline = rapid.SampledFrom([]int{5, inlineMerge}).Draw(r, "inline")
		m := model{}
		offset := uint64(0)
		check := func(what string, h Hits, err error, v *View, want []scored) {
			if err != nil {
				r.Fatalf("%s: %v", what, err)
			}
			got := []scored{}
			for i, ref := range h.Docs {
				got = append(got, scored{v.Key(ref), h.Scores[i]})
			}
			near := cmp.Comparer(func(a, b float64) bool {
				return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) < 1e-6*(1+math.Abs(a))
			})
			if diff := cmp.Diff(want, got, near); diff != "" {
				r.Fatalf("%s (-want +got):\n%s", what, diff)
			}
		}
		ctx := context.Background()
		params := func(string) column.Value { return int64(2) }
		r.Repeat(map[string]func(*rapid.T){
			"apply": func(r *rapid.T) {
				changes := rapid.SliceOfN(rapid.Custom(drawChange), 1, 12).Draw(r, "changes")
				for i := range changes {
					offset++
					changes[i].Offset = offset
				}
				errs := s.Apply(changes)
				for i, c := range changes {
					_, bad := c.Doc["surprise"]
					if bad != (errs != nil && errs[i] != nil) {
						r.Fatalf("change %v: %v", c, errs)
					}
					switch {
					case bad:
					case c.Op == Delete:
						delete(m, c.Key)
					default:
						d, err := s.Validate(c.Doc)
						if err != nil {
							r.Fatal(err)
						}
						m[c.Key] = d
					}
				}
				st := s.View().Stats()
				if st.Docs != len(m) || st.Applied != offset || st.Segments > 16 {
					r.Fatalf("%+v, want %d documents and offset %d", st, len(m), offset)
				}
			},
			"replay": func(r *rapid.T) {
				if offset > 0 {
					s.Apply([]Change{{Op: Delete, Key: fmt.Sprintf("k%02d", rapid.IntRange(0, 25).Draw(r, "key")), Offset: offset}})
				}
			},
			"search": func(r *rapid.T) {
				v := s.View()
				text := drawWords(r)
				filter, rank := rapid.SampledFrom(filters).Draw(r, "filter"), rapid.SampledFrom(ranks).Draw(r, "rank")
				k := rapid.IntRange(0, 12).Draw(r, "k")
				want := []scored{}
				for key, score := range m.bm25(s.plan, text) {
					if filter == nil || m.value(s.plan, filter, key, score) == true {
						if rank != nil {
							score = number(m.value(s.plan, rank, key, score))
						}
						want = append(want, scored{key, score})
					}
				}
				// scores that differ in their last bits only may stand either way.
				for i := range want {
					want[i].Score = math.Round(want[i].Score*1e9) / 1e9
				}
				h, err := v.Search(ctx, SearchQuery{Text: text, K: MaxHits, Filter: filter, Rank: rank, Params: params})
				all := []scored{}
				for i, ref := range h.Docs {
					all = append(all, scored{v.Key(ref), math.Round(h.Scores[i]*1e9) / 1e9})
				}
				if err != nil {
					r.Fatal(err)
				}
				if diff := cmp.Diff(best10(want, 0, MaxHits), best10(all, 0, MaxHits), cmp.Comparer(func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })); diff != "" {
					r.Fatalf("search %q (-want +got):\n%s", text, diff)
				}
				some, err := v.Search(ctx, SearchQuery{Text: text, K: k, Filter: filter, Rank: rank, Params: params})
				if err != nil || !cmp.Equal(keys(v, some), keys(v, h)[:min(k, h.Len())]) {
					r.Fatalf("the best %d are %v, of all %v", k, keys(v, some), keys(v, h))
				}
			},
			"top": func(r *rapid.T) {
				by := rapid.SampledFrom(ranks[1:3]).Draw(r, "by")
				filter := rapid.SampledFrom(filters).Draw(r, "filter")
				skip, k := rapid.IntRange(0, 5).Draw(r, "skip"), rapid.IntRange(0, 12).Draw(r, "k")
				want := []scored{}
				for key := range m {
					if filter == nil || m.value(s.plan, filter, key, 0) == true {
						want = append(want, scored{key, number(m.value(s.plan, by, key, 0))})
					}
				}
				v := s.View()
				h, err := v.Top(ctx, TopQuery{By: by, Skip: skip, K: k, Filter: filter, Params: params})
				check("top", h, err, v, best10(want, skip, k))
			},
			"nearest": func(r *rapid.T) {
				to := []float32{float32(rapid.IntRange(-2, 2).Draw(r, "x")), float32(rapid.IntRange(-2, 2).Draw(r, "y"))}
				filter := rapid.SampledFrom(filters).Draw(r, "filter")
				k := rapid.IntRange(0, 30).Draw(r, "k")
				want := []scored{}
				for key, d := range m {
					vec, ok := d.Values[s.plan.byName["taste"]].([]float32)
					if !ok || filter != nil && m.value(s.plan, filter, key, 0) != true {
						continue
					}
					if score, ok := similarity(metric, to, vec); ok {
						want = append(want, scored{key, score})
					}
				}
				v := s.View()
				h, err := v.Nearest(ctx, NearestQuery{Field: "taste", To: to, K: MaxHits, Filter: filter, Params: params})
				check("nearest scores", Hits{}, err, v, []scored{})
				got := map[string]float64{}
				for i, ref := range h.Docs {
					got[v.Key(ref)] = h.Scores[i]
				}
				if len(got) != len(want) {
					r.Fatalf("nearest finds %v, want %v", got, want)
				}
				for _, w := range want {
					if g, ok := got[w.Key]; !ok || math.Abs(g-w.Score) > 1e-6 {
						r.Fatalf("nearest %v: %s scores %v, want %v", to, w.Key, g, w.Score)
					}
				}
				some, err := v.Nearest(ctx, NearestQuery{Field: "taste", To: to, K: k, Filter: filter, Params: params})
				if err != nil || !cmp.Equal(keys(v, some), keys(v, h)[:min(k, h.Len())]) {
					r.Fatalf("the best %d are %v, of all %v", k, keys(v, some), keys(v, h))
				}
			},
			"lookup": func(r *rapid.T) {
				asked := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) string { return fmt.Sprintf("k%02d", rapid.IntRange(0, 27).Draw(r, "key")) }), 0, 6).Draw(r, "keys")
				v := s.View()
				h, err := v.Lookup(ctx, asked)
				want := slices.DeleteFunc(slices.Clone(asked), func(k string) bool { return m[k] == nil })
				if err != nil || !slices.Equal(want, keys(v, h)) {
					r.Fatalf("lookup %v: %v %v", asked, keys(v, h), err)
				}
				var names []string
				for _, f := range schema.Fields {
					names = append(names, f.Name)
				}
				cols, err := v.Fetch(ctx, h, names)
				if err != nil {
					r.Fatal(err)
				}
				for row, key := range want {
					for i := range names {
						if diff := cmp.Diff(m[key].Values[i], cols[i].Row(row)); diff != "" {
							r.Fatalf("%s.%s: %s", key, names[i], diff)
						}
					}
				}
			},
			"reload": func(r *rapid.T) {
				var buf bytes.Buffer
				if err := s.View().Snapshot(&buf); err != nil {
					r.Fatal(err)
				}
				again, err := Load(&buf, schema, Options{})
				if err != nil {
					r.Fatal(err)
				}
				again.inline = s.inline
				s.Close()
				s = again
			},
		})
	})
}

// similarity by the book.
func similarity(metric string, a, b []float32) (float64, bool) {
	dot, aa, bb, dd := 0.0, 0.0, 0.0, 0.0
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot, aa, bb, dd = dot+x*y, aa+x*x, bb+y*y, dd+(x-y)*(x-y)
	}
	switch metric {
	case "dot":
		return dot, true
	case "l2":
		return 1 / (1 + math.Sqrt(dd)), true
	}
	return dot / math.Sqrt(aa*bb), aa*bb > 0
}
