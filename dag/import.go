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
// pipeline brings them along, by where they come from.
type homes struct {
	names   map[any]string
	from    map[any]*Import
	project map[any]*check.Info // whose declaration it is
}

func newHomes(info *check.Info) *homes {
	h := &homes{names: map[any]string{}, from: map[any]*Import{}, project: map[any]*check.Info{}}
	each(info, func(name string, thing any) { h.names[thing], h.project[thing] = name, info })
	for _, name := range sorted(info.Imports) {
		im := info.Imports[name]
		each(im.From, func(there string, thing any) {
			if there == im.Of { // what it is there and what it is here are one
				h.names[thing] = name
			}
		})
	}
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
			of := &Import{Team: im.Team, Project: im.Project, Version: im.Version, Name: there}
			h.from[thing], h.project[thing] = of, im.From
			if h.names[thing] == "" {
				h.names[thing] = of.String()
			}
		})
		h.brought(im.From, seen)
	}
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
