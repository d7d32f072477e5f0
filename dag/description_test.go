package dag

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const described = `resource r { fields { id: key, n: int, m: int? } }

pipeline p(k: int = 5) -> items {
  all = top(r, by: n, k: 10..50)  gain 0.2..0.4
  best = loop pool = all while count(pool) > k max 3 {
    next pool = with(take(pool, k), half: n / 2)
  }  optional
  fine = choose {
    full: score(best.pool, half ?? 0.0)  gain 1  timeout 20ms
    none: best.pool  gain 0.5
  }
  return take(fine, k)
}
`

func TestDescribe(t *testing.T) {
	p, found := compile(t, described)
	if p == nil {
		t.Fatal(found)
	}
	g, _ := p.Pipeline("p")
	d := Describe(g)
	nodes := map[string]DescribedNode{}
	for _, n := range d.Nodes {
		nodes[n.Name] = n
	}
	half := DescribedColumn{"half", "float?", "carried"}
	late := func(name, typ string) DescribedColumn { return DescribedColumn{name, typ, "late"} }
	for what, c := range map[string]struct{ want, got any }{
		"the answer":           {"return.take", d.Answer},
		"sources":              {[]string{"all"}, d.Sources},
		"shown":                {[]DescribedColumn{late("id", "string"), late("n", "int"), late("m", "int?"), half}, d.Columns},
		"a knob":               {[]Knob{{"k", 10, 50}}, nodes["all"].Knobs},
		"a gain":               {"0.2..0.4", nodes["all"].Gain},
		"a part":               {[]DescribedColumn{late("id", "string"), late("n", "int"), late("m", "int?"), half}, nodes["best.pool"].Columns},
		"the loop":             {"count(best.pool) > k", nodes["best"].While},
		"what the body gives":  {"best.with", nodes["best"].Body.Fields[0].Node},
		"what the body reads":  {[]string{"n"}, nodes["best"].Body.Nodes[2].Fetches},
		"an arm":               {DescribedBranch{Name: "full", Node: "fine.full", Gain: "1", Timeout: 20_000_000}, nodes["fine"].Branches[0]},
		"an arm alone is lazy": {true, nodes["fine.full"].Lazy},
		"the loop is not":      {false, nodes["best"].Lazy},
		"the longest way":      {Critical{[]string{"fine.full"}, 20_000_000}, d.Critical},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	once, _ := json.Marshal(d)
	again, _ := json.Marshal(Describe(g))
	if string(once) != string(again) {
		t.Error("two descriptions of one graph differ")
	}
}
