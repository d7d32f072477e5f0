package catalog

import (
	"context"
	"maps"
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/server/app"
)

// Published is where versions of all teams and the rights to import them are
// kept (server/store).
type Published interface {
	Version(ctx context.Context, team string, number int64) (app.Version, error)
	ImportersOf(ctx context.Context, team string) ([]string, error)
}

// publishedFor is the published projects as a project of a team may import them. It
// implements analysis.Shelf.
type publishedFor struct {
	ctx  context.Context
	from Published
	p    app.Project
	away error // why something could not be read now
}

// Allow implements analysis.Shelf. A version was allowed when it was made.
func (s *publishedFor) Allow(want analysis.Published) error {
	if s.p.Published {
		return nil
	}
	ok, err := app.MayImport(s.ctx, s.from, s.p.Team, want.Team)
	switch {
	case err != nil:
		return s.unread(want, err)
	case !ok:
		return s.no(want, app.Forbidden)
	}
	return nil
}

// Texts implements analysis.Shelf.
func (s *publishedFor) Texts(want analysis.Published) (map[string][]byte, error) {
	if want.Project != app.ProjectName {
		return nil, s.no(want, app.NotFound)
	}
	v, err := s.from.Version(s.ctx, want.Team, int64(want.Version))
	switch {
	case app.CodeOf(err) == app.NotFound:
		return nil, s.no(want, app.NotFound)
	case err != nil:
		return nil, s.unread(want, err)
	}
	return sources(v.Files), nil
}

func (s *publishedFor) no(want analysis.Published, code app.Code) error {
	return app.NotImported(s.p.Team, app.Import{Team: want.Team, Project: want.Project, Version: int64(want.Version)}, code)
}

func (s *publishedFor) unread(want analysis.Published, err error) error {
	s.away = err
	return &check.Unpublished{Message: want.String() + " cannot be read now", Help: "try again a little later"}
}

// options of a check of a team's texts; away gives why imports could not be
// read, nil where nothing stood in the way.
func (c *Compiler) options(ctx context.Context, p app.Project) (o check.Options, away func() error) {
	o = check.Options{Catalogue: c.ops}
	if c.published == nil {
		return o, func() error { return nil }
	}
	shelf := &publishedFor{ctx: ctx, from: c.published, p: p}
	o.Published = analysis.NewImports(c.ops, shelf, c.imported)
	return o, func() error { return shelf.away }
}

// Imports implements app.Compiler. It reads the syntax alone.
func (c *Compiler) Imports(p app.Project) []app.Import {
	found := map[string]*app.Import{}
	for _, t := range p.Texts {
		if !strings.HasSuffix(t.Path, ".riffle") {
			continue
		}
		f, _ := parse.File(t.Path, []byte(t.Text))
		for _, d := range f.Decls {
			im, ok := d.(*ast.Import)
			if !ok || im.From == nil {
				continue
			}
			one, err := app.ParseImport(im.From.Value)
			if err != nil {
				continue // what does not check is not published
			}
			if found[one.String()] == nil {
				found[one.String()] = &one
			}
			for _, n := range im.Names {
				if n.Name != nil && !slices.Contains(found[one.String()].Names, n.Name.Text) {
					found[one.String()].Names = append(found[one.String()].Names, n.Name.Text)
				}
			}
		}
	}
	out := make([]app.Import, 0, len(found))
	for _, name := range slices.Sorted(maps.Keys(found)) {
		slices.Sort(found[name].Names)
		out = append(out, *found[name])
	}
	return out
}

// errUnread is of a version whose imports could not be read: it is tried again.
func errUnread(err error) error {
	return app.Fail(app.Unavailable, "imports_unread", "what it imports cannot be read now").Because(err)
}
