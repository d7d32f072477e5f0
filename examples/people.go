package examples

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
)

// Person is a document of the resource people.
type Person struct {
	ID         string   `json:"id"`
	Likes      string   `json:"likes"` // titles of what they use
	Liked      []string `json:"liked"` // ids of it
	Shelf      string   `json:"shelf"` // the section they use most
	ActiveDays int      `json:"active_days"`
}

// likedEach is how many programs a person uses.
const likedEach = 6

// People makes n people out of the catalogue: each has a facet of interest,
// such as game::strategy, uses programs of it, well-known ones more often, and
// one program of elsewhere. The same seed and catalogue make the same people.
func People(apps []App, seed uint64, n int) []Person {
	rng := rand.New(rand.NewPCG(seed, 0x72696666))
	facets, byFacet := interests(apps)
	if len(facets) == 0 {
		return nil
	}
	out := make([]Person, n)
	for i := range out {
		shelf := byFacet[facets[rng.IntN(len(facets))]]
		p := Person{ID: fmt.Sprintf("p%04d", i+1), ActiveDays: int(3 + rng.ExpFloat64()*120)}
		sections := map[string]int{}
		var titles []string
		take := func(a App) {
			if slices.Contains(p.Liked, a.ID) {
				return
			}
			p.Liked = append(p.Liked, a.ID)
			titles = append(titles, a.Title)
			sections[a.Section]++
		}
		for len(p.Liked) < min(likedEach-1, len(shelf)) {
			take(shelf[skewed(rng, len(shelf))])
		}
		take(apps[rng.IntN(len(apps))])
		p.Likes = strings.Join(titles, ". ")
		p.Shelf = most(sections)
		out[i] = p
	}
	return out
}

// interests are the facets that at least twenty programs share, each with its
// programs, the most needed first.
func interests(apps []App) (facets []string, byFacet map[string][]App) {
	byFacet = map[string][]App{}
	for _, a := range apps {
		for _, t := range a.Tags {
			kind, _, _ := strings.Cut(t, "::")
			switch kind {
			case "game", "use", "field", "works-with", "network", "security", "science", "web":
				byFacet[t] = append(byFacet[t], a)
			}
		}
	}
	for t, list := range byFacet {
		if len(list) < 20 || strings.HasSuffix(t, "::TODO") {
			delete(byFacet, t)
			continue
		}
		facets = append(facets, t)
		slices.SortFunc(list, func(a, b App) int { return cmp.Or(b.RDeps-a.RDeps, strings.Compare(a.ID, b.ID)) })
	}
	slices.Sort(facets)
	return facets, byFacet
}

// skewed is a place below n, small ones more likely.
func skewed(rng *rand.Rand, n int) int {
	f := rng.Float64()
	return int(f * f * float64(n))
}

func most(counts map[string]int) string {
	best := ""
	for s, n := range counts {
		if best == "" || n > counts[best] || n == counts[best] && s < best {
			best = s
		}
	}
	return best
}

// The demo's people.
const (
	storeSeed   = 1
	storePeople = 2000
)

// StorePeople are the people of the demo.
func StorePeople() ([]Person, error) {
	apps, err := Read[App](Apps())
	if err != nil {
		return nil, err
	}
	return People(apps, storeSeed, storePeople), nil
}

// PeopleDocs are the same as documents, one JSON object each.
func PeopleDocs() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		people, err := StorePeople()
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range people {
			if text, err := json.Marshal(&people[i]); !yield(text, err) {
				return
			}
		}
	}
}
