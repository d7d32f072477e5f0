package app

import (
	"context"
	"math"
)

// RunComparison is what differs between two runs.
type RunComparison struct {
	A     RunSummary  `json:"a"`
	B     RunSummary  `json:"b"`
	Items []ItemMove  `json:"items" doc:"in the order of b, then those that left"`
	Moved int         `json:"moved" doc:"items with another place"`
	In    int         `json:"entered"`
	Out   int         `json:"left"`
	Nodes []NodeShift `json:"nodes" doc:"in the order of b, then those that are gone"`
}

// ItemMove is one item in both answers.
type ItemMove struct {
	Key      string   `json:"key"`
	Resource string   `json:"resource"`
	Change   string   `json:"change" enum:"same,moved,entered,left"`
	RankA    int      `json:"rank_a" doc:"from 1; 0: not there"`
	RankB    int      `json:"rank_b"`
	ScoreA   *float64 `json:"score_a"`
	ScoreB   *float64 `json:"score_b"`
}

// NodeShift is one node in both runs.
type NodeShift struct {
	Name     string  `json:"name"`
	Op       string  `json:"op"`
	Change   string  `json:"change" enum:"same,changed,added,removed" doc:"changed: another operator or outcome"`
	OutcomeA string  `json:"outcome_a,omitempty"`
	OutcomeB string  `json:"outcome_b,omitempty"`
	TookA    float64 `json:"took_a_ms"`
	TookB    float64 `json:"took_b_ms"`
	OutA     int     `json:"out_a" doc:"items"`
	OutB     int     `json:"out_b"`
}

// CompareRuns says what differs from run a to run b.
func (a *App) CompareRuns(ctx context.Context, team, first, second string) (RunComparison, error) {
	x, err := a.store.Run(ctx, team, first)
	if err != nil {
		return RunComparison{}, err
	}
	y, err := a.store.Run(ctx, team, second)
	if err != nil {
		return RunComparison{}, err
	}
	out := RunComparison{A: x.RunSummary, B: y.RunSummary, Items: moves(x, y), Nodes: shifts(x, y)}
	for _, m := range out.Items {
		switch m.Change {
		case "moved":
			out.Moved++
		case "entered":
			out.In++
		case "left":
			out.Out++
		}
	}
	return out, nil
}

func moves(a, b Run) []ItemMove {
	out := []ItemMove{}
	was := map[[2]string]ItemMove{}
	for i, it := range a.Items {
		m := ItemMove{Resource: text(it["_resource"]), Key: text(it["_key"]), RankA: i + 1, ScoreA: score(it)}
		was[[2]string{m.Resource, m.Key}] = m
	}
	for i, it := range b.Items {
		id := [2]string{text(it["_resource"]), text(it["_key"])}
		m, ok := was[id]
		delete(was, id)
		m.Resource, m.Key, m.RankB, m.ScoreB = id[0], id[1], i+1, score(it)
		switch {
		case !ok:
			m.Change = "entered"
		case m.RankA == m.RankB:
			m.Change = "same"
		default:
			m.Change = "moved"
		}
		out = append(out, m)
	}
	for _, it := range a.Items {
		if m, ok := was[[2]string{text(it["_resource"]), text(it["_key"])}]; ok {
			m.Change = "left"
			out = append(out, m)
		}
	}
	return out
}

func shifts(a, b Run) []NodeShift {
	out := []NodeShift{}
	was := map[string]RunNode{}
	for _, n := range a.Nodes {
		was[n.Name] = n
	}
	for _, n := range b.Nodes {
		old, ok := was[n.Name]
		delete(was, n.Name)
		s := NodeShift{Name: n.Name, Op: n.Op, Change: "same", OutcomeB: n.Outcome, TookB: took(n), OutB: n.Out}
		switch {
		case !ok:
			s.Change = "added"
		default:
			s.OutcomeA, s.TookA, s.OutA = old.Outcome, took(old), old.Out
			if old.Op != n.Op || old.Outcome != n.Outcome {
				s.Change = "changed"
			}
		}
		out = append(out, s)
	}
	for _, n := range a.Nodes {
		if _, ok := was[n.Name]; ok {
			out = append(out, NodeShift{Name: n.Name, Op: n.Op, Change: "removed", OutcomeA: n.Outcome, TookA: took(n), OutA: n.Out})
		}
	}
	return out
}

func took(n RunNode) float64 { return math.Round((n.EndMS-n.StartMS)*1000) / 1000 }

func text(v any) string {
	s, _ := v.(string)
	return s
}

func score(it map[string]any) *float64 {
	if f, ok := it["_score"].(float64); ok {
		return &f
	}
	return nil
}
