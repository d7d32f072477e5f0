package enginetest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// flow adds a statement that branches, repeats or calls.
func (m *maker) flow() {
	switch m.pick("if", "choose", "loop", "each", "each value", "call", "record", "recur", "say", "like") {
	case "if":
		m.ifElse()
	case "choose":
		m.choose()
	case "loop":
		m.loop()
	case "each":
		m.each()
	case "each value":
		m.eachValue()
	case "call":
		m.calls["near"] = true
		m.say(fmt.Sprintf("near(%s, %s)", m.pick("q", `"green"`), m.pick("a", "3")), made{resource: "", extra: []string{"w1"}})
	case "record":
		m.record()
	case "say":
		m.said()
	case "like":
		m.say(fmt.Sprintf("like(%s)", m.pick("q", `"red"`)), made{resource: "apples"})
	case "recur":
		m.calls["deeper"] = true
		m.say(fmt.Sprintf("deeper(%s, %s)", m.pick("a", "1"), m.pick("2", "a", "0")), made{resource: "apples"})
	}
}

// within adds statements that stand in a block, and forgets their sets.
func (m *maker) within(prefix string, add func()) {
	sets, lists, indent, was := len(m.sets), len(m.lists), m.indent, m.prefix
	m.indent += "  "
	m.prefix = prefix
	m.deep++
	add()
	m.deep--
	m.sets, m.lists, m.indent, m.prefix = m.sets[:sets], m.lists[:lists], indent, was
}

// block is `{ … }` with a set as its value.
func (m *maker) block(prefix string) made {
	var out made
	m.within(prefix, func() {
		for range rapid.IntRange(0, 2).Draw(m.t, "statements") {
			if m.one(4) {
				m.source()
			} else {
				m.step()
			}
		}
		out = rapid.SampledFrom(m.sets).Draw(m.t, "value")
		if m.one(2) {
			call, made := m.transform(out)
			m.line("%s", call)
			out = made
			return
		}
		m.line("%s", out.name)
	})
	return out
}

func (m *maker) test() string {
	return m.pick("on", "not on", "a > 3", "q != nil", "1 < 2", "a > 1 and 1 > 2", fmt.Sprintf("count(%s) > 1", rapid.SampledFrom(m.sets).Draw(m.t, "counted").name))
}

// opens begins a statement with a block behind it, and says how to end it.
func (m *maker) opens(text string) (name string, end func(line string, out made)) {
	name = m.fresh()
	m.line("%s = %s", name, text)
	return name, func(line string, out made) {
		out.name, out.call = name, ""
		line, out = m.fallback(line, out)
		m.line("%s", line)
		m.names = append(m.names, m.prefix+name)
		m.sets = append(m.sets, out)
	}
}

func (m *maker) ifElse() {
	_, end := m.opens("if " + m.test() + " {")
	out := m.block(m.prefix)
	if m.one(3) {
		m.line("} else if %s {", m.test())
		out = out.with(m.block(m.prefix))
	}
	m.line("} else {")
	out = out.with(m.block(m.prefix))
	end("}", out)
}

func (m *maker) choose() {
	name, end := m.opens("choose {")
	if m.prefix == "" {
		m.chosen = append(m.chosen, name)
	}
	var out made
	n := rapid.IntRange(2, 3).Draw(m.t, "arms")
	for i := range n {
		gain := fmt.Sprintf("  gain %d", n-i)
		if i < n-1 && m.one(3) {
			gain += "  when " + m.pick("on", "a > 3")
		}
		arm := rapid.SampledFrom(m.sets).Draw(m.t, "arm")
		switch m.pick("name", "call", "call", "block") {
		case "name":
			m.line("  arm%d: %s%s", i, arm.name, gain)
		case "call":
			call, made := m.transform(arm)
			m.line("  arm%d: %s%s", i, call, gain)
			arm = made
		case "block":
			m.line("  arm%d: {", i)
			m.within(m.prefix, func() { arm = m.block(m.prefix) })
			m.line("  }%s", gain)
		}
		if i == 0 {
			out = arm
		} else {
			out = out.with(arm)
		}
	}
	out.name = ""
	end("}", out)
}

func (m *maker) loop() {
	first := rapid.SampledFrom(m.sets).Draw(m.t, "first")
	name := m.fresh()
	v, c := "v"+name, "c"+name
	m.line("%s = loop %s = %s, %s = %s while %s < %s %s {", name, v, first.name, c, m.pick("0", "a"), m.pick(c, "count("+v+")"), m.pick("3", "a"), m.pick("max 2", "max 3"))
	out := first
	m.within(m.prefix+name+".", func() {
		m.sets = append(m.sets, made{name: v, resource: first.resource, extra: first.extra})
		for range rapid.IntRange(0, 2).Draw(m.t, "statements") {
			if m.one(3) {
				m.source()
			} else {
				m.step()
			}
		}
		call, next := m.transform(rapid.SampledFrom(m.sets).Draw(m.t, "next"))
		if m.one(4) {
			m.line("next %s = %s + 1", c, c)
			return
		}
		m.line("next %s = %s, %s = %s + 1", v, call, c, c)
		out = out.with(next)
	})
	line := "}"
	if m.one(4) {
		line += "  optional"
		if m.prefix == "" {
			m.opt = append(m.opt, name)
		}
	}
	m.line("%s", line)
	m.names = append(m.names, m.prefix+name)
	out.name, out.call = name+"."+v, ""
	m.sets = append(m.sets, out)
}

func (m *maker) each() {
	name := m.fresh()
	v := "e" + name
	m.line("%s = each %s in %s%s%s {", name, v, m.pick("ids", `["d1", "d3"]`), m.pick("", " max 2"), m.pick("", " parallel 2"))
	var out made
	m.within(m.prefix+name+".", func() {
		res := m.pick("apples", "pears")
		out = made{resource: res}
		switch m.pick("lookup", "search", "filter") {
		case "lookup":
			m.line("lookup(%s, keys: [%s])", res, v)
		case "search":
			m.line(`search(%s, query: %s == "d1" ? "red" : "pear", k: 3)`, res, v)
		case "filter":
			out = rapid.SampledFrom(m.sets).Draw(m.t, "in")
			m.line("filter(%s, id > %s)", out.name, v)
		}
	})
	m.line("}")
	m.names = append(m.names, m.prefix+name)
	out.name, out.call = name, ""
	m.lists = append(m.lists, out)
	call, merged := m.merge(rapid.SampledFrom(m.sets).Draw(m.t, "in"), out, made{resource: out.resource, extra: out.extra})
	m.say(call, merged)
}

// eachValue counts something for every element, and keeps what is large.
func (m *maker) eachValue() {
	in := rapid.SampledFrom(m.sets).Draw(m.t, "in")
	name := m.fresh()
	v := "e" + name
	m.line("%s = each %s in %s {", name, v, m.pick(in.name, `[{ n: 2 }, { n: a }]`))
	m.within(m.prefix+name+".", func() { m.line("%s.n + count(%s)", v, in.name) })
	m.line("}")
	m.names = append(m.names, m.prefix+name)
	m.say(fmt.Sprintf("filter(%s, n < sum(%s))", in.name, name), made{resource: in.resource, extra: in.extra})
}

// said asks a service for a record, and searches by it.
func (m *maker) said() {
	name := m.fresh()
	line := fmt.Sprintf("%s = say(q)", name)
	least, words := name+".least", name+".words"
	if m.one(2) {
		line += m.pick("  fallback nil", "  optional", "  when on")
		least = "(" + least + " ?? 1)"
	}
	m.line("%s", line)
	m.names = append(m.names, m.prefix+name)
	m.say(fmt.Sprintf("search(apples, query: %s, filter: n > %s, k: 5)", words, least), made{resource: "apples"})
}

func (m *maker) record() {
	m.calls["pair"] = true
	name := m.fresh()
	m.line("%s = pair(%s)", name, m.pick("a", "2"))
	m.names = append(m.names, m.prefix+name)
	m.sets = append(m.sets, made{name: name + ".items", resource: "apples"}, made{name: name + ".more", resource: "pears"})
	if m.one(2) {
		in := rapid.SampledFrom(m.sets).Draw(m.t, "in")
		m.say(fmt.Sprintf("take(%s, %s.n)", in.name, name), made{resource: in.resource, extra: in.extra})
	}
}

// called are the pipelines that were called.
func (m *maker) called() string {
	var out strings.Builder
	for _, p := range []struct{ name, text string }{
		{"near", `pipeline near(q: string?, a: int) -> items {
  found  = search(apples, query: q, k: a, as: w1)  optional
  others = top(pears, by: n, k: 2)
  return merge([found, others])
}

`},
		{"pair", `pipeline pair(a: int) -> { items: items, n: int, more: items } {
  first = top(apples, by: n, k: a)
  return { items: first, n: count(first) + 1, more: top(pears, by: n, k: 2) }
}

`},
		{"deeper", `pipeline deeper(a: int, left: int) -> items(apples) {
  some = top(apples, by: n, k: a)
  all  = if left <= 0 { some } else {
    rest = deeper(a + 1, left - 1)
    merge([some, filter(rest, n > a)])
  }
  return all
}

`},
	} {
		if m.calls[p.name] {
			out.WriteString(p.text)
		}
	}
	return out.String()
}
