package app

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestRolesHoldWhatIsBelow(t *testing.T) {
	order := []Role{Viewer, Editor, Owner}
	for i, have := range order {
		for k, need := range order {
			if have.Allows(need) != (i >= k) {
				t.Errorf("%s allows %s: %t", have, need, have.Allows(need))
			}
		}
	}
	for _, unknown := range []Role{"", "admin", "OWNER"} {
		if unknown.Allows(Viewer) || unknown.Allows(unknown) {
			t.Errorf("the unknown role %q holds something", unknown)
		}
	}
}

func TestScopesNarrowTokensOnly(t *testing.T) {
	for _, c := range []struct {
		who  Principal
		want bool
	}{
		{Principal{}, true}, // a session
		{Principal{TokenID: 1}, true},
		{Principal{TokenID: 1, Scopes: []Scope{ScopeServe}}, true},
		{Principal{TokenID: 1, Scopes: []Scope{ScopeRead, ScopeWrite}}, false},
	} {
		if got := c.who.May(ScopeServe); got != c.want {
			t.Errorf("%+v may serve: %t", c.who, got)
		}
	}
	if _, ok := (*Principal)(nil).RoleIn("ads"); ok {
		t.Error("nobody has a role")
	}
}

func TestPaths(t *testing.T) {
	for path, good := range map[string]bool{
		"a.riffle": true, "scenes/home.riffle": true, "场景/首页.riffle": true, "a b.riffle": true, "...riffle": true,
		"": false, "a": false, "a.txt": false, "/a.riffle": false, "../a.riffle": false, "a/../b.riffle": false, "./a.riffle": false,
		"a//b.riffle": false, "a\x00.riffle": false, "a\n.riffle": false, "c:a.riffle": false, `a\b.riffle`: false, "\xff.riffle": false,
		strings.Repeat("x", MaxPath-7) + ".riffle": true, strings.Repeat("x", MaxPath-6) + ".riffle": false,
	} {
		if err := checkPath(path); (err == nil) != good {
			t.Errorf("%q: %v, want good: %t", path, err, good)
		}
	}
}

func TestHashesOfProjects(t *testing.T) {
	a, b := Text{Path: "a.riffle", Text: "x"}, Text{Path: "b.riffle", Text: "y"}
	if HashOf([]Text{a, b}) != HashOf([]Text{b, a}) {
		t.Error("the order of files changes the hash")
	}
	seen := map[string]string{}
	for name, texts := range map[string][]Text{
		"both": {a, b}, "one": {a}, "none": {}, "a text moved": {{Path: "a.riffle", Text: "y"}, {Path: "b.riffle", Text: "x"}},
		"a path moved into the text": {{Path: "a", Text: ".rifflex"}, b}, "empty": {{Path: "a.riffle"}, b},
	} {
		h := HashOf(texts)
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have one hash", name, other)
		}
		seen[h] = name
	}
}

func TestLimitsOfAProject(t *testing.T) {
	many := make([]Text, MaxFiles+1)
	for i := range many {
		many[i] = Text{Path: fmt.Sprintf("f%d.riffle", i)}
	}
	for name, c := range map[string]struct {
		texts []Text
		code  Code
	}{
		"too many": {many, TooLarge},
		"too long": {[]Text{{Path: "a.riffle", Text: strings.Repeat("x", MaxProjectBytes+1)}}, TooLarge},
		"twice":    {[]Text{{Path: "a.riffle"}, {Path: "a.riffle"}}, Invalid},
		"bad path": {[]Text{{Path: "../a.riffle"}}, Invalid},
	} {
		if err := checkTexts(c.texts); CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := checkTexts([]Text{{Path: "a.riffle"}}); err != nil {
		t.Error(err)
	}
}

func TestErrorsKeepTheirCause(t *testing.T) {
	err := Down(errDriver)
	if CodeOf(err) != Unavailable || err.Unwrap() != errDriver || err.RetryAfter < time.Second || strings.Contains(err.Error(), errDriver.Error()) {
		t.Errorf("%v: want the code, the cause, and nothing of it in the words", err)
	}
	if CodeOf(errDriver) != Internal {
		t.Error("an unknown error is not internal")
	}
}

// errDriver stands for an error of a driver.
var errDriver = driverError("password=secret host=10.0.0.1")

type driverError string

func (e driverError) Error() string { return string(e) }
