package check_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Hostile declarations end in diagnostics, in bounded time.
func TestHostileDeclarations(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	const (
		feed  = games + "pipeline p(k: int = 3, user: keyword = \"x\") -> items {\n  a = top(games, by: n, k: k)\n  return a\n}\n"
		scene = feed + "scene s {\n  pipeline: p\n}\n"
	)
	deep := strings.Repeat("{ a: ", 60) + "3" + strings.Repeat(" }", 60)
	for _, c := range []struct {
		name, src string
		code      string // that must be among the findings; "" means no error at all
	}{
		{"100 tiers", feed + "scene s {\n  pipeline: p\n" + many(100, "  tier t%[1]d when k > %[1]d and user == \"%[1]d\" { weight: 2 }\n") + "}\n", ""},
		{"20,000 tiers", feed + "scene s {\n  pipeline: p\n" + many(20_000, "  tier t%[1]d when k > %[1]d { weight: 2 }\n") + "}\n", "E0902"},
		{"a tier of 500 conditions", feed + "scene s {\n  pipeline: p\n  tier a when k > 3 { weight: 2 }\n  tier b when " + many(500, "k > %d and ") + "true { weight: 2 }\n}\n", ""},
		{"20,000 arms", scene + "experiment e on s by k {\n" + many(20_000, "  arm a%d 0.005%% { k: 3 }\n") + "}\n", "E0902"},
		{"an arm of 20,000 parameters", scene + "experiment e on s by k {\n  arm a 100% {\n" + many(20_000, "    k%d: 3\n") + "  }\n}\n", "E0902"},
		{"5,000 experiments", scene + many(5000, "experiment e%[1]d on s by k {\n  layer: l%[1]d\n  arm a 100%% { k: 3 }\n}\n"), "E0812"},
		{"5,000 tests", feed + many(5000, "test \"t%d\" of p {\n  request { k: 3 }\n  expect ids == [] and outcome.a == \"ok\"\n}\n"), ""},
		{"a test of 30,000 lines", feed + "test \"t\" of p {\n  request { k: 3 }\n" + many(30_000, "  expect level == %d\n") + "}\n", "E0902"},
		{"20,000 rows", feed + "test \"t\" of p {\n  given games [" + many(20_000, "{ id: \"%[1]d\", n: %[1]d, v: [1, 2, 3, 4] }, ") + "]\n  request { k: 3 }\n  expect ids == []\n}\n", "E0902"},
		{"a row of 40,000 fields", feed + "test \"t\" of p {\n  given games [{ id: \"a\", " + many(40_000, "f%d: 1, ") + "n: 2 }]\n  request { k: 3 }\n  expect ids == []\n}\n", "E0902"},
		{"a request that nests 60 deep", feed + "test \"t\" of p {\n  request { k: " + deep + " }\n  expect ids == []\n}\n", "E0401"},
		{"a test of a pipeline of 9,000 nodes", wide(9000) + "test \"t\" of p {\n  request { }\n" + many(900, "  expect outcome.s%d == \"ok\"\n") + "}\n", ""},
		{"3,000 tests of a pipeline of 9,000 nodes", wide(9000) + many(3000, "test \"t%[1]d\" of p {\n  request { }\n  expect outcome.s%[1]d == \"ok\" and outcome.s8999 != \"ok\"\n}\n"), ""},
		{"tests of pipelines that double", doubled(30) + "test \"t\" of p20 {\n  request { }\n  expect ids == []\n}\n", "E0902"},
		{"20,000 endpoints", "service s(q: string) -> float { endpoints: [" + many(20_000, "\"http://127.0.0.1:%d\", ") + "\"http://x\"] }\n", "E0902"},
		{"an endpoint of 900 KB", "service s(q: string) -> float { url: \"http://" + strings.Repeat("a", 900_000) + "\" }\n", "E0405"},
		{"a ramp of 50,000 steps", feed + "scene s {\n  pipeline: p\n  degrade { ramp: [" + many(50_000, "0.%05d1%%, ") + "100%] }\n}\n", "E0902"},
		{"a service of 30,000 parameters", "service s(" + many(30_000, "p%d: int, ") + "q: string) -> float { url: \"http://x\" }\n", "E0902"},
		{"a model of 30,000 columns", "service s(item: { " + many(30_000, "p%d: int, ") + "q: string }) -> float { url: \"http://x\" }\n" + games + "pipeline p() -> items {\n  a = top(games, by: n)\n  return score(a, model: s())\n}\n", "E0902"},
		{"4,000 models that miss 900 columns", "service s(item: { " + many(900, "p%d: int, ") + "q: string }) -> float { url: \"http://x\" }\n" + games + "pipeline p() -> items {\n  a = top(games, by: n)\n" + many(4000, "  b%d = score(a, model: s())\n") + "  return a\n}\n", "E0501"},
		{"3,000 services", many(3000, "service s%d(q: string) -> float { url: \"http://x\" }\n"), ""},
		{"30,000 imports", "import " + many(30_000, "a%d, ") + "b from \"team/project@12\"\n", "E0301"},
		{"5,000 settings that are none", "resource r {\n  fields { id: key }\n" + many(5000, "  slotz%d: 3\n") + "}\n", "E0902"},
		{"settings that nest", "resource r {\n  fields { id: key }\n  autoscale " + strings.Repeat("{ cpu ", 60) + "{ over: 3s }" + strings.Repeat(" }", 60) + "\n}\n", "E0405"},
		{"200 derived fields of one function", "function f(t: string) -> int { url: \"http://x\" }\nresource r { fields { id: key, " + many(200, "f%d: int = f(id), ") + "z: int } }\n", ""},
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

// wide is a pipeline of so many statements, each on the way to the answer.
func wide(n int) string {
	var b strings.Builder
	b.WriteString(games + "pipeline p() -> items {\n")
	for i := range n {
		if i == 0 {
			b.WriteString("  s0 = top(games, by: n)\n")
		} else {
			fmt.Fprintf(&b, "  s%d = filter(s%d, n > %d)\n", i, i-1, i)
		}
	}
	fmt.Fprintf(&b, "  return s%d\n}\n", n-1)
	return b.String()
}

// doubled are pipelines that each call the one before twice.
func doubled(n int) string {
	var b strings.Builder
	b.WriteString(games + "pipeline p0() -> items {\n  return top(games, by: n)\n}\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "pipeline p%d() -> items {\n  a = p%d()\n  b = p%d()\n  return merge([a, b])\n}\n", i, i-1, i-1)
	}
	return b.String()
}
