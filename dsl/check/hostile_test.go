package check_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check/checktest"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/parse"
)

// tooLong is a hang, on the slowest machine.
const tooLong = 2 * time.Minute

const games = "resource games {\n  fields { id: key, n: int, v: vector(4) }\n}\n\n"

// Hostile projects end in diagnostics, in bounded time.
func TestHostile(t *testing.T) {
	chain := func(n int, up bool) string {
		var b strings.Builder
		b.WriteString(games + "pipeline p() -> items {\n")
		for i := range n {
			j := i
			if up { // written bottom up: each reads the one below it
				j = n - 1 - i
			}
			if j == 0 {
				b.WriteString("  s0 = top(games, by: n)\n")
			} else {
				fmt.Fprintf(&b, "  s%d = filter(s%d, n > %d)\n", j, j-1, j)
			}
		}
		fmt.Fprintf(&b, "  return s%d\n}\n", n-1)
		return b.String()
	}
	doubling := func() string {
		var b strings.Builder
		b.WriteString(games + "pipeline p0() -> items {\n  return top(games, by: n)\n}\n")
		for i := 1; i <= 40; i++ {
			fmt.Fprintf(&b, "pipeline p%d() -> items {\n  a = p%d()\n  b = p%d()\n  return merge([a, b])\n}\n", i, i-1, i-1)
		}
		return b.String()
	}
	calling := func(n int) string {
		var b strings.Builder
		b.WriteString(games)
		for i := range n {
			fmt.Fprintf(&b, "pipeline p%d() -> items {\n  return p%d()\n}\n", i, i+1)
		}
		fmt.Fprintf(&b, "pipeline p%d() -> items {\n  return top(games, by: n)\n}\n", n)
		return b.String()
	}
	unknown := func(n int) string {
		var b strings.Builder
		b.WriteString(games + "pipeline p() -> items {\n  s = top(games, by: n)\n")
		for i := range n {
			fmt.Fprintf(&b, "  name%d = filter(s, nmae%d > 3 and user%d == 3)\n", i, i, i)
		}
		b.WriteString("  return s\n}\n")
		return b.String()
	}
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	name := strings.Repeat("n", 900_000)
	longest := strings.Repeat("n", 8000)
	for _, c := range []struct {
		name, src string
		code      string // that must be among the findings; "" means none at all
	}{
		{"5,000 statements in a chain", chain(5000, false), ""},
		{"5,000 statements bottom up", chain(5000, true), ""},
		{"12,000 statements", chain(12_000, false), "E0902"},
		{"pipelines that double 40 times", doubling(), "E0902"},
		{"pipelines calling 200 deep", calling(200), "E0902"},
		{"6,000 unknown names", unknown(6000), "E0902"},
		{"a name of 900 KB", games + "pipeline p() -> items {\n  " + name + " = take(x, 3)\n  return x\n}\n", "E0301"},
		{"an unknown name of 8 KB", games + "pipeline p() -> items {\n  a = take(" + longest + ", 3)\n  return a\n}\n", "E0301"},
		{"a type that holds itself in a ring", "type A { b: B }\ntype B { c: C }\ntype C { a: A }\n", "E0601"},
		{"a sum of 1,900", games + "pipeline p() -> items {\n  a = top(games, by: n" + strings.Repeat(" + n", 1900) + ")\n  return a\n}\n", ""},
		{"a keyword of 100,000 words", "type A { a: keyword(" + many(100_000, "\"%d\", ") + "\"x\") }\n", ""},
		{"a resource of 40,000 derived fields", "resource r { fields { id: key, " + many(40_000, "f%d: int = g(id), ") + "z: int } }\n", "E0902"},
		{"a type of 40,000 fields", "type A { " + many(40_000, "f%d: int, ") + "z: int }\n", "E0902"},
		{"types that double 60 times", doublingTypes(60), "E0902"},
		{"records that double 60 times", "pipeline p(k: int) -> { n: int } {\n  x0 = { a: k }\n" + doublingRecords(60) + "  return { n: x60 }\n}\n", "E0902"},
		{"a with of 30,000 columns", games + "pipeline p() -> items {\n  a = top(games, by: n)\n  return with(a" + many(30_000, ", c%d: n") + ")\n}\n", "E0902"},
		{"4,200 steps of 250 columns", "resource r { fields { id: key, " + many(250, "f%d: int, ") + "z: int } }\npipeline p() -> items {\n  a = top(r, by: z)\n" + many(4200, "  b%[1]d = with(a, y%[1]d: 3)  optional\n") + "  return a\n}\n", "E0902"},
		{"nested calls", games + "pipeline p() -> items {\n  a = " + strings.Repeat("take(", 50) + "top(games, by: n)" + strings.Repeat(", 3)", 50) + "\n  return a\n}\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin := time.Now()
			list := project(c.src)
			if took := time.Since(begin); took > tooLong {
				t.Errorf("took %v", took)
			}
			found := c.code == "" && !list.HasErrors()
			for _, d := range list {
				found = found || d.Code == c.code
				if len(d.Message) > 2000 || len(d.Help) > 2000 {
					t.Errorf("%s: a message of %d bytes", d.Code, len(d.Message)+len(d.Help))
				}
			}
			if !found {
				t.Errorf("want %q among\n%.2000s", c.code, listing(list))
			}
		})
	}
}

func doublingTypes(n int) string {
	var b strings.Builder
	b.WriteString("type D0 { a: int }\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "type D%d { l: D%d, r: D%d }\n", i, i-1, i-1)
	}
	return b.String()
}

func doublingRecords(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "  x%d = { l: x%d, r: x%d }\n", i, i-1, i-1)
	}
	return b.String()
}

var thinned = flag.Int("thinned", 25, "how many tokens of each file TestThinned leaves out")

// A project that loses one of its tokens is checked to the end, all findings
// inside of its text.
func TestThinned(t *testing.T) {
	for _, name := range seeds(t) {
		src := read(t, name)
		f, _ := parse.File(name, []byte(src))
		step := 1 + len(f.Tokens)/max(*thinned, 1)
		for i := 0; i < len(f.Tokens); i += step {
			at := f.Tokens[i].Range
			sound(t, src[:at.From]+src[at.To:])
		}
	}
}

func seeds(t testing.TB) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"testdata/*/*.riffle", "../parse/testdata/*/*.riffle"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, names...)
	}
	if len(out) == 0 {
		t.Fatal("no files")
	}
	return out
}

// sound fails when a finding is not of this text, or of no declared code.
func sound(t *testing.T, src string) {
	t.Helper()
	info, list := analysis.Project(map[string][]byte{"a.riffle": []byte(src)}, checktest.Catalogue())
	if info == nil {
		t.Fatal("no info")
	}
	for _, d := range list {
		if d.Range.From < 0 || d.Range.To > len(src) || d.Range.From > d.Range.To || d.Message == "" || d.Line < 1 {
			t.Fatalf("%+v is not of this text of %d bytes:\n%s", d, len(src), src)
		}
		if _, ok := declared[d.Code]; !ok {
			t.Fatalf("%s is not declared", d.Code)
		}
	}
}

var declared = func() map[string]bool {
	out := map[string]bool{}
	for _, c := range diag.Codes() {
		out[c.Code] = true
	}
	return out
}()

func FuzzCheck(f *testing.F) {
	for _, name := range seeds(f) {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	for _, src := range hostileSeeds() {
		f.Add(src)
	}
	for _, c := range diag.Codes() {
		f.Add(c.Bad)
		f.Add(c.Good)
	}
	f.Fuzz(func(t *testing.T, src string) { sound(t, src) })
}
