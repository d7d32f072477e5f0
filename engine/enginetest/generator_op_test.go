package enginetest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// step adds an operator over sets there are, or a statement that branches,
// repeats or calls.
func (m *maker) step() {
	if m.deep < 2 && m.one(3) {
		m.flow()
		return
	}
	in := rapid.SampledFrom(m.sets).Draw(m.t, "in")
	if in.call != "" && m.one(5) {
		m.twice(in)
		return
	}
	if m.deep == 0 && m.one(12) {
		m.ordered()
		return
	}
	if m.one(8) {
		m.plums(in)
		return
	}
	call, out := m.transform(in)
	m.say(call, out)
}

// plums compares with numbers read by key, of a store.
func (m *maker) plums(in made) {
	least := "x"
	for range rapid.IntRange(1, 3).Draw(m.t, "plums") {
		name := m.fresh()
		m.line("%s = lookup(plums, key: %s)%s", name, m.pick("q", `"d1"`, `"d2"`, "ids[0]"), m.pick("", "", "", "  optional", "  fallback nil"))
		m.names = append(m.names, m.prefix+name)
		least += fmt.Sprintf(" + (%s.n ?? 1)", name)
	}
	m.say(fmt.Sprintf("filter(%s, n > %s)", in.name, least), made{resource: in.resource, extra: in.extra})
}

// ordered filters a source by what it is ordered by.
func (m *maker) ordered() {
	res, by := m.pick("apples", "pears"), m.pick("n", "f", "2 * n")
	of := map[string]string{"n": "n", "f": "(f ?? x)", "2 * n": "2 * n"}[by]
	if by == "f" {
		by = of
	}
	m.say(fmt.Sprintf("top(%s, by: %s, k: %s%s%s)", res, by, m.pick("3", "1..5", "a"), m.pick("", ", skip: 1"), m.pick("", `, filter: kind != "red"`)), made{resource: res})
	in := m.sets[len(m.sets)-1]
	cond := m.pick(of+" > a - 2", of+" >= x", "2 <= "+of, of+" > a and "+m.cond(nil), of+" < 3")
	m.say(fmt.Sprintf("filter(%s, %s)", in.name, cond), made{resource: res})
}

// twice says again what a statement says, and unites both, so that both are
// wanted.
func (m *maker) twice(in made) {
	m.say(in.call, in)
	again := m.sets[len(m.sets)-1]
	if m.one(3) {
		m.say(in.call, in)
		again = m.sets[len(m.sets)-1]
	}
	call, out := m.merge(in, again, made{resource: in.resource, extra: in.extra})
	m.say(call, out)
}

// transform is a call of an operator over a set.
func (m *maker) transform(in made) (string, made) {
	out := made{resource: in.resource, extra: append([]string(nil), in.extra...)}
	seen := append([]string{"_score"}, in.extra...)
	keep := m.pick("", ", keep: 1..4", ", keep: a", ", keep: 3")
	other := rapid.SampledFrom(m.sets).Draw(m.t, "other")
	switch m.pick("merge", "merge", "filter", "take", "skip", "sort", "dedup", "minus", "backfill", "with", "select", "score", "score", "diversify") {
	case "merge":
		return m.merge(in, other, out)
	case "filter":
		return fmt.Sprintf("filter(%s, %s)", in.name, m.cond(in.extra)), out
	case "take":
		return fmt.Sprintf("take(%s, %s)", in.name, m.pick("a", "3", "1..5")), out
	case "skip":
		return fmt.Sprintf("skip(%s, %s)", in.name, m.pick("1", "a")), out
	case "sort":
		return fmt.Sprintf("sort(%s, by: %s%s)", in.name, m.pick("n", "f", "kind", "_score", "title", m.number(seen)), m.pick("", ", order: asc")), out
	case "dedup":
		return fmt.Sprintf("dedup(%s, by: %s%s)", in.name, m.pick("kind", "n", "f", "_resource"), m.pick("", ", max: 2")), out
	case "minus":
		return fmt.Sprintf("minus(%s, %s)", in.name, other.name), out
	case "backfill":
		return fmt.Sprintf("backfill(%s, from: %s, to: %s)", in.name, other.name, m.pick("a", "5")), made{resource: out.resource, extra: out.with(other).extra}
	case "with":
		name := m.pick("w1", "w2")
		out.extra = union(out.extra, []string{name})
		if m.one(4) {
			return fmt.Sprintf("with(%s, %s: rate(x))", in.name, name), out
		}
		return fmt.Sprintf("with(%s, %s: 0.0 + %s)", in.name, name, m.number(seen)), out
	case "select":
		cols := []string{"id", "n", "f", "kind", "title"}
		if out.extra = nil; m.one(2) {
			cols, out.extra = append(cols, in.extra...), in.extra
		}
		return fmt.Sprintf("select(%s, [%s])", in.name, strings.Join(cols, ", ")), out
	case "score":
		as := m.pick("", ", as: w3")
		if as != "" {
			out.extra = union(out.extra, []string{"w3"})
		}
		by := m.number(seen)
		if m.one(4) {
			by = "model: rate(x)"
		}
		return fmt.Sprintf("score(%s, %s%s%s)", in.name, by, as, keep), out
	}
	return fmt.Sprintf("diversify(%s, by: %s, max: %s%s)", in.name, m.pick("kind", "n"), m.pick("1", "2"), m.pick("", ", window: 3", ", window: 2")), out
}

func (m *maker) merge(in, other, out made) (string, made) {
	sets := in.name + ", " + other.name
	out = out.with(other)
	policy := m.pick("first", "max", "sum", "rrf(60)", "rrf(1)", "snake", fmt.Sprintf("weighted(%s: 2)", m.plain(in)), fmt.Sprintf("quota(%s: 2)", m.plain(other)))
	if strings.Contains(policy, "(:") { // what is no set by itself has no weight of its own
		policy = "max"
	}
	if m.one(2) {
		third := rapid.SampledFrom(m.sets).Draw(m.t, "third")
		sets += ", " + third.name
		out = out.with(third)
	}
	if len(m.lists) > 0 && m.one(2) {
		list := rapid.SampledFrom(m.lists).Draw(m.t, "list")
		sets += ", " + list.name
		out = out.with(list)
	}
	return fmt.Sprintf("merge([%s], policy: %s)", sets, policy), out
}

// plain is the name of a set that is a statement of its own; "" of others.
func (m *maker) plain(set made) string {
	for _, l := range m.lists {
		if l.name == set.name {
			return ""
		}
	}
	if strings.Contains(set.name, ".") {
		return ""
	}
	return set.name
}
