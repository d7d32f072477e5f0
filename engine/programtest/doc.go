// Package programtest compiles projects for tests: a text becomes a program
// over resources in memory, with the engine's operators. Only tests import it;
// it imports engine and what that is made of.
package programtest
