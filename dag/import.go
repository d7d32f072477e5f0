package dag

import (
	"fmt"

	"riffle.dev/riffle/dsl/check"
)

// Import says which published thing of another project something is.
type Import struct {
	Team    string
	Project string
	Version int
	Name    string // there
}

// String is team/project@version.name, which is no name of the language.
func (i *Import) String() string {
	return fmt.Sprintf("%s/%s@%d.%s", i.Team, i.Project, i.Version, i.Name)
}

// homes says what resources, services and functions are called in a project:
// by their own name, by the one they were imported under, or, where an imported
// pipeline brings them along, by where they come from. What two imported
// projects both import is one thing.
type homes struct {
	names   map[any]string
	from    map[any]*Import
	project map[any]*check.Info // whose declaration it is
	here    map[Import]string   // what was imported is called
}

func newHomes(info *check.Info) *homes {
	h := &homes{names: map[any]string{}, from: map[any]*Import{}, project: map[any]*check.Info{}, here: map[Import]string{}}
	each(info, func(name string, thing any) {
		h.names[thing], h.project[thing] = name, homeOf(info, thing)
		if im := importOf(thing); im != nil {
			h.here[*im] = name
		}
	})
	h.brought(info, map[*check.Info]bool{info: true})
	return h
}

// brought gives names to all that imported projects have.
func (h *homes) brought(info *check.Info, seen map[*check.Info]bool) {
	for _, name := range sorted(info.Imports) {
		im := info.Imports[name]
		if seen[im.From] {
			continue
		}
		seen[im.From] = true
		each(im.From, func(there string, thing any) {
			of := importOf(thing)
			if of == nil {
				of = &Import{Team: im.Team, Project: im.Project, Version: im.Version, Name: there}
			}
			h.from[thing], h.project[thing], h.names[thing] = of, homeOf(im.From, thing), of.String()
			if here := h.here[*of]; here != "" { // what it is there and what it is here are one
				h.names[thing] = here
			}
		})
		h.brought(im.From, seen)
	}
}

// importOf says where a thing that a project imports comes from; nil of its own.
func importOf(thing any) *Import {
	im := (*check.Import)(nil)
	switch t := thing.(type) {
	case *check.Resource:
		im = t.Import
	case *check.Service:
		im = t.Import
	case *check.Function:
		im = t.Import
	}
	if im == nil {
		return nil
	}
	return &Import{Team: im.Team, Project: im.Project, Version: im.Version, Name: im.Of}
}

// origin says where a thing comes from; nil of the project's own.
func (h *homes) origin(thing any) *Import {
	if im := importOf(thing); im != nil {
		return im
	}
	return h.from[thing]
}

// homeOf a thing of a project: where the names of its declaration are known.
func homeOf(info *check.Info, thing any) *check.Info {
	im := (*check.Import)(nil)
	switch t := thing.(type) {
	case *check.Service:
		im = t.Import
	case *check.Function:
		im = t.Import
	}
	if im != nil {
		return im.From
	}
	return info
}

// each visits what can be imported and has a name at run time.
func each(info *check.Info, visit func(name string, thing any)) {
	if info == nil {
		return
	}
	for _, name := range sorted(info.Resources) {
		visit(name, info.Resources[name])
	}
	for _, name := range sorted(info.Services) {
		visit(name, info.Services[name])
	}
	for _, name := range sorted(info.Functions) {
		visit(name, info.Functions[name])
	}
}
