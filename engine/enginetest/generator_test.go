package enginetest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"riffle.dev/riffle/engine"
)

// Pipeline is a random program with random documents and a random request.
type Pipeline struct {
	Text    string
	Docs    map[string][]map[string]any
	Request map[string]any
	Off     []string
	Arms    map[string]string
	Drills  Drills
	Stubs   Stubs
}

// maker draws a pipeline statement by statement.
type maker struct {
	t      *rapid.T
	lines  []string
	sets   []made
	lists  []made   // lists of sets
	opt    []string // optional nodes of the graph itself
	chosen []string // chooses of the graph itself
	names  []string // all nodes, as drills call them
	count  int      // statements, for their names
	prefix string   // of nodes in a body
	indent string
	deep   int // blocks around
	calls  map[string]bool
}

var drillError = engine.Fault{Err: "drill"}

// made is a set that a statement gave: its name, its resource ("" for both),
// the float columns it has besides, and the call, where it is one.
type made struct {
	name, resource string
	extra          []string
	call           string
}

const resources = `resource apples {
  fields {
    id:    key
    title: text(analyzer: english)
    n:     int
    f:     float?
    kind:  keyword?
    tags:  list(keyword) = []
    vec:   vector(2, metric: cosine)?
  }
}

resource pears {
  fields { id: key, title: text(analyzer: english), n: int, f: float?, kind: keyword?, vec: vector(2, metric: dot)? }
}

`

// shelf is a resource that lives on a team's own store; its documents are given here.
const shelf = `resource plums {
  fields { id: key, title: text(analyzer: english), n: int, f: float?, kind: keyword? }
  store: redis("redis://127.0.0.1:1/0", prefix: "plum:", form: hash)
}

`

const services = `service rate(weight: float, item: { n: int, f: float? }) -> float { endpoints: ["http://127.0.0.1:1"] }

service say(q: string?) -> { words: string, least: int } { endpoints: ["http://127.0.0.1:1"] }

service like(q: string?) -> items(apples) { endpoints: ["http://127.0.0.1:1"] }

`

// stubs of the services: each may fail.
func stubs(t *rapid.T) Stubs {
	fails := func() string {
		return rapid.SampledFrom([]string{"", "", "", "", "", "error", "timeout"}).Draw(t, "fails")
	}
	return Stubs{
		"rate": {Field: rapid.SampledFrom([]string{"n", "f"}).Draw(t, "rates by"), Times: 0.5, Value: 0.25, Fails: fails()},
		"say":  {Value: map[string]any{"words": phrase(t), "least": rapid.IntRange(-2, 4).Draw(t, "least")}, Fails: fails()},
		"like": {Keys: []string{id(t), id(t), id(t), "none"}, Fails: fails()},
	}
}

// Random draws a pipeline of some statements.
func Random(t *rapid.T) Pipeline {
	m := &maker{t: t, indent: "  ", calls: map[string]bool{}}
	for range rapid.IntRange(1, 3).Draw(t, "sources") {
		m.source()
	}
	for range rapid.IntRange(0, 7).Draw(t, "steps") {
		m.step()
	}
	last := m.sets[len(m.sets)-1]
	text := resources + shelf + services + m.called() + "pipeline p(q: string?, a: int, x: float, to: vector(2)?, on: bool, ids: list(keyword)) -> items {\n"
	for _, l := range m.lines {
		text += l + "\n"
	}
	text += fmt.Sprintf("  return take(%s, %s)\n}\n", last.name, m.pick("50", "3", "a"))
	p := randomAround(t)
	p.Text = text
	for _, name := range m.opt {
		if rapid.IntRange(0, 3).Draw(t, "off") == 0 {
			p.Off = append(p.Off, name)
		}
	}
	for _, name := range m.chosen {
		if rapid.Bool().Draw(t, "planned") {
			p.Arms[name] = "arm1"
		}
	}
	for _, name := range m.names {
		if rapid.IntRange(0, 19).Draw(t, "drill") == 0 {
			p.Drills[name] = drillError
		}
	}
	return p
}

// randomAround draws documents, a request and what services answer.
func randomAround(t *rapid.T) Pipeline {
	p := Pipeline{Docs: map[string][]map[string]any{"apples": docs(t, "apples", true), "pears": docs(t, "pears", false), "plums": docs(t, "plums", false)}, Drills: Drills{}, Arms: map[string]string{}, Stubs: stubs(t)}
	p.Request = map[string]any{
		"a": rapid.IntRange(0, 8).Draw(t, "a"), "x": float64(rapid.IntRange(-4, 4).Draw(t, "x")) / 2, "on": rapid.Bool().Draw(t, "on"),
		"ids": []any{id(t), id(t), id(t)}, "q": nil, "to": nil,
	}
	if rapid.Bool().Draw(t, "asks") {
		p.Request["q"] = phrase(t)
	}
	if rapid.Bool().Draw(t, "points") {
		p.Request["to"] = vector(t)
	}
	return p
}

func (m *maker) pick(options ...string) string { return rapid.SampledFrom(options).Draw(m.t, "pick") }
func (m *maker) one(in int) bool               { return rapid.IntRange(1, in).Draw(m.t, "one") == 1 }

// fresh is a name for a statement.
func (m *maker) fresh() string {
	m.count++
	return fmt.Sprintf("s%d", m.count-1)
}

func (m *maker) line(format string, args ...any) {
	m.lines = append(m.lines, m.indent+fmt.Sprintf(format, args...))
}

// say adds a statement, with modifiers, and what it gives.
func (m *maker) say(call string, out made) {
	out.name, out.call = m.fresh(), call
	line := out.name + " = " + call
	if m.one(4) {
		line += "  optional"
		if m.prefix == "" {
			m.opt = append(m.opt, out.name)
		}
		if m.one(2) {
			line += "  when " + m.pick("on", "a > 3", "q != nil", "1 < 2", "on or 2 > 1", "1 > 2")
		}
	}
	line, out = m.fallback(line, out)
	m.names = append(m.names, m.prefix+out.name)
	m.line("%s", line)
	m.sets = append(m.sets, out)
}

// fallback gives a statement one of the sets before it to fall back to.
func (m *maker) fallback(line string, out made) (string, made) {
	if m.one(5) && len(m.sets) > 0 {
		with := rapid.SampledFrom(m.sets).Draw(m.t, "fallback")
		line += "  fallback " + with.name
		out = out.with(with)
		out.call = "" // which gives less
	}
	return line, out
}

// with is a set united with another.
func (s made) with(o made) made {
	s.extra = union(s.extra, o.extra)
	if o.resource != s.resource {
		s.resource = ""
	}
	return s
}

func union(a, b []string) []string {
	out := append([]string(nil), a...)
	for _, x := range b {
		if !strings.Contains(" "+strings.Join(out, " ")+" ", " "+x+" ") {
			out = append(out, x)
		}
	}
	return out
}

func (m *maker) source() {
	res := m.pick("apples", "pears")
	out := made{resource: res}
	var args string
	if m.one(3) {
		args += ", filter: " + m.cond(nil)
	}
	if m.one(3) {
		args += ", as: w1"
		out.extra = []string{"w1"}
	}
	k := ", k: " + m.pick("2..6", "4", "a", "20")
	switch m.pick("search", "nearest", "top", "lookup") {
	case "search":
		m.say(fmt.Sprintf("search(%s, query: %s%s%s%s)", res, m.pick("q", `"red apple"`, `q ?? "green"`), k, args, m.rank()), out)
	case "nearest":
		m.say(fmt.Sprintf("nearest(%s.vec, to: to%s%s%s)", res, k, args, m.rank()), out)
	case "top":
		m.say(fmt.Sprintf("top(%s, by: %s%s%s%s)", res, m.number(nil), k, m.pick("", ", skip: 1"), args), out)
	case "lookup":
		if m.one(2) {
			m.say(fmt.Sprintf("lookup(plums, keys: %s)", m.pick("ids", `["d1", "d4"]`, `[q ?? "d2"]`)), made{resource: "plums"})
			return
		}
		m.say(fmt.Sprintf("lookup(%s, keys: ids)", res), made{resource: res})
	}
}

func (m *maker) rank() string {
	if m.one(4) {
		return ", rank: " + m.number([]string{"_score"})
	}
	return ""
}

// number is a formula over the columns both resources have.
func (m *maker) number(extra []string) string {
	terms := []string{"n", "(f ?? 0.5)", "log1p(n)", "a * n", "x", "n % 3", "(kind == \"red\" ? 1 : n)", "sqrt((f ?? 0) - 1)", "max(n, a)"}
	for _, e := range extra {
		if e == "_score" {
			terms = append(terms, "_score", "2 * _score")
		} else {
			terms = append(terms, "("+e+" ?? 0.0)")
		}
	}
	a, b := m.pick(terms...), m.pick(terms...)
	if strings.Contains(a, "??") && !strings.HasPrefix(a, "(") {
		a = "(" + a + ")"
	}
	if strings.Contains(b, "??") && !strings.HasPrefix(b, "(") {
		b = "(" + b + ")"
	}
	return a + m.pick(" + ", " - ", " * ") + b
}

func (m *maker) cond(extra []string) string {
	conds := []string{"n > a", "(f ?? x) <= 1", `kind == "red"`, `kind != nil and n < 5`, "id not in ids", `title contains "apple"`, `(kind ?? "") in ["red", "green"] or on`, "not on", "n > a and 1 < 2", "(2 > 1 ? n : 0) < 3 or 1 > 2"}
	for _, e := range extra {
		if e != "_score" {
			conds = append(conds, e+" != nil")
		}
	}
	return m.pick(conds...)
}

func id(t *rapid.T) string { return fmt.Sprintf("d%d", rapid.IntRange(0, 11).Draw(t, "id")) }

func phrase(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"red", "green", "apple", "pear", "old"}), 1, 3).Draw(t, "phrase"), " ")
}

func vector(t *rapid.T) []any {
	return []any{float64(rapid.IntRange(-2, 2).Draw(t, "v0")), float64(rapid.IntRange(-2, 2).Draw(t, "v1"))}
}

func docs(t *rapid.T, label string, tags bool) []map[string]any {
	var out []map[string]any
	for i := range rapid.IntRange(0, 12).Draw(t, label) {
		d := map[string]any{"id": fmt.Sprintf("d%d", i), "title": phrase(t), "n": rapid.IntRange(-3, 6).Draw(t, "n")}
		if rapid.Bool().Draw(t, "has f") {
			d["f"] = float64(rapid.IntRange(-3, 6).Draw(t, "f")) / 2
		}
		if rapid.Bool().Draw(t, "has kind") {
			d["kind"] = rapid.SampledFrom([]string{"red", "green", "blue"}).Draw(t, "kind")
		}
		if label != "plums" && rapid.Bool().Draw(t, "has vec") {
			d["vec"] = vector(t)
		}
		if tags && rapid.Bool().Draw(t, "has tags") {
			d["tags"] = []any{"a"}
		}
		out = append(out, d)
	}
	return out
}
