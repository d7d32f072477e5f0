package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"riffle.dev/riffle/engine/exec"
)

// benchProfile profiles the demo's start page at saturation and writes where its
// time goes as a page. It gives no rows.
func benchProfile(ctx context.Context, b *bencher) ([]benchRow, error) {
	h, err := newStart(true)
	if err != nil {
		return nil, err
	}
	for i := range 300 {
		if err := h.door(ctx, i); err != nil && ctx.Err() != nil {
			return nil, err
		}
	}
	var raw bytes.Buffer
	if err := pprof.StartCPUProfile(&raw); err != nil {
		return nil, err
	}
	rate, err := h.saturate(ctx, 10*b.each)
	pprof.StopCPUProfile()
	if err != nil {
		return nil, err
	}
	if b.raw != "" {
		if err := os.WriteFile(b.raw, raw.Bytes(), 0o644); err != nil {
			return nil, err
		}
	}
	p, err := profile.Parse(&raw)
	if err != nil {
		return nil, err
	}
	page := profilePage(p, rate)
	if err := os.MkdirAll(filepath.Dir(b.profile), 0o755); err != nil {
		return nil, err
	}
	return nil, os.WriteFile(b.profile, page, 0o644)
}

// place is where time goes: a node or a part of the process, and a package in it.
type place struct{ part, pkg string }

// share of the samples that a place has, and its functions theirs.
type share struct {
	place
	n         int64
	functions map[string]int64
}

// hottest function of a place.
func (s *share) hottest() (name string, n int64) {
	for f, k := range s.functions {
		if k > n || k == n && f < name {
			name, n = f, k
		}
	}
	return name, n
}

// profilePage is a profile as text: the twenty places where most of the time
// goes, and the nodes and parts.
func profilePage(p *profile.Profile, rate float64) []byte {
	places, parts := map[place]*share{}, map[place]*share{}
	all := int64(0)
	count := func(in map[place]*share, at place, function string, n int64) {
		if in[at] == nil {
			in[at] = &share{place: at, functions: map[string]int64{}}
		}
		in[at].n += n
		in[at].functions[function] += n
	}
	for _, s := range p.Sample {
		part, function := placeOf(s)
		count(places, place{part, packageOf(function)}, function, s.Value[0])
		count(parts, place{part: part}, function, s.Value[0])
		all += s.Value[0]
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "# Where the start page's time goes\n\n"+
		"Written by `riffle bench profile`: a processor profile of the demo's home pipeline, asked through the gateway with JSON both ways "+
		"as fast as %d processors can (%.0f requests a second, %d samples, %s). A part is the node that was at work, or what the process did instead. "+
		"A place is a package in it: that of the innermost function of ours, or of JSON; what it calls in the standard library, memory included, counts for it.\n\n",
		runtime.GOMAXPROCS(0), rate, all, runtime.Version())
	out.WriteString("## The twenty places\n\n| share | sum | node or part | package | most of it in |\n|---:|---:|---|---|---|\n")
	percent := func(n int64) float64 { return 100 * float64(n) / float64(max(all, 1)) }
	sum := int64(0)
	for _, s := range largest(places, 20) {
		sum += s.n
		name, n := s.hottest()
		fmt.Fprintf(&out, "| %.1f %% | %.1f %% | %s | `%s` | `%s` %.1f %% |\n", percent(s.n), percent(sum), s.part, s.pkg, name, percent(n))
	}
	out.WriteString("\n## By node and part\n\n| share | sum | node or part |\n|---:|---:|---|\n")
	sum = 0
	for _, s := range largest(parts, 40) {
		sum += s.n
		fmt.Fprintf(&out, "| %.1f %% | %.1f %% | %s |\n", percent(s.n), percent(sum), s.part)
	}
	return out.Bytes()
}

// largest shares first, so many at most.
func largest(of map[place]*share, most int) []*share {
	list := slices.Collect(maps.Values(of))
	slices.SortFunc(list, func(a, b *share) int {
		return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.part, b.part), strings.Compare(a.pkg, b.pkg))
	})
	return list[:min(most, len(list))]
}

// packageOf a function as profiles name it: internal/column.(*Dict).Code is of
// internal/column.
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	name, _, _ := strings.Cut(function[slash:], ".")
	return function[:slash] + name
}

// parts of the runtime by a function at or near the root of a stack.
var runtimeParts = [...]struct{ root, part string }{
	{"runtime.gcBgMarkWorker", "collector"}, {"runtime.bgsweep", "collector"}, {"runtime.bgscavenge", "collector"},
	{"runtime.gcAssistAlloc", "collector"}, {"runtime.gcStart", "collector"}, {"runtime.gcMarkDone", "collector"}, {"runtime.gcMarkTermination", "collector"},
	{"runtime.schedule", "scheduler"}, {"runtime.findRunnable", "scheduler"}, {"runtime.mcall", "scheduler"}, {"runtime.park_m", "scheduler"}, {"runtime.goexit0", "scheduler"},
	{"runtime.gosched_m", "scheduler"}, {"runtime.mstart", "scheduler"}, {"runtime.sysmon", "scheduler"},
}

const ourModule = "riffle.dev/riffle/"

// placeOf a sample: its part, and the innermost function that is named.
func placeOf(s *profile.Sample) (part, function string) {
	if nodes := s.Label[exec.NodeLabel]; len(nodes) > 0 {
		part = "node " + nodes[0]
	}
	for _, l := range s.Location { // from the leaf
		for _, line := range l.Line {
			name := line.Function.Name
			for _, r := range runtimeParts {
				if name == r.root {
					return r.part, name
				}
			}
			if mine, ok := strings.CutPrefix(name, ourModule); ok {
				return cmp.Or(part, partOf(mine)), mine
			}
			if strings.HasPrefix(name, "encoding/json.") {
				return "JSON", name
			}
		}
	}
	if len(s.Location) > 0 && len(s.Location[0].Line) > 0 {
		function = s.Location[0].Line[0].Function.Name
	}
	return "runtime", function
}

// partOf the process that a function outside of nodes belongs to.
func partOf(function string) string {
	for _, p := range [...]struct{ under, part string }{
		{"engine/exec.", "running the graph"}, {"engine.", "request and answer"}, {"server/", "gateway"}, {"cmd/", "who asks"},
	} {
		if strings.HasPrefix(function, p.under) {
			return p.part
		}
	}
	return "request and answer"
}
