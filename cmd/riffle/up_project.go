package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/standin"
	"riffle.dev/riffle/server"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/demo"
)

// fixtures is the folder of a project with documents and answers to try it with.
const fixtures = "fixtures"

// upProject is the project of up FOLDER.
type upProject struct {
	dir, data string
	ask       bool // services are asked, whatever answers the folder has
}

// read the folder. Findings of a project that does not compile are printed.
func (u upProject) read(w world) (*server.Project, error) {
	sources, err := readFolder(u.dir)
	if err != nil {
		return nil, usageError{err}
	}
	project, _, found := compileProject(sources, nil, (&importing{}).files(u.dir))
	if project == nil {
		if err := printText(w.err, w.painterFor(w.err), found, sources); err != nil {
			return nil, err
		}
		return nil, exit(1)
	}
	places, err := u.places()
	if err != nil {
		return nil, err
	}
	var texts []app.Text
	for name, text := range sources {
		texts = append(texts, app.Text{Path: name, Text: string(text)})
	}
	scripts, err := scriptFiles(u.dir)
	if err != nil {
		return nil, err
	}
	for name, text := range scripts {
		texts = append(texts, app.Text{Path: name, Text: string(text)})
	}
	var resources []string
	for _, r := range project.Resources {
		resources = append(resources, r.Name)
	}
	full, err := filepath.Abs(u.dir)
	if err != nil {
		return nil, err
	}
	content, err := demo.Folder(filepath.Base(full), texts, resources, os.DirFS(u.dir), places...)
	if err != nil {
		return nil, err
	}
	if content.Team == demo.Team {
		return nil, usageError{fmt.Errorf("a folder called %s would be the team of the demo; call it otherwise", demo.Team)}
	}
	for _, s := range content.Scenes {
		if _, ok := project.Scene(s.Name); !ok {
			return nil, fmt.Errorf("%s: there is no scene %q", demo.RequestsFile, s.Name)
		}
	}
	out := &server.Project{Dir: u.dir, Content: content}
	if !u.ask {
		out.Standins, err = standinsOf(project, places)
	}
	return out, err
}

// places are where documents and answers are looked for.
func (u upProject) places() ([]fs.FS, error) {
	dirs := []string{filepath.Join(u.dir, fixtures), u.dir}
	if u.data != "" {
		if st, err := os.Stat(u.data); err != nil || !st.IsDir() {
			return nil, usageError{errors.Join(fmt.Errorf("--data: want a folder with NAME.jsonl of resources, got %s", u.data), err)}
		}
		dirs = slices.Insert(dirs, 0, u.data)
	}
	out := make([]fs.FS, len(dirs))
	for i, d := range dirs {
		out[i] = os.DirFS(d)
	}
	return out, nil
}

// standinsOf a project: the answers that NAME.jsonl has for the service or
// function NAME.
func standinsOf(p *dag.Project, places []fs.FS) (map[string]*standin.Answers, error) {
	out := map[string]*standin.Answers{}
	for _, r := range p.Remotes {
		for _, place := range places {
			a, err := standin.Read(place, r.Name+".jsonl")
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			out[r.Name] = a
			break
		}
	}
	return out, nil
}

// saidOfStandins is what up tells of stand-ins; "" of none.
func saidOfStandins(p *server.Project) string {
	if p == nil || len(p.Standins) == 0 {
		return ""
	}
	return "answered from " + fixtures + ", not asked (--ask asks them): " + strings.Join(sortedKeys(p.Standins), ", ")
}
