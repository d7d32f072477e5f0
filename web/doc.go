// Package web holds the console: its sources, its build and the handler that serves it.
//
// The sources are TypeScript under src/ (pages → features → components → lib, see README.md);
// `make build` turns them into dist/, which this package embeds, so the binary needs no files
// beside it. A clean clone has only dist/.gitkeep: everything still compiles and the handler
// answers with a page that says how to build.
//
// May import: the standard library only.
//
// Invariants:
//   - a hashed asset is served as immutable, index.html never from a cache;
//   - an unknown path below assets/ is a 404, never index.html, so that a stale page
//     fails loudly instead of running HTML as a script;
//   - no answer needs an inline script or style: the content security policy forbids both.
package web
