package analysis

import (
	"fmt"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// Limits of a project.
const (
	MaxFile    = parse.MaxFile // bytes of one file
	MaxFiles   = 200
	MaxProject = 8 << 20 // bytes of all files
)

// Project parses and checks all files of a project, named by path. Info is
// never nil and as full as the texts allow; only a list without errors is fit
// to be compiled. The result is the same for the same texts; sources are not
// changed and not kept beyond Info.
func Project(sources map[string][]byte, cat sig.Catalogue) (*check.Info, diag.List) {
	return ProjectWith(sources, check.Options{Catalogue: cat})
}

// ProjectWith is Project where other projects' published things may be imported.
func ProjectWith(sources map[string][]byte, o check.Options) (*check.Info, diag.List) {
	names := make([]string, 0, len(sources))
	total := 0
	for name, src := range sources {
		names = append(names, name)
		total += len(src)
	}
	sort.Strings(names)
	switch {
	case len(names) > MaxFiles:
		return refuse(names[MaxFiles], fmt.Sprintf("the project has %d files, at most %d are read", len(names), MaxFiles))
	case total > MaxProject:
		return refuse(names[0], fmt.Sprintf("the project has %d bytes, at most %d are read", total, MaxProject))
	}
	files, list := parsed(names, sources)
	info, diags := check.CheckWith(files, o)
	return info, append(list, beyond(list, diags)...).Sort()
}

// parsed are the trees of the files and what is wrong in them, in the order of
// the names. Files do not know of one another, so they are read side by side.
func parsed(names []string, sources map[string][]byte) ([]*ast.File, diag.List) {
	files, lists := make([]*ast.File, len(names)), make([]diag.List, len(names))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(len(names), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(names); i = int(next.Add(1)) - 1 {
				files[i], lists[i] = parse.File(names[i], sources[names[i]])
			}
		})
	}
	wg.Wait()
	return files, slices.Concat(lists...)
}

// beyond leaves out what the checker finds on a line that does not parse: it
// would be the same mistake a second time.
func beyond(syntax, checked diag.List) diag.List {
	type place struct {
		file string
		line int
	}
	broken := map[place]bool{}
	for _, d := range syntax {
		if d.Severity == diag.Error {
			broken[place{d.File, d.Line}] = true
		}
	}
	out := checked[:0]
	for _, d := range checked {
		if !broken[place{d.File, d.Line}] {
			out = append(out, d)
		}
	}
	return out
}

// refuse is the answer to a project beyond the limits.
func refuse(file, message string) (*check.Info, diag.List) {
	info, _ := check.Check(nil, nil)
	return info, diag.List{diag.New(file, token.NewLines(nil), token.Range{}, "E0902", message, "split it")}
}
