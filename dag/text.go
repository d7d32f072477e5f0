package dag

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"riffle.dev/riffle/internal/column"
)

func argument(a *Arg) string {
	switch {
	case a.Knob != nil:
		return fmt.Sprintf("%d..%d", a.Knob.Lo, a.Knob.Hi)
	case a.Policy != nil:
		return policyText(a.Policy)
	case a.Model != nil:
		return a.Model.text()
	case a.Expr != nil:
		return Text(a.Expr)
	}
	return strings.Join(a.Words, " ")
}

func policyText(p *Policy) string {
	var args []string
	for _, v := range p.Args {
		args = append(args, literal(v))
	}
	for _, name := range sorted(p.Named) {
		args = append(args, name+": "+literal(p.Named[name]))
	}
	if len(args) == 0 {
		return p.Name
	}
	return p.Name + "(" + strings.Join(args, ", ") + ")"
}

func literal(v column.Value) string {
	if f, ok := v.(float64); ok {
		return number(f)
	}
	return Value(v)
}

// Value is what JSON has, as the language writes it: nil for null.
func Value(v any) string {
	switch x := v.(type) {
	case nil:
		return "nil"
	case []any:
		parts := make([]string, len(x))
		for i, e := range x {
			parts[i] = Value(e)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		parts := make([]string, 0, len(x))
		for _, name := range sorted(x) {
			parts = append(parts, Value(name)+":"+Value(x[name]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	out, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(out)
}

// Text of a lowered expression, every operation in brackets.
func Text(e *column.Expr) string {
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = Text(a)
	}
	switch e.Op {
	case "const":
		if e.Type.Kind == column.Duration {
			if d, ok := e.Value.(int64); ok {
				return column.FormatDuration(d)
			}
		}
		return literal(e.Value)
	case "col":
		return e.Name
	case "param":
		if e.Name == Moment {
			return e.Name
		}
		return "$" + e.Name
	case "neg":
		return "-" + args[0]
	case "not":
		return "(not " + args[0] + ")"
	case "cond":
		return "(" + args[0] + " ? " + args[1] + " : " + args[2] + ")"
	case "field":
		if !isName(e.Name) { // outcome["fine.dnn"]
			return args[0] + "[" + Value(e.Name) + "]"
		}
		return args[0] + "." + e.Name
	case "index":
		return args[0] + "[" + args[1] + "]"
	case "list":
		return "[" + strings.Join(args, ", ") + "]"
	case "call":
		return e.Name + "(" + strings.Join(args, ", ") + ")"
	}
	if text, ok := listText(e, args); ok {
		return text
	}
	return "(" + strings.Join(args, " "+e.Op+" ") + ")"
}

// isName tells what can stand behind a dot.
func isName(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// listText writes what goes over lists and makes records; ok is false for all
// else. args are its arguments as text.
func listText(e *column.Expr, args []string) (text string, ok bool) {
	switch e.Op {
	case "elem":
		return "#" + e.Name, true
	case "slice":
		for i, end := range args[1:] {
			if end == "null" || end == "nil" {
				args[i+1] = ""
			}
		}
		return args[0] + "[" + args[1] + ":" + args[2] + "]", true
	case "record":
		for i, f := range e.Type.Fields {
			args[i] = f.Name + ": " + args[i]
		}
		return "{ " + strings.Join(args, ", ") + " }", true
	case "over":
		name, desc := strings.CutSuffix(e.Name, "Desc")
		if desc {
			args = append(args, `"desc"`)
		}
		return name + "(" + strings.Join(args, ", ") + ")", true
	}
	return "", false
}
