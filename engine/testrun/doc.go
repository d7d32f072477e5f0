// Package testrun runs the `test` blocks of a project in memory: it fills the
// resources from fixtures, answers for services by what the test gives, breaks
// or switches off nodes, asks once, and holds what comes out against `expect`.
//
//	dag.Test ──► fixtures ─► engine.Memory ─┐
//	        ├──► gives    ─► op.Remote      ├─► engine.Answer ─► expects ─► Result
//	        └──► fails    ─► op.Faults     ─┘
//
// No test depends on speed: within a test a scene's deadline and the timeouts of
// nodes are as long as the test may take, and what "fails timeout" is late at
// once. Nothing is asked over a network: a service that the test gives nothing
// for refuses, and so does a function that is a file.
//
// Fixtures are files of the project's folder, one JSON document a line, .gz by
// their name; those of a service are answers as engine/standin has them.
//
// It imports dag, engine, engine/standin, index and internal/column. Not done yet: the words of
// a word table cannot be given, it is read.
package testrun
