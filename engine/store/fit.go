package store

import "riffle.dev/riffle/internal/column"

// fitIn is how a store that compares whole numbers and texts exactly fits a test
// for one of a list.
func fitIn(c *clause) fit {
	kind := c.field.Type.Kind
	list, _ := c.value.([]column.Value)
	if kind != column.Int && kind != column.String || len(list) > column.MaxList {
		return unfit
	}
	for _, v := range list {
		if !plainValue(v, kind) {
			return unfit
		}
	}
	return exact
}

// fitHas is how it fits a test of a list of texts for one.
func fitHas(c *clause) fit {
	t := c.field.Type
	if t.Kind == column.List && t.Elem != nil && t.Elem.Kind == column.String && plainValue(c.value, column.String) {
		return exact
	}
	return unfit
}

// plainValue tells whether a value is one of this kind, and no nil.
func plainValue(v column.Value, k column.Kind) bool {
	switch x := v.(type) {
	case int64:
		return k == column.Int
	case float64:
		return k == column.Float
	case bool:
		return k == column.Bool
	case string:
		return k == column.String && storable(x)
	}
	return false
}
