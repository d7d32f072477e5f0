package benchcases

import (
	"context"
	"math"
	"slices"

	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// Shop is what the demo's start page reads, at one moment.
type Shop struct{ Apps, People *index.View }

// Visitor of the start page.
type Visitor struct {
	ID   string
	Seen []string
}

// App is an item of the start page.
type App struct {
	ID, Title string
	TitleZH   *string
	Section   string
	Tags      []string
	RDeps     int64
	Score     float64
	From      []string
}

// Of the sources of the start page, in the order of their bits.
var homeSources = [...]string{"near", "worded", "shelved", "needed"}

// How many each step keeps.
const (
	nearMost, wordedMost, shelvedMost, neededMost = 300, 150, 100, 100
	coarseMost, fineMost                          = 200, 60
	perSection, sectionWindow                     = 4, 10
	rrfK                                          = 60
)

// candidate of the start page by hand.
type candidate struct {
	ref   index.Ref
	key   string
	score float64
	from  uint8
	rdeps int64
}

// Home is the demo's home_feed as a careful engineer writes it for this one
// page over the same views: typed, no column that is not read, one goroutine.
// It gives what the pipeline gives.
func (s Shop) Home(ctx context.Context, who Visitor, k int) ([]App, error) {
	me, err := s.person(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	lists, err := s.recall(ctx, me)
	if err != nil {
		return nil, err
	}
	pool := united(lists)
	if pool, err = s.unseen(ctx, pool, who, me); err != nil {
		return nil, err
	}
	for i := range pool {
		pool[i].score = 30*pool[i].score + 0.05*math.Log1p(float64(pool[i].rdeps))
	}
	pool = bestOf(pool, coarseMost)
	sections, err := s.whole(ctx, &pool)
	if err != nil {
		return nil, err
	}
	taste, err := s.column(ctx, pool, "taste")
	if err != nil {
		return nil, err
	}
	order := make([]int, len(pool))
	for i := range pool {
		order[i] = i
		near := 0.0
		if me != nil && me.taste != nil && !taste.IsNull(i) {
			near, _ = column.Cosine(taste.Vector(i), me.taste)
		}
		pool[i].score = 0.5*pool[i].score + 1.5*near + 0.02*math.Log1p(float64(pool[i].rdeps))
	}
	slices.SortFunc(order, func(a, b int) int { return byScore(pool[a].score, pool[b].score, a, b) })
	order = spreadSections(order[:min(fineMost, len(order))], sections)
	page := make([]candidate, 0, k)
	for _, i := range order[:min(k, len(order))] {
		page = append(page, pool[i])
	}
	return s.shown(ctx, page)
}

// person is what the page knows of a visitor; nil of a stranger.
type person struct {
	likes, shelf string
	liked        map[string]struct{}
	taste        []float32
}

func (s Shop) person(ctx context.Context, id string) (*person, error) {
	hits, err := s.People.Lookup(ctx, []string{id})
	if err != nil || hits.Len() == 0 {
		return nil, err
	}
	cols, err := s.People.Fetch(ctx, hits, []string{"likes", "liked", "shelf", "taste"})
	if err != nil {
		return nil, err
	}
	p := &person{likes: cols[0].Text(0), shelf: cols[2].Text(0), liked: map[string]struct{}{}}
	lo, hi := cols[1].Span(0)
	for i := lo; i < hi; i++ {
		p.liked[cols[1].Elems.Text(i)] = struct{}{}
	}
	if !cols[3].IsNull(0) {
		p.taste = cols[3].Vector(0)
	}
	return p, nil
}

var (
	byNeed = &column.Expr{Op: "col", Name: "rdeps", Type: column.Type{Kind: column.Int}}
	onItem = column.Type{Kind: column.Bool}
	aText  = column.Type{Kind: column.String}
)

func text(s string) *column.Expr { return &column.Expr{Op: "const", Value: s, Type: aText} }

// recall asks the four sources. A stranger has the last alone.
func (s Shop) recall(ctx context.Context, me *person) (lists [4]index.Hits, err error) {
	tags := &column.Expr{Op: "col", Name: "tags", Type: column.Type{Kind: column.List, Elem: &aText}}
	application := &column.Expr{Op: "in", Args: []*column.Expr{text("scope::application"), tags}, Type: onItem}
	if lists[3], err = s.Apps.Top(ctx, index.TopQuery{By: byNeed, K: neededMost, Filter: application}); err != nil || me == nil {
		return lists, err
	}
	section := &column.Expr{Op: "col", Name: "section", Type: aText}
	mine := &column.Expr{Op: "==", Args: []*column.Expr{section, text(me.shelf)}, Type: onItem}
	if lists[2], err = s.Apps.Top(ctx, index.TopQuery{By: byNeed, K: shelvedMost, Filter: mine}); err != nil {
		return lists, err
	}
	if lists[1], err = s.Apps.Search(ctx, index.SearchQuery{Text: me.likes, K: wordedMost}); err != nil || me.taste == nil {
		return lists, err
	}
	lists[0], err = s.Apps.Nearest(ctx, index.NearestQuery{Field: "taste", To: me.taste, K: nearMost})
	return lists, err
}

// united is reciprocal rank fusion.
func united(lists [4]index.Hits) []candidate {
	n := 0
	for _, l := range lists {
		n += l.Len()
	}
	at, pool := make(map[index.Ref]int32, n), make([]candidate, 0, n)
	for bit, l := range lists {
		for rank, ref := range l.Docs {
			i, ok := at[ref]
			if !ok {
				i = int32(len(pool))
				at[ref] = i
				pool = append(pool, candidate{ref: ref})
			}
			pool[i].score += 1 / (rrfK + float64(rank+1))
			pool[i].from |= 1 << bit
		}
	}
	return bestOf(pool, len(pool))
}

// bestOf a pool, ties as they stand.
func bestOf(pool []candidate, n int) []candidate {
	order := make([]int, len(pool))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return byScore(pool[a].score, pool[b].score, a, b) })
	out := make([]candidate, 0, min(n, len(pool)))
	for _, i := range order[:min(n, len(pool))] {
		out = append(out, pool[i])
	}
	return out
}

func byScore(x, y float64, a, b int) int {
	switch {
	case x > y:
		return -1
	case x < y:
		return 1
	}
	return a - b
}

// unseen leaves out what the visitor has seen or likes already.
func (s Shop) unseen(ctx context.Context, pool []candidate, who Visitor, me *person) ([]candidate, error) {
	cols, err := s.Apps.Fetch(ctx, hitsOf(pool), []string{"rdeps"})
	if err != nil {
		return nil, err
	}
	kept := pool[:0]
	for i := range pool {
		c := pool[i]
		c.key, c.rdeps = s.Apps.Key(c.ref), cols[0].Ints[i]
		if slices.Contains(who.Seen, c.key) {
			continue
		}
		if me != nil {
			if _, ok := me.liked[c.key]; ok {
				continue
			}
		}
		kept = append(kept, c)
	}
	return kept, nil
}

// whole leaves out halves of programs. It gives the section of each that stays.
func (s Shop) whole(ctx context.Context, pool *[]candidate) ([]string, error) {
	cols, err := s.Apps.Fetch(ctx, hitsOf(*pool), []string{"section", "tags"})
	if err != nil {
		return nil, err
	}
	kept, sections := (*pool)[:0], make([]string, 0, len(*pool))
	for i, c := range *pool {
		section := cols[0].Text(i)
		switch section {
		case "doc", "libdevel", "metapackages":
			continue
		}
		if hasWord(cols[1], i, "role::app-data") {
			continue
		}
		kept, sections = append(kept, c), append(sections, section)
	}
	*pool = kept
	return sections, nil
}

func hasWord(lists *column.Column, row int, word string) bool {
	lo, hi := lists.Span(row)
	for j := lo; j < hi; j++ {
		if lists.Elems.Text(j) == word {
			return true
		}
	}
	return false
}

// spreadSections lets at most four of a section stand among ten neighbours,
// where others are left.
func spreadSections(order []int, sections []string) []int {
	out, used := make([]int, 0, len(order)), make([]bool, len(order))
	for len(out) < len(order) {
		recent := out[max(0, len(out)-sectionWindow+1):]
		first, pick := -1, -1
		for at, i := range order {
			if used[at] {
				continue
			}
			if first < 0 {
				first = at
			}
			same := 0
			for _, o := range recent {
				if sections[o] == sections[i] {
					same++
				}
			}
			if same < perSection {
				pick = at
				break
			}
		}
		if pick < 0 {
			pick = first
		}
		used[pick] = true
		out = append(out, order[pick])
	}
	return out
}

// shown reads what the page shows.
func (s Shop) shown(ctx context.Context, page []candidate) ([]App, error) {
	cols, err := s.Apps.Fetch(ctx, hitsOf(page), []string{"title", "title_zh", "section", "tags"})
	if err != nil {
		return nil, err
	}
	out := make([]App, len(page))
	for i, c := range page {
		a := &out[i]
		a.ID, a.Title, a.Section, a.RDeps, a.Score = c.key, cols[0].Text(i), cols[2].Text(i), c.rdeps, c.score
		if !cols[1].IsNull(i) {
			zh := cols[1].Text(i)
			a.TitleZH = &zh
		}
		lo, hi := cols[3].Span(i)
		for j := lo; j < hi; j++ {
			a.Tags = append(a.Tags, cols[3].Elems.Text(j))
		}
		for bit, name := range homeSources {
			if c.from&(1<<bit) != 0 {
				a.From = append(a.From, name)
			}
		}
	}
	return out, nil
}

func (s Shop) column(ctx context.Context, pool []candidate, name string) (*column.Column, error) {
	cols, err := s.Apps.Fetch(ctx, hitsOf(pool), []string{name})
	if err != nil {
		return nil, err
	}
	return cols[0], nil
}

func hitsOf(pool []candidate) index.Hits {
	h := index.Hits{Docs: make([]index.Ref, len(pool))}
	for i := range pool {
		h.Docs[i] = pool[i].ref
	}
	return h
}
