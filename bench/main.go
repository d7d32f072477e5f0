package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"riffle.dev/riffle/engine/enginetest/benchcases"
)

// row is one of the page, as `riffle bench` keeps it.
type row struct {
	ID      string  `json:"id"`
	What    string  `json:"what"`
	Unit    string  `json:"unit"`
	Ours    float64 `json:"ours"`
	Theirs  float64 `json:"theirs"`
	Against string  `json:"against"`
	Ratio   float64 `json:"ratio"`
	Reach   string  `json:"reach"`
	Holds   bool    `json:"holds"`
	Allocs  string  `json:"allocations"`
}

// rounds is how often the two sides take turns.
const rounds = 51

// reach is what ours may take at most of theirs.
const reach = .01

func main() {
	each := flag.Duration("each", time.Second, "how long one side is measured")
	testing.Init()
	flag.Parse()
	if err := measure(*each); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func measure(each time.Duration) error {
	if err := flag.Set("test.benchtime", (each / rounds).String()); err != nil {
		return err
	}
	cases := benchcases.Cases()
	at := slices.IndexFunc(cases, func(c benchcases.Case) bool { return c.ID == "dag.empty" })
	if at < 0 {
		return fmt.Errorf("the engine has no row dag.empty any more")
	}
	var ours, theirs, ratios []float64
	var allocs [2]int64
	for range rounds {
		a, b := testing.Benchmark(cases[at].Ours), testing.Benchmark(runEino)
		if a.N == 0 || b.N == 0 {
			return fmt.Errorf("a side failed")
		}
		x, y := micros(a), micros(b)
		ours, theirs, ratios = append(ours, x), append(theirs, y), append(ratios, x/y)
		allocs = [2]int64{a.AllocsPerOp(), b.AllocsPerOp()}
	}
	r := row{ID: "peers.dag.eino", What: "run a 20-node DAG of empty nodes with all that `engine.dag.empty` has", Unit: "µs", Ours: median(ours), Theirs: median(theirs), Against: "cloudwego/eino, compiled graph",
		Ratio: median(ratios), Reach: fmt.Sprintf("≤ %v ×", reach), Allocs: fmt.Sprintf("%d / %d", allocs[0], allocs[1])}
	r.Holds = r.Ratio <= reach
	return json.NewEncoder(os.Stdout).Encode([]row{r})
}

func micros(r testing.BenchmarkResult) float64 {
	return float64(r.T.Nanoseconds()) / float64(r.N) / float64(time.Microsecond)
}

func median(of []float64) float64 {
	s := slices.Sorted(slices.Values(of))
	return s[len(s)/2]
}
