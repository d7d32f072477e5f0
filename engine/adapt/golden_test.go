package adapt_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/adapt"
	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/op"
)

var update = flag.Bool("update", false, "write the goldens")

// load a folder of the examples.
func load(t testing.TB, folder string) *dag.Project {
	t.Helper()
	files := map[string][]byte{}
	paths, err := filepath.Glob(filepath.Join("..", "..", "examples", folder, "*.riffle"))
	if err != nil || len(paths) == 0 {
		t.Fatal(folder, err, len(paths))
	}
	for _, path := range paths {
		if files[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return compile(t, files)
}

func compile(t testing.TB, files map[string][]byte) *dag.Project {
	t.Helper()
	cat := op.NewCatalogue()
	info, diags := analysis.Project(files, cat)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p, diags := dag.Build(info, cat)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return p
}

// Every example that needs nobody else's project has a spec whose plans its
// pipeline takes; what it is made of stands in the goldens.
func TestGolden(t *testing.T) {
	for _, folder := range []string{"home-feed", "ads", "rag", "vertical-search", "query-rewriting", "second-wave", "seen-refill", "mixed-media"} {
		t.Run(folder, func(t *testing.T) {
			p := load(t, folder)
			program, err := engine.Compile(p)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			for _, s := range p.Scenes {
				describe(t, &b, p, program, s)
			}
			path := filepath.Join("testdata", folder+".golden")
			if *update {
				if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), b.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// still is a machine that does nothing.
type still struct{}

func (still) Load() degrade.Load { return degrade.Load{Cores: 2} }

func describe(t *testing.T, b *strings.Builder, p *dag.Project, program *engine.Program, s *dag.Scene) {
	t.Helper()
	g, _ := p.Pipeline(s.Pipeline)
	x := adapt.New(degrade.Key{Scene: "team/" + s.Name, Pipeline: g.Name}, s, g)
	spec := x.Spec
	fmt.Fprintf(b, "scene %s: %s, class %d, weight %g, deadline %v, mode %v, enter %g, exit %g, hold %v, ramp %v, user %v\n",
		s.Name, g.Name, spec.Class, spec.Weight, spec.Deadline, spec.Mode, spec.Enter, spec.Exit, spec.Hold, spec.Ramp, x.User)
	if x.Simple != "" {
		fmt.Fprintf(b, "simple: %s\n", x.Simple)
	}
	for _, tier := range spec.Tiers {
		fmt.Fprintf(b, "  tier %q weight %g order %d keep %g shed never %v refuse %d\n", tier.Name, tier.Weight, tier.Order, tier.Keep, tier.NoShed, tier.Refuse)
	}
	for i := range spec.Modules {
		m := &spec.Modules[i]
		fmt.Fprintf(b, "  %s %s", x.Kind(i), m.Name)
		if m.Source {
			b.WriteString(" source")
		}
		if m.Away {
			b.WriteString(" away")
		}
		if m.Soft {
			b.WriteString(" soft")
		}
		if len(m.Inputs) > 0 {
			fmt.Fprintf(b, " after %s", strings.Join(m.Inputs, " "))
		}
		if len(m.Needs) > 0 {
			fmt.Fprintf(b, " needs %s", strings.Join(m.Needs, " "))
		}
		b.WriteString("\n")
		for _, v := range m.Variants {
			name := v.Name
			if v.Off {
				name = "off"
			}
			fmt.Fprintf(b, "    %s: gain %.3g %v rows %d\n", name, v.Gain, v.Tiers, v.Rows)
		}
	}
	made := 0
	spec.Make = func(plan *degrade.Plan) any {
		if _, err := program.Plan(g.Name, x.Turned(plan), plan.Level, x.Name(plan), "why"); err != nil {
			t.Errorf("%s: %v", plan.ID, err)
		}
		made++
		return nil
	}
	c, err := degrade.New(degrade.Options{Now: func() time.Time { return time.Unix(1_700_000_000, 0) }, CPU: still{}})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Register(spec); err != nil {
		t.Fatal(err)
	}
	for _, l := range c.Levels(spec.Key) {
		fmt.Fprintf(b, "  level %q %d: %s (%.3g)\n", spec.Tiers[l.Tier].Name, l.Plan.Level, x.Name(l.Plan), l.Plan.Share)
	}
	if made == 0 {
		t.Error("no plan was made")
	}
}

// A choose of more arms than the solver takes is turned all the same.
func TestManyArms(t *testing.T) {
	var arms strings.Builder
	for i := range 40 {
		fmt.Fprintf(&arms, "    a%d: score(all, %d.0 * n, keep: 5)  gain %.2f\n", i, i, 1-float64(i)/100)
	}
	p := compile(t, map[string][]byte{"a.riffle": []byte(`resource games { fields { id: key, n: int } }
pipeline feed(k: int = 3) -> items {
  all  = top(games, by: n, k: 50)
  fine = choose {
` + arms.String() + `  }
  return take(fine, k)
}
scene home { pipeline: feed, degrade {} }`)})
	program, err := engine.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	describe(t, &b, p, program, p.Scenes[0])
	if text := b.String(); strings.Count(text, "fine ") == 0 || !strings.Contains(text, "a14") || strings.Contains(text, "a15") || !strings.Contains(text, "a39") {
		t.Error(text)
	}
}
