package web

import "embed"

//go:embed index.html
var source embed.FS
