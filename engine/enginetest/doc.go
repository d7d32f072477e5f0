// Package enginetest is the behaviour suite of the engine: `.test` files that
// a colleague can read, each run through engine/exec and through engine/ref,
// and random pipelines over random data compared between the two.
//
// A `.test` file is a txtar archive. Its files are the project (*.riffle) and
// documents (docs/RESOURCE.jsonl); the text above them is a script:
//
//	run feed {"q": "rpg"}          a request to a scene or pipeline
//	  off near                     … with nodes switched off
//	  arm fine rule                … with the arm a choose begins with
//	  fault typed hang             … with drills: hang, error, delay=30ms
//	  now 2026-01-02T03:04:05Z     … at a moment
//	  at most 200ms                the answer left by then
//	  items g1 g2 g3               what must come out, in order
//	  scores 2 1 0.5               … rounded to four digits
//	  from near+typed near hot     … and the sources of each
//	  column genre "rpg" "puzzle"  … and a column, as JSON values
//	  outcome typed timeout        … of a node
//	  outcome other ok             … of all nodes not named
//	  served hot_games             … the pipeline that answered
//	  count 500   first a b c      … how many, and the first three
//	  logged file:x#1=games/g1     … what was written behind the answer
//	  tier loyal   plan full   coverage 0.5   field total 3
//	  error deadline               … or the code of the error
//	  message k: want 1..50        … and a part of its message
//
// testdata/ops has a file for every operator, named after it, whose pipelines
// are named after the kind of input they are a case of. Random programs are
// drawn twice: whole ones (generator_test.go), and for every operator from its
// signature (generator_any_test.go); make soak draws 20,000 of each. TestRules
// compares with all rules of dag/optimize, and with each left out: 500 programs,
// 3,000 without the race detector in make test, 100,000 by make soak.
//
// The language's suite, its pages and its cookbook are checked here too, against
// the operators that the engine has.
//
// With -update the lines that were wrong are written anew.
package enginetest
