package demo

import (
	"iter"

	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/server/app"
)

// Content is what Setup puts on a server.
type Content struct {
	Team, Title string
	Login       string // of the owner it makes; a successor where it is taken, such as demo2
	FileName    string // in the home: how to get at it
	Texts       []app.Text
	Catalogues  []Catalogue
	Scenes      []Scene
	// Follow says that the team has what is here: other texts than at the last
	// start are published over what is live. Otherwise a team that has a version
	// keeps it.
	Follow bool
}

// Catalogue is the documents of one resource, a JSON object each. Revision
// tells them from those of other starts: they are loaded once.
type Catalogue struct {
	Resource string
	Revision string
	Docs     iter.Seq2[[]byte, error]
}

// revision of the embedded data; raise it when they change.
const revision = "1"

// Store is the demo: the store of programs with its catalogues.
func Store() (Content, error) {
	texts, err := Sample{}.Texts()
	return Content{Team: Team, Title: "Demo", Login: "demo", FileName: FileName, Texts: texts, Catalogues: catalogues(), Scenes: scenes()}, err
}

// catalogues of the store in the order in which they are loaded.
func catalogues() []Catalogue {
	return []Catalogue{{"apps", revision, examples.Apps()}, {"people", revision, examples.PeopleDocs()}, {"poems", revision, examples.Poems()}}
}
