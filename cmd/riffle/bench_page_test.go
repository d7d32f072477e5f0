package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBenchRowsReplaceTheirOwnOnly(t *testing.T) {
	dir := t.TempDir()
	table, page := filepath.Join(dir, "build", "benchmarks.json"), filepath.Join(dir, "docs", "benchmarks.md")
	if err := os.MkdirAll(filepath.Dir(page), 0o755); err != nil {
		t.Fatal(err)
	}
	const elsewhere = "| `live.rate` | measured on another machine | 10 messages/s | – | – | – | – | yes | – |"
	if err := os.WriteFile(page, []byte("# Benchmarks\n\n"+elsewhere+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		group string
		rows  []benchRow
	}{
		{"load", []benchRow{alone("load.log", "documents", "docs/s", 5000)}},
		{"engine", []benchRow{versus("engine.a", "a graph", "µs", 5, 10, .5, "errgroup", .4), versus("engine.b", "another", "µs", 1, 10, .1, "errgroup", .4)}},
		{"load", []benchRow{alone("load.log", "documents", "docs/s", 6000)}},
	} {
		if err := keepRows(table, page, step.group, step.rows); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Rows []map[string]any }
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, r := range got.Rows {
		ids = append(ids, r["id"].(string))
	}
	if want := "engine.a engine.b load.log"; strings.Join(ids, " ") != want {
		t.Fatalf("rows %v, want %s", ids, want)
	}
	a, b, load := got.Rows[0], got.Rows[1], got.Rows[2]
	if a["ratio"] != .5 || a["holds"] != false || b["holds"] != true || a["reach"] != "≤ 0.4 ×" {
		t.Errorf("rows against an opponent: %v, %v", a, b)
	}
	if theirs, there := load["theirs"]; theirs != nil || !there || load["holds"] != true || load["ours"] != 6000.0 {
		t.Errorf("a row without an opponent: %v", load)
	}
	md, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		elsewhere,
		"| `engine.a` | a graph | 5 µs | 10 µs | errgroup | 0.5 | ≤ 0.4 × | **no** |",
		"| `load.log` | documents | 6000 docs/s | – | – | – | – | yes |",
	} {
		if strings.Count(string(md), want) != 1 {
			t.Errorf("the page lacks %s:\n%s", want, md)
		}
	}
}
