package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/diag"
)

// token of the team play that may all that its maker may.
func (in *instance) token() string {
	in.t.Helper()
	r, err := http.NewRequest(http.MethodPost, in.address+"/api/v1/teams/play/tokens", strings.NewReader(`{"name":"t","role":"owner"}`))
	if err != nil {
		in.t.Fatal(err)
	}
	for k, v := range map[string]string{"Content-Type": "application/json", "X-Riffle-CSRF": "1", "Cookie": in.cookie} {
		r.Header.Set(k, v)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		in.t.Fatal(err)
	}
	defer res.Body.Close()
	var made struct{ Secret string }
	if err := json.NewDecoder(res.Body).Decode(&made); err != nil || made.Secret == "" {
		in.t.Fatalf("no token: %v, %s", err, res.Status)
	}
	return made.Secret
}

// against runs a command line with the instance's team and a token.
func (in *instance) against(token, stdin string, args ...string) (code int, out, errs string) {
	return ran(stdin, append(args, "--server", in.address, "--team", "play", "--token", token)...)
}

// TestAgainstAServer asks one real server in all that the verbs do with one.
func TestAgainstAServer(t *testing.T) {
	in := newInstance(t)
	token := in.token()
	t.Run("imports from a server", func(t *testing.T) { importsFromAServer(t, in, token) })
	t.Run("plan and apply", func(t *testing.T) { planAndApply(t, in, token) })
	t.Run("the same diagnostics by CLI, REST and console", func(t *testing.T) { sameDiagnostics(t, in, token) })
}

// planAndApply goes through a project's life: as it is, changed, wrong, changed
// by two at once, rolled back.
func planAndApply(t *testing.T, in *instance, token string) {
	dir := folder(t, map[string]string{"a.riffle": drillProject})
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	step := func(want int, parts []string, stdin string, args ...string) string {
		t.Helper()
		code, out, errs := in.against(token, stdin, append(args, dir)...)
		if code != want {
			t.Errorf("%v: exit %d, want %d", args, code, want)
		}
		for _, p := range parts {
			if !strings.Contains(out+errs, p) {
				t.Errorf("%v does not say %q:\n%s%s", args, p, out, errs)
			}
		}
		return out
	}
	step(0, []string{"nothing changes: version 1 holds the same texts"}, "", "plan", "--detailed-exitcode")
	step(0, []string{"nothing changes"}, "", "apply")

	changed := strings.Replace(drillProject, "k: 10", "k: 20", 1)
	write("a.riffle", changed)
	write("b.riffle", "resource shops { fields { id: key } }\n")
	step(exitChanges, []string{"+ resource shops", "~ pipeline by_words (a.riffle:8)", "~ found: k 10 → 20", "2 files, 2 declarations differ"}, "", "plan", "--detailed-exitcode")
	step(0, []string{"-  found = search(games, query: q, k: 10)", "+  found = search(games, query: q, k: 20)"}, "", "plan", "--diff")
	fits(t, "plan", step(0, nil, "", "plan", "--format", "json"))

	// Asked, and not told yes.
	for _, answer := range []string{"", "no\n", "y\n"} {
		step(1, []string{"Type yes:", "not applied"}, answer, "apply")
	}
	step(exitChanges, nil, "", "plan", "--detailed-exitcode")
	step(0, []string{"version 2 is live"}, "yes\n", "apply", "--note", "more of them")
	step(0, []string{"nothing changes: version 2"}, "", "plan", "--detailed-exitcode")
	var history struct{ Items []struct{ Note string } }
	if _, err := in.do("GET", "/teams/play/activations", "", &history); err != nil || len(history.Items) == 0 || history.Items[0].Note != "more of them" {
		t.Errorf("the history has no note: %+v, %v", history, err)
	}

	// What may hurt is marked; what does not compile is not compared.
	write("b.riffle", "")
	step(0, []string{"- resource shops", "! resource shops takes no documents any more", "1 of the changes may hurt"}, "", "plan")
	write("b.riffle", "type X { y: Nothing }\n")
	fits(t, "plan", step(1, []string{"E0301"}, "", "plan", "--format", "json"))
	step(1, []string{"b.riffle:1:13: error E0301", "does not compile"}, "", "plan", "--detailed-exitcode")
	step(1, []string{"does not compile"}, "", "apply", "--yes")

	// Somebody saves after the plan was made: nothing of theirs is lost.
	write("b.riffle", "// shops come later\n")
	a := &applier{planner: planner{world: world{out: &strings.Builder{}, err: &strings.Builder{}, getenv: func(string) string { return "" }}}}
	a.client = client{server: in.address, team: "play", token: token}
	plan, err := a.plan(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if status, err := in.do("PUT", "/teams/play/files/theirs.riffle", `{"text":"type Theirs { a: int }\n"}`, nil); err != nil || status != 200 {
		t.Fatalf("%d, %v", status, err)
	}
	var no *refused
	if _, err := a.apply(t.Context(), plan); !asRefused(err, &no) || no.code != "stale" {
		t.Errorf("a draft that changed was overwritten: %v", err)
	}
	step(0, []string{"! the draft there has theirs.riffle added by admin, not published"}, "", "plan")

	// Another version goes live after the plan was made.
	if plan, err = a.plan(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if status, err := in.do("POST", "/teams/play/versions/1/activate", `{}`, nil); err != nil || status != 200 {
		t.Fatalf("%d, %v", status, err)
	}
	if _, err := a.apply(t.Context(), plan); !asRefused(err, &no) || no.code != "stale" {
		t.Errorf("a version that nobody compared with was replaced: %v", err)
	}
	step(0, []string{"version 3 is live"}, "", "apply", "--yes")

	// What was published before is made live again, not published twice.
	if status, err := in.do("POST", "/teams/play/versions/2/activate", `{}`, nil); err != nil || status != 200 {
		t.Fatalf("%d, %v", status, err)
	}
	step(0, []string{"version 3 is live"}, "", "apply", "--yes")

	// Errors of the plan itself.
	for _, c := range []struct {
		want int
		args []string
		says string
	}{
		{2, []string{"plan", dir, "--server", "nonsense", "--team", "x"}, "want an address"},
		{1, []string{"plan", dir, "--server", "nonsense", "--team", "x", "--detailed-exitcode"}, "want an address"},
		{2, []string{"plan", dir, "--server", in.address}, "--team is missing"},
		{2, []string{"plan", dir, "b"}, "takes one folder"},
		{2, []string{"plan", filepath.Join(dir, "none"), "--team", "x"}, "no such file"},
		{2, []string{"plan", dir, "--format", "xml"}, "--format is text or json"},
		{1, []string{"plan", dir, "--server", in.address, "--team", "play"}, "--token gives one"},
		{1, []string{"plan", dir, "--server", in.address, "--team", "nobody", "--token", token}, "404"},
	} {
		if code, _, errs := ran("", c.args...); code != c.want || !strings.Contains(errs, c.says) {
			t.Errorf("%v: exit %d, want %d and %q:\n%s", c.args, code, c.want, c.says, errs)
		}
	}
}

func asRefused(err error, no **refused) bool {
	r, ok := err.(*refused)
	*no = r
	return ok
}

// sameDiagnostics holds the three ways to check a text against each other: the
// command, the call check, and the call graph, which the console's editor makes.
func sameDiagnostics(t *testing.T, in *instance, token string) {
	paths, err := filepath.Glob("../../dsl/check/testdata/*/*.riffle")
	if err != nil || len(paths) < 5 {
		t.Fatal(paths, err)
	}
	texts := map[string]string{"clean.riffle": drillProject, "torn.riffle": "pipeline p( {\n  a = take(b, 3\n  类型 §\n", "empty.riffle": ""}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(text)
	}
	found := 0
	for name, text := range texts {
		t.Chdir(folder(t, map[string]string{name: text}))
		_, out, errs := ran("", "check", name, "--format", "json", "--imports", in.address, "--team", "play", "--token", token)
		var cli checkOutput
		if err := json.Unmarshal([]byte(out), &cli); err != nil {
			t.Fatalf("%s: %v, %s", name, err, errs)
		}
		found += len(cli.Diagnostics)
		body, err := json.Marshal(map[string]any{"files": []map[string]string{{"path": name, "text": text}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range []string{"check", "graph"} {
			var rest struct{ Diagnostics diag.List }
			if status, err := in.do("POST", "/teams/play/"+call, string(body), &rest); err != nil || status != 200 {
				t.Fatalf("%s of %s: %d, %v", call, name, status, err)
			}
			if d := cmp.Diff(told(cli.Diagnostics), told(rest.Diagnostics)); d != "" {
				t.Errorf("%s: %s differs from the command (-command +%s)\n%s", name, call, call, d)
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d findings were compared", found)
	}
}

// told is a line a finding with all that is said of it.
func told(list diag.List) []string {
	out := []string{}
	for _, d := range list {
		out = append(out, fmt.Sprintf("%+v", d))
	}
	return out
}
