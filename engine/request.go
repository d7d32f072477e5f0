package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/engine/why"
	"riffle.dev/riffle/internal/column"
)

// Request is what a caller asks.
type Request struct {
	// Values of the pipeline's parameters, as encoding/json decodes them. They
	// are only read.
	Values map[string]any
	// Explain adds to each item how it came where it is.
	Explain bool
	// WhyNot asks of documents why they are not in the answer; at most
	// why.MaxQuestions. It, and Explain, take time of their own behind the answer,
	// and run the graph as it is written.
	WhyNot []trace.Question
	// Paged wants the items as a Page, to be written down; not of a request that is
	// explained.
	Paged bool
	// Parent is the trace of the caller that the request is part of.
	Parent trace.Parent
	// Off switches optional nodes off by name; their outcome is degraded.
	Off []string
	// Arms says with which arm a choose begins, by the names of both.
	Arms map[string]string
	// Experiments says in which arm of an experiment of the scene the request is,
	// by the names of both; of the others it is drawn.
	Experiments map[string]string
	// Admit is asked by which plan a request without Off and Arms is served; nil:
	// by the full one.
	Admit Admission
	// Deadline replaces the scene's when it is above 0 and shorter.
	Deadline time.Duration
}

// Admission decides for a request once its values are read and its tier is known.
type Admission interface {
	// Admit gives the plan, nil for the full one; backup has the scene's fallback
	// answer at once. An error refuses the request and is handed to its caller as
	// it is. It may wait, which counts as the request's time. tier is an index of
	// the scene's Tiers, -1 for none; values are only read.
	Admit(ctx context.Context, tier int, values map[string]column.Value, id string) (p *Plan, backup bool, err error)
}

// explained tells whether what the nodes give is to be kept.
func (r *Request) explained() bool { return r.Explain || len(r.WhyNot) > 0 }

// askable checks the questions.
func askable(asked []trace.Question) error {
	if len(asked) > why.MaxQuestions {
		return invalid("why_not", "", fmt.Sprintf("%d documents, at most %d at once", len(asked), why.MaxQuestions))
	}
	for _, q := range asked {
		switch {
		case q.ID == "":
			return invalid("why_not", "", "a document without an id")
		case len(q.ID) > why.MaxKey:
			return invalid("why_not", "", fmt.Sprintf("an id of %d bytes, at most %d", len(q.ID), why.MaxKey))
		}
	}
	return nil
}

func invalid(field, want, message string) *Error {
	return &Error{Code: CodeInvalid, Field: field, Want: want, Message: message}
}

// Values checks what a request brings against the parameters of a graph and
// gives their canonical forms. The error names the field and what it must be.
// strict refuses values the graph has no parameter for.
func Values(g *dag.Graph, given map[string]any, strict bool) (map[string]column.Value, error) {
	out := make(map[string]column.Value, len(g.Params))
	for _, p := range g.Params {
		raw, ok := given[p.Name]
		if !ok && p.HasDef {
			out[p.Name] = p.Default
			continue
		}
		if !ok && !p.Type.Nullable {
			return nil, invalid(p.Name, p.Type.String(), fmt.Sprintf("missing, want %s", p.Type))
		}
		for _, f := range p.Fields {
			raw = filled(raw, f.Path, f.Value)
		}
		v, err := column.Parse(p.Type, raw)
		if err != nil {
			var wrong *column.TypeError
			if errors.As(err, &wrong) {
				return nil, invalid(p.Name+wrong.Path, wrong.Want, fmt.Sprintf("want %s, got %s", wrong.Want, wrong.Got))
			}
			return nil, invalid(p.Name, p.Type.String(), err.Error())
		}
		if err := bounded(p.Written, v, p.Name); err != nil {
			return nil, err
		}
		out[p.Name] = v
	}
	if !strict || len(given) <= len(g.Params) && allKnown(g, given) {
		return out, nil
	}
	return nil, unknown(g, given)
}

// filled is a record with a default where the request left the field out; the
// request's own maps are not touched.
func filled(raw any, path []string, value any) any {
	if list, ok := raw.([]any); ok && path[0] == dag.Elements {
		out := make([]any, len(list))
		for i, e := range list {
			out[i] = filled(e, path[1:], value)
		}
		return out
	}
	m, ok := raw.(map[string]any)
	if !ok {
		return raw
	}
	have, given := m[path[0]]
	if len(path) > 1 {
		if !given {
			return raw
		}
		value = filled(have, path[1:], value)
	} else if given {
		return raw
	}
	out := make(map[string]any, len(m)+1)
	for k, v := range m {
		out[k] = v
	}
	out[path[0]] = value
	return out
}

func allKnown(g *dag.Graph, given map[string]any) bool {
	for name := range given {
		if !slices.ContainsFunc(g.Params, func(p dag.Param) bool { return p.Name == name }) {
			return false
		}
	}
	return true
}

// unknown names the first value, by name, that no parameter takes.
func unknown(g *dag.Graph, given map[string]any) error {
	var extra, known []string
	for _, p := range g.Params {
		known = append(known, p.Name)
	}
	for name := range given {
		if !slices.Contains(known, name) {
			extra = append(extra, name)
		}
	}
	slices.Sort(extra)
	return invalid(clip(extra[0]), "", fmt.Sprintf("%s has no such parameter; there are %s", g.Name, strings.Join(known, ", ")))
}

func clip(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}

// bounded checks a value, and the fields within, against declared bounds.
func bounded(t sig.Type, v column.Value, path string) error {
	switch x := v.(type) {
	case int64:
		return inRange(t.Bounds, float64(x), v, path)
	case float64:
		return inRange(t.Bounds, x, v, path)
	case string:
		if t.Bounds != nil && len(t.Bounds.Words) > 0 && !slices.Contains(t.Bounds.Words, x) {
			want := "one of " + strings.Join(t.Bounds.Words, ", ")
			return invalid(path, want, fmt.Sprintf("want %s, got %q", want, clip(x)))
		}
	case []column.Value:
		for i, e := range x {
			if t.Elem == nil {
				break
			}
			if err := bounded(*t.Elem, e, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case map[string]column.Value:
		for _, f := range t.Fields {
			if err := bounded(f.Type, x[f.Name], path+"."+f.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

func inRange(b *sig.Bounds, f float64, v column.Value, path string) error {
	if b == nil || len(b.Words) > 0 || f >= b.Lo && f <= b.Hi {
		return nil
	}
	want := fmt.Sprintf("%v..%v", b.Lo, b.Hi)
	return invalid(path, want, fmt.Sprintf("want %s, got %v", want, v))
}
