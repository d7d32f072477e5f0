package analysis

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
)

// Limits of what one project imports, directly and by what it imports.
const (
	MaxImportDepth = 16
	MaxImports     = 64       // projects
	MaxImported    = 16 << 20 // bytes
)

// Published names a published project.
type Published struct {
	Team    string
	Project string
	Version int
}

// String is team/project@version, as an import writes it.
func (p Published) String() string { return fmt.Sprintf("%s/%s@%d", p.Team, p.Project, p.Version) }

// Shelf is where published projects stand. An error is why one can't be had, a
// *check.Unpublished where there is more to say.
type Shelf interface {
	// Allow tells whether the project at hand may import another; what that one
	// imports in turn is not asked for.
	Allow(p Published) error
	// Texts are those of a published project, by file.
	Texts(p Published) (map[string][]byte, error)
}

// Imports finds published projects for one check: it fetches, parses and checks
// each once, and what it imports in turn. It is a check.Resolver. Its files are
// named team/project@version/file.
type Imports struct {
	cat   sig.Catalogue
	shelf Shelf
	cache *ImportCache // may be nil

	mu    sync.Mutex
	done  map[Published]imported
	bytes int
}

type imported struct {
	info *check.Info
	err  error
}

// NewImports makes one. What is found stays in cache, where there is one.
func NewImports(cat sig.Catalogue, shelf Shelf, cache *ImportCache) *Imports {
	return &Imports{cat: cat, shelf: shelf, cache: cache, done: map[Published]imported{}}
}

// Published implements check.Resolver.
func (m *Imports) Published(team, project string, version int) (*check.Info, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := Published{team, project, version}
	if err := m.shelf.Allow(p); err != nil {
		return nil, err
	}
	return m.published(p, nil)
}

// importer is a project that is being checked, and the way to it.
type importer struct {
	all *Imports
	way []Published
}

// Published implements check.Resolver for what an imported project imports.
func (i importer) Published(team, project string, version int) (*check.Info, error) {
	return i.all.published(Published{team, project, version}, i.way)
}

func (m *Imports) published(p Published, way []Published) (*check.Info, error) {
	for k, on := range way {
		if on == p {
			return nil, &check.Unpublished{Code: "E0601", Message: "imports go in a circle: " + path(append(way[k:len(way):len(way)], p)), Help: "move what both want to a project that both import"}
		}
	}
	if len(way) >= MaxImportDepth {
		return nil, &check.Unpublished{Code: "E0902", Message: fmt.Sprintf("imports go more than %d projects deep: %s", MaxImportDepth, path(append(way[:len(way):len(way)], p)))}
	}
	if have, ok := m.done[p]; ok {
		return have.info, have.err
	}
	if len(m.done) >= MaxImports {
		return nil, &check.Unpublished{Code: "E0902", Message: fmt.Sprintf("more than %d projects are imported", MaxImports)}
	}
	info, err := m.read(p, way)
	m.done[p] = imported{info, err}
	return info, err
}

func (m *Imports) read(p Published, way []Published) (*check.Info, error) {
	if info := m.cache.get(p); info != nil {
		return info, nil
	}
	texts, err := m.shelf.Texts(p)
	if err != nil {
		return nil, err
	}
	sources := make(map[string][]byte, len(texts))
	for name, text := range texts {
		sources[p.String()+"/"+name] = text
		m.bytes += len(text)
	}
	if m.bytes > MaxImported {
		return nil, &check.Unpublished{Code: "E0902", Message: fmt.Sprintf("what is imported has more than %d bytes", MaxImported)}
	}
	info, list := ProjectWith(sources, check.Options{Catalogue: m.cat, Published: importer{m, append(way[:len(way):len(way)], p)}})
	if list.HasErrors() {
		return nil, broken(p, list)
	}
	m.cache.put(p, info)
	return info, nil
}

// broken is why a project with errors is not imported. Circles and limits are
// said as they are, wherever they lie.
func broken(p Published, list diag.List) error {
	for _, d := range list {
		if d.Severity == diag.Error && (d.Code == "E0601" || d.Code == "E0902") && strings.HasPrefix(d.Message, "imports go ") {
			return &check.Unpublished{Code: d.Code, Message: d.Message, Help: d.Help}
		}
	}
	for _, d := range list {
		if d.Severity == diag.Error {
			return &check.Unpublished{Message: fmt.Sprintf("%s does not compile here: %s", p, d), Help: "import another version of it"}
		}
	}
	return errors.New(p.String() + " does not compile here")
}

func path(way []Published) string {
	var b strings.Builder
	for i, p := range way {
		if i > 0 {
			b.WriteString(" -> ")
		}
		b.WriteString(p.String())
	}
	return b.String()
}

// ImportCache keeps checked projects between checks, so that an editor does not
// read them at every key. Versions never change, so what is kept never grows
// old. Safe for concurrent use; a nil one keeps nothing.
type ImportCache struct {
	mu   sync.Mutex
	kept map[Published]*check.Info
}

// NewImportCache makes an empty one.
func NewImportCache() *ImportCache { return &ImportCache{kept: map[Published]*check.Info{}} }

func (c *ImportCache) get(p Published) *check.Info {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept[p]
}

func (c *ImportCache) put(p Published, info *check.Info) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.kept) >= MaxImports {
		clear(c.kept)
	}
	c.kept[p] = info
}
