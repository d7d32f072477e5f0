package api_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/server/api"
)

// fixture compares with the file, or writes it.
func fixture(t *testing.T, name, text string) {
	t.Helper()
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v: %.200s", name, err, text)
	}
	v = timeless("", v)
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(fixtures, name+".json")
	if api.Updating() {
		if err := os.MkdirAll(fixtures, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(strings.Split(string(want), "\n"), strings.Split(out.String(), "\n")); diff != "" {
		t.Errorf("%s is stale; run go test ./server/api -run Fixtures -update (-committed +now):\n%.3000s", path, diff)
	}
}

var moment = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`)

// timeless takes out what differs from one day to the next: moments, ids, and
// how long things took.
func timeless(key string, v any) any {
	switch x := v.(type) {
	case map[string]any:
		if nodes, ok := x["nodes"].([]any); ok {
			schedule(nodes)
		}
		for k := range x {
			x[k] = timeless(k, x[k])
		}
		return x
	case []any:
		for n := range x {
			x[n] = timeless(key, x[n])
		}
		return x
	case string:
		switch key {
		case "at", "created_at", "updated_at", "expires_at":
			if moment.MatchString(x) {
				return "2026-02-03T04:05:06Z"
			}
		case "request_id":
			return "5eed5eed5eed5eed5eed"
		case "id":
			if regexp.MustCompile(`^[0-9a-f]{24}$`).MatchString(x) {
				return "session"
			}
		}
	case json.Number:
		if key == "took_ms" || key == "took_a_ms" || key == "took_b_ms" {
			return json.Number("12.5")
		}
		if key == "_score" || key == "score" || key == "score_a" || key == "score_b" {
			if f, err := x.Float64(); err == nil { // freshness depends on the day
				return json.Number(itoa(int64(f*10+0.5)/10) + ".0")
			}
		}
		if key == "bytes" && len(x) > 4 { // of memory
			return json.Number("65536")
		}
	}
	return v
}

// schedule gives the nodes of a run the times they would have on a machine
// that is never busy: a little after their inputs, each some milliseconds long.
func schedule(nodes []any) {
	type node = map[string]any
	end := map[string]float64{}
	by := map[string]node{}
	for _, n := range nodes {
		m, ok := n.(node)
		if _, run := m["start_ms"]; !ok || !run {
			return
		}
		by[m["name"].(string)] = m
	}
	var place func(m node) float64
	place = func(m node) float64 {
		name := m["name"].(string)
		if e, done := end[name]; done {
			return e
		}
		start := 0.1
		for _, in := range m["inputs"].([]any) {
			if o := by[in.(string)]; o != nil && o["skipped"] == false {
				start = max(start, place(o)+0.1)
			}
		}
		took := 0.3 + float64(len(name)%7)*0.8
		m["start_ms"], m["end_ms"], m["queue_ms"], m["critical"] = start, start+took, 0.1, false
		if m["skipped"] == true {
			m["end_ms"], m["queue_ms"] = start, 0
		}
		end[name] = start + took
		return end[name]
	}
	last := node(nil)
	for _, m := range by {
		if place(m); m["skipped"] == false && (last == nil || end[m["name"].(string)] > end[last["name"].(string)]) {
			last = m
		}
	}
	for last != nil {
		last["critical"] = true
		var before node
		for _, in := range last["inputs"].([]any) {
			if o := by[in.(string)]; o != nil && o["skipped"] == false && (before == nil || end[in.(string)] > end[before["name"].(string)]) {
				before = o
			}
		}
		last = before
	}
	for _, m := range by {
		for _, k := range []string{"start_ms", "end_ms"} {
			if f, ok := m[k].(float64); ok {
				m[k] = float64(int(f*10+0.5)) / 10
			}
		}
	}
	slices.SortStableFunc(nodes, func(a, b any) int {
		x, y := a.(node), b.(node)
		if x["skipped"] != y["skipped"] {
			if x["skipped"] == true {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(x["start_ms"].(float64), y["start_ms"].(float64)), strings.Compare(x["name"].(string), y["name"].(string)))
	})
}
