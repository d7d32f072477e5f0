package dag

import (
	"strings"

	"riffle.dev/riffle/internal/column"
)

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
