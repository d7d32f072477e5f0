package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/internal/plural"
)

// recipe is an entry of the index: a project and what it shows.
type recipe struct{ project, shows string }

// chapters of the cookbook in the order of its index: every project is in one.
var chapters = []struct {
	title   string
	entries []recipe
}{
	{"Feeds", []recipe{
		{"home-feed", "followed, similar and hot; two rankings, a model with a rule behind it, author diversity"},
		{"mixed-media", "notes and films with a chain each, films at fixed places"},
		{"cold-start", "new clips with a guaranteed share, drawn; new viewers without a past"},
		{"seen-refill", "nothing twice: what was seen is left out, and a loop fills the page up"},
		{"hot-fallback", "personal, then the region's, then everybody's: never short, with the reason of each article"},
	}},
	{"Search", []recipe{
		{"vertical-search", "three indexes, chosen by what the query means, sharing the page by quota"},
		{"query-rewriting", "several ways to ask, searched side by side and fused"},
		{"federated", "systems of others, each with its limit, its patience and its places"},
		{"rag", "words and meaning, a cross-encoder, and a budget of tokens"},
	}},
	{"Items and ads", []recipe{
		{"similar-items", "alike in content and in readers, without the series, spread, topped up"},
		{"second-wave", "paid places that depend on the results they stand among, with gaps"},
		{"ads", "ten recalls, three rankings, an auction, tiers of visitors"},
	}},
	{"Models, load and trials", []recipe{
		{"ensemble", "two models side by side, of which one is given up first"},
		{"backup", "a small pipeline with time of its own, for when the best one cannot answer"},
		{"experiment", "two arms of a typed parameter, a second layer, and a value of one's own"},
	}},
}

// pagesMoment is when the requests of the pages are asked: the day of the
// fixtures.
const pagesMoment = "2026-05-01T12:00:00Z"

const pagesFolder = "../../docs/cookbook"

// The pages of the cookbook are made of its projects: what the README says, the
// graph, what a request gives, the files. -update writes them.
func TestCookbookPages(t *testing.T) {
	var listed []string
	index := strings.Builder{}
	index.WriteString(`# Cookbook

Projects that run, one idea each. All of them have tests of what happens when a source or a model fails, and
all are served with their documents by one command:

` + "```sh\nbin/riffle up examples/rag\n```" + `

Services and models are not asked then but answered from files beside the documents (` + "`fixtures/NAME.jsonl`" + `),
so nothing else has to run. Gains, tiers and what a scene says of degrading are written as they are meant; where this
version does nothing with a setting yet, the page of the project says so. The pages are made of the projects in
` + "`examples`" + ` and say what these gave when the tests last passed.
`)
	for _, c := range chapters {
		fmt.Fprintf(&index, "\n## %s\n\n", c.title)
		for _, e := range c.entries {
			name := e.project
			listed = append(listed, name)
			readme := readText(t, filepath.Join("../../examples", name, "README.md"))
			title, _, _ := strings.Cut(strings.TrimPrefix(readme, "# "), "\n")
			fmt.Fprintf(&index, "- [%s](%s.md): %s\n", title, name, e.shows)
			fresh(t, name+".svg", pageGraph(t, name))
			fresh(t, name+".md", page(t, name, readme))
		}
	}
	fresh(t, "README.md", index.String())
	var have []string
	for _, dir := range cookbook(t) {
		have = append(have, filepath.Base(dir))
	}
	slices.Sort(listed)
	if d := cmp.Diff(have, listed); d != "" {
		t.Errorf("the projects with a page are not those in examples:\n%s", d)
	}
	found, err := filepath.Glob(pagesFolder + "/*")
	if err != nil || len(found) != 2*len(listed)+1 {
		t.Errorf("%d files in %s, want %d, %v", len(found), pagesFolder, 2*len(listed)+1, err)
	}
}

// page of a project.
func page(t *testing.T, name, readme string) string {
	t.Helper()
	dir := "examples/" + name
	b := strings.Builder{}
	b.WriteString("<!-- made of " + dir + " by go test ./cmd/riffle -run CookbookPages -update -->\n\n")
	b.WriteString(strings.TrimRight(readme, "\n"))
	scene, request := firstRequest(t, name)
	fmt.Fprintf(&b, "\n\n## The graph\n\nAs `riffle explain %s %s` draws it.\n\n[![the graph of %s](%s.svg)](%s.svg)\n", dir, scene, scene, name, name)
	fmt.Fprintf(&b, "\n## A request\n\n```sh\nbin/riffle run %s %s --data %s/fixtures --now %s --request '%s'\n```\n\n```text\n%s```\n", dir, scene, dir, pagesMoment, request, pageAnswer(t, name, scene, request))
	fmt.Fprintf(&b, "\nThe same in a console, with boards and traces: `riffle up %s`.\n", dir)
	if kept := keptSettings(t, dir); len(kept) > 0 {
		fmt.Fprintf(&b, "\nChecked and kept, without effect in this version: %s.\n", strings.Join(kept, ", "))
	}
	b.WriteString("\n## The files\n")
	files, err := filepath.Glob("../../" + dir + "/*.riffle")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	slices.SortFunc(files, func(a, b string) int { // tests last
		return 2*(strings.Count(filepath.Base(a), "tests")-strings.Count(filepath.Base(b), "tests")) + strings.Compare(a, b)
	})
	for _, f := range files {
		base := filepath.Base(f)
		fmt.Fprintf(&b, "\n### [%s](../../%s/%s)\n\n```riffle\n%s```\n", base, dir, base, readText(t, f))
	}
	scripts, err := filepath.Glob("../../" + dir + "/functions/*.star")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range scripts {
		base := filepath.Base(f)
		fmt.Fprintf(&b, "\n### [functions/%s](../../%s/functions/%s)\n\n```python\n%s```\n", base, dir, base, readText(t, f))
	}
	b.WriteString("\n### Fixtures\n\n")
	fixed, err := filepath.Glob("../../" + dir + "/fixtures/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fixed {
		base := filepath.Base(f)
		text := readText(t, f)
		first, _, _ := strings.Cut(text, "\n")
		fmt.Fprintf(&b, "[%s](../../%s/fixtures/%s), %s, such as\n\n```json\n%s\n```\n\n", base, dir, base, plural.Of(strings.Count(text, "\n"), "line"), first)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// keptSettings are what a project says and this version does nothing with yet.
func keptSettings(t *testing.T, dir string) []string {
	t.Helper()
	sources, err := readFolder("../../" + dir)
	if err != nil {
		t.Fatal(err)
	}
	_, _, found := compileProject(sources, nil, (&importing{}).files("../../"+dir))
	var out []string
	for _, d := range found {
		word, _, ok := strings.Cut(d.Message, " is kept")
		if d.Code == "H0901" && ok && !slices.Contains(out, "`"+word+"`") {
			out = append(out, "`"+word+"`")
		}
	}
	slices.Sort(out)
	return out
}

// firstRequest of a project: the scene and the request as it is written.
func firstRequest(t *testing.T, name string) (scene, request string) {
	t.Helper()
	s := bufio.NewScanner(strings.NewReader(readText(t, filepath.Join("../../examples", name, "requests.jsonl"))))
	s.Scan()
	var one struct {
		Scene   string
		Request json.RawMessage
	}
	if err := json.Unmarshal(s.Bytes(), &one); err != nil {
		t.Fatal(err)
	}
	return one.Scene, string(one.Request)
}

func pageGraph(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join("../../examples", name)
	scene, _ := firstRequest(t, name)
	sources, err := readFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	project, _, _ := compileProject(sources, nil, (&importing{}).files(dir))
	served, ok := project.Scene(scene)
	if !ok {
		t.Fatalf("%s has no scene %s", name, scene)
	}
	code, out, errs := ran("", "explain", dir, served.Pipeline, "--format", "svg")
	if code != 0 {
		t.Fatal(errs)
	}
	return out
}

// took are how long things took and which build of the project answered: they
// differ from run to run.
var (
	took    = regexp.MustCompile(`(?m) {2,}[\d.]+(?:ns|µs|ms|s) *`)
	blanks  = regexp.MustCompile(`(?m) +$`)
	turn    = regexp.MustCompile(` \[([\d.]+)\]`)
	version = regexp.MustCompile(`, version \w+, plan full, coverage ([\d.]+), [\d.]+(?:ns|µs|ms|s)`)
)

// byTurn orders the lines of nodes in bodies by turn and name: those of one turn
// run side by side.
func byTurn(out string) string {
	lines := strings.Split(out, "\n")
	key := func(line string) string {
		if m := turn.FindStringSubmatch(line); m != nil {
			return m[1] + line
		}
		return ""
	}
	first := slices.IndexFunc(lines, func(l string) bool { return key(l) != "" })
	if first < 0 {
		return out
	}
	last := first
	for last < len(lines) && key(lines[last]) != "" {
		last++
	}
	slices.SortStableFunc(lines[first:last], func(a, b string) int { return strings.Compare(key(a), key(b)) })
	return strings.Join(lines, "\n")
}

// pageAnswer is what run prints.
func pageAnswer(t *testing.T, name, scene, request string) string {
	t.Helper()
	dir := filepath.Join("../../examples", name)
	code, out, errs := ran("", "run", dir, scene, "--data", filepath.Join(dir, "fixtures"), "--now", pagesMoment, "--request", request)
	if code != 0 || strings.Contains(out, " timeout ") || strings.Contains(out, " error ") {
		t.Fatalf("%s does not answer:\n%s%s", name, out, errs)
	}
	out = version.ReplaceAllString(took.ReplaceAllString(out, ""), ", coverage $1")
	return byTurn(blanks.ReplaceAllString(out, ""))
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fresh compares a page with what it should hold, or writes it.
func fresh(t *testing.T, name, want string) {
	t.Helper()
	path := filepath.Join(pagesFolder, name)
	if *update {
		if err := os.MkdirAll(pagesFolder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(readText(t, path), want); d != "" {
		t.Errorf("%s is not made of what the project is now; go test ./cmd/riffle -run CookbookPages -update writes it:\n%s", path, d)
	}
}
