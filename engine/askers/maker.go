package askers

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/internal/column"
)

// Others is the tier of those whom no tier takes.
const Others = "others"

// Limits of a Maker.
const (
	MaxSeen  = 10_000
	tries    = 2_000 // to meet a tier for the first time
	again    = 200   // after that
	maxTiers = 100
)

// Maker makes requests. Not safe for concurrent use.
type Maker struct {
	graph *dag.Graph
	scene *dag.Scene
	now   time.Time
	rng   *rand.Rand
	seen  []map[string]any
	tiers []share
	turns []turn // what the tiers' formulas read
}

// share is a tier with the sum of the shares up to it.
type share struct {
	tier string
	upTo float64
	last map[string]any // of it, when it was met
}

// New makes requests to a scene of a project, as of the moment now. seen are
// real ones, of which those that do not fit are left out; without any, values
// are made from the types alone. mix weighs tiers by name, Others too; nil is
// all of them alike. The error says which tier cannot be met.
func New(p *dag.Project, scene string, seen []map[string]any, mix map[string]float64, now time.Time, seed uint64) (*Maker, error) {
	s, ok := p.Scene(scene)
	if !ok {
		return nil, fmt.Errorf("there is no scene %q", scene)
	}
	g, ok := p.Pipeline(s.Pipeline)
	if !ok {
		return nil, fmt.Errorf("there is no pipeline %q", s.Pipeline)
	}
	m := &Maker{graph: g, scene: s, now: now, rng: rand.New(rand.NewPCG(seed, 3))}
	for _, values := range seen[:min(len(seen), MaxSeen)] {
		if _, err := engine.Values(g, values, true); err == nil {
			m.seen = append(m.seen, values)
		}
	}
	m.turns = m.read()
	if err := m.weigh(mix); err != nil {
		return nil, err
	}
	return m, m.first(len(mix) == 0)
}

// first meets every tier once. Where nobody said which are wanted, those that
// cannot be met are left out.
func (m *Maker) first(anyOf bool) error {
	var met []share
	sum, before := 0., 0.
	for _, t := range m.tiers {
		weight := t.upTo - before
		before = t.upTo
		values, ok := m.meet(t.tier, tries)
		if !ok && !anyOf {
			return fmt.Errorf("no request of the tier %s was found in %d tries; give requests of your own, or leave the tier out", t.tier, tries)
		}
		if ok {
			sum += weight
			met = append(met, share{tier: t.tier, upTo: sum, last: values})
		}
	}
	if len(met) == 0 {
		return fmt.Errorf("no request that fits scene %s was found in %d tries; give requests of your own", m.scene.Name, tries)
	}
	m.tiers = met
	return nil
}

// weigh the tiers.
func (m *Maker) weigh(mix map[string]float64) error {
	names := []string{}
	for _, t := range m.scene.Tiers {
		names = append(names, t.Name)
	}
	names = append(names, Others)
	if len(mix) > maxTiers {
		return fmt.Errorf("%d tiers, at most %d", len(mix), maxTiers)
	}
	for _, name := range slices.Sorted(maps.Keys(mix)) {
		if w := mix[name]; !slices.Contains(names, name) {
			return fmt.Errorf("scene %s has no tier %q; there are %s", m.scene.Name, name, strings.Join(names, ", "))
		} else if !(w >= 0 && w <= 1e9) {
			return fmt.Errorf("the tier %s has the share %g, want 0 and more", name, w)
		}
	}
	sum := 0.
	for _, name := range names {
		w := mix[name]
		if len(mix) == 0 {
			w = 1
		}
		if w > 0 {
			sum += w
			m.tiers = append(m.tiers, share{tier: name, upTo: sum})
		}
	}
	if sum == 0 {
		return fmt.Errorf("no tier of scene %s has a share", m.scene.Name)
	}
	return nil
}

// Next request with its tier; of a scene without tiers Others.
func (m *Maker) Next() (values map[string]any, tier string) {
	u := m.rng.Float64() * m.tiers[len(m.tiers)-1].upTo
	i := slices.IndexFunc(m.tiers, func(s share) bool { return u < s.upTo })
	t := &m.tiers[max(i, 0)]
	if made, ok := m.meet(t.tier, again); ok {
		t.last = made
	}
	return t.last, t.tier
}

// meet makes requests until one has the tier.
func (m *Maker) meet(tier string, tries int) (map[string]any, bool) {
	for i := range tries {
		values := m.base()
		if i > 0 { // as it is, if that fits
			for _, t := range m.turns {
				if m.rng.IntN(2) == 0 {
					values = with(values, t.path, t.draw(m.rng))
				}
			}
		}
		checked, err := engine.Values(m.graph, values, true)
		if err != nil {
			continue
		}
		got := engine.TierOf(m.scene, checked, m.now.UnixNano())
		if got == tier || got == "" && tier == Others {
			return values, true
		}
	}
	return nil, false
}

// base is a request to begin with.
func (m *Maker) base() map[string]any {
	if len(m.seen) > 0 {
		return m.seen[m.rng.IntN(len(m.seen))]
	}
	out := map[string]any{}
	for _, p := range m.graph.Params {
		if p.HasDef && m.rng.IntN(2) == 0 {
			continue
		}
		out[p.Name] = value(p.Written, m.rng, 0)
	}
	return out
}

// with is a request with one value replaced; the given maps stay as they are.
func with(values map[string]any, path []string, v any) map[string]any {
	out := maps.Clone(values)
	if out == nil {
		out = map[string]any{}
	}
	if len(path) > 1 {
		inner, _ := out[path[0]].(map[string]any)
		v = with(inner, path[1:], v)
	}
	out[path[0]] = v
	return out
}

// constants of the formulas, and what formulas read.
func (m *Maker) read() []turn {
	var consts []any
	paths := map[string][]string{}
	for _, t := range m.scene.Tiers {
		if t.When == nil {
			continue
		}
		t.When.Walk(func(e *column.Expr) {
			if e.Op == "const" {
				consts = append(consts, neighbours(e.Value)...)
			}
			if p := pathOf(e); p != nil {
				paths[strings.Join(p, ".")] = p
			}
		})
	}
	var out []turn
	for _, key := range slices.Sorted(maps.Keys(paths)) {
		p := paths[key]
		t, ok := m.typeAt(p)
		if !ok {
			continue
		}
		turn := turn{path: p, typ: t, consts: consts}
		for _, s := range m.seen {
			if v, ok := at(s, p); ok && len(turn.seen) < 1000 {
				turn.seen = append(turn.seen, v)
			}
		}
		out = append(out, turn)
	}
	return out
}
