package dag

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Forms in forms, as deep as the parser takes them, must not multiply.
func TestDeepFormsAreCheap(t *testing.T) {
	const head = "resource r { fields { id: key, n: int, m: int } }\npipeline p(k: int) -> items {\n  start = top(r, by: n, k: 5)\n"
	loops := func(deep int) string {
		var b strings.Builder
		b.WriteString(head)
		for i := range deep {
			from := "start"
			if i > 0 {
				from = fmt.Sprintf("v%d", i-1)
			}
			fmt.Fprintf(&b, "l%d = loop v%d = %s while count(v%d) < k max 2 {\n", i, i, from, i)
		}
		last := fmt.Sprintf("with(v%d, m: 3)", deep-1)
		for i := deep - 1; i >= 0; i-- {
			fmt.Fprintf(&b, "next v%d = %s\n}\n", i, last)
			last = fmt.Sprintf("take(l%d.v%d, 3)", i, i)
		}
		b.WriteString("return " + last + "\n}\n")
		return b.String()
	}
	chooses := func(n int) string {
		var b strings.Builder
		b.WriteString(head)
		from := "start"
		for i := range n {
			fmt.Fprintf(&b, "c%d = choose {\n a%d: take(%s, 4)  gain 2\n b%d: %s  gain 1\n}\n", i, i, from, i, from)
			from = fmt.Sprintf("c%d", i)
		}
		b.WriteString("return " + from + "\n}\n")
		return b.String()
	}
	for name, text := range map[string]string{"60 loops in one another": loops(60), "1,000 chooses in a row": chooses(1000)} {
		began := time.Now()
		p, found := compile(t, text)
		if p == nil {
			t.Errorf("%s: %v", name, found[:min(3, len(found))])
			continue
		}
		g, _ := p.Pipeline("p")
		Explain(g)
		Describe(g)
		if took := time.Since(began); took > 30*time.Second { // a doubling would take longer than anybody waits
			t.Errorf("%s took %v", name, took)
		}
	}
}
