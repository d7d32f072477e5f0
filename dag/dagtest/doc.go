// Package dagtest gives tests of graphs what they compile with. It imports dag
// and dsl; only tests import it. dag's own tests, being inside of dag, can't.
package dagtest
