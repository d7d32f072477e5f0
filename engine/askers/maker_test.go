package askers_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/askers"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

const project = `
type User { id: keyword, region: keyword("eu", "cn"), active_days: int, taste: vector(3)?, seen: list(keyword), since: time?, away: duration? }

resource games { fields { id: key, installs: int = 0 } }

pipeline feed(user: User, k: int(1..50) = 3, vip: bool = false) -> items {
  return top(games, by: installs, k: k)
}

scene home {
  pipeline: feed
  fallback: none
  tier newcomers when user.active_days < 3                        { degrade: at_once }
  tier far       when user.region == "cn" and user.active_days > 5000 { weight: 2 }
  tier loyal     when user.active_days >= 200 and not vip          { degrade: last }
}

scene plain { pipeline: feed, fallback: none }

scene never {
  pipeline: feed
  fallback: none
  tier none when k > 60 { weight: 2 }
}
`

func compile(t *testing.T) *dag.Project {
	t.Helper()
	cat := op.NewCatalogue()
	info, diags := analysis.Project(map[string][]byte{"p.riffle": []byte(project)}, cat)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p, diags := dag.Build(info, cat)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return p
}

func now() time.Time { return time.Unix(1_800_000_000, 0) }

func decoded(t *testing.T, text string) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// Requests fit and have the tier they say, with real ones to begin with and
// without, also after a way over JSON.
func TestRequestsHaveTheirTiers(t *testing.T) {
	p := compile(t)
	scene, _ := p.Scene("home")
	graph, _ := p.Pipeline("feed")
	real := []map[string]any{
		decoded(t, `{"user": {"id": "ann", "region": "eu", "active_days": 30, "seen": ["g1"]}}`),
		decoded(t, `{"user": {"id": "bob", "region": "eu", "active_days": 31, "seen": []}}`),
		decoded(t, `{"nonsense": 1}`),
	}
	for name, seen := range map[string][]map[string]any{"real": real, "made": nil} {
		m, err := askers.New(p, "home", seen, nil, now(), 1)
		if err != nil {
			t.Fatal(name, err)
		}
		count := map[string]int{}
		for range 2000 {
			values, tier := m.Next()
			text, err := json.Marshal(values)
			if err != nil {
				t.Fatal(err)
			}
			checked, err := engine.Values(graph, decoded(t, string(text)), true)
			if err != nil {
				t.Fatalf("%s: %v: %s", name, err, text)
			}
			is := engine.TierOf(scene, map[string]column.Value(checked), now().UnixNano())
			if is == "" {
				is = askers.Others
			}
			if is != tier {
				t.Fatalf("%s: said to be of tier %s, is of %s: %s", name, tier, is, text)
			}
			count[tier]++
			if user := values["user"].(map[string]any); name == "real" && user["id"] != "ann" && user["id"] != "bob" {
				t.Fatalf("user %v of nowhere", user["id"])
			}
		}
		for _, tier := range []string{"newcomers", "far", "loyal", askers.Others} {
			if count[tier] < 400 || count[tier] > 600 {
				t.Errorf("%s: %d of tier %s, want about a quarter: %v", name, count[tier], tier, count)
			}
		}
	}
	if _, there := real[0]["user"].(map[string]any)["vip"]; there || real[0]["user"].(map[string]any)["active_days"] != 30.0 {
		t.Error("a real request was changed")
	}
}

func TestSharesAndSeeds(t *testing.T) {
	p := compile(t)
	some := func(seed uint64) (out []string) {
		m, err := askers.New(p, "home", nil, map[string]float64{"loyal": 3, "others": 1}, now(), seed)
		if err != nil {
			t.Fatal(err)
		}
		for range 400 {
			values, tier := m.Next()
			text, _ := json.Marshal(values)
			out = append(out, tier+" "+string(text))
		}
		return out
	}
	one := some(1)
	if d := cmp.Diff(one, some(1)); d != "" {
		t.Error("the same seed makes others:", d)
	}
	if cmp.Equal(one, some(2)) {
		t.Error("another seed makes the same")
	}
	loyal := 0
	for _, s := range one {
		if strings.HasPrefix(s, "loyal ") {
			loyal++
		}
	}
	if loyal < 260 || loyal > 340 {
		t.Errorf("%d of 400 loyal, want three quarters", loyal)
	}
	for _, scene := range []string{"plain", "never"} {
		m, err := askers.New(p, scene, nil, nil, now(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, tier := m.Next(); tier != askers.Others {
			t.Errorf("tier %q of scene %s, whose requests have none", tier, scene)
		}
	}
}

func TestWhatCannotBeMade(t *testing.T) {
	p := compile(t)
	for _, tt := range []struct {
		scene string
		mix   map[string]float64
		want  string
	}{
		{"never", map[string]float64{"none": 1}, "no request of the tier none"},
		{"nowhere", nil, `no scene "nowhere"`},
		{"home", map[string]float64{"old": 1}, `no tier "old"; there are newcomers, far, loyal, others`},
		{"home", map[string]float64{"loyal": -1}, "share -1"},
		{"home", map[string]float64{"loyal": 0}, "no tier of scene home has a share"},
	} {
		if _, err := askers.New(p, tt.scene, nil, tt.mix, now(), 1); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %v: %v, want %q", tt.scene, tt.mix, err, tt.want)
		}
	}
}
