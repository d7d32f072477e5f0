package gain

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/internal/plural"
)

// Proposal is a gain annotation that the measurement speaks for.
type Proposal struct {
	Node string `json:"node"`
	Arm  string `json:"arm,omitempty" doc:"of a choose"`
	File string `json:"file,omitempty"`
	Old  string `json:"old,omitempty" doc:"what is written now"`
	New  string `json:"new"`
	Line int    `json:"line,omitempty" doc:"of the file, from 1: where the node stands"`
	Left string `json:"left,omitempty" doc:"why it cannot be written: the node stands elsewhere"`

	// What the annotation is made of.
	Gain    float64  `json:"gain" doc:"measured, of all requests"`
	Low95   float64  `json:"low_95" doc:"95 % interval"`
	High95  float64  `json:"high_95"`
	Written *float64 `json:"written,omitempty" doc:"what the text says in its place"`
	Differs bool     `json:"differs" doc:"what is written is outside of the interval, or nothing is"`

	Low bool `json:"low,omitempty" doc:"what is measured is the low end of a knob: the node cannot be off"`
}

// of fills in what was measured, against what the graph has.
func (p Proposal) of(gain, low, high float64, have *dag.Gain) Proposal {
	p.Gain, p.Low95, p.High95, p.Differs = max(gain, 0), max(low, 0), max(high, 0), true
	if have != nil {
		p.compare(have.Lo, have.Hi)
	}
	return p
}

// compare what is written with what was measured.
func (p *Proposal) compare(low, high float64) {
	is := high
	if p.Low {
		is = low
	}
	const digits = .0005 // that an annotation has
	p.Written, p.Differs = &is, is < p.Low95-digits || is > p.High95+digits
}

// Propose annotations from a table. An optional node has the loss without it; a
// knob what is left at its low end as well; the arms of a choose one less their
// loss, the first 1. A tier is written where its interval leaves out the gain
// of all. Nothing is worth less than 0, and nothing is proposed of few requests.
// g is the pipeline measured.
func Propose(t *Table, g *dag.Graph) []Proposal {
	out := []Proposal{}
	if t.Requests < Few {
		return out
	}
	for _, n := range g.Nodes {
		off, knob := find(t, n.Name, Off, ""), find(t, n.Name, Knob, "")
		switch {
		case n.Op == "choose":
			for i, b := range n.Branches {
				full := []Row{{Gain: 0}}
				if i > 0 {
					full = find(t, n.Name, Arm, b.Name)
				}
				if len(full) > 0 {
					p := Proposal{Node: n.Name, Arm: b.Name, New: annotation(full, func(r Row) string { return number(1 - r.Gain) })}
					out = append(out, p.of(1-full[0].Gain, 1-full[0].High95, 1-full[0].Low95, b.Gain))
				}
			}
		case len(off) > 0 && len(knob) > 0:
			p := Proposal{Node: n.Name, New: annotation(off, func(r Row) string {
				low := r.Gain
				if i := slices.IndexFunc(knob, func(k Row) bool { return k.Tier == r.Tier }); i >= 0 {
					low = r.Gain - knob[i].Gain
				}
				return ends(min(low, r.Gain), r.Gain)
			})}
			out = append(out, p.of(off[0].Gain, off[0].Low95, off[0].High95, n.Gain))
		case len(off) > 0:
			p := Proposal{Node: n.Name, New: annotation(off, func(r Row) string { return number(r.Gain) })}
			out = append(out, p.of(off[0].Gain, off[0].Low95, off[0].High95, n.Gain))
		case len(knob) > 0: // required: what it is worth in all is as written
			whole := 1.
			if n.Gain != nil {
				whole = n.Gain.Hi
			}
			p := Proposal{Node: n.Name, Low: true, New: annotation(knob[:1], func(r Row) string { return ends(whole-max(r.Gain, 0), whole) })}
			out = append(out, p.of(whole-knob[0].Gain, whole-knob[0].High95, whole-knob[0].Low95, n.Gain))
		}
	}
	return out
}

func find(t *Table, node, kind, arm string) []Row {
	var out []Row
	for _, r := range t.Rows {
		if r.Node == node && r.Kind == kind && r.Arm == arm {
			out = append(out, r)
		}
	}
	return out
}

// annotation of the rows of one part, the one of all requests first.
func annotation(rows []Row, say func(Row) string) string {
	all := say(rows[0])
	var tiers []string
	for _, r := range rows[1:] {
		if text := say(r); (r.Low95 > rows[0].Gain || r.High95 < rows[0].Gain) && text != all {
			tiers = append(tiers, r.Tier+": "+text)
		}
	}
	if len(tiers) == 0 {
		return "gain " + all
	}
	return "gain " + all + " { " + strings.Join(tiers, ", ") + " }"
}

// ends of a knob's gain; one number where they are the same.
func ends(low, high float64) string {
	if number(low) == number(high) {
		return number(high)
	}
	return number(low) + ".." + number(high)
}

// number of a gain: three digits after the dot at most, never below 0.
func number(x float64) string {
	return strconv.FormatFloat(math.Round(max(x, 0)*1000)/1000, 'f', -1, 64)
}

// edit replaces the bytes from…to of a file.
type edit struct {
	from, to int
	text     string
}

// Write puts proposals into the texts of a project, by file. Comments and all
// else stay as they are. Proposals get their file and what was written before;
// those for nodes that do not stand in the pipeline's own text say so.
func Write(texts map[string][]byte, pipeline string, proposals []Proposal) map[string][]byte {
	out := map[string][]byte{}
	for _, name := range sorted(texts) {
		file, _ := parse.File(name, texts[name])
		for _, d := range file.Decls {
			p, ok := d.(*ast.Pipeline)
			if !ok || p.Name == nil || p.Name.Text != pipeline {
				continue
			}
			if changed := apply(file, p, proposals); changed != nil {
				out[name] = changed
			}
		}
	}
	for i := range proposals {
		if proposals[i].File == "" {
			proposals[i].Left = "it does not stand by this name in the text of pipeline " + pipeline
		}
	}
	return out
}

func sorted(texts map[string][]byte) []string {
	var names []string
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func apply(file *ast.File, p *ast.Pipeline, proposals []Proposal) []byte {
	var edits []edit
	for i := range proposals {
		q := &proposals[i]
		s := stmt(p, q.Node)
		if s == nil {
			continue
		}
		at, mods := s.At, s.Mods
		if q.Arm != "" {
			arm := armOf(s, q.Arm)
			if arm == nil {
				continue
			}
			at, mods = arm.At, arm.Mods
		}
		q.File, q.Line, q.Written, q.Differs = file.Name, 1+bytes.Count(file.Src[:at.From], []byte("\n")), nil, true
		e := edit{at.To, at.To, "  " + q.New}
		for _, m := range mods {
			if m != nil && m.Word == "gain" {
				q.Old = string(file.Src[m.At.From:m.At.To])
				q.read()
				e = edit{m.At.From, m.At.To, q.New}
			}
		}
		if q.Old != q.New {
			edits = append(edits, e)
		}
	}
	if len(edits) == 0 {
		return nil
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(b.from, a.from) }) // from the end, so that places hold
	text := slices.Clone(file.Src)
	for _, e := range edits {
		text = slices.Concat(text[:e.from], []byte(e.text), text[e.to:])
	}
	return text
}

// read what is written, "gain 0.2..0.8 {…}".
func (p *Proposal) read() {
	text, _, _ := strings.Cut(strings.TrimPrefix(p.Old, "gain"), "{")
	first, second, two := strings.Cut(text, "..")
	low, err := strconv.ParseFloat(strings.TrimSpace(first), 64)
	high := low
	if err == nil && two {
		high, err = strconv.ParseFloat(strings.TrimSpace(second), 64)
	}
	if err == nil {
		p.compare(low, high)
	}
}

func stmt(p *ast.Pipeline, node string) *ast.Stmt {
	for _, s := range p.Stmts {
		if s != nil && s.Name != nil && s.Name.Text == node {
			return s
		}
	}
	return nil
}

func armOf(s *ast.Stmt, name string) *ast.Arm {
	c, ok := s.Value.(*ast.Choose)
	if !ok {
		return nil
	}
	for _, a := range c.Arms {
		if a != nil && a.Name != nil && a.Name.Text == name {
			return a
		}
	}
	return nil
}

// String of a table, as people read it.
func (t *Table) String() string {
	var b strings.Builder
	of := "overlap with the full plan's answers"
	if t.Measure == "ndcg" {
		of = "nDCG by labels"
	}
	fmt.Fprintf(&b, "scene %s, pipeline %s: loss of %s without each part, over %s", t.Scene, t.Pipeline, of, plural.Of(t.Requests, "request"))
	if t.Left > 0 {
		fmt.Fprintf(&b, " (%d left out)", t.Left)
	}
	b.WriteByte('\n')
	if t.Noise > 0.0005 {
		fmt.Fprintf(&b, "the full plan differs from itself by %.3f: what is not above that is noise\n", t.Noise)
	}
	if t.Requests < Few {
		fmt.Fprintf(&b, "fewer than %d prove nothing: intervals are as wide as can be, and nothing is proposed\n", Few)
	}
	fmt.Fprintf(&b, "\n%-24s %-16s %-14s %7s  %-18s %6s %7s\n", "part", "given up", "tier", "gain", "95 %", "n", "failed")
	for _, r := range t.Rows {
		what := map[string]string{Off: "off", Arm: "at " + r.Arm, Knob: r.Low}[r.Kind]
		tier := r.Tier
		if tier == Everybody {
			tier = "all"
		}
		fmt.Fprintf(&b, "%-24s %-16s %-14s %7.3f  [%6.3f, %6.3f]   %6d %7d\n", r.Node, what, tier, r.Gain, r.Low95, r.High95, r.N, r.Failed)
	}
	return b.String()
}
