package app

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnified(t *testing.T) {
	lines := func(s string) string { return strings.Join(strings.Split(s, ""), "\n") + "\n" }
	diff, added, removed := unified("a.riffle", lines("abcdefghijklmnop"), lines("abXdefghijklmnYop"))
	want := "--- a/a.riffle\n+++ b/a.riffle\n@@ -1,6 +1,6 @@\n a\n b\n-c\n+X\n d\n e\n f\n@@ -12,5 +12,6 @@\n l\n m\n n\n+Y\n o\n p\n"
	if d := cmp.Diff(want, diff); d != "" || added != 2 || removed != 1 {
		t.Errorf("+%d -%d %s", added, removed, d)
	}
	if diff, _, _ := unified("n", "", "x"); diff != "--- a/n\n+++ b/n\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n" {
		t.Errorf("a new file: %q", diff)
	}
}

// Whatever two texts: the edits without additions are the first, without
// removals the second, and no line that both ends share is edited.
func TestCompareLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() []string {
		out := make([]string, r.IntN(30))
		for i := range out {
			out[i] = string(rune('a' + r.IntN(4)))
		}
		return out
	}
	for range 3000 {
		a, b := text(), text()
		var x, y []string
		for _, e := range compareLines(a, b) {
			if e.kind != '+' {
				x = append(x, e.text)
			}
			if e.kind != '-' {
				y = append(y, e.text)
			}
		}
		if strings.Join(x, "") != strings.Join(a, "") || strings.Join(y, "") != strings.Join(b, "") {
			t.Fatalf("%v to %v: the edits give %v and %v", a, b, x, y)
		}
	}
	far := make([]string, 3*maxDistance)
	for i := range far {
		far[i] = "x"
	}
	if got := compareLines(far, []string{"y"}); len(got) != len(far)+1 {
		t.Errorf("texts that are far apart: %d edits", len(got))
	}
}
