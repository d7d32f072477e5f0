package draw

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dag/dagtest"
)

var update = flag.Bool("update", false, "write what came out into the archives")

func described(t *testing.T, text string) []dag.Description {
	t.Helper()
	var out []dag.Description
	for _, g := range dagtest.Project(t, text).Pipelines {
		out = append(out, dag.Describe(g))
	}
	return out
}

// TestPictures draws the project of each archive and compares with its files
// dot and svg.
func TestPictures(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			graphs := described(t, string(a.Files[0].Data))
			got := []txtar.File{a.Files[0], {Name: "dot", Data: []byte(DOT(graphs))}, {Name: "svg", Data: []byte(SVG(graphs))}}
			wellFormed(t, got[2].Data)
			if *update {
				a.Files = got
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			for i, f := range got {
				if d := cmp.Diff(strings.Split(string(a.Files[i].Data), "\n"), strings.Split(string(f.Data), "\n")); d != "" {
					t.Errorf("%s (-want +got)\n%s", f.Name, d)
				}
			}
		})
	}
}

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(string(svg))); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
	}
}

// node is a box of a graph that was not compiled.
func node(name string, reads ...string) dag.DescribedNode {
	return dag.DescribedNode{Name: name, Op: "take", Stage: "merge", Gives: "items", Reads: reads}
}

// Boxes never lie over one another, whatever the graph.
func TestBoxesStandApart(t *testing.T) {
	graphs := map[string]dag.Description{"none": {Name: "none"}, "one": {Nodes: []dag.DescribedNode{node("a")}}}
	wide := dag.Description{Name: "wide"}
	for i := range 60 {
		n := node(fmt.Sprintf("n%d", i))
		for j := i % 7; j < i; j += 5 + i%3 {
			n.Reads = append(n.Reads, fmt.Sprintf("n%d", j))
		}
		if i%5 == 0 {
			n.Optional, n.Gain = true, "0.25..0.5"
		}
		if i == 30 {
			inner := dag.Description{Nodes: []dag.DescribedNode{node("in"), node("out", "in")}}
			n.Body = &inner
		}
		wide.Nodes = append(wide.Nodes, n)
	}
	graphs["wide"] = wide
	for name, d := range graphs {
		l := lay(&d)
		for i := range l.boxes {
			a := &l.boxes[i]
			if a.x < 0 || a.y < 0 || a.x+a.w > l.w+.01 || a.y+a.h > l.h+.01 {
				t.Errorf("%s: %s stands outside the picture", name, a.node.Name)
			}
			if a.body != nil && (a.body.w > a.w || a.body.h > a.h) {
				t.Errorf("%s: the body of %s is larger than its box", name, a.node.Name)
			}
			for j := range l.boxes[:i] {
				b := &l.boxes[j]
				if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
					t.Errorf("%s: %s lies over %s", name, a.node.Name, b.node.Name)
				}
			}
		}
		for _, e := range l.edges {
			if l.boxes[e.from].x+l.boxes[e.from].w > l.boxes[e.to].x {
				t.Errorf("%s: the edge from %s to %s goes back", name, l.boxes[e.from].node.Name, l.boxes[e.to].node.Name)
			}
		}
	}
}

// Names and texts of a program are text in a picture, whatever they hold; and
// a graph as large as there may be is drawn.
func TestHostileGraphs(t *testing.T) {
	bad := node("a\"<script>&\\")
	bad.When, bad.Fallback, bad.File = "x < \"\\\" and y", "none", "<b>.riffle"
	bad.Arguments = []dag.ArgText{{Name: "query", Text: strings.Repeat("界", 500)}}
	d := []dag.Description{{Name: "p\"]]>", Nodes: []dag.DescribedNode{bad, node("b", "a\"<script>&\\", "nobody", "b")}}}
	svg := SVG(d)
	wellFormed(t, []byte(svg))
	if strings.Contains(svg, "<script") || len(svg) > 10_000 {
		t.Errorf("%s", svg)
	}
	if dot := DOT(d); !strings.Contains(dot, `"p\"]]>/a\"<script>&\\"`) || strings.Count(dot, "->") != 1 {
		t.Errorf("%s", dot)
	}
	long := dag.Description{Name: "long"}
	for i := range dag.MaxNodes {
		n := node(fmt.Sprintf("n%d", i), "n0")
		if i > 0 {
			n.Reads = append(n.Reads, fmt.Sprintf("n%d", i-1))
		}
		long.Nodes = append(long.Nodes, n)
	}
	wellFormed(t, []byte(SVG([]dag.Description{long})))
}
