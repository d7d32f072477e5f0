package examples

import (
	"embed"
	"io/fs"
)

//go:embed store/*.riffle
var store embed.FS

//go:embed data/*.jsonl.gz data/vectors
var data embed.FS

// Store is the demo's project: its .riffle files at the root.
func Store() fs.FS { return sub(store, "store") }

// Data is the folder with the catalogues and, in vectors/, the word tables.
func Data() fs.FS { return sub(data, "data") }

func sub(f embed.FS, dir string) fs.FS {
	s, err := fs.Sub(f, dir)
	if err != nil {
		panic(err) // only for a path that is not one
	}
	return s
}

// Files calls each with every file of the demo's project, by name.
func Files(each func(name string, text []byte)) error {
	names, err := fs.Glob(Store(), "*.riffle")
	if err != nil {
		return err
	}
	for _, n := range names {
		text, err := fs.ReadFile(Store(), n)
		if err != nil {
			return err
		}
		each(n, text)
	}
	return nil
}
