package api

import (
	"maps"
	"slices"
	"strconv"

	"riffle.dev/riffle/internal/column"
)

// MarshalJSON writes what AppendJSON does.
func (a ServeAnswer) MarshalJSON() ([]byte, error) { return a.AppendJSON(nil), nil }

// AppendJSON appends the answer as encoding/json would write the struct, with <,
// > and & as they are: an answer is most of what this process writes, so what
// every one has is written without a value made of it.
func (a *ServeAnswer) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"items":`...)
	switch {
	case a.Written != nil:
		dst = a.Written.AppendJSON(dst)
	case len(a.Items) == 0:
		dst = append(dst, "[]"...)
	default:
		dst = column.AppendJSON(dst, a.Items)
	}
	if len(a.Values) > 0 {
		dst = column.AppendJSON(append(dst, `,"values":`...), a.Values)
	}
	dst = strconv.AppendInt(append(dst, `,"version":`...), a.Version, 10)
	dst = column.AppendJSONText(append(dst, `,"plan":`...), a.Plan)
	dst = strconv.AppendInt(append(dst, `,"level":`...), int64(a.Level), 10)
	dst = column.AppendJSONFloat(append(dst, `,"coverage":`...), a.Coverage)
	dst = append(dst, `,"outcomes":`...)
	dst = appendOutcomes(dst, a.Outcomes)
	if len(a.Experiments) > 0 {
		dst = column.AppendJSON(append(dst, `,"experiments":`...), a.Experiments)
	}
	dst = column.AppendJSONText(append(dst, `,"trace_id":`...), a.TraceID)
	dst = column.AppendJSONFloat(append(dst, `,"took_ms":`...), a.TookMS)
	if len(a.Explain) > 0 {
		dst = column.AppendJSON(append(dst, `,"explain":`...), a.Explain)
	}
	if len(a.WhyNot) > 0 {
		dst = column.AppendJSON(append(dst, `,"why_not":`...), a.WhyNot)
	}
	return append(dst, '}')
}

func appendOutcomes(dst []byte, of map[string]NodeState) []byte {
	if of == nil {
		return append(dst, "null"...)
	}
	var few [32]string
	names := slices.AppendSeq(few[:0], maps.Keys(of))
	slices.Sort(names)
	dst = append(dst, '{')
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(column.AppendJSONText(dst, name), ':')
		o := of[name]
		dst = o.appendJSON(dst)
	}
	return append(dst, '}')
}

func (o *NodeState) appendJSON(dst []byte) []byte {
	dst = column.AppendJSONText(append(dst, `{"outcome":`...), o.Outcome)
	dst = column.AppendJSONFloat(append(dst, `,"took_ms":`...), o.TookMS)
	dst = strconv.AppendInt(append(dst, `,"items":`...), int64(o.Items), 10)
	if o.Cause != "" {
		dst = column.AppendJSONText(append(dst, `,"cause":`...), o.Cause)
	}
	if o.Failure != "" {
		dst = column.AppendJSONText(append(dst, `,"failure":`...), o.Failure)
	}
	if o.Stale {
		dst = append(dst, `,"stale":true`...)
	}
	if o.Arm != "" {
		dst = column.AppendJSONText(append(dst, `,"arm":`...), o.Arm)
	}
	if o.Shared != "" {
		dst = column.AppendJSONText(append(dst, `,"shared":`...), o.Shared)
	}
	return append(dst, '}')
}
