// Package remote calls services and functions by URL over HTTP; it is the
// op.Remote of a serving process. docs/design/0007-remote-calls.md has the
// protocol.
//
//	Question ─► circuit ─► slot (at_once) ─► token (limit) ─► endpoint ─POST─► Reply
//	             refuse       wait             refuse          least loaded, not lately broken
//
// A model is asked in batches, as many at once as there are. What is sent and
// what is read back have a limit in bytes, of numbers one by how many were asked
// for, and an answer of another type, number or form is an error of kind bad
// answer: nothing of it is used. Answers are read into memory that is used again,
// and decoded in steps that let others work (internal/body); of documents no more
// are looked at than there may be. A callee
// that is down is not asked (engine/circuit). A call
// ends with its context. Nothing is tried twice here, retries are the node's.
//
// Two protocols: rows of JSON, and Open Inference v2. A callee with a secret
// gets it as Authorization: Bearer; where the secret is not known no call is
// made. Not done yet: credits.
//
// It imports engine/circuit, engine/op and internal/*. A Client may be used from any
// number of goroutines.
package remote
