package enginetest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"riffle.dev/riffle/dsl/sig"
)

// anyCall draws a call of an operator from its signature alone, so that one
// which was declared a moment ago is drawn too. What the checker refuses of it
// is not counted.
func (m *maker) anyCall(f *sig.Func) string {
	var args []string
	for i := range f.Args {
		a := &f.Args[i]
		if !a.Required && m.one(2) && !(a.Kind == sig.PerItem && f.Name == "score") {
			continue
		}
		switch text := m.anyArg(f, a); {
		case text == "":
		case a.Named && !a.Kind.Bind():
			args = append(args, a.Name+": "+text)
		default:
			args = append(args, text)
		}
	}
	if f.Name == "score" { // by one of two
		args = args[:1:1]
		args = append(args, m.pick("n + a", "(f ?? x)", "model: rate(x)"), m.pick("keep: 3", "as: w9", "keep: a"))
	}
	if f.Name == "lookup" {
		args = append(args[:1:1], m.pick("keys: ids", `keys: ["d1", "d1", "none", "d2"]`))
	}
	return f.Name + "(" + strings.Join(args, ", ") + ")"
}

// anyArg draws what may stand in an argument's place; "" for nothing.
func (m *maker) anyArg(f *sig.Func, a *sig.Arg) string {
	scored := []string{"_score"}
	if f.Source && !a.Scored {
		scored = nil // documents have none
	}
	set := func() string { return rapid.SampledFrom(m.sets).Draw(m.t, "set").name }
	switch a.Kind {
	case sig.Set:
		return set()
	case sig.Sets:
		return "[" + set() + ", " + set() + m.pick("", ", "+set()) + "]"
	case sig.Resource:
		return m.pick("apples", "pears")
	case sig.Vectors:
		return m.pick("apples.vec", "pears.vec")
	case sig.Shape:
		return "Card"
	case sig.Records:
		return m.pick("[]", `[{ id: "d1", n: 2 }]`, `[{ id: "d2", n: 3, kind: "red" }, { id: "c", n: -1, f: 0.5 }, { id: "d2", n: 9 }]`)
	case sig.PerItem:
		if a.Type.Kind == sig.Bool {
			return m.cond(nil)
		}
		return m.number(scored)
	case sig.Order:
		if f.Source {
			return m.pick("n", "f", m.number(nil))
		}
		return m.pick("n", "f", "kind", "title", "_score", m.number(scored))
	case sig.Column:
		switch a.Type.Kind {
		case sig.Vector:
			return "vec"
		case sig.String:
			return m.pick("kind", "id", "title")
		}
		return m.pick("kind", "n", "f", "id", "title", "_resource")
	case sig.Columns:
		return m.pick("[kind]", "[n, kind]", "[id, n, f, kind, title, vec]", "[f]", "[_from, kind]")
	case sig.Choice:
		return m.anyPolicy(a)
	case sig.Word:
		if len(a.Words) > 0 {
			return m.pick(a.Words...)
		}
		return "w9"
	case sig.Bindings:
		return m.pick("w1: n + 1", "w1: f, w2: (f ?? x) * a", "n: n * 2", "w1: rate(x)")
	case sig.Groups:
		return m.pick("w1: count(id)", "w1: sum(n), w2: max(_score)", `w1: first(title), w2: len(uniq(kind)), w3: avg(f)`, "w1: map(n, # * a)")
	case sig.ItemModel:
		return "rate(x)"
	case sig.Scalar, sig.Constant:
		return m.anyScalar(a)
	}
	return ""
}

func (m *maker) anyPolicy(a *sig.Arg) string {
	p := rapid.SampledFrom(a.Policies).Draw(m.t, "policy")
	if p.PerSet {
		return "first" // its names are those of the sets: generator_op_test.go draws them
	}
	if len(p.Args) > 0 && m.one(2) {
		return p.Name + m.pick("(1)", "(60)", "(0.5)")
	}
	return p.Name
}

func (m *maker) anyScalar(a *sig.Arg) string {
	switch a.Type.Kind {
	case sig.Int:
		if a.Knob && m.one(3) {
			return m.pick("0..3", "2..5")
		}
		return m.pick("a", "0", "1", "3", "a - 2", "9")
	case sig.Float:
		if a.Kind == sig.Constant {
			return m.pick("0", "0.5", "1")
		}
		return m.pick("x", "0.5", "a", "0.3", "x / 2 + 0.1")
	case sig.String:
		if a.Kind == sig.Constant {
			return m.pick(`"file:x.jsonl"`, `"https://127.0.0.1/lines"`)
		}
		return m.pick(`"red apple"`, `q ?? "s"`, `""`)
	case sig.Bool:
		return m.pick("on", "true")
	case sig.Vector:
		return "to"
	case sig.List:
		if a.Type.Elem != nil && a.Type.Elem.Kind == sig.Int {
			return m.pick("[1, 3]", "[a, 2, 2]", "[]", "[0, -1, 50]")
		}
		return "ids"
	}
	return m.pick("{ red: 50%, green: x }", "{ red: 1 }", `{ none: 0.2, blue: 2 }`)
}

// RandomOf draws a pipeline in which an operator stands, over sources and some
// steps. typed is its type where it gives a value: the answer has it then.
func RandomOf(t *rapid.T, f *sig.Func) (text string, request map[string]any, docs map[string][]map[string]any, remote Stubs) {
	m := &maker{t: t, indent: "  ", calls: map[string]bool{}, deep: 2}
	for range rapid.IntRange(1, 3).Draw(t, "sources") {
		m.source()
	}
	for range rapid.IntRange(0, 2).Draw(t, "steps") {
		m.step()
	}
	call := m.anyCall(f)
	tail := m.pick("", "", "  optional", "  optional  when on")
	body := strings.Join(m.lines, "\n") + "\n"
	if f.Behind {
		body += "  after { " + call + " }\n  got = " + m.sets[0].name + "\n"
	} else {
		body += "  got = " + call + tail + "\n"
	}
	p := randomAround(t)
	return resources + shelf + services + m.called() + "type Card { id: keyword, n: int, f: float?, kind: keyword? }\n\n" +
		fmt.Sprintf("pipeline p(q: string?, a: int, x: float, to: vector(2)?, on: bool, ids: list(keyword)) -> %%s {\n%s%%s\n}\n", strings.ReplaceAll(body, "%", "%%")), p.Request, p.Docs, p.Stubs
}
