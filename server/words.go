package server

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/words"
)

// wordTables finds word tables in the home's folder data and in this binary.
func wordTables(home string) func(string) (*index.WordTable, error) {
	places := []fs.FS{examples.Data()}
	if home != "" {
		places = []fs.FS{os.DirFS(filepath.Join(home, "data")), examples.Data()}
	}
	return func(name string) (table *index.WordTable, err error) {
		for _, place := range places {
			if table, err = words.Load(place, name); err == nil || !errors.Is(err, fs.ErrNotExist) {
				return table, err
			}
		}
		return nil, err
	}
}
