package demo

import (
	"encoding/json"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var once = sync.OnceValues(readSource)

func sources(t *testing.T) *source {
	t.Helper()
	s, err := once()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRequestsAreTheSameForASeed(t *testing.T) {
	draw := func(seed uint64) (out []string) {
		r := sources(t).requests(seed)
		for range 50 {
			c := r.Next()
			out = append(out, c.Scene+" "+string(c.Body))
		}
		return out
	}
	if d := cmp.Diff(draw(1), draw(1)); d != "" {
		t.Error(d)
	}
	if cmp.Equal(draw(1), draw(2)) {
		t.Error("another seed makes the same requests")
	}
}

func TestMix(t *testing.T) {
	r := sources(t).requests(1)
	const n = 5000
	scenes, tiers, apps := map[string]int{}, map[string]int{}, map[string]int{}
	for range n {
		c := r.Next()
		scenes[c.Scene]++
		var body struct {
			Request struct {
				Query, App string
				User       struct {
					ID   string
					Days int `json:"active_days"`
					Seen []string
				}
			}
		}
		if err := json.Unmarshal(c.Body, &body); err != nil {
			t.Fatal(err)
		}
		q := body.Request
		switch c.Scene {
		case "home":
			switch {
			case q.User.ID == "" || len(q.User.Seen) > 5:
				t.Fatalf("home: %s", c.Body)
			case q.User.Days < 3:
				tiers["newcomers"]++
			case q.User.Days >= 200:
				tiers["loyal"]++
			default:
				tiers["regulars"]++
			}
		case "browse", "verses":
			if q.Query == "" || utf8.RuneCountInString(q.Query) > 200 {
				t.Fatalf("%s: %s", c.Scene, c.Body)
			}
		case "related":
			apps[q.App]++
		}
	}
	near := func(what string, got int, of int, want float64) {
		t.Helper()
		if share := float64(got) / float64(of); share < want-.04 || share > want+.04 {
			t.Errorf("%s is %.3f of the requests, want %.2f", what, share, want)
		}
	}
	for _, m := range mix {
		near(m.scene, scenes[m.scene], n, m.share)
	}
	near("newcomers", tiers["newcomers"], scenes["home"], newcomers)
	near("loyal", tiers["loyal"], scenes["home"], loyal)
	// Zipf: the first programs are asked for again and again, the last hardly.
	if top := apps[r.apps[0].ID]; top < 20 || len(apps) < 100 {
		t.Errorf("the first program is asked for %d times of %d different ones", top, len(apps))
	}
}
