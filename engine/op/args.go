package op

import (
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// Arguments that several operators share.

func setArg(doc string) sig.Arg {
	return sig.Arg{Name: "set", Kind: sig.Set, Required: true, Doc: doc}
}

func resourceArg() sig.Arg {
	return sig.Arg{Name: "res", Kind: sig.Resource, Required: true, Doc: "the resource to read"}
}

func kArg(name, doc string, def int64) sig.Arg {
	return sig.Arg{Name: name, Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Knob: true, Default: def, Doc: doc}
}

func filterArg() sig.Arg {
	return sig.Arg{Name: "filter", Kind: sig.PerItem, Type: sig.Type{Kind: sig.Bool}, Named: true,
		Doc: "only documents for which this is true, tested inside the slice"}
}

func asArg() sig.Arg {
	return sig.Arg{Name: "as", Kind: sig.Word, Named: true, Doc: "keeps the score in a float column of this name too"}
}

func rankArg() sig.Arg {
	return sig.Arg{Name: "rank", Kind: sig.PerItem, Type: sig.Type{Kind: sig.Float}, Named: true, Scored: true,
		Doc: "a coarse formula computed inside the slice; it becomes the score, `_score` in it is the source's own"}
}

func keepArg() sig.Arg {
	return sig.Arg{Name: "keep", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Knob: true,
		Doc: "how many of the best to keep; all when not given"}
}

func scalarInt(name, doc string) sig.Arg {
	return sig.Arg{Name: name, Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Required: true, Doc: doc}
}

func byColumn(doc string) sig.Arg {
	return sig.Arg{Name: "by", Kind: sig.Column, Required: true, Named: true, Doc: doc}
}

const (
	offSource    = "the empty set"
	offTransform = "its first set, unchanged"
)

func asFloat(v column.Value, def float64) float64 {
	switch x := v.(type) {
	case float64:
		return x
	case int64:
		return float64(x)
	}
	return def
}
