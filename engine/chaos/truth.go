package chaos

import (
	"context"
	"hash/fnv"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// The well answers. They are functions of the question without r, which only
// tells requests apart.

// nearKeys are games, some of which are not there.
func nearKeys(q string) (keys []string) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(q)) // a hash never fails
	x := h.Sum32()
	for range 20 {
		x = x*1664525 + 1013904223
		keys = append(keys, gameID(int(x>>8)%(nGames+30)))
	}
	return keys
}

func rewritten(q string) []string { return []string{q, q + " game", "white"} }

func chance(installs float64, genre string) float64 { return installs/1000 + float64(len(genre)) }

// truth answers well, for the oracle.
type truth struct{}

// Ask implements op.Remote.
func (truth) Ask(_ context.Context, q *op.Question) (*op.Reply, error) {
	text := ""
	if s, ok := q.Arg("q").(string); ok {
		text = s
	}
	switch {
	case q.Found:
		return &op.Reply{Keys: nearKeys(text)}, nil
	case !q.Model:
		var list []column.Value
		for _, w := range rewritten(text) {
			list = append(list, w)
		}
		return &op.Reply{Value: list}, nil
	}
	b := column.NewBuilder(q.Want, q.Len)
	for i := range q.Len {
		installs, genre := 0.0, ""
		for _, c := range q.Columns {
			switch v := c.Column.Row(i).(type) {
			case int64:
				installs = float64(v)
			case string:
				genre = v
			}
		}
		b.AppendFloat(chance(installs, genre))
	}
	return &op.Reply{Column: b.Build()}, nil
}
