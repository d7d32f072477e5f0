package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFail(t *testing.T) {
	for _, c := range []struct {
		name    string
		err     *Error
		message string
		params  map[string]any
	}{
		{name: "no hole", err: Fail(Invalid, "r", "the body ended early"), message: "the body ended early"},
		{name: "names and numbers", err: Fail(TooLarge, "r", "{path} has {n} bytes, at most {max}", "a.riffle", 12, int64(9)),
			message: "a.riffle has 12 bytes, at most 9", params: map[string]any{"path": "a.riffle", "n": 12, "max": int64(9)}},
		{name: "a hole twice takes one argument", err: Fail(Invalid, "r", "{a}, {b}, {a}", "x", Owner),
			message: "x, owner, x", params: map[string]any{"a": "x", "b": "owner"}},
		{name: "Chinese stays", err: Missing("scene", "首页"),
			message: `scene "首页" does not exist or is not yours to see`, params: map[string]any{"what": "scene", "name": "首页"}},
		{name: "what a terminal would obey is shown, not sent", err: Missing("team", "a\x1b[2J\"\n{what}"),
			message: `team "a\x1b[2J\"\n{what}" does not exist or is not yours to see`, params: map[string]any{"what": "team", "name": `a\x1b[2J\"\n{what}`}},
		{name: "another layer's sentence keeps its quotes", err: Fail(Invalid, "r", "field {field}: {said}", "id", Said(`want "a"`)),
			message: `field id: want "a"`, params: map[string]any{"field": "id", "said": `want "a"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.err.Message != c.message {
				t.Errorf("says %q, want %q", c.err.Message, c.message)
			}
			if diff := cmp.Diff(c.params, c.err.Params); diff != "" {
				t.Errorf("params (-want +got):\n%s", diff)
			}
		})
	}
}
