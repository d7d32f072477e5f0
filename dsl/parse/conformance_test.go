package parse_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/parse"
)

var expected = regexp.MustCompile(`### (below )?"([EWH]\d{4})"`)

var update = flag.Bool("update", false, "write what the parser says into testdata")

// In testdata/bad a line ends with `// ### "E0213"` for every diagnostic that
// begins on it, and no others come; `### below` means the next line.
func TestConformance(t *testing.T) {
	names, err := filepath.Glob("testdata/bad/*.riffle")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files (%v)", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(src), "\n")
			want, got := make([]string, len(lines)+1), make([]string, len(lines)+1)
			for i, line := range lines {
				for _, m := range expected.FindAllStringSubmatch(line, -1) {
					if m[1] != "" {
						want[i+2] += m[2] + " "
					} else {
						want[i+1] += m[2] + " "
					}
				}
			}
			_, diags := parse.File(name, src)
			for _, d := range diags {
				got[d.Line] += d.Code + " "
			}
			for i := range want {
				if i > 0 && want[i] != got[i] {
					t.Errorf("%s:%d: want %q, got %q\n%s", name, i, want[i], got[i], lines[i-1])
				}
			}
			if t.Failed() {
				t.Logf("all diagnostics:\n%s", listing(diags))
			}
		})
	}
}

// The wording of messages, with their places, stands in testdata/messages.txt.
func TestMessages(t *testing.T) {
	var got strings.Builder
	names, _ := filepath.Glob("testdata/bad/*.riffle")
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, diags := parse.File(filepath.Base(name), src)
		got.WriteString(listing(diags))
	}
	const golden = "testdata/messages.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got.String()); d != "" {
		t.Errorf("messages changed (-wanted +got); -update writes them:\n%s", d)
	}
}
