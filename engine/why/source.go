package why

import (
	"slices"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/index"
)

// maxStore is how many a team's own store is asked for to find a place: it is
// somebody else's machine.
const maxStore = 1000

// source is why a source did not bring the item.
func (t *trail) source(p place) trace.Drop {
	n, end := p.node, p.kept.Ends[p.node.ID]
	d := trace.Drop{Kind: trace.ByOther}
	switch end.Outcome {
	case trace.Degraded, trace.Skipped:
		d.Kind = trace.ByOff
		return d
	case trace.Timeout, trace.Error, trace.Fallback:
		d.Kind, d.Text = trace.ByFailed, end.Cause
		return d
	}
	switch n.Op {
	case "service", "lookup", "static":
		d.Kind = trace.ByUnasked
		return d
	}
	if t.condition(p, n.Arg("filter"), t.row(p, nil), &d) {
		return d
	}
	most := index.MaxHits
	if v, err := p.kept.View(t.name); err == nil {
		if _, far := v.(op.Passing); far {
			most = maxStore
		}
	}
	whole, err := again(t.ctx, p.kept, n, most, "skip")
	if err != nil {
		return d
	}
	at := slices.Index(whole.IDs, t.id)
	skip := t.count(p, "skip")
	switch {
	case at >= 0 && at < skip:
		d.Kind, d.After, d.Limit, d.AfterScore = trace.BySkipped, at+1, skip, finite(whole.Score[at])
	case at >= 0:
		d.Kind, d.After, d.Limit, d.AfterScore = trace.ByCut, at+1-skip, p.kept.Outs[n.ID].Set.Len(), finite(whole.Score[at])
	case whole.Len() == 0 || n.Op == "search" || n.Op == "hybrid" && whole.Len() < most:
		d.Kind = trace.ByUnmatched
		if whole.Len() >= most {
			d.Kind, d.Limit = trace.ByBeyond, most
		}
	default:
		d.Kind, d.Limit = trace.ByBeyond, whole.Len()
	}
	return d
}
