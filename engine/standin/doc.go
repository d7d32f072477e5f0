// Package standin answers for services and functions without asking them: out of
// a file of answers, in a test and where a project is tried without what it
// calls.
//
//	Question ─► has the callee answers? ─yes─► the first line that fits ─► Reply
//	                     └─no─► whoever answers otherwise
//
// A file is lines of JSON, {"args": {…}, "item": {…}, "gives": …}. What args and
// item say must be so of the question, or of one of a model's items; what they
// do not say may be anything, so a line of "gives" alone fits all. The answer of
// a service that gives documents is the list of their keys.
//
// It imports engine/op and internal/column. Safe for concurrent use once made.
package standin
