package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"riffle.dev/riffle/dsl/check"
)

// ProjectName is what a team's one project is called in imports.
const ProjectName = "main"

// Limits of importing.
const (
	MaxImporters = 200
	MaxImports   = 64 // projects that one may import, with what those import
)

// Import is what a project brings from a version of another team's.
type Import struct {
	Team    string   `json:"team"`
	Project string   `json:"project"`
	Version int64    `json:"version"`
	Names   []string `json:"names" doc:"as they are called there"`
}

// String is team/project@version.
func (i Import) String() string { return fmt.Sprintf("%s/%s@%d", i.Team, i.Project, i.Version) }

// Importers are who may import a team's versions, and who does.
type Importers struct {
	Teams []string    `json:"teams" doc:"that may import what this team published; nobody else may"`
	Uses  []ImportUse `json:"uses" doc:"of live versions of other teams"`
}

// ImportUse is what a live version of another team imports of this one.
type ImportUse struct {
	Team    string   `json:"team"`
	Version int64    `json:"version" doc:"its own, which is live"`
	Of      int64    `json:"of" doc:"the version of this team that it imports"`
	Names   []string `json:"names"`
}

// SetImporters is the whole list.
type SetImporters struct {
	Teams []string `json:"teams" maxItems:"200" doc:"names of teams"`
}

// Imported is a published project with all that it imports.
type Imported struct {
	Projects []ImportedProject `json:"projects" doc:"the one asked for comes first"`
}

// ImportedProject is one of them.
type ImportedProject struct {
	Source string `json:"source" doc:"team/project@version"`
	Files  []Text `json:"files"`
}

// Importers reads who may import and who does.
func (a *App) Importers(ctx context.Context, team string) (Importers, error) {
	teams, err := a.store.ImportersOf(ctx, team)
	if err != nil {
		return Importers{}, err
	}
	uses, err := a.store.ImportUses(ctx, team)
	return Importers{Teams: teams, Uses: uses}, err
}

// SetImporters says who may import. Who loses the right goes on serving what it
// has published, and publishes no more of it.
func (a *App) SetImporters(ctx context.Context, by Change, team string, in SetImporters) (Importers, error) {
	teams := slices.Compact(slices.Sorted(slices.Values(in.Teams)))
	if len(teams) > MaxImporters {
		return Importers{}, Fail(Invalid, "importers_many", "{n} teams, at most {max}", len(teams), MaxImporters).At("body.teams")
	}
	for i, name := range teams {
		if !teamName.MatchString(name) {
			return Importers{}, Fail(Invalid, "importer_name", "{name} is no name of a team", name).At(fmt.Sprintf("body.teams[%d]", i))
		}
	}
	if err := a.store.SetImporters(ctx, by.Did("importers.set", ""), team, teams); err != nil {
		return Importers{}, err
	}
	return a.Importers(ctx, team)
}

// MayImport tells whether a team may import what another published: its own
// always, others' when they say so.
func MayImport(ctx context.Context, s interface {
	ImportersOf(ctx context.Context, team string) ([]string, error)
}, team, of string) (bool, error) {
	if team == of {
		return true, nil
	}
	teams, err := s.ImportersOf(ctx, of)
	return slices.Contains(teams, team), err
}

// NotImported says to who checks a project of a team why it can't import
// another: for want of the right, which looks the same for teams that do not
// exist, or because it is not there. nil where the code is of neither.
func NotImported(team string, of Import, code Code) *check.Unpublished {
	switch {
	case code == Forbidden:
		return &check.Unpublished{Message: fmt.Sprintf("%s may not import from %.60s", team, of.Team), Help: fmt.Sprintf("an owner there can allow it: PUT /api/v1/teams/%.60s/importers", of.Team)}
	case code == NotFound && of.Project != ProjectName:
		return &check.Unpublished{Message: fmt.Sprintf("%s has no project %.60s", of.Team, of.Project), Help: "a team has one, called " + ProjectName}
	case code == NotFound:
		return &check.Unpublished{Message: fmt.Sprintf("%s/%s has no version %d", of.Team, of.Project, of.Version), Help: "write one that was published"}
	}
	return nil
}

// ImportDenied says that a team may not import from another.
func ImportDenied(team, of string) *Error {
	return Fail(Forbidden, "import_denied", "{team} may not import from {of}; an owner there can allow it, by PUT /api/v1/teams/{of}/importers", team, of)
}

// Imported gives the texts of a published project and of all that it imports,
// for who checks a project of the team elsewhere.
func (a *App) Imported(ctx context.Context, team, source string) (Imported, error) {
	first, err := ParseImport(source)
	if err != nil {
		return Imported{}, err
	}
	switch ok, err := MayImport(ctx, a.store, team, first.Team); {
	case err != nil:
		return Imported{}, err
	case !ok:
		return Imported{}, ImportDenied(team, first.Team)
	}
	out := Imported{Projects: []ImportedProject{}}
	seen := map[string]bool{first.String(): true}
	for todo := []Import{first}; len(todo) > 0; todo = todo[1:] {
		if len(out.Projects) == MaxImports {
			return Imported{}, Fail(TooLarge, "imports_many", "{source} brings more than {max} projects", first.String(), MaxImports)
		}
		one := todo[0]
		if one.Project != ProjectName {
			return Imported{}, Missing("project", one.Team+"/"+one.Project)
		}
		v, err := a.store.Version(ctx, one.Team, one.Version)
		if err != nil {
			return Imported{}, err
		}
		out.Projects = append(out.Projects, ImportedProject{Source: one.String(), Files: v.Files})
		for _, next := range v.Imports {
			if !seen[next.String()] {
				seen[next.String()] = true
				todo = append(todo, next)
			}
		}
	}
	return out, nil
}

// ParseImport reads team/project@version.
func ParseImport(source string) (Import, error) {
	name, number, _ := strings.Cut(source, "@")
	team, project, _ := strings.Cut(name, "/")
	version, err := strconv.ParseInt(number, 10, 32)
	if err != nil || version < 1 || team == "" || project == "" {
		return Import{}, Fail(Invalid, "import_source", "want team/project@version such as catalog/main@12, got {source}", source).At("query.from")
	}
	return Import{Team: team, Project: project, Version: version}, nil
}
