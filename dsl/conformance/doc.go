// Package conformance holds the cases that say what the language is: short
// programs in testdata, each with what must come of it. They are written from
// dsl/SPEC.md, not from what the code does.
//
// An archive testdata/NAME.txtar has one case a section, `-- kind: title --`:
//
//	ok      no diagnostic, hints of settings without effect aside
//	error   exactly the diagnostics that its comments name, on their lines
//	format  a text, a line ----, and its canonical form; with no such line the
//	        text is its own
//	graph   a project and, behind ----, what dag.Explain prints of the pipeline p
//
// In an error case a line that is wrong ends with `// ### "E0301"`, once for
// each diagnostic that begins on it; `### "E0301" at serch` says also that the
// place begins with that text, `### below "E0102"` means the next line.
//
// A case whose first line is indented holds lines of a pipeline: they stand in
// testdata/around.riffle (or the archive's own section `-- around --`) where it
// has a line `  …`. A section `-- beside --` is one more file of every project
// of the archive. A case with several files begins each with `//// name` and is
// its whole project.
//
// testdata/behaviour has scripts in the form of engine/enginetest; each `run`
// is a case of kind behaviour. All of them need the engine's table of operators and
// are run by engine/enginetest, since nothing here may import it; -case picks some.
//
// The package reads the files it is given and imports nothing of ours.
package conformance
