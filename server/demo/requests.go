package demo

import (
	"cmp"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"riffle.dev/riffle/examples"
)

// Tiers of the people who come to the start page, with their shares.
const (
	newcomers = .20 // strangers, or in their first days
	loyal     = .20 // people of 200 days and more; the rest are regulars
)

// mix is how often each scene is asked.
var mix = [...]struct {
	scene string
	share float64
}{{"home", .45}, {"browse", .30}, {"related", .15}, {"verses", .10}}

// Request is one call of a scene, ready to be sent.
type Request struct {
	Scene string
	Body  []byte // JSON, as the door wants it
}

// source is what requests are made of.
type source struct {
	apps            []examples.App // the most needed first
	poems           []examples.Poem
	regulars, loyal []examples.Person
	byApp, byPoem   zipf
}

func readSource() (*source, error) {
	apps, err := examples.Read[examples.App](examples.Apps())
	if err != nil {
		return nil, err
	}
	poems, err := examples.Read[examples.Poem](examples.Poems())
	if err != nil {
		return nil, err
	}
	people, err := examples.StorePeople()
	if err != nil {
		return nil, err
	}
	s := &source{apps: apps, poems: poems, byApp: newZipf(len(apps), 1), byPoem: newZipf(len(poems), .8)}
	slices.SortFunc(s.apps, func(a, b examples.App) int { return cmp.Or(b.RDeps-a.RDeps, strings.Compare(a.ID, b.ID)) })
	for _, p := range people {
		if p.ActiveDays >= 200 {
			s.loyal = append(s.loyal, p)
		} else {
			s.regulars = append(s.regulars, p)
		}
	}
	return s, nil
}

// Requests makes calls out of the catalogues: the same ones for the same seed.
// Not safe for concurrent use.
type Requests struct {
	*source
	rng *rand.Rand
}

// NewRequests reads the catalogues.
func NewRequests(seed uint64) (*Requests, error) {
	s, err := readSource()
	if err != nil {
		return nil, err
	}
	return s.requests(seed), nil
}

func (s *source) requests(seed uint64) *Requests {
	return &Requests{source: s, rng: rand.New(rand.NewPCG(seed, 2))}
}

// Next call.
func (r *Requests) Next() Request {
	u := r.rng.Float64()
	scene := mix[0].scene
	for _, m := range mix {
		scene = m.scene
		if u -= m.share; u < 0 {
			break
		}
	}
	var values map[string]any
	switch scene {
	case "home":
		values = r.home()
	case "browse":
		values = map[string]any{"query": r.query()}
	case "related":
		values = map[string]any{"app": r.apps[r.byApp.draw(r.rng)].ID}
	default:
		values = map[string]any{"query": r.verse()}
	}
	body, err := json.Marshal(map[string]any{"request": values})
	if err != nil {
		panic(err) // strings and numbers only
	}
	return Request{scene, body}
}

func (r *Requests) home() map[string]any {
	user := map[string]any{}
	switch u := r.rng.Float64(); {
	case u < newcomers:
		user["id"], user["active_days"] = "guest-"+strconv.Itoa(r.rng.IntN(1_000_000)), r.rng.IntN(3)
	case u < newcomers+loyal:
		p := r.loyal[r.rng.IntN(len(r.loyal))]
		user["id"], user["active_days"] = p.ID, p.ActiveDays
	default:
		p := r.regulars[r.rng.IntN(len(r.regulars))]
		user["id"], user["active_days"] = p.ID, p.ActiveDays
	}
	seen := make([]string, r.rng.IntN(6))
	for i := range seen {
		seen[i] = r.apps[r.byApp.draw(r.rng)].ID
	}
	user["seen"] = seen
	return map[string]any{"user": user}
}

// query is one to three neighbouring words of a title, or of a Chinese one two
// to four characters.
func (r *Requests) query() string {
	a := r.apps[r.byApp.draw(r.rng)]
	if a.TitleZH != "" && r.rng.Float64() < .5 {
		return r.slice(a.TitleZH, 2, 4)
	}
	words := strings.FieldsFunc(a.Title, func(c rune) bool { return strings.ContainsRune(" ()[]\"',;:/", c) })
	if len(words) == 0 {
		return a.ID
	}
	n := min(1+r.rng.IntN(3), len(words))
	at := r.rng.IntN(len(words) - n + 1)
	return strings.Join(words[at:at+n], " ")
}

func (r *Requests) verse() string {
	return r.slice(r.poems[r.byPoem.draw(r.rng)].Body, 2, 4)
}

// slice is lo to hi neighbouring characters of a text, without its signs.
func (r *Requests) slice(text string, lo, hi int) string {
	parts := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("，。；？！、「」《》（）(): \n", c) })
	parts = slices.DeleteFunc(parts, func(s string) bool { return utf8.RuneCountInString(s) < lo })
	if len(parts) == 0 {
		return text
	}
	runes := []rune(parts[r.rng.IntN(len(parts))])
	n := min(lo+r.rng.IntN(hi-lo+1), len(runes))
	at := r.rng.IntN(len(runes) - n + 1)
	return string(runes[at : at+n])
}

// zipf draws ranks from 0 with weights 1/(rank+1)^s.
type zipf []float64 // cumulative, ends at 1

func newZipf(n int, s float64) zipf {
	z := make(zipf, n)
	sum := 0.0
	for i := range z {
		sum += math.Pow(float64(i+1), -s)
		z[i] = sum
	}
	for i := range z {
		z[i] /= sum
	}
	return z
}

func (z zipf) draw(rng *rand.Rand) int { return min(sort.SearchFloat64s(z, rng.Float64()), len(z)-1) }
