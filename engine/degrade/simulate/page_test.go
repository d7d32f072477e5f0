package simulate

import (
	"os"
	"strings"
	"testing"
	"time"
)

// The page has a table for each scenario, and says what was missed.
func TestPage(t *testing.T) {
	sc := small()
	sc.Length = 3 * time.Second
	reports := []Report{{Scenario: "small", About: "a small one", Seed: 3}}
	for name, r := range ran(t, sc, 3, "none", "static") {
		if len(r.Classes) > 0 {
			t.Errorf("%s: classes of a single scene: %+v", name, r.Classes)
		}
		reports[0].Results = append(reports[0].Results, r)
	}
	reports[0].Aims = []Aim{{What: "lost", Got: 1, Most: 0, Unit: "%"}, {What: "gain kept", Got: 99, Most: 98.5, Unit: "%", AtLeast: true, Met: true}}
	page := Page(reports)
	for _, want := range []string{"## small", "a small one (seed 3)", "\n| none | ", "\n| static | ", "| lost | ≤ 0 % | 1 % | **missed** |", "| gain kept | ≥ 98.5 % | 99 % | met |"} {
		if !strings.Contains(page, want) {
			t.Errorf("without %q:\n%s", want, page)
		}
	}
}

// The page that is kept knows all scenarios and methods, and no aim that was missed.
func TestTheKeptPageIsWhole(t *testing.T) {
	text, err := os.ReadFile("../../../docs/floods.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(text), "\n## ")[1:]
	if len(sections) != len(Scenarios()) {
		t.Errorf("%d floods, want %d", len(sections), len(Scenarios()))
	}
	for i, sc := range Scenarios()[:min(len(sections), len(Scenarios()))] {
		if !strings.HasPrefix(sections[i], sc.Name+"\n") || !strings.Contains(sections[i], sc.About) {
			t.Errorf("flood %d is not %s: make bench-overload", i, sc.Name)
		}
		for _, p := range Policies() {
			if !strings.Contains(sections[i], "\n| "+p+" |") {
				t.Errorf("%s lacks %s", sc.Name, p)
			}
		}
		if strings.Contains(sections[i], "missed") {
			t.Errorf("%s misses an aim", sc.Name)
		}
	}
}
