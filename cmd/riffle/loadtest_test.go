package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/server/app"
)

// loadServer is as much of a server as loadtest asks.
type loadServer struct {
	mu     sync.Mutex
	asked  map[string]int // bodies of serve
	made   []string       // queries of made requests
	kept   []app.KeptLoadTest
	refuse bool // to keep
}

func (s *loadServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := func(v any) { _ = json.NewEncoder(w).Encode(v) }
	switch path := strings.TrimPrefix(r.URL.Path, "/api/v1/teams/ads/"); path {
	case "scenes/home":
		answer(app.Scene{Name: "home", DeadlineMS: 20_000, SlowMS: 10_000, Tiers: []app.Tier{}, Params: []app.Param{}, Experiments: []app.Experiment{}})
	case "scenes/home/requests/made":
		s.made = append(s.made, r.URL.RawQuery)
		answer(map[string]any{"items": []app.MadeRequest{{Tier: "loyal", Request: map[string]any{"k": 1}}, {Tier: "others", Request: map[string]any{"k": 2}}}})
	case "scenes/home/requests":
		answer(map[string]any{"items": []any{}})
	case "scenes/home/serve":
		s.asked[string(body)]++
		answer(map[string]any{"level": 1, "coverage": 1, "outcomes": map[string]any{"fine": map[string]any{"outcome": "degraded"}}})
	case "loadtests/kept":
		var k app.KeptLoadTest
		if s.refuse || json.Unmarshal(body, &k) != nil {
			w.WriteHeader(http.StatusForbidden)
			answer(map[string]any{"detail": "this needs the scope write"})
			return
		}
		s.kept = append(s.kept, k)
		answer(app.LoadTest{LoadTestRow: app.LoadTestRow{ID: "abc"}})
	case "loadtests":
		answer(map[string]any{"items": []app.LoadTestRow{{ID: "abc", Scene: "home", Kind: "spike", Peak: 29000, State: "done", Result: "passed", P99MS: 12.34}}})
	case "loadtests/compare":
		ratio := 1.5
		answer(app.LoadComparison{Comparison: loadtest.Comparison{Notes: []string{"load"}, Rows: []loadtest.Compared{{Name: "p99_ms", A: 10, B: 15, Ratio: &ratio, Low: 1.2, High: 1.8, Differs: true}}}})
	default:
		w.WriteHeader(http.StatusNotFound)
		answer(map[string]any{"detail": fmt.Sprintf("%s does not exist", path)})
	}
}

func TestLoadtestAsksReportsAndKeeps(t *testing.T) {
	s := &loadServer{asked: map[string]int{}}
	h := httptest.NewServer(s)
	defer h.Close()
	flags := []string{"--server", h.URL, "--team", "ads"}
	run := func(args ...string) (int, string, string) {
		t.Helper()
		return ran("", append(append([]string{"loadtest"}, args...), flags...)...)
	}
	// Whether the machine is quick enough for a verdict is not of interest here.
	code, out, errs := run("home", "--rate", "40", "--duration", "1s", "--tiers", "loyal=1,others=2", "--note", "first", "--lost", "1")
	if code != 0 && !strings.Contains(out, "VOID") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	for _, want := range []string{"requests in 1.", "off fine", "100.00 %", "tier loyal", "want at most 10000.0 ms"} {
		if !strings.Contains(out, want) {
			t.Errorf("the report lacks %q:\n%s", want, out)
		}
	}
	if !strings.Contains(errs, "1 s  ") || !strings.Contains(errs, "kept as abc") {
		t.Errorf("no curve, or not kept:\n%s", errs)
	}
	if len(s.kept) != 1 || s.kept[0].Note != "first" || s.kept[0].From != "made" || s.kept[0].Report.Sums.Due == 0 || s.kept[0].Report.Sums.Degraded == 0 {
		t.Errorf("kept %+v", s.kept)
	}
	if len(s.made) == 0 || !strings.Contains(s.made[0], "tiers=loyal%3A1%2Cothers%3A2") || s.asked[`{"request":{"k":1}}`] == 0 || s.asked[`{"request":{"k":2}}`] == 0 {
		t.Errorf("made %q, asked %v", s.made, s.asked)
	}

	file := filepath.Join(t.TempDir(), "requests.ndjson")
	if err := os.WriteFile(file, []byte(`{"k": 7}`+"\n\n"+`{"request": {"k": 8}, "tier": "loyal"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.refuse = true
	code, out, errs = run("home", "--closed", "--rate", "2", "--duration", "1s", "--from", file, "--json", "--lost", "1")
	var r loadtest.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || !r.Spec.Closed || s.asked[`{"request":{"k":7}}`] == 0 || s.asked[`{"request":{"k":8}}`] == 0 {
		t.Errorf("exit %d: %v %s%s", code, err, out, errs)
	}
	if r.Spec.Objectives.Lost == nil || *r.Spec.Objectives.Lost != 1 {
		t.Errorf("objectives %+v", r.Spec.Objectives)
	}
	_, out, _ = run("home", "--rate", "2", "--duration", "1s", "--no-keep", "--json", "--lost", "0")
	if r = (loadtest.Report{}); json.Unmarshal([]byte(out), &r) != nil || r.Spec.Objectives.Lost == nil || *r.Spec.Objectives.Lost != 0 {
		t.Errorf("--lost 0 is taken for none: %+v", r.Spec.Objectives)
	}
	if !strings.Contains(errs, "the report is not kept") {
		t.Errorf("that it is not kept is not said: %s", errs)
	}

	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"list"}, 0, "29,000"},
		{[]string{"compare", "a", "b"}, 0, "× 1.50  [1.20, 1.80]  differs"},
		{[]string{"show", "nope"}, 1, "does not exist"},
		{[]string{"home", "--from", "recorded"}, 1, "nothing of scene home is recorded"},
		{[]string{"home", "--profile", "wave"}, 2, `there is no profile "wave"`},
		{[]string{"home", "--rate", "-1"}, 2, "the rate is -1"},
		{[]string{"home", "--duration", "-1s"}, 2, "--duration"},
		{[]string{"home", "--factor", "0"}, 2, "--factor: want more than 0, got 0"},
		{[]string{"home", "--connections", "0"}, 2, "--connections: want more than 0"},
		{[]string{"home", "--duration", "0s"}, 2, "--duration: want more than 0"},
		{[]string{"home", "--duration", "0"}, 2, "--duration: want more than 0"},
		{[]string{"home", "--rate", "0"}, 2, "--rate: want more than 0"},
		{[]string{"home", "--steps", "0"}, 2, "--steps: want more than 0"},
		{[]string{"home", "--peak", "0"}, 2, "--peak: want more than 0"},
		{[]string{"home", "--deadline", "0s"}, 2, "--deadline: want more than 0"},
		{[]string{"home", "--lost", "2"}, 2, "the share that may be lost is 2"},
		{[]string{"home", "--from", "nowhere.ndjson"}, 1, "want made, recorded or a file"},
		{[]string{"nowhere"}, 1, "does not exist"},
		{[]string{}, 2, "wants the name of a scene"},
	} {
		if code, out, errs := run(tt.args...); code != tt.code || !strings.Contains(out+errs, tt.want) {
			t.Errorf("%v: exit %d, want %d and %q:\n%s%s", tt.args, code, tt.code, tt.want, out, errs)
		}
	}
}

func TestFilesOfRequests(t *testing.T) {
	dir := t.TempDir()
	for i, tt := range []struct{ text, want string }{
		{"", "has no requests"},
		{"{}\n[1]\n", ":2: want one JSON object"},
		{"{} {}\n", ":1: want one JSON object"},
		{"null\n", ":1: want one JSON object"},
		{`{"a":"` + strings.Repeat("x", maxRequestLine) + `"}`, "a line of more than"},
	} {
		path := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readRequests(path); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.20q: %v, want %q", tt.text, err, tt.want)
		}
	}
}
