package api_test

import (
	"encoding/json"
	"testing"

	"riffle.dev/riffle/engine/gain"
	"riffle.dev/riffle/server/app"
)

// The mock mode of the console shows a measurement by these.
func TestGainFixtures(t *testing.T) {
	row := func(node, kind, what, tier string, is, low, high float64, n int) gain.Row {
		r := gain.Row{Part: gain.Part{Node: node, Kind: kind}, Tier: tier, Gain: is, Low95: low, High95: high, N: n}
		if kind == gain.Knob {
			r.Low = what
		}
		return r
	}
	half, tenth := .31, .1
	g := app.Gain{GainRow: app.GainRow{ID: "gain-done", Seq: 2, At: floodAt, By: "demo", Scene: "home", Pipeline: "home_feed", Version: 3, State: "done", From: "recorded",
		Measure: "overlap", Requests: 100, Differ: 2, TookS: 4.2, Note: "after the new model"},
		Table: &gain.Table{Scene: "home", Pipeline: "home_feed", Measure: "overlap", Requests: 100, Left: 2, Noise: .001, Rows: []gain.Row{
			row("newest", gain.Off, "", "", .06, .05, .08, 100), row("newest", gain.Off, "", "newcomers", .19, .15, .24, 22),
			row("fine", gain.Off, "", "", .3, .26, .34, 100), row("fine", gain.Off, "", "newcomers", .28, .2, .36, 22),
			row("followed", gain.Off, "", "", .21, .17, .24, 100)}},
		Proposals: []gain.Proposal{
			{Node: "newest", File: "main.riffle", Line: 21, Old: "gain 0.10", New: "gain 0.06 { newcomers: 0.19 }", Gain: .06, Low95: .05, High95: .08, Written: &tenth, Differs: true},
			{Node: "fine", File: "main.riffle", Line: 27, Old: "gain 0.31", New: "gain 0.3", Gain: .3, Low95: .26, High95: .34, Written: &half},
			{Node: "followed", New: "gain 0.21", Gain: .21, Low95: .17, High95: .24, Differs: true, Left: "it does not stand by this name in the text of pipeline home_feed"}}}
	runs := g.GainRow
	runs.ID, runs.Seq, runs.State, runs.Note, runs.Measure, runs.Requests, runs.Differ, runs.TookS = "gain-runs", 3, "running", "", "", 0, 0, 0
	changes := app.GainChanges{Proposals: g.Proposals, Files: []app.GainFile{{Tag: "t1", After: "pipeline home_feed() -> items {\n  newest = top(games, by: released, k: 50)  optional  gain 0.06 { newcomers: 0.19 }\n  return newest\n}\n",
		FileDiff: app.FileDiff{Path: "main.riffle", Change: "changed", Added: 1, Removed: 1,
			Diff: "--- main.riffle\n+++ main.riffle\n@@ -1,4 +1,4 @@\n pipeline home_feed() -> items {\n-  newest = top(games, by: released, k: 50)  optional  gain 0.10\n+  newest = top(games, by: released, k: 50)  optional  gain 0.06 { newcomers: 0.19 }\n   return newest\n }\n"}}}}
	for name, v := range map[string]any{"gains": map[string]any{"items": []app.GainRow{runs, g.GainRow}}, "gain": g, "gain-running": app.Gain{GainRow: runs, Done: 310, Of: 500}, "gain-changes": changes} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		fixture(t, name, string(text))
	}
}
