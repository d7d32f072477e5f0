package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Files is the built console: index.html, theme.js and assets/. On a clone
// that was not built it holds nothing but .gitkeep.
func Files() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		// The name is a constant that the embed line above guarantees.
		panic(err)
	}
	return sub
}
