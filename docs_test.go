package riffle

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	mdLink     = regexp.MustCompile(`\]\(([^)#\s]+)[^)]*\)`)
	makeTarget = regexp.MustCompile("(?m)(?:[^`]`|^)make ([a-z]+)\\b")
	makeRule   = regexp.MustCompile(`(?m)^([a-z]+):`)
	riffleVerb = regexp.MustCompile("(?m)(?:[^`]`|^|bin/)riffle ([a-z]+)\\b")
	useLine    = regexp.MustCompile(`Use:\s+"([a-z]+)`)
	quotedPath = regexp.MustCompile("`((?:cmd|dsl|dag|engine|index|server|web|internal|migrations|examples|scripts|docs|tools|bench)/[A-Za-z0-9_./-]*[A-Za-z0-9])`")
)

// What the documents name exists: files, make targets, verbs of the command.
func TestDocumentsSpeakOfWhatExists(t *testing.T) {
	targets := set(makeRule, read(t, "Makefile"))
	verbs := map[string]bool{"help": true}
	sources, err := filepath.Glob("cmd/riffle/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		for verb := range set(useLine, read(t, source)) {
			verbs[verb] = true
		}
	}
	documents := 0
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "." && (d.Name() == "node_modules" || d.Name() == "build" || strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		documents++
		text := read(t, path)
		for link := range set(mdLink, text) {
			if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), link)); err != nil {
				t.Errorf("%s links to %s, which does not exist", path, link)
			}
		}
		if strings.HasPrefix(path, "docs/design/") {
			return nil // also speaks of what is to come
		}
		if path == "docs/profile.md" {
			return nil // its names are of functions
		}
		for name := range set(makeTarget, text) {
			if !targets[name] {
				t.Errorf("%s names make %s, which does not exist", path, name)
			}
		}
		for name := range set(riffleVerb, text) {
			// The language's own pages call kinds of example riffle something.
			if !verbs[name] && !strings.HasPrefix(path, "dsl/") {
				t.Errorf("%s names riffle %s, which does not exist", path, name)
			}
		}
		for name := range set(quotedPath, text) {
			if _, err := os.Stat(name); err != nil && !strings.HasPrefix(name, "docs/benchmarks") {
				t.Errorf("%s names %s, which does not exist", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if documents < 5 {
		t.Errorf("only %d documents were looked at", documents)
	}
}

func set(re *regexp.Regexp, text string) map[string]bool {
	found := map[string]bool{}
	for _, m := range re.FindAllStringSubmatch(text, -1) {
		found[m[1]] = true
	}
	return found
}
