package enginetest

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
)

var update = flag.Bool("update", false, "write what came out into the .test files")

func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("rapid.nofailfile", "true"); err != nil { // the seed is printed, that is enough
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

func TestSuite(t *testing.T) {
	files, err := filepath.Glob("testdata/*.test")
	if err != nil || len(files) == 0 {
		t.Fatal("no .test files", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".test"), func(t *testing.T) { runFile(t, path) })
	}
}

func runFile(t *testing.T, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	runScript(t, path, f)
}

// runScript runs a file that was read, perhaps with more than is in it.
func runScript(t *testing.T, path string, f *File) {
	bench, err := NewBench(f.Sources, f.Docs)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Stubs) > 0 {
		bench.Remote = f.Stubs
	}
	for _, r := range f.Runs {
		t.Run(fmt.Sprintf("%s:%d", r.Name, r.Line), func(t *testing.T) { check(t, bench, r) })
	}
	if *update {
		if err := os.WriteFile(path, f.Format(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// sameUnexplained asks again for no explanation, which may be answered by a graph
// that rules have changed: the items and fields are those of the graph as written.
func sameUnexplained(t *testing.T, b *Bench, r *Run, now time.Time, req engine.Request, faults engine.Faults, want *engine.Answer) {
	if _, hurried := r.Get("at"); hurried {
		return
	}
	req.Explain = false
	got, err := ask(b, r.Name, now, req, faults)
	if err != nil {
		t.Errorf("unexplained: %v", err)
		return
	}
	seen := func(a *engine.Answer) (out []any) {
		for _, it := range a.Items {
			out = append(out, []any{it.Resource, it.Key, it.Score, it.From, it.Columns})
		}
		return append(out, a.Fields)
	}
	if diff := cmp.Diff(seen(want), seen(got), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("unexplained (-explained +unexplained):\n%s", diff)
	}
}

// check runs a request through the engine and the reference and compares both
// with the lines of the run.
func check(t *testing.T, b *Bench, r *Run) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if text, ok := r.Get("now"); ok {
		var err error
		if now, err = time.Parse(time.RFC3339, text); err != nil {
			t.Fatal(err)
		}
	}
	drills := Drills{}
	for _, text := range r.All("fault") {
		name, f, err := ParseDrill(text)
		if err != nil {
			t.Fatal(err)
		}
		drills[name] = f
	}
	req := engine.Request{Values: r.Request, Explain: true}
	if off, ok := r.Get("off"); ok {
		req.Off = strings.Fields(off)
	}
	for _, text := range r.All("arm") {
		if req.Arms == nil {
			req.Arms = map[string]string{}
		}
		name, arm, _ := strings.Cut(text, " ")
		req.Arms[name] = arm
	}
	var faults engine.Faults
	if len(drills) > 0 {
		faults = drills
	}
	_, fails := r.Get("error")
	_, hurried := r.Get("at")
	if _, scene := b.Project.Scene(r.Name); !scene && !fails && !hurried {
		req.Deadline = time.Minute // of a busy machine
	}
	lines := &Lines{}
	answer, err := askLogging(b, r.Name, now, req, faults, lines)
	for i := range r.Lines {
		line := &r.Lines[i]
		got, known := observed(line, answer, err)
		if line.Word == "logged" {
			got, known = lines.String(), true
		}
		if !known {
			continue
		}
		if diff := cmp.Diff(line.Rest, got); diff != "" {
			if *update {
				line.Text = "  " + line.Word + " " + got
				continue
			}
			t.Errorf("%s (-want +got):\n%s", line.Text, diff)
		}
	}
	if err != nil {
		if _, ok := r.Get("error"); !ok {
			t.Errorf("failed: %v", err)
		}
		return
	}
	if most, ok := r.Get("at"); ok {
		limit, err := time.ParseDuration(strings.TrimPrefix(most, "most "))
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Duration(answer.Duration); took > limit {
			t.Errorf("took %v, at most %v", took, limit)
		}
	}
	sameUnexplained(t, b, r, now, req, faults, answer)
	for _, f := range drills {
		if f.Delay > 0 {
			return // the reference knows no time
		}
	}
	if answer.Record.Fallback {
		return // nor scenes
	}
	if err := Same(b, answer, Reference(b, answer.Served, now, req, faults)); err != nil {
		t.Errorf("engine and reference: %v", err)
	}
}

func ask(b *Bench, name string, now time.Time, req engine.Request, faults engine.Faults) (*engine.Answer, error) {
	return askLogging(b, name, now, req, faults, &Lines{})
}

// askLogging waits for what is done behind the answer too.
func askLogging(b *Bench, name string, now time.Time, req engine.Request, faults engine.Faults, to op.Logger) (*engine.Answer, error) {
	e, program := Engine(now), b.Program.Logging(to)
	defer func() {
		if err := e.Wait(context.Background()); err != nil {
			panic(err) // nothing ends that context
		}
	}()
	if b.Remote != nil {
		program = program.With(b.Remote)
	}
	if _, ok := b.Project.Scene(name); ok {
		return e.Serve(context.Background(), program, name, req, b.Memory, faults)
	}
	return e.Run(context.Background(), program, name, req, b.Memory, faults)
}

// observed is what came out, in the form of a line.
func observed(l *Line, a *engine.Answer, err error) (string, bool) {
	var failed *engine.Error
	errors.As(err, &failed)
	switch l.Word {
	case "error":
		if failed == nil {
			return "none", true
		}
		return failed.Code, true
	case "message":
		if failed != nil && strings.Contains(failed.Error(), l.Rest) {
			return l.Rest, true
		}
		return fmt.Sprint(err), true
	case "outcome":
		return outcome(l.Rest, a, failed), true
	}
	if a == nil {
		return "", false
	}
	var out []string
	switch l.Word {
	case "items":
		for _, it := range a.Items {
			out = append(out, it.Key)
		}
	case "count":
		return fmt.Sprint(len(a.Items)), true
	case "first":
		for _, it := range a.Items[:min(3, len(a.Items))] {
			out = append(out, it.Key)
		}
	case "scores":
		for _, it := range a.Items {
			out = append(out, short(it.Score))
		}
	case "from":
		for _, it := range a.Items {
			out = append(out, strings.Join(it.From, "+"))
		}
	case "resources":
		for _, it := range a.Items {
			out = append(out, it.Resource)
		}
	case "columns":
		if len(a.Items) > 0 {
			for _, c := range a.Items[0].Columns {
				out = append(out, c.Name)
			}
		}
	case "column":
		name, _, _ := strings.Cut(l.Rest, " ")
		out = append(out, name)
		for _, it := range a.Items {
			v, _ := it.Column(name)
			text, err := json.Marshal(v)
			if err != nil {
				return err.Error(), true
			}
			out = append(out, string(text))
		}
	case "field":
		name, _, _ := strings.Cut(l.Rest, " ")
		text, err := json.Marshal(a.Fields[name])
		if err != nil {
			return err.Error(), true
		}
		out = append(out, name, string(text))
	case "served":
		return a.Served, true
	case "tier":
		return a.Tier, true
	case "plan":
		return a.Plan, true
	case "coverage":
		return short(a.Coverage), true
	default:
		return "", false
	}
	return strings.Join(out, " "), true
}

// outcome of a node, or of all that are not named anywhere else.
func outcome(rest string, a *engine.Answer, failed *engine.Error) string {
	var spans []engine.Outcome
	switch {
	case a != nil:
		spans = a.Outcomes
	case failed != nil:
		spans = failed.Outcomes
	}
	name, want, _ := strings.Cut(rest, " ")
	if name == "other" {
		for _, s := range spans {
			if s.Outcome != trace.OK && !strings.Contains(want, s.Node) {
				return fmt.Sprintf("other ok, but %s is %s", s.Node, s.Outcome)
			}
		}
		return rest
	}
	for _, s := range spans {
		if s.Node == name {
			return name + " " + string(s.Outcome)
		}
	}
	return name + " none"
}

func short(f float64) string {
	if math.IsNaN(f) {
		return "nan"
	}
	return fmt.Sprintf("%.4g", f)
}
