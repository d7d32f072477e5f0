package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/script"
	"riffle.dev/riffle/server/app"
)

// importing says where published projects are found: a folder, or a server.
type importing struct {
	from  string // folder, or http address
	asked client // where a verb has a server of its own; the zero one has none
	shelf shelf  // of the last check
}

// shelf is where published projects are, with the files of their functions.
type shelf interface {
	analysis.Shelf
	file(p analysis.Published, path string) ([]byte, error)
}

const importsFlag = `where imports are found: a folder with TEAM/PROJECT@VERSION/*.riffle in it, or the address of a server`

// declare the flags of a verb that has no server of its own.
func (i *importing) declare(f *pflag.FlagSet) {
	f.StringVar(&i.from, "imports", "", importsFlag)
	f.StringVar(&i.asked.token, "token", "", "API token with the scope read, for --imports from a server")
	f.StringVar(&i.asked.team, "team", "", "team that the project belongs to, for --imports from a server")
}

// resolver of the imports of one check.
func (i *importing) resolver(ctx context.Context) check.Resolver {
	switch ask := i.asked; {
	case strings.HasPrefix(i.from, "http://") || strings.HasPrefix(i.from, "https://"):
		ask.server = i.from
		i.shelf = &serverShelf{ctx: ctx, client: ask}
	case i.from != "":
		i.shelf = folderShelf{i.from}
	case ask.server != "":
		i.shelf = &serverShelf{ctx: ctx, client: ask}
	default:
		i.shelf = noShelf{}
	}
	return analysis.NewImports(op.NewCatalogue(), i.shelf, nil)
}

// files that the functions of a project in a folder are made of, and those of
// what it imports.
func (i *importing) files(dir string) engine.Files {
	return func(of *dag.Import, path string) ([]byte, error) {
		if of != nil {
			return i.shelf.file(analysis.Published{Team: of.Team, Project: of.Project, Version: of.Version}, path)
		}
		return readScript(dir, path)
	}
}

// filesOf are files among the texts that a server has of a project.
func (i *importing) filesOf(texts []app.Text) engine.Files {
	return func(of *dag.Import, path string) ([]byte, error) {
		if of != nil {
			return i.files("")(of, path)
		}
		for _, t := range texts {
			if t.Path == path {
				return []byte(t.Text), nil
			}
		}
		return nil, errors.New("the project has no such file")
	}
}

// readScript reads a little more than a file of a function may have, so that
// its limit is said where it is known.
func readScript(dir, path string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.Open(filepath.FromSlash(path))
	if err != nil {
		return nil, fmt.Errorf("no file in the project's folder %s", dir)
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, script.MaxFile+1))
}

// noShelf is where nobody said where.
type noShelf struct{}

func (noShelf) Allow(p analysis.Published) error {
	return &check.Unpublished{Message: fmt.Sprintf("%s is imported, and nobody said where it is", p),
		Help: fmt.Sprintf("--imports DIR finds it in DIR/%s, --imports http://127.0.0.1:7700 --team TEAM asks a server", p)}
}

func (noShelf) Texts(p analysis.Published) (map[string][]byte, error) {
	return nil, errors.New("nobody said where " + p.String() + " is")
}

func (noShelf) file(p analysis.Published, _ string) ([]byte, error) {
	return nil, errors.New("nobody said where " + p.String() + " is")
}

// folderShelf is published projects as files: TEAM/PROJECT@VERSION/*.riffle.
type folderShelf struct{ dir string }

// part of a source that may be the name of a folder.
var part = regexp.MustCompile(`^[\pL\pN_][\pL\pN_.-]*$`)

func (f folderShelf) of(p analysis.Published) string {
	return filepath.Join(f.dir, p.Team, fmt.Sprintf("%s@%d", p.Project, p.Version))
}

func (f folderShelf) file(p analysis.Published, path string) ([]byte, error) {
	return readScript(f.of(p), path)
}

func (folderShelf) Allow(analysis.Published) error { return nil }

func (f folderShelf) Texts(p analysis.Published) (map[string][]byte, error) {
	if !part.MatchString(p.Team) || !part.MatchString(p.Project) {
		return nil, &check.Unpublished{Message: p.String() + " cannot be the name of a folder"}
	}
	dir := f.of(p)
	texts, err := readFolder(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		return texts, err
	}
	there, _ := filepath.Glob(filepath.Join(literalGlob(f.dir), literalGlob(p.Team), literalGlob(p.Project)+"@*"))
	for i := range there {
		there[i] = filepath.ToSlash(strings.TrimPrefix(there[i], filepath.Clean(f.dir)+string(os.PathSeparator)))
	}
	slices.Sort(there)
	u := &check.Unpublished{Message: fmt.Sprintf("no folder %s", filepath.ToSlash(dir)), Help: "--imports names the folder that " + p.String() + " stands in"}
	if len(there) > 0 {
		u.Help = "there is " + strings.Join(there, ", ")
	}
	return nil, u
}

// serverShelf asks a server, once for each project that is imported directly:
// what that one imports comes along.
type serverShelf struct {
	ctx    context.Context
	client client
	texts  map[string]map[string][]byte // by source
}

func (s *serverShelf) Allow(p analysis.Published) error {
	at, err := s.client.address("imports")
	if err != nil {
		return &check.Unpublished{Message: fmt.Sprintf("%s is imported: %v", p, err)}
	}
	at.RawQuery = url.Values{"from": {p.String()}}.Encode()
	text, err := s.client.send(s.ctx, http.MethodGet, at, nil, nil)
	var no *refused
	if errors.As(err, &no) {
		of := app.Import{Team: p.Team, Project: p.Project, Version: int64(p.Version)}
		if why := app.NotImported(s.client.team, of, app.Code(no.code)); why != nil {
			return why
		}
	}
	if err != nil {
		return &check.Unpublished{Message: fmt.Sprintf("%s can't be imported: %v", p, err)}
	}
	var got app.Imported
	if err := json.Unmarshal(text, &got); err != nil {
		return &check.Unpublished{Message: fmt.Sprintf("%s answers what cannot be read: %v; is it a Riffle server?", s.client.server, err)}
	}
	if s.texts == nil {
		s.texts = map[string]map[string][]byte{}
	}
	for _, one := range got.Projects {
		texts := make(map[string][]byte, len(one.Files))
		for _, f := range one.Files {
			texts[f.Path] = []byte(f.Text)
		}
		s.texts[one.Source] = texts
	}
	return nil
}

func (s *serverShelf) Texts(p analysis.Published) (map[string][]byte, error) {
	if all, ok := s.texts[p.String()]; ok {
		texts := maps.Clone(all)
		maps.DeleteFunc(texts, func(path string, _ []byte) bool { return !strings.HasSuffix(path, ".riffle") })
		return texts, nil
	}
	return nil, &check.Unpublished{Message: fmt.Sprintf("%s did not say what %s is", s.client.server, p)}
}

func (s *serverShelf) file(p analysis.Published, path string) ([]byte, error) {
	if text, ok := s.texts[p.String()][path]; ok {
		return text, nil
	}
	return nil, fmt.Errorf("%s has no such file", p)
}
