package trace

import (
	"fmt"
	"strings"
)

// Kind is in what way a node did not hand an item on.
type Kind string

// Kinds.
const (
	ByCondition Kind = "condition" // Text was not true for it, of Values
	ByCut       Kind = "cut"       // it stood at After, and Limit stay
	BySkipped   Kind = "skipped"   // it stood at After, and the first Limit are left out
	ByTaken     Kind = "taken"     // the set By has it, which the node takes away
	ByTwice     Kind = "twice"     // the item By, with the same Values, stands for it
	ByTooBig    Kind = "too_big"   // Values did not fit any more into the budget of Text
	ByUnmatched Kind = "unmatched" // of a source: the query does not match it
	ByBeyond    Kind = "beyond"    // of a source: it is not among the first Limit
	ByUnasked   Kind = "unasked"   // of a source: nobody named it
	ByOff       Kind = "off"       // the node was switched off, or not wanted
	ByFailed    Kind = "failed"    // the node failed, for Text
	ByOther     Kind = "other"
)

// Drop is a node that an item was lost at.
type Drop struct {
	Node       string        `json:"node"`
	Op         string        `json:"op"`
	Pos        string        `json:"pos" doc:"file:line:column"`
	Turn       string        `json:"turn,omitempty" doc:"in a body, as in a trace"`
	Source     bool          `json:"source,omitempty" doc:"a source that did not bring it"`
	Kind       Kind          `json:"kind" enum:"condition,cut,skipped,taken,twice,too_big,unmatched,beyond,unasked,off,failed,other"`
	Rank       int           `json:"rank,omitempty" doc:"where it stood in what the node was given, from 1"`
	Of         int           `json:"of,omitempty" doc:"items the node was given"`
	Score      *float64      `json:"score,omitempty" doc:"it had before the node"`
	After      int           `json:"after,omitempty" doc:"where it would stand behind the node, or a source, if nothing were cut"`
	AfterScore *float64      `json:"after_score,omitempty" doc:"with this score"`
	Limit      int           `json:"limit,omitempty" doc:"how many stay, or are left out"`
	Text       string        `json:"text,omitempty" doc:"the condition that is not true, the budget, or why the node failed"`
	Values     []ColumnValue `json:"values,omitempty" doc:"of the columns that the condition reads"`
	By         string        `json:"by,omitempty" doc:"the item that stands for it, or the node whose items are taken away"`
	Message    string        `json:"message" doc:"all of it as a sentence"`
}

// Sentence says it in English.
func (d *Drop) Sentence() string {
	stood := ""
	if d.Rank > 0 {
		stood = fmt.Sprintf(" (it came in as number %d of %d)", d.Rank, d.Of)
	}
	switch d.Kind {
	case ByCondition:
		return fmt.Sprintf("%s is not true: %s%s", d.Text, told(d.Values), stood)
	case ByCut:
		if d.After == 0 {
			return fmt.Sprintf("it is not among the %d that stay%s", d.Limit, stood)
		}
		return fmt.Sprintf("%d stay, it was number %d%s", d.Limit, d.After, stood)
	case BySkipped:
		return fmt.Sprintf("the first %d are left out, it was number %d%s", d.Limit, d.After, stood)
	case ByTaken:
		return fmt.Sprintf("%s has it, and is taken away%s", d.By, stood)
	case ByTwice:
		return fmt.Sprintf("%s stands for it: %s%s", d.By, told(d.Values), stood)
	case ByTooBig:
		return fmt.Sprintf("%s did not fit any more into a budget of %s%s", told(d.Values), d.Text, stood)
	case ByUnmatched:
		return "its query does not match it"
	case ByBeyond:
		return fmt.Sprintf("it is not among the first %d", d.Limit)
	case ByUnasked:
		return "it was not asked for this document"
	case ByOff:
		return "it was switched off, or its condition was false" + stood
	case ByFailed:
		return "it failed: " + d.Text + stood
	}
	return "it did not hand it on" + stood
}

// told are values as name value, name value.
func told(values []ColumnValue) string {
	if len(values) == 0 {
		return "it reads no column"
	}
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = fmt.Sprintf("%s was %s", v.Name, written(v.Value))
	}
	return strings.Join(parts, ", ")
}

func written(v any) string {
	switch x := v.(type) {
	case nil:
		return "nil"
	case string:
		return fmt.Sprintf("%q", x)
	}
	return fmt.Sprint(v)
}
