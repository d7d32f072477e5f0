package op

import (
	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

func lookup() Decl {
	str := sig.Type{Kind: sig.String}
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "lookup",
				Summary: "Reads documents by key: one as a record or nil, or a set in the order of a list of keys.",
				Doc: "With key: the answer is a record, nil when there is no such document or the key is nil. With keys: " +
					"it is a set in their order; keys that are not there are left out, one given twice comes once; `_score` is 0.",
				Example: `profile = lookup(players, key: user.id)`,
				Off:     "nil with key:, the empty set with keys:",
				Source:  true,
				Args: []sig.Arg{
					resourceArg(),
					{Name: "key", Kind: sig.Scalar, Type: sig.Type{Kind: sig.String, Nullable: true}, Named: true, Doc: "the key of one document"},
					{Name: "keys", Kind: sig.Scalar, Type: sig.Type{Kind: sig.List, Elem: &str, Nullable: true}, Named: true, Doc: "the keys of several"},
				},
				Result: sig.LookupResult("res", "key", "keys"),
			},
			Deterministic: true, Cost: dag.Heavy,
		},
		Plain: lookupPlain,
		Exec: func(c *Call) (Out, error) {
			v, err := c.View(c.Node.Resource)
			if err != nil {
				return Out{}, err
			}
			if c.has("keys") {
				return c.lookupKeys(v)
			}
			return c.lookupKey(v)
		},
	}
}

func (c *Call) lookupKey(v View) (Out, error) {
	key, err := c.value("key")
	if err != nil {
		return Out{}, err
	}
	text, ok := key.(string)
	if !ok {
		return Out{}, nil
	}
	hits, err := c.asked(v, []string{text})
	if err != nil || hits.Len() == 0 {
		return Out{}, err
	}
	cols, err := v.Fetch(c.Ctx, hits, c.fetch)
	if err != nil {
		return Out{}, err
	}
	record := make(map[string]column.Value, len(cols))
	for i, col := range cols {
		record[c.fetch[i]] = col.Row(0)
	}
	return Out{Value: record}, nil
}

// asked looks keys up, along with those of others. That call is for what the
// view has then: where it fails, its own keys are asked for alone.
func (c *Call) asked(v View, keys []string) (index.Hits, error) {
	all := keys
	for _, other := range c.Along {
		for i := range other.Node.Args {
			a := &other.Node.Args[i]
			if a.Name != "key" && a.Name != "keys" {
				continue
			}
			x, err := column.EvalRow(a.Expr, noRow, c.Param)
			if err != nil {
				continue // it will say so itself
			}
			list, isList := x.([]column.Value)
			if !isList {
				list = []column.Value{x}
			}
			all = append(slices.Clip(all), distinct(list)...)
		}
	}
	if len(all) > len(keys) && len(all) <= index.MaxHits {
		_, _ = v.Lookup(c.Ctx, all)
	}
	return v.Lookup(c.Ctx, keys)
}

// distinct are the keys among values, each once.
func distinct(values []column.Value) []string {
	keys := make([]string, 0, len(values))
	seen := make(map[string]bool, len(values))
	for _, x := range values {
		if key, ok := x.(string); ok && !seen[key] {
			seen[key] = true
			keys = append(keys, key)
		}
	}
	return keys
}

func (c *Call) lookupKeys(v View) (Out, error) {
	list, err := c.value("keys")
	if err != nil {
		return Out{}, err
	}
	values, _ := list.([]column.Value)
	if len(values) > index.MaxHits {
		return Out{}, fmt.Errorf("keys: %d keys, at most %d", len(values), index.MaxHits)
	}
	keys := distinct(values)
	hits, err := c.asked(v, keys)
	if err != nil {
		return Out{}, err
	}
	return c.found(v, hits)
}

func lookupPlain(c *plain.Call) (plain.Out, error) {
	v, err := c.View(c.Node.Resource)
	if err != nil {
		return plain.Out{}, err
	}
	var keys []string
	one := c.Node.Shape == dag.ValueShape
	if key, ok := c.Value("key").(string); one && ok {
		keys = []string{key}
	}
	list, _ := c.Value("keys").([]column.Value)
	for _, x := range list {
		if key, ok := x.(string); ok && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	hits, err := v.Lookup(plain.Background, keys)
	if err != nil {
		return plain.Out{}, err
	}
	rows, err := c.Rows(v, hits)
	switch {
	case err != nil || !one:
		return plain.Out{Set: rows}, err
	case len(rows) == 0:
		return plain.Out{}, nil
	}
	return plain.Out{Value: rows[0].Cols}, nil
}
