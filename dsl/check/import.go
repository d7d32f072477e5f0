package check

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// measure is what calls of a pipeline need to know of its inside.
type measure struct {
	size, most int
	path       int64
	onPath     []string
}

// imports brings the published things of other projects into the namespace.
// What can't be found keeps the kind import, which fits everything silently.
func (c *checker) imports() {
	known := map[string]*Info{}
	why := map[string]error{}
	c.eachDecl(func(d ast.Decl) {
		im, ok := d.(*ast.Import)
		if !ok || im.From == nil || im.From.At.To-im.From.At.From < 2 { // no text stands there
			return
		}
		team, project, version, ok := c.importSource(im.From)
		if !ok {
			return
		}
		from, asked := known[im.From.Value]
		if !asked && c.published != nil {
			from, why[im.From.Value] = c.published.Published(team, project, version)
			known[im.From.Value] = from
			if from != nil {
				c.adopt(from)
			}
		}
		if from == nil {
			c.unpublished(im.From, why[im.From.Value])
			return
		}
		for i, n := range im.Names {
			if c.tooMany(i, im.At, "imports") {
				break
			}
			if n.Name == nil || n.Name.Text == "" {
				continue
			}
			here := n.Name
			if n.As != nil {
				here = n.As
			}
			if c.decls[here.Text].decl != ast.Decl(d) {
				continue // a second one of that name, already reported
			}
			c.imported(&Import{Decl: im, Name: here.Text, Of: n.Name.Text, Team: team, Project: project, Version: version, From: from}, n.Name)
		}
	})
}

// unpublished says why there is nothing to import.
func (c *checker) unpublished(from *ast.StringLit, why error) {
	u := &Unpublished{Message: fmt.Sprintf("no published project %s is known here", show(from.Value)), Help: "publish it, or write another version"}
	if c.published == nil {
		u.Help = "nothing that other projects published can be read here"
	}
	if why != nil && !errors.As(why, &u) {
		u.Message, u.Help = why.Error(), ""
	}
	code := u.Code
	if code == "" {
		code = "E0301"
	}
	c.report(from.At, code, u.Message, u.Help)
}

// importSource reads "team/project@version".
func (c *checker) importSource(s *ast.StringLit) (team, project string, version int, ok bool) {
	name, number, hasVersion := strings.Cut(s.Value, "@")
	team, project, hasTeam := strings.Cut(name, "/")
	version, err := strconv.Atoi(number)
	switch {
	case !hasTeam || team == "" || project == "" || strings.ContainsAny(name, " \t\n\"") || strings.Contains(project, "/") || len(name) > 2*maxName:
		c.report(s.At, "E0405", "an import names a team and a project", `such as "catalog/main@12"`)
	case !hasVersion:
		c.report(s.At, "E0405", fmt.Sprintf("the import of %s names no version", show(name)), fmt.Sprintf("such as %q", show(name)+"@12"))
	case err != nil || version < 1 || number[0] == '+':
		c.report(s.At, "E0405", fmt.Sprintf("%s is no version", show(strconv.Quote(number))), fmt.Sprintf("such as %q", show(name)+"@12"))
	default:
		return team, project, version, true
	}
	return "", "", 0, false
}

// imported enters one thing under its name here.
func (c *checker) imported(im *Import, at *ast.Name) {
	from, here := im.From, im.Name
	if first := from.Imports[im.Of]; first != nil {
		c.report(at.At, "E0301", fmt.Sprintf("%s/%s@%d imports %s itself, and publishes what is its own", im.Team, im.Project, im.Version, show(im.Of)),
			fmt.Sprintf(`import %s from "%s/%s@%d"`, first.Of, first.Team, first.Project, first.Version))
		return
	}
	if r := from.Resources[im.Of]; r != nil {
		im.Kind = "resource"
		own := *r
		own.Name, own.Items.Name, own.Import = here, here, im
		c.info.Resources[here] = &own
	} else if t, ok := from.Types[im.Of]; ok {
		im.Kind = "type"
		t.Name = here
		c.info.Types[here] = t
	} else if s := from.Services[im.Of]; s != nil {
		im.Kind = "service"
		own := *s
		own.Name, own.Import = here, im
		c.info.Services[here] = &own
	} else if f := from.Functions[im.Of]; f != nil {
		im.Kind = "function"
		own := *f
		own.Name, own.Import = here, im
		c.info.Functions[here] = &own
	} else if p := from.Pipelines[im.Of]; p != nil {
		im.Kind = "pipeline"
		c.info.Pipelines[here] = p
		c.pipes[here] = published(p, from.FileOf[p.Decl])
	} else {
		c.notPublished(im, at)
		return
	}
	c.info.Imports[here] = im
	d := c.decls[here]
	d.kind = im.Kind
	c.decls[here] = d
}

func (c *checker) notPublished(im *Import, at *ast.Name) {
	of := fmt.Sprintf("%s/%s@%d", im.Team, im.Project, im.Version)
	if im.From.Scenes[im.Of] != nil || im.From.Experiments[im.Of] != nil {
		c.report(at.At, "E0312", fmt.Sprintf("%s of %s is no resource, type, pipeline, service or function", show(im.Of), of), "only these are imported")
		return
	}
	var names []string
	for name := range im.From.Resources {
		names = append(names, name)
	}
	for name := range im.From.Types {
		names = append(names, name)
	}
	for name := range im.From.Services {
		names = append(names, name)
	}
	for name := range im.From.Functions {
		names = append(names, name)
	}
	for name := range im.From.Pipelines {
		names = append(names, name)
	}
	names = sortedNames(names)
	c.reportNear(at.At, "E0301", fmt.Sprintf("%s has no %s", of, show(im.Of)), im.Of, "there are "+listed(names), names)
}

// published is a pipeline of another project, as its callers see it.
func published(p *Pipeline, file *ast.File) *pipe {
	out := &pipe{decl: p.Decl, file: file, out: p, params: map[string]Param{}, stmts: map[string]*node{}, state: done, size: p.measure.size, most: p.measure.most,
		path: p.measure.path, onPath: p.measure.onPath}
	for _, param := range p.Params {
		out.params[param.Name] = param
	}
	return out
}

// measured keeps what calls of each pipeline need to know, for other projects.
func (c *checker) measured() {
	for _, p := range c.pipes {
		if c.pipeOf[p.decl] == p { // those imported belong to others
			p.out.measure = measure{size: p.size, most: p.most, path: p.path, onPath: p.onPath}
		}
	}
}

// adopt takes over the facts of another project, so that what is imported is
// understood by the same maps. Their keys are of other trees: none meet.
func (c *checker) adopt(from *Info) {
	to := c.info
	maps.Copy(to.Values, from.Values)
	maps.Copy(to.Calls, from.Calls)
	maps.Copy(to.Exprs, from.Exprs)
	maps.Copy(to.FileOf, from.FileOf)
	maps.Copy(to.Islands, from.Islands)
	maps.Copy(to.Blocks, from.Blocks)
	maps.Copy(to.Ifs, from.Ifs)
	maps.Copy(to.Loops, from.Loops)
	maps.Copy(to.Eaches, from.Eaches)
	maps.Copy(to.Chooses, from.Chooses)
}

// typeDecl is a named type's declaration, of this project or of the one it
// comes from; nil when there is none.
func (c *checker) typeDecl(name string) *ast.Type {
	if d, ok := c.decls[name].decl.(*ast.Type); ok {
		return d
	}
	im := c.info.Imports[name]
	if im == nil || im.Kind != "type" {
		return nil
	}
	for _, f := range im.From.Files {
		if f == nil {
			continue
		}
		for _, d := range f.Decls {
			if t, ok := d.(*ast.Type); ok && t.Name != nil && t.Name.Text == im.Of {
				return t
			}
		}
	}
	return nil
}

// resourceNamed is a resource by name, entering it when it stands further below.
func (c *checker) resourceNamed(name string) *Resource {
	d := c.decls[name]
	if r, ok := d.decl.(*ast.Resource); ok && c.info.Resources[name] == nil {
		c.inFile(d.file, func() { c.resource(r) })
	}
	return c.info.Resources[name]
}

// typeNamed is a declared type by name.
func (c *checker) typeNamed(name string) sig.Type {
	d := c.decls[name]
	t := c.info.Types[name]
	if own, ok := d.decl.(*ast.Type); ok {
		c.inFile(d.file, func() { t = c.declaredType(own) })
	}
	return t
}
