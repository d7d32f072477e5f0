package dag

import (
	"fmt"
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/internal/column"
)

// explained is a project as text.
func explained(p *Project, found diag.List) string {
	var b strings.Builder
	for _, d := range found {
		fmt.Fprintln(&b, d)
	}
	if p == nil {
		return b.String()
	}
	for _, r := range p.Resources {
		fmt.Fprintf(&b, "resource %s, %d slots", r.Name, r.Slots)
		if r.Import != nil {
			fmt.Fprintf(&b, ", is %s", r.Import)
		}
		b.WriteByte('\n')
		for _, f := range r.Fields {
			fmt.Fprintf(&b, "  %s %s %s", f.Name, f.Kind, f.Type)
			if f.Analyzer != "" {
				fmt.Fprintf(&b, " %s weight %v", f.Analyzer, f.Weight)
			}
			if f.Metric != "" {
				fmt.Fprintf(&b, " %s", f.Metric)
			}
			if f.Default != nil {
				fmt.Fprintf(&b, " = %s", literal(f.Default))
			}
			if f.Derive != nil {
				fmt.Fprintf(&b, " = %s(%s) by %s", f.Derive.Function, Text(f.Derive.Source), f.Derive.Words)
			}
			b.WriteByte('\n')
		}
	}
	for _, r := range p.Remotes {
		fmt.Fprintf(&b, "remote %s by %s %v", r.Name, r.Protocol, r.Endpoints)
		for _, param := range r.Params {
			fmt.Fprintf(&b, " %s: %s", param.Name, param.Type)
		}
		if r.Item != nil {
			fmt.Fprintf(&b, " item: %s", column.Type{Kind: column.Record, Fields: r.Item})
		}
		if r.Found {
			b.WriteString(" -> documents\n")
		} else {
			fmt.Fprintf(&b, " -> %s\n", r.Result)
		}
	}
	for _, g := range p.Pipelines {
		b.WriteString("\n" + Explain(g))
	}
	for _, s := range p.Scenes {
		fmt.Fprintf(&b, "\nscene %s of %s, fallback %q, deadline %s, reserve %s, slow %s\n", s.Name, s.Pipeline, s.Fallback,
			column.FormatDuration(s.Deadline), column.FormatDuration(s.Reserve), column.FormatDuration(s.Slow))
		if s.LimitBy != nil {
			fmt.Fprintf(&b, "  limit %v by %s\n", s.Limit, Text(s.LimitBy))
		}
		if s.Degrade != nil {
			fmt.Fprintf(&b, "  degrade %+v\n", *s.Degrade)
		}
		for _, t := range s.Tiers {
			fmt.Fprintf(&b, "  tier %s when %s weight %v keep %v", t.Name, Text(t.When), t.Weight, t.Keep)
			if t.Depth != "" || t.Shed != "" {
				fmt.Fprintf(&b, " degrade %q shed %q", t.Depth, t.Shed)
			}
			b.WriteByte('\n')
		}
	}
	for _, e := range p.Experiments {
		fmt.Fprintf(&b, "\nexperiment %s on %s by %s\n", e.Name, e.Scene, Text(e.By))
		for _, a := range e.Arms {
			fmt.Fprintf(&b, "  arm %s %v", a.Name, a.Share)
			for _, set := range a.Set {
				fmt.Fprintf(&b, " %s: %s", set.Param, literal(set.Value))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func compile(t *testing.T, texts ...string) (*Project, diag.List) {
	t.Helper()
	var sources []Source
	for i, text := range texts {
		sources = append(sources, Source{fmt.Sprintf("f%d.riffle", i), []byte(text)})
	}
	return Compile(sources, testTable())
}

const small = `resource r { fields { id: key, n: int } }
pipeline p(k: int = 3) -> items { return top(r, by: n, k: k) }
`

func TestHashKnowsMeaningNotLayout(t *testing.T) {
	hash := func(texts ...string) string {
		p, found := compile(t, texts...)
		if p == nil {
			t.Fatal(found)
		}
		return p.Hash
	}
	base := hash(small)
	if len(base) != 64 {
		t.Errorf("hash %q", base)
	}
	spaced := "// a word\n\n" + strings.ReplaceAll(small, "k: k", "k:   k") + "\n\n// another\n"
	if hash(spaced) != base {
		t.Error("blanks and comments changed the hash")
	}
	if hash(strings.Replace(small, "= 3", "= 4", 1)) == base {
		t.Error("another default did not change the hash")
	}
	if hash("type A { x: int }", small) == hash("type B { x: int }", small) {
		t.Error("another file did not change the hash")
	}
}

func TestCalledPipelinesCount(t *testing.T) {
	var b strings.Builder
	b.WriteString("resource r { fields { id: key, n: int } }\npipeline p0() -> items { return top(r, by: n, k: 3) }\n")
	for i := 1; i <= 20; i++ {
		fmt.Fprintf(&b, "pipeline p%d() -> items { return merge([p%d(), p%d()]) }\n", i, i-1, i-1)
	}
	p, found := compile(t, b.String())
	if p != nil {
		t.Fatal("a graph of a million nodes was built")
	}
	for _, d := range found {
		if d.Code == "E0902" {
			return
		}
	}
	t.Errorf("no E0902 among %v", found)
}
