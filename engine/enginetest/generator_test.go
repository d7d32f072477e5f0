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
	Drills  Drills
}

// maker draws a pipeline statement by statement.
type maker struct {
	t     *rapid.T
	lines []string
	sets  []made
	opt   []string // optional statements
	names []string // all statements
}

var drillError = engine.Fault{Err: "drill"}

// made is a set that a statement gave: its name, its resource ("" for both)
// and the float columns it has besides.
type made struct {
	name, resource string
	extra          []string
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

// Random draws a pipeline of some statements.
func Random(t *rapid.T) Pipeline {
	m := &maker{t: t}
	for range rapid.IntRange(1, 3).Draw(t, "sources") {
		m.source()
	}
	for range rapid.IntRange(0, 7).Draw(t, "steps") {
		m.step()
	}
	last := m.sets[len(m.sets)-1]
	text := resources + "pipeline p(q: string?, a: int, x: float, to: vector(2)?, on: bool, ids: list(keyword)) -> items {\n"
	for _, l := range m.lines {
		text += "  " + l + "\n"
	}
	text += fmt.Sprintf("  return take(%s, %s)\n}\n", last.name, m.pick("50", "3", "a"))
	p := Pipeline{Text: text, Docs: map[string][]map[string]any{"apples": docs(t, "apples", true), "pears": docs(t, "pears", false)}, Drills: Drills{}}
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
	for _, name := range m.opt {
		if rapid.IntRange(0, 3).Draw(t, "off") == 0 {
			p.Off = append(p.Off, name)
		}
	}
	for _, name := range m.names {
		switch rapid.IntRange(0, 19).Draw(t, "drill") {
		case 0:
			p.Drills[name] = drillError
		case 1:
			if len(m.opt) > 0 && m.opt[0] == name {
				p.Drills[name] = drillError
			}
		}
	}
	return p
}

func (m *maker) pick(options ...string) string { return rapid.SampledFrom(options).Draw(m.t, "pick") }
func (m *maker) one(in int) bool               { return rapid.IntRange(1, in).Draw(m.t, "one") == 1 }

// say adds a statement, with modifiers, and what it gives.
func (m *maker) say(call string, out made) {
	out.name = fmt.Sprintf("s%d", len(m.names))
	line := out.name + " = " + call
	if m.one(4) {
		line += "  optional"
		m.opt = append(m.opt, out.name)
		if m.one(2) {
			line += "  when " + m.pick("on", "a > 3", "q != nil")
		}
	}
	if m.one(5) && len(m.sets) > 0 {
		with := rapid.SampledFrom(m.sets).Draw(m.t, "fallback")
		line += "  fallback " + with.name
		out.extra = union(out.extra, with.extra)
		if with.resource != out.resource {
			out.resource = ""
		}
	}
	m.names = append(m.names, out.name)
	m.lines = append(m.lines, line)
	m.sets = append(m.sets, out)
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
	conds := []string{"n > a", "(f ?? x) <= 1", `kind == "red"`, `kind != nil and n < 5`, "id not in ids", `title contains "apple"`, `(kind ?? "") in ["red", "green"] or on`, "not on"}
	for _, e := range extra {
		if e != "_score" {
			conds = append(conds, e+" != nil")
		}
	}
	return m.pick(conds...)
}

func (m *maker) step() {
	in := rapid.SampledFrom(m.sets).Draw(m.t, "in")
	out := made{resource: in.resource, extra: append([]string(nil), in.extra...)}
	seen := append([]string{"_score"}, in.extra...)
	keep := m.pick("", ", keep: 1..4", ", keep: a", ", keep: 3")
	switch m.pick("merge", "merge", "filter", "take", "skip", "sort", "dedup", "minus", "backfill", "with", "select", "score", "score", "diversify") {
	case "merge":
		other := rapid.SampledFrom(m.sets).Draw(m.t, "other")
		third := rapid.SampledFrom(m.sets).Draw(m.t, "third")
		policy := m.pick("first", "max", "sum", "rrf(60)", "rrf(1)", "snake", fmt.Sprintf("weighted(%s: 2)", in.name), fmt.Sprintf("quota(%s: 2)", other.name))
		sets := in.name + ", " + other.name
		out.extra = union(out.extra, other.extra)
		if other.resource != out.resource {
			out.resource = ""
		}
		if m.one(2) {
			sets += ", " + third.name
			out.extra = union(out.extra, third.extra)
			if third.resource != out.resource {
				out.resource = ""
			}
		}
		m.say(fmt.Sprintf("merge([%s], policy: %s)", sets, policy), out)
	case "filter":
		m.say(fmt.Sprintf("filter(%s, %s)", in.name, m.cond(in.extra)), out)
	case "take":
		m.say(fmt.Sprintf("take(%s, %s)", in.name, m.pick("a", "3", "1..5")), out)
	case "skip":
		m.say(fmt.Sprintf("skip(%s, %s)", in.name, m.pick("1", "a")), out)
	case "sort":
		m.say(fmt.Sprintf("sort(%s, by: %s%s)", in.name, m.pick("n", "f", "kind", "_score", "title", m.number(seen)), m.pick("", ", order: asc")), out)
	case "dedup":
		m.say(fmt.Sprintf("dedup(%s, by: %s%s)", in.name, m.pick("kind", "n", "f", "_resource"), m.pick("", ", max: 2")), out)
	case "minus":
		m.say(fmt.Sprintf("minus(%s, %s)", in.name, rapid.SampledFrom(m.sets).Draw(m.t, "other").name), out)
	case "backfill":
		other := rapid.SampledFrom(m.sets).Draw(m.t, "other")
		out.extra = union(out.extra, other.extra)
		m.say(fmt.Sprintf("backfill(%s, from: %s, to: %s)", in.name, other.name, m.pick("a", "5")), out)
	case "with":
		name := m.pick("w1", "w2")
		out.extra = union(out.extra, []string{name})
		m.say(fmt.Sprintf("with(%s, %s: 0.0 + %s)", in.name, name, m.number(seen)), out)
	case "select":
		cols := append([]string{"id", "n", "f", "kind", "title"}, in.extra...)
		m.say(fmt.Sprintf("select(%s, [%s])", in.name, strings.Join(cols, ", ")), out)
	case "score":
		as := m.pick("", ", as: w3")
		if as != "" {
			out.extra = union(out.extra, []string{"w3"})
		}
		m.say(fmt.Sprintf("score(%s, %s%s%s)", in.name, m.number(seen), as, keep), out)
	case "diversify":
		m.say(fmt.Sprintf("diversify(%s, by: %s, max: %s%s)", in.name, m.pick("kind", "n"), m.pick("1", "2"), m.pick("", ", window: 3", ", window: 2")), out)
	}
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
		if rapid.Bool().Draw(t, "has vec") {
			d["vec"] = vector(t)
		}
		if tags && rapid.Bool().Draw(t, "has tags") {
			d["tags"] = []any{"a"}
		}
		out = append(out, d)
	}
	return out
}
