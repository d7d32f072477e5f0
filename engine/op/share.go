package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/internal/column"
)

// limited is how many a source gives of k: what follows keeps no more, but
// whether it found any must show.
func (c *Call) limited(k int) (int, error) {
	v, err := column.EvalRow(c.Node.Limit, noRow, c.Param)
	if err != nil {
		return 0, err
	}
	if n, ok := v.(int64); ok {
		return int(max(min(int64(k), n), min(int64(k), 1))), nil
	}
	return k, nil
}

// Borrow answers by what another node of the graph gave that computes the same.
// A source makes a set of its own of the ids and scores, with the columns that
// it reads.
func (c *Call) Borrow(of *Prepared, given Out) (Out, error) {
	if !c.Node.Source() || c.Node.Shape != dag.SetShape {
		return c.Complete(given), nil
	}
	set := batch.New(c.Space, c.Bit, given.Set.IDs, given.Set.Score)
	var missing []dag.Column
	for _, col := range c.Node.Fetch {
		if have := given.Set.Col(col.Name); have != nil && of.reads(col.Name) {
			set = set.Put(col.Name, have)
		} else {
			missing = append(missing, col)
		}
	}
	set, err := Fetch(c.Ctx, set, missing, c.View)
	if err != nil {
		return Out{}, err
	}
	return c.Complete(Out{Set: withScoreColumn(set, c.word("as"))}), nil
}

// reads tells whether a column of what the node gives is the resource's own.
func (p *Prepared) reads(name string) bool {
	for _, f := range p.fetch {
		if f == name {
			return true
		}
	}
	return false
}
