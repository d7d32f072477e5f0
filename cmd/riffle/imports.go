package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/server/app"
)

// importing says where published projects are found: a folder, or a server.
type importing struct {
	from  string // folder, or http address
	asked client // where a verb has a server of its own; the zero one has none
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
	var shelf analysis.Shelf
	switch ask := i.asked; {
	case strings.HasPrefix(i.from, "http://") || strings.HasPrefix(i.from, "https://"):
		ask.server = i.from
		shelf = &serverShelf{ctx: ctx, client: ask}
	case i.from != "":
		shelf = folderShelf{i.from}
	case ask.server != "":
		shelf = &serverShelf{ctx: ctx, client: ask}
	default:
		shelf = noShelf{}
	}
	return analysis.NewImports(op.NewCatalogue(), shelf, nil)
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

// folderShelf is published projects as files: TEAM/PROJECT@VERSION/*.riffle.
type folderShelf struct{ dir string }

// part of a source that may be the name of a folder.
var part = regexp.MustCompile(`^[\pL\pN_][\pL\pN_.-]*$`)

func (folderShelf) Allow(analysis.Published) error { return nil }

func (f folderShelf) Texts(p analysis.Published) (map[string][]byte, error) {
	if !part.MatchString(p.Team) || !part.MatchString(p.Project) {
		return nil, &check.Unpublished{Message: p.String() + " cannot be the name of a folder"}
	}
	dir := filepath.Join(f.dir, p.Team, fmt.Sprintf("%s@%d", p.Project, p.Version))
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
	if texts, ok := s.texts[p.String()]; ok {
		return texts, nil
	}
	return nil, &check.Unpublished{Message: fmt.Sprintf("%s did not say what %s is", s.client.server, p)}
}
