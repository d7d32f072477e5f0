package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/store"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/postgres/pgtest"
)

func TestMain(m *testing.M) {
	store.Quiet()
	code := pgtest.Main(m)
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// fields of the tickets that all stores hold; %s is the resource's store.
const tickets = `
resource tickets {
  fields {
    id:      key
    title:   text(analyzer: english, weight: 3)
    body:    text?
    owner:   keyword?
    urgent:  int = 5
    price:   float?
    open:    bool
    made:    time
    tags:    list(keyword) = []
    taste:   vector(3)?
  }
  %s
}
`

// rows are the documents, as encoding/json has them.
func rows() []map[string]any {
	at := func(day int, ns string) string { return fmt.Sprintf("2026-01-%02dT10:00:00%sZ", day, ns) }
	return []map[string]any{
		{"id": "a", "title": "printer on fire", "body": "the printer burns", "owner": "li", "urgent": 9.0, "price": 1.5, "open": true, "made": at(1, ""), "tags": []any{"hot", "it"}, "taste": []any{1.0, 0.0, 0.0}},
		{"id": "b", "title": "printer is slow", "owner": "o'hara", "urgent": 3.0, "open": true, "made": at(2, ".000250"), "tags": []any{"it"}, "taste": []any{0.0, 1.0, 0.0}},
		{"id": "c", "title": "no coffee", "body": "machine & beans", "urgent": 7.0, "price": 0.1, "open": false, "made": at(3, ".123")},
		{"id": "d", "title": "coffee machine \"leaks\"", "owner": `50%_\*?`, "price": -2.0, "open": true, "made": at(4, ""), "tags": []any{"hot"}},
		{"id": "e", "title": "打印机 着火", "owner": "李", "urgent": -1.0, "price": 1e9, "open": false, "made": at(5, ""), "tags": []any{}, "taste": []any{0.6, 0.8, 0.0}},
		{"id": "f", "title": "screen", "body": "black", "owner": "", "urgent": 5.0, "price": 1.5, "open": true, "made": at(6, ""), "tags": []any{"it", "it"}},
		{"id": `'; drop table tickets; --`, "title": "quoted", "owner": "li", "urgent": 9.0, "open": true, "made": at(7, "")},
	}
}

// project compiles texts.
func project(t testing.TB, text string) *engine.Program {
	t.Helper()
	info, list := analysis.Project(map[string][]byte{"p.riffle": []byte(text)}, op.NewCatalogue())
	if list.HasErrors() {
		t.Fatalf("%s\n%v", text, list)
	}
	p, more := dag.Build(info, op.NewCatalogue())
	if more.HasErrors() {
		t.Fatal(more)
	}
	program, err := engine.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// asked is a store that answers for one resource; the others are in memory.
type asked struct {
	store  *store.Store
	memory *engine.Memory
}

func (a asked) View(name string) (op.View, error) {
	if name == a.store.Config().Schema.Resource {
		return a.store.View(), nil
	}
	return a.memory.View(name)
}

func (a asked) Words(string) (*index.WordTable, error) { return nil, errors.New("none") }

// opened is the store of a program's tickets.
func opened(t testing.TB, p *engine.Program, secret string, o store.Options) *store.Store {
	t.Helper()
	r, _ := p.Project.Resource("tickets")
	o.Now = time.Now
	s, err := store.OfResource(r, vault(secret), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

type vault string

func (v vault) Secret(_, name string) (string, error) {
	if v == "" {
		return "", errors.New("no secret " + name)
	}
	return string(v), nil
}

// run a pipeline and say what came: key, score, columns; or what failed.
func run(t testing.TB, p *engine.Program, res engine.Resources, values map[string]any) string {
	t.Helper()
	e := engine.New(engine.Options{Now: func() time.Time { return time.Date(2026, 1, 10, 0, 0, 0, 123, time.UTC) }, TraceID: func() string { return "t" }})
	a, err := e.Run(context.Background(), p, "p", engine.Request{Values: values, Deadline: 20 * time.Second}, res, nil)
	if err != nil {
		return "error: " + err.Error()
	}
	return shown(a)
}

func shown(a *engine.Answer) string {
	var out strings.Builder
	for _, it := range a.Items {
		fmt.Fprintf(&out, "%s %.4g", it.Key, it.Score)
		for _, c := range it.Columns {
			fmt.Fprintf(&out, " %s=%v", c.Name, c.Value)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// memory is the oracle: the same documents in the index.
func memory(t testing.TB, p *engine.Program) *engine.Memory {
	t.Helper()
	m, err := engine.NewMemory(p.Project, nil)
	if err != nil {
		t.Fatal(err)
	}
	errs, err := m.Put("tickets", rows())
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// filters that every store must answer as the index does, what it can't test
// included. p is the parameter of the pipeline.
var filters = []struct{ text, p string }{
	{"open", ""}, {"not open", ""}, {"urgent > 5", ""}, {"urgent >= 5", ""}, {"5 < urgent", ""}, {"urgent == 5", ""}, {"urgent != 5", ""}, {"not (urgent == 5)", ""},
	{"urgent > 4.5", ""}, {"urgent in [3, 7]", ""}, {"urgent not in [3, 7]", ""}, {"urgent in []", ""}, {"urgent * 2 > 12", ""}, {"urgent + count(tags) > 8 and open", ""},
	{"owner == p", "li"}, {"owner != p", "li"}, {"not (owner == p)", "li"}, {"owner == nil", ""}, {"owner != nil", ""}, {`(owner ?? "x") >= p`, "li"}, {"owner == p", "o'hara"},
	{"owner == p", `50%_\*?`}, {"owner == p", "' or 1=1 --"}, {"owner == p", "\x00"}, {"owner == p", "李"}, {"owner == p", ""}, {`(owner ?? "x") in [p, "x"]`, "李"},
	{`(owner ?? "") startsWith p`, "5"}, {`title startsWith p`, "printer"}, {`title contains p`, "%"}, {`title contains p`, "\""}, {`title endsWith p`, "e"}, {`title contains ""`, ""}, {`title endsWith ""`, ""},
	{`title matches "^c.*e"`, ""}, {`title > p`, "no"}, {`title < p`, "打"}, {"price == nil", ""}, {"(price ?? 0) > 0.1", ""}, {"(price ?? 0) >= 0.1", ""}, {"price == 1.5", ""}, {"price != 1.5", ""},
	{"p in tags", "it"}, {"p not in tags", "it"}, {`any(tags, # startsWith "h")`, ""}, {"len(tags) > 1", ""}, {"made > now() - 7d", ""}, {"made < now() - 7d and open", ""},
	{"made <= at", ""}, {"made >= at", ""}, {"made > at", ""}, {"made < at", ""}, {"made == at", ""},
	{"open and urgent > 3 or owner == p", "李"}, {"not (open and urgent > 3)", ""}, {"not (open or made > now() - 7d)", ""}, {"true", ""}, {"false", ""}, {"p == \"x\"", "y"}, {"p == \"x\"", "x"}, {"urgent / (urgent - 5) > 1", ""},
}

// pipelineOf top with a filter.
func pipelineOf(filter string) string {
	return fmt.Sprintf("pipeline p(p: string = \"\", at: time, k: int = 100, skip: int = 0) -> items {\n  return top(tickets, by: urgent, k: k, skip: skip, filter: %s)\n}\n", filter)
}

// likeTheIndex compares the answers of a store with those of the index. line is
// the store's.
func likeTheIndex(t *testing.T, line, secret string, o store.Options) {
	t.Helper()
	first := project(t, fmt.Sprintf(tickets, line)+pipelineOf("open"))
	s := opened(t, first, secret, o)
	for _, f := range filters {
		p := project(t, fmt.Sprintf(tickets, line)+pipelineOf(f.text))
		m := memory(t, p)
		for _, cut := range []map[string]any{{}, {"k": 2}, {"k": 2, "skip": 1}, {"k": 1, "skip": 50}, {"k": 0}} {
			values := map[string]any{"p": f.p, "at": "2026-01-02T10:00:00.000250Z"}
			for k, v := range cut {
				values[k] = v
			}
			want, got := run(t, p, m, values), run(t, p, asked{s, m}, values)
			if got != want {
				t.Errorf("%s, p %q, %v:\n%swant\n%s", f.text, f.p, cut, got, want)
			}
		}
	}
	lookups := project(t, fmt.Sprintf(tickets, line)+`pipeline p(keys: list(keyword), one: keyword?) -> items {
  me = lookup(tickets, key: one)  fallback nil
  all = lookup(tickets, keys: keys)
  return filter(all, title != (me.title ?? ""))
}
`)
	m := memory(t, lookups)
	for _, keys := range [][]any{{"a", "c", "b", "a", "nobody"}, {}, {"'; drop table tickets; --", "a' or '1'='1", "a\x00b", "\r\nFLUSHALL\r\n", "", strings.Repeat("k", 3000)}} {
		values := map[string]any{"keys": keys, "one": "c"}
		want, got := run(t, lookups, m, values), run(t, lookups, asked{s, m}, values)
		if got != want {
			t.Errorf("lookup %q:\n%swant\n%s", keys, got, want)
		}
	}
	if c := s.Counts(); c.Outcomes["ok"] == 0 || c.Calls != uint64(c.Outcomes["ok"]) || !s.Health().OK {
		t.Errorf("counts %+v, health %+v", c, s.Health())
	}
}

// kindOf an error of a call, and what it says.
func kindOf(err error) string {
	var e *op.RemoteError
	if !errors.As(err, &e) {
		return fmt.Sprint(err)
	}
	return e.Kind.String() + ": " + e.Message
}

// wants tells whether an error has a kind and says something.
func wants(t *testing.T, what string, err error, kind, says string) {
	t.Helper()
	if got := kindOf(err); !strings.HasPrefix(got, kind+": ") || !strings.Contains(got, says) {
		t.Errorf("%s: %s, want %s: …%s…", what, got, kind, says)
	}
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
