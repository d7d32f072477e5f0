package op

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func log() Decl {
	share := sig.Type{Kind: sig.Float, Bounds: &sig.Bounds{Lo: 0, Hi: 1}}
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "log",
				Summary: "Writes a line for each item once the answer has left: to a file, or to whoever answers at an address.",
				Doc: "A line is JSON: request (its trace id), time, pipeline, experiments (the arms the request is in), place (from 1), resource, key, score, from, and item " +
					"with the columns an answer would show. `file:` names a file below the folder that the server keeps for the " +
					"logs of the team; at 64 MiB it begins anew, and three older ones are kept. To an address lines go as " +
					"newline-delimited JSON, many in one POST. sample: takes that share of the requests, whole ones: whether a " +
					"request is among them depends on its trace id alone, so that logs of one share tell of the same requests. " +
					"Lines wait in a bounded queue; what does not fit is dropped and counted. No answer waits for any of it.",
				Example: `after { log(page, to: "file:shown.jsonl", sample: 10%) }`,
				Off:     "nothing is written",
				Behind:  true,
				Args: []sig.Arg{
					setArg("the items to tell of"),
					{Name: "to", Kind: sig.Constant, Type: sig.Type{Kind: sig.String}, Required: true, Named: true,
						Doc: "file:name.jsonl, or an address that begins with http:// or https://"},
					{Name: "sample", Kind: sig.Constant, Type: share, Named: true, Default: 1.0, Doc: "the share of requests that is told of"},
				},
				Result: logResult,
			},
			Deterministic: true, Stage: "after", Cost: dag.Heavy,
		},
		Plain: func(c *plain.Call) (plain.Out, error) { return plain.Set(c.Sets[0]) },
		Spare: func(c *Call) bool {
			share, err := c.value("sample")
			return err == nil && !Sampled(c.Request(), asFloat(share, 1))
		},
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			to, err := c.value("to")
			if err != nil {
				return Out{}, err
			}
			lines, err := c.lines(b)
			if err != nil {
				return Out{}, err
			}
			place, _ := to.(string)
			return Out{Set: b}, c.Log().Log(place, lines)
		},
	}
}

// logResult is that of Same, for a place that a log may go to.
func logResult(u *sig.Use) (sig.Type, *sig.Problem) {
	if to, ok := u.Value["to"].(string); ok {
		if _, err := ParsePlace(to); err != nil {
			return u.Types["set"], &sig.Problem{Arg: "to", Code: "E0405", Message: err.Error(), Help: `such as "file:shown.jsonl" or "https://logs.example/lines"`}
		}
	}
	return u.Types["set"], nil
}

// Sampled tells whether a request is within a share of all, by its id.
func Sampled(request string, share float64) bool {
	return share >= 1 || chance("sample", request) < share
}

// lines of the items of a set.
func (c *Call) lines(b *batch.Batch) ([][]byte, error) {
	moment, _ := c.Param(dag.Moment).(int64)
	at := time.Unix(0, moment).UTC().Format(time.RFC3339Nano)
	out := make([][]byte, b.Len())
	var failed error
	err := c.eachKey(b, func(i int, resource, key string) {
		item := map[string]any{}
		for _, col := range c.Node.Declared() {
			if have := b.Col(col.Name); have != nil && have.Type.Kind != column.Vector {
				item[col.Name] = column.Render(have.Type, have.Row(i))
			}
		}
		line, err := json.Marshal(logLine{c.Request(), at, c.Pipeline, c.Arms(), i + 1, resource, key, finite(b.Score[i]), b.Sources(i), item})
		if err != nil {
			failed = fmt.Errorf("item %d: %w", i+1, err)
		}
		out[i] = line
	})
	if err == nil {
		err = failed
	}
	return out, err
}

type logLine struct {
	Request  string            `json:"request"`
	Time     string            `json:"time"`
	Pipeline string            `json:"pipeline"`
	Arms     map[string]string `json:"experiments,omitempty"`
	Place    int               `json:"place"`
	Resource string            `json:"resource"`
	Key      string            `json:"key"`
	Score    *float64          `json:"score"`
	From     []string          `json:"from"`
	Item     map[string]any    `json:"item"`
}

// finite is nil for what JSON has no word for.
func finite(f float64) *float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return &f
}
