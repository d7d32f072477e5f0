package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

func TestExplain(t *testing.T) {
	const path = "testdata/explain.txtar"
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"feed.riffle": string(a.Files[0].Data)})
	code, out, errs := ran("", "explain", dir)
	if code != 0 || errs != "" {
		t.Fatalf("exit %d, %s", code, errs)
	}
	if *update {
		a.Files[1].Data = []byte(out)
		if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if d := cmp.Diff(strings.Split(string(a.Files[1].Data), "\n"), strings.Split(out, "\n")); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	_, out, _ = ran("", "explain", dir, "--format", "json")
	fits(t, "explain", out)
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{dir, "home", "--format", "svg"}, 0, "pipeline hot_games"},
		{[]string{dir, "feed", "--format", "svg"}, 0, "<svg xmlns="},
		{[]string{dir, "feed", "--format", "dot"}, 0, "digraph riffle {"},
		{[]string{dir, "fed"}, 1, `no scene or pipeline "fed"; there are home, feed, hot_games`},
		{[]string{dir, "--format", "png"}, 2, "--format is text, json, dot, svg"},
		{[]string{t.TempDir()}, 2, "no .riffle files"},
		{[]string{folder(t, map[string]string{"a.riffle": brokenType})}, 1, "error E0301"},
	} {
		code, out, errs := ran("", append([]string{"explain"}, c.args...)...)
		if code != c.code || !strings.Contains(out+errs, c.says) {
			t.Errorf("%v: exit %d, want %d and %q in\n%s%s", c.args, code, c.code, c.says, out, errs)
		}
	}
	// One pipeline is one: the other is not drawn.
	if _, out, _ := ran("", "explain", dir, "feed", "--format", "svg"); strings.Contains(out, "pipeline hot_games") {
		t.Error("a pipeline that was not named is drawn")
	}
}

// TestExplainTrace: the rules that change a pipeline, as text and as data.
func TestExplainTrace(t *testing.T) {
	const path = "testdata/explain_trace.txtar"
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"feed.riffle": string(a.Files[0].Data)})
	code, out, errs := ran("", "explain", dir, "--trace")
	if code != 0 || errs != "" {
		t.Fatalf("exit %d, %s", code, errs)
	}
	if *update {
		a.Files[1].Data = []byte(out)
		if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if d := cmp.Diff(strings.Split(string(a.Files[1].Data), "\n"), strings.Split(out, "\n")); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	_, out, _ = ran("", "explain", dir, "--trace", "--format", "json")
	fits(t, "explain", out)
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--without", "share,late"}, 0, "left out share, late"},
		{[]string{"--without", "sharing"}, 2, `--without: no rule "sharing"; there are fold, share`},
		{[]string{"--format", "svg"}, 2, "--trace is printed as text or json, not svg"},
	} {
		code, out, errs := ran("", append([]string{"explain", dir, "--trace"}, c.args...)...)
		if code != c.code || !strings.Contains(out+errs, c.says) {
			t.Errorf("%v: exit %d, want %d and %q in\n%s%s", c.args, code, c.code, c.says, out, errs)
		}
	}
}
