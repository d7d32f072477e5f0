package check_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var expected = regexp.MustCompile(`### "([EWH]\d{4})"`)

var update = flag.Bool("update", false, "write what the checker says into testdata")

func files(t testing.TB, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no files match %s (%v)", pattern, err)
	}
	return names
}

func read(t testing.TB, name string) string {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// In testdata/bad a line ends with `// ### "E0301"` for every diagnostic that
// begins on it, and no others come.
func TestConformance(t *testing.T) {
	for _, name := range files(t, "testdata/bad/*.riffle") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src := read(t, name)
			lines := strings.Split(src, "\n")
			want, got := make([][]string, len(lines)+1), make([][]string, len(lines)+1)
			for i, line := range lines {
				for _, m := range expected.FindAllStringSubmatch(line, -1) {
					want[i+1] = append(want[i+1], m[1])
				}
			}
			list := project(src)
			for _, d := range list {
				got[d.Line] = append(got[d.Line], d.Code)
			}
			for i := 1; i < len(want); i++ {
				sort.Strings(want[i])
				sort.Strings(got[i])
				if d := cmp.Diff(want[i], got[i]); d != "" {
					t.Errorf("%s:%d: want %v, got %v\n%s", name, i, want[i], got[i], lines[i-1])
					for _, d := range list {
						if d.Line == i {
							t.Log(d)
						}
					}
				}
			}
		})
	}
}

// The wording of messages, with their places, stands beside the files of testdata/bad.
func TestWording(t *testing.T) {
	for _, name := range files(t, "testdata/bad/*.riffle") {
		var got strings.Builder
		for _, d := range project(read(t, name)) {
			d.File = filepath.Base(name)
			got.WriteString(d.String() + "\n")
		}
		golden := strings.TrimSuffix(name, ".riffle") + ".txt"
		if *update {
			if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if d := cmp.Diff(read(t, golden), got.String()); d != "" {
			t.Errorf("messages changed (-wanted +got); -update writes them:\n%s", d)
		}
	}
}

func TestGoodFiles(t *testing.T) {
	for _, name := range files(t, "testdata/good/*.riffle") {
		for _, d := range project(read(t, name)) {
			if d.Code != "H0901" { // what has no effect yet may stand in them
				t.Errorf("%s: %s", name, d)
			}
		}
	}
}

// Five mistakes are five diagnostics, each with its place and a suggestion.
func TestFiveMistakes(t *testing.T) {
	list := project(read(t, "testdata/bad/five.riffle"))
	codes := map[string]bool{}
	for _, d := range list {
		codes[d.Code] = true
		if d.Line == 0 || d.Column == 0 || d.Help == "" {
			t.Errorf("no place or no suggestion: %s", d)
		}
	}
	if len(list) != 5 || len(codes) != 5 {
		t.Errorf("want five, got\n%s", listing(list))
	}
}
