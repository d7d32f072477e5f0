// Package limit keeps written limits: so many requests a second of a scene, all
// together or for each key.
//
// A Rate is a token bucket that holds a quarter of a second's worth, one at
// least. Keyed holds one for each key that is in use: a bucket that is full again
// says nothing and is forgotten, and there are MaxKeys at most: beyond that the
// oldest of a few goes, which then begins full.
//
// Not here: one limit over several instances (each has its own), weighted
// concurrency, and queues. Between requests and the machine stands
// engine/degrade, which counts the planned work under way.
//
// It imports the standard library only; the moment is handed in.
package limit
