package format_test

import (
	"fmt"
	"reflect"
	"sort"
	"strings"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
)

// meaning writes a tree without positions, with modifiers sorted and operators
// in their canonical spelling: two files with the same meaning say the same.
func meaning(f *ast.File) string {
	var b strings.Builder
	for _, d := range f.Decls {
		write(&b, reflect.ValueOf(d), 0)
	}
	return b.String()
}

func write(b *strings.Builder, v reflect.Value, depth int) {
	margin := strings.Repeat(" ", depth)
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			b.WriteString(margin + "nil\n")
			return
		}
		if e, ok := v.Interface().(*ast.Expr); ok {
			writeExpr(b, e, margin)
			return
		}
		write(b, v.Elem(), depth)
	case reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			var one strings.Builder
			write(&one, v.Index(i), depth+1)
			parts[i] = one.String()
		}
		if v.Type() == reflect.TypeOf([]*ast.Modifier(nil)) {
			sort.Strings(parts)
		}
		fmt.Fprintf(b, "%s%d of\n%s", margin, len(parts), strings.Join(parts, ""))
	case reflect.Struct:
		fmt.Fprintf(b, "%s%s\n", margin, v.Type())
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "At" {
				fmt.Fprintf(b, "%s %s:\n", margin, name)
				write(b, v.Field(i), depth+2)
			}
		}
	default:
		fmt.Fprintf(b, "%s%v\n", margin, v.Interface())
	}
}

var spellings = strings.NewReplacer(`"&&"`, `"and"`, `"||"`, `"or"`, `"!"`, `"not"`, `"^"`, `"**"`)

func writeExpr(b *strings.Builder, e *ast.Expr, margin string) {
	if e.Tree == nil {
		fmt.Fprintf(b, "%sbroken %q\n", margin, e.Text)
		return
	}
	fmt.Fprintf(b, "%s%s\n", margin, spellings.Replace(strings.ReplaceAll(exprast.Dump(e.Tree), "\t", "")))
	names := make([]string, 0, len(e.Unit))
	for name, n := range e.Unit {
		names = append(names, name+"="+n.Text)
	}
	sort.Strings(names)
	fmt.Fprintf(b, "%s%v\n", margin, names)
}
