package column

import (
	"cmp"
	"fmt"
	"slices"

	"riffle.dev/riffle/internal/plural"
)

// maxVisits is how many elements the closures of one expression may see for one
// row: nested ones multiply, and a formula has no deadline of its own.
const maxVisits = 1 << 18

// element is what a closure sees: #, #index and #acc.
type element struct {
	item, acc Value
	index     int64
}

func (e *element) named(name string) Value {
	switch name {
	case "index":
		return e.index
	case "acc":
		return e.acc
	}
	return e.item
}

// closures says how many arguments each closure takes: the list, the body, and
// of reduce the first value.
var closures = map[string]int{
	"any": 2, "all": 2, "none": 2, "one": 2, "count": 2, "map": 2, "sum": 2,
	"find": 2, "findLast": 2, "findIndex": 2, "findLastIndex": 2,
	"groupBy": 2, "sortBy": 2, "sortByDesc": 2, "reduce": 3,
}

func (e *Expr) checkOver() error {
	n, ok := closures[e.Name]
	switch {
	case !ok:
		return fmt.Errorf("unknown closure %q", clip(e.Name))
	case len(e.Args) != n:
		return fmt.Errorf("%s takes %s, has %d", e.Name, plural.Of(n, "argument"), len(e.Args))
	case e.Args[0].Type.Kind != List:
		return fmt.Errorf("%s goes over a list, not %s", e.Name, e.Args[0].Type)
	}
	return nil
}

func (w *walker) err() error {
	if *w.visits > maxVisits {
		return fmt.Errorf("closures visited more than %d elements for one row", maxVisits)
	}
	return nil
}

// over evaluates a closure. Null, and more visits than are allowed, give null.
func (w *walker) over(e *Expr) Value {
	list, ok := w.eval(e.Args[0]).([]Value)
	if !ok {
		return nil
	}
	if e.Name == "reduce" {
		return w.reduce(e, list)
	}
	inner, r := *w, reducers[e.Name](e)
	backwards := e.Name == "findLast" || e.Name == "findLastIndex"
	for i := range list {
		if backwards {
			i = len(list) - 1 - i
		}
		if *w.visits++; *w.visits > maxVisits {
			return nil
		}
		inner.here = element{item: list[i], index: int64(i)}
		if !r.add(list[i], inner.eval(e.Args[1]), int64(i)) {
			break
		}
	}
	return r.result()
}

// reduce hands the body's value on to the next element as #acc.
func (w *walker) reduce(e *Expr, list []Value) Value {
	acc := e.widen(w.eval(e.Args[2]))
	inner := *w
	for i, item := range list {
		if *w.visits++; *w.visits > maxVisits {
			return nil
		}
		inner.here = element{item: item, index: int64(i), acc: acc}
		acc = e.widen(inner.eval(e.Args[1]))
	}
	return acc
}

// reducer takes the body's value for each element; add tells whether it wants
// more of them.
type reducer interface {
	add(item, value Value, index int64) bool
	result() Value
}

// reducers makes the reducer of a closure. A body that is null is not true.
var reducers = map[string]func(e *Expr) reducer{
	"any":           func(*Expr) reducer { return &until{on: true} },
	"all":           func(*Expr) reducer { return &until{on: false, otherwise: true} },
	"none":          func(*Expr) reducer { return &until{on: true, negate: true, otherwise: true} },
	"one":           func(*Expr) reducer { return &counter{most: 2, is: func(n int64) Value { return n == 1 }} },
	"count":         func(*Expr) reducer { return &counter{is: func(n int64) Value { return n }} },
	"map":           func(e *Expr) reducer { return &mapper{e: e} },
	"sum":           func(e *Expr) reducer { return &summer{float: e.Type.Kind == Float} },
	"find":          func(*Expr) reducer { return &finder{} },
	"findLast":      func(*Expr) reducer { return &finder{} },
	"findIndex":     func(*Expr) reducer { return &finder{place: true} },
	"findLastIndex": func(*Expr) reducer { return &finder{place: true} },
	"groupBy":       func(*Expr) reducer { return &grouper{at: map[Value]int{}} },
	"sortBy":        func(*Expr) reducer { return &sorter{} },
	"sortByDesc":    func(*Expr) reducer { return &sorter{desc: true} },
}

// until ends at the first body that is true, or not.
type until struct{ on, negate, otherwise, met bool }

func (u *until) add(_, v Value, _ int64) bool {
	u.met = (v == true) == u.on
	return !u.met
}

func (u *until) result() Value {
	if u.met {
		return u.on != u.negate
	}
	return u.otherwise
}

// counter counts the bodies that are true, to at most most (0: all).
type counter struct {
	n, most int64
	is      func(n int64) Value
}

func (c *counter) add(_, v Value, _ int64) bool {
	if v == true {
		c.n++
	}
	return c.n != c.most || c.most == 0
}

func (c *counter) result() Value { return c.is(c.n) }

// mapper is the list of the bodies.
type mapper struct {
	e    *Expr
	list []Value
}

func (m *mapper) add(_, v Value, _ int64) bool {
	m.list = append(m.list, m.e.widenItem(v))
	return true
}

func (m *mapper) result() Value {
	if m.list == nil {
		return []Value{}
	}
	return m.list
}

// summer adds the bodies that are not null.
type summer struct {
	float bool
	n     int64
	f     float64
}

func (s *summer) add(_, v Value, _ int64) bool {
	switch x := v.(type) {
	case int64:
		s.n += x
		s.f += float64(x)
	case float64:
		s.f += x
	}
	return true
}

func (s *summer) result() Value {
	if s.float {
		return s.f
	}
	return s.n
}

// finder is the first element whose body is true, or its place.
type finder struct {
	place bool
	found Value
}

func (f *finder) add(item, v Value, i int64) bool {
	if v != true {
		return true
	}
	if f.found = item; f.place {
		f.found = i
	}
	return false
}

func (f *finder) result() Value { return f.found }

// grouper collects elements with equal keys, in order of first appearance.
type grouper struct {
	at     map[Value]int
	groups []Value
}

func (g *grouper) add(item, v Value, _ int64) bool {
	switch v.(type) {
	case nil, int64, string, bool:
	default:
		return true // no key: the checker lets none through
	}
	i, ok := g.at[v]
	if !ok {
		i = len(g.groups)
		g.at[v] = i
		g.groups = append(g.groups, map[string]Value{"key": v, "items": []Value{}})
	}
	m := g.groups[i].(map[string]Value)
	m["items"] = append(m["items"].([]Value), item)
	return true
}

func (g *grouper) result() Value {
	if g.groups == nil {
		return []Value{}
	}
	return g.groups
}

// sorter orders elements by their bodies, equal ones as they stood; NaN and
// null last either way.
type sorter struct {
	desc bool
	rows []sorted
}

type sorted struct{ item, by Value }

func (s *sorter) add(item, v Value, _ int64) bool {
	s.rows = append(s.rows, sorted{item, v})
	return true
}

func (s *sorter) result() Value {
	slices.SortStableFunc(s.rows, func(a, b sorted) int {
		if r := cmp.Compare(rank(a.by), rank(b.by)); r != 0 || !s.desc {
			return cmp.Or(r, Compare(a.by, b.by))
		}
		return Compare(b.by, a.by)
	})
	out := make([]Value, len(s.rows))
	for i, r := range s.rows {
		out[i] = r.item
	}
	return out
}
