package op

import (
	"maps"
	"math"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func calibrate() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "calibrate",
				Summary: "Orders so that the values of a column come in given shares, from the top.",
				Doc: "Place by place the best item of that value is taken which is furthest behind its share; values that are " +
					"not named, and nil, have together what is left of 1. A value that is used up gives its places to the " +
					"others. Scores stay.",
				Example: `fair = calibrate(pool, by: genre, share: { rpg: 50%, sim: 30% }, keep: 50)`,
				Off:     "its first set, cut to keep (of a knob, the low end)",
				Args: []sig.Arg{
					setArg("the candidates, best first"),
					{Name: "by", Kind: sig.Column, Type: sig.Type{Kind: sig.String}, Required: true, Named: true, Doc: "the column whose values have shares"},
					{Name: "share", Kind: sig.Scalar, Required: true, Named: true, Doc: "a record of shares by value, each 0 to 1"},
					keepArg(),
				},
				Result: sharesResult,
			},
			Stage: "rank", Deterministic: true,
		},
		Plain: calibratePlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			keep, err := c.count("keep", b.Len())
			if err != nil {
				return Out{}, err
			}
			v, err := c.value("share")
			if err != nil {
				return Out{}, err
			}
			col := b.Named(c.word("by"))
			sel := calibrated(sharesOf(v), b.Len(), keep, func(i int) string {
				if col == nil {
					return ""
				}
				text, _ := column.AsText(col.Type, col.Row(i))
				return text
			})
			return Out{Set: b.Take(sel)}, nil
		},
	}
}

// sharesResult wants share: to be a record of numbers.
func sharesResult(u *sig.Use) (sig.Type, *sig.Problem) {
	t, ok := u.Types["share"]
	bad := ok && t.Kind != sig.Record && t.Kind != sig.Invalid
	for _, f := range t.Fields {
		bad = bad || f.Type.Kind != sig.Float && f.Type.Kind != sig.Int || f.Type.Nullable
	}
	if bad {
		return u.Types["set"], &sig.Problem{Arg: "share", Code: "E0401", Message: "share wants a record of numbers, this is " + t.String(),
			Help: "such as { rpg: 50%, sim: 30% }"}
	}
	return u.Types["set"], nil
}

// sharesOf of values; what is left of 1 is that of "".
func sharesOf(v column.Value) map[string]float64 {
	out := map[string]float64{}
	rest := 1.0
	rec, _ := v.(map[string]column.Value)
	for _, name := range slices.Sorted(maps.Keys(rec)) { // sums of floats depend on their order
		if f := asFloat(rec[name], 0); f > 0 {
			out[name] = f
			rest -= f
		}
	}
	out[""] = max(0, rest)
	return out
}

// behindShare is how many items a value lacks of its share at the place behind n
// items, took of which are its own. Shares are written in decimals, so it is
// rounded to a billionth: what is equal there is equal here.
func behindShare(share float64, n, took int) float64 {
	return math.Round((share*float64(n+1)-float64(took))*1e9) / 1e9
}

// calibrated picks rows until keep: of the values that have rows left the one
// furthest behind its share, of equal ones that whose row stands first.
func calibrated(share map[string]float64, n, keep int, value func(i int) string) []int32 {
	queues := map[string][]int32{}
	for i := range n {
		v := value(i)
		if _, named := share[v]; !named {
			v = ""
		}
		queues[v] = append(queues[v], int32(i))
	}
	took := map[string]int{}
	sel := make([]int32, 0, min(n, keep))
	for len(sel) < min(n, keep) {
		pick, most, found := "", 0.0, false
		for v, q := range queues {
			if len(q) == 0 {
				continue
			}
			behind := behindShare(share[v], len(sel), took[v])
			if !found || behind > most || behind == most && q[0] < queues[pick][0] {
				pick, most, found = v, behind, true
			}
		}
		sel = append(sel, queues[pick][0])
		queues[pick] = queues[pick][1:]
		took[pick]++
	}
	return sel
}

func calibratePlain(c *plain.Call) (plain.Out, error) {
	rows, share := c.Sets[0], sharesOf(c.Value("share"))
	group := func(row plain.Row) string {
		text, ok := row.Get(c.Word("by")).(string)
		if _, named := share[text]; !ok || !named {
			return ""
		}
		return text
	}
	took := map[string]int{}
	var picked []int
	for len(picked) < min(c.Count("keep", len(rows)), len(rows)) {
		best, most := -1, 0.0
		for i, row := range rows {
			if slices.Contains(picked, i) {
				continue
			}
			g := group(row)
			if behind := behindShare(share[g], len(picked), took[g]); best < 0 || behind > most {
				best, most = i, behind
			}
		}
		took[group(rows[best])]++
		picked = append(picked, best)
	}
	return plain.Set(plain.Pick(rows, picked))
}
