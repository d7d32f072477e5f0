package check_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// nested puts a text around another so many times; %[1]d is the depth.
func nested(n int, open, inner, end string) string {
	var b strings.Builder
	write := func(format string, i int) {
		if !strings.Contains(format, "%") {
			b.WriteString(format)
			return
		}
		fmt.Fprintf(&b, format, i, i+1)
	}
	for i := range n {
		write(open, i)
	}
	b.WriteString(fmt.Sprintf(inner, n))
	for i := n - 1; i >= 0; i-- {
		write(end, i)
	}
	return b.String()
}

// Hostile blocks, loops, arms and closures end in diagnostics, in bounded time.
func TestHostileFlow(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i, i+1)
		}
		return b.String()
	}
	body := func(lines, result string) string {
		return games + "pipeline p(k: int, q: string) -> items {\n  a = top(games, by: n)\n" + lines + "\n  return " + result + "\n}\n"
	}
	wide := "resource wide { fields { id: key, " + many(300, "f%d: int, ") + "z: int } }\n"
	for _, c := range []struct {
		name, src string
		code      string // that must be among the findings; "" means none at all
	}{
		{"ifs 30 deep", body("  x0 = "+nested(30, "if k > %[1]d { x%[2]d = ", "take(a, %d)", "\n    take(x%[2]d, 3)\n  } else { a }"), "x0"), ""},
		{"ifs 70 deep", body("  x0 = "+nested(70, "if k > %[1]d { x%[2]d = ", "take(a, %d)", "\n    take(x%[2]d, 3)\n  } else { a }"), "x0"), "E0902"},
		{"63 else ifs", body("  x = "+many(63, "if k > %[1]d { take(a, %[1]d) } else ")+"{ a }", "x"), ""},
		{"loops 25 deep, each wider with every turn", body("  s0 = "+nested(25,
			"loop v%[1]d = a while k > 3 max 3 {\n  s%[2]d = ", "take(a, %d)\n", "  next v%[1]d = with(v%[1]d, c%[1]d: k)\n  }\n"), "s0.v0"), ""},
		{"loops 25 deep, each wider by what is within", body("  s0 = "+nested(25,
			"loop v%[1]d = a while k > 3 max 3 {\n  s%[2]d = ", "loop v%[1]d = a while k > 3 max 2 { next v%[1]d = with(v%[1]d, c: k) }\n", "  next v%[1]d = merge([v%[1]d, s%[2]d.v%[2]d])\n  }\n"), "s0.v0"), ""},
		{"loops 25 deep, reading the variables around them", body("  s0 = "+nested(25,
			"loop v%[1]d = a, w%[1]d = nil while k > 3 max 3 {\n  s%[2]d = ", "take(a, %d)\n", "  next v%[1]d = with(v%[1]d, c%[1]d: k), w%[1]d = find(v%[1]d, .n > 3)\n  }\n"), "s0.v0"), ""},
		{"a loop of 1,000 variables that hand on nil", body("  s = loop v0 = k"+many(999, ", v%[2]d = k")+" while k > 3 max 3 {\n    next v0 = nil"+many(999, ", v%[2]d = v%[1]d")+"\n  }", "take(a, s.v0 ?? 1)"), "E0607"},
		{"1,900 statements typed for every turn", body("  s = loop v0 = k"+many(11, ", v%[2]d = k")+", w = a while k > 3 max 3 {\n    s0 = w\n"+many(1900, "    s%[2]d = filter(s%[1]d, n > 3)\n")+"    next v0 = nil, w = s1900"+many(11, ", v%[2]d = v%[1]d")+"\n  }", "take(s.w, s.v0 ?? 1)"), "E0902"},
		{"a loop of 3,000 variables", body("  s = loop v0 = k"+many(3000, ", v%[2]d = k")+" while k > 3 max 3 {\n    next v0 = 3\n  }", "take(a, s.v0)"), "E0902"},
		{"eaches 30 deep", body("  s0 = "+nested(30, "each w%[1]d in [q] { s%[2]d = ", "len(q + string(%d))", "\n    len(w%[1]d) + (s%[2]d == s%[2]d ? 1 : 2)\n  }"), "take(a, sum(s0))"), ""},
		{"900 arms of 300 columns", wide + "pipeline p(k: int) -> items {\n  a = top(wide, by: z)\n  b = choose {\n" + many(900, "    a%[1]d: with(a, c: z)  gain 0.5\n") + "  }\n  return b\n}\n", "W0709"},
		{"5,000 arms", body("  b = choose {\n"+many(5000, "    a%[1]d: take(a, %[1]d)  gain 0.5\n")+"  }", "b"), "E0902"},
		{"40,000 sets in a list", body("  b = [a"+many(40_000, ", a")+"]", "merge(b)"), "E0902"},
		{"lists of sets 50 deep", body("  b = "+strings.Repeat("[", 50)+"a"+strings.Repeat("]", 50), "merge(b)"), ""},
		{"5,000 statements in a block, bottom up", body("  b = if k > 3 {\n"+strings.Join(reversed(5000, "    s%[2]d = filter(s%[1]d, n > 3)\n"), "")+"    s0 = a\n    s5000\n  } else { a }", "b"), ""},
		{"12,000 statements in a block", body("  b = if k > 3 {\n    s0 = a\n"+many(12_000, "    s%[2]d = filter(s%[1]d, n > 3)\n")+"    s12000\n  } else { a }", "b"), "E0902"},
		{"a ring of 3,000 pipelines", games + many(2999, "pipeline p%[1]d(k: int) -> items(games) {\n  return p%[2]d(k)\n}\n") + "pipeline p2999(k: int) -> items(games) {\n  return p0(k)\n}\n", "E0609"},
		{"10,000 pipelines one calling the next", games + many(10_000, "pipeline p%[1]d(k: int) -> items(games) {\n  return p%[2]d(k)\n}\n") + "pipeline p10000(k: int) -> items(games) {\n  return top(games, by: n)\n}\n", "E0902"},
		{"closures 15 deep", body("  x = "+nested(15, "map([k], # + sum(", "[%d]", "))"), "take(a, sum(x))"), ""},
		{"records of records in closures", body("  x = "+nested(15, "map([k], { l%[1]d: ", "%d", ", r%[1]d: # })"), "take(a, count(x))"), ""},
		{"600 slices", body("  x = [k]"+strings.Repeat("[0:1]", 600), "take(a, sum(x))"), ""},
		{"60,000 calls after", body("  after {\n"+many(60_000, "    top(games, by: n, k: %[1]d)\n")+"  }", "a"), "E0902"},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin := time.Now()
			list := project(c.src)
			if took := time.Since(begin); took > tooLong {
				t.Errorf("took %v", took)
			} else {
				t.Logf("took %v", took)
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

// reversed is lines in falling order.
func reversed(n int, format string) []string {
	out := make([]string, 0, n)
	for i := n - 1; i >= 0; i-- {
		out = append(out, fmt.Sprintf(format, i, i+1))
	}
	return out
}
