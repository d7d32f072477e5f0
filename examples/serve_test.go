package examples_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/enginetest/benchcases"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/words"
)

// store is the demo's project with all of its data, in memory.
var store = sync.OnceValues(func() (*served, error) {
	src := map[string][]byte{}
	if err := examples.Files(func(name string, text []byte) { src[name] = text }); err != nil {
		return nil, err
	}
	cat := op.NewCatalogue()
	info, diags := analysis.Project(src, cat)
	if diags.HasErrors() {
		return nil, fmt.Errorf("%v", diags)
	}
	project, diags := dag.Build(info, cat)
	if diags.HasErrors() {
		return nil, fmt.Errorf("%v", diags)
	}
	program, err := engine.Compile(project)
	if err != nil {
		return nil, err
	}
	tables := map[string]*index.WordTable{}
	for _, name := range []string{"vectors/glove100", "vectors/zhchar100"} {
		if tables[name], err = words.Load(examples.Data(), name); err != nil {
			return nil, err
		}
	}
	memory, err := engine.NewMemory(project, func(name string) (*index.WordTable, error) { return tables[name], nil })
	if err != nil {
		return nil, err
	}
	for name, docs := range map[string]iter.Seq2[[]byte, error]{
		"apps": examples.Apps(), "poems": examples.Poems(), "people": examples.PeopleDocs(),
	} {
		if err := load(memory, name, docs); err != nil {
			return nil, err
		}
	}
	e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }})
	return &served{e, program, memory}, nil
})

type served struct {
	engine  *engine.Engine
	program *engine.Program
	memory  *engine.Memory
}

func load(m *engine.Memory, resource string, docs iter.Seq2[[]byte, error]) error {
	var batch []map[string]any
	flush := func() error {
		errs, err := m.Put(resource, batch)
		batch = nil
		if err != nil {
			return err
		}
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		return nil
	}
	for line, err := range docs {
		if err != nil {
			return err
		}
		d := json.NewDecoder(strings.NewReader(string(line)))
		d.UseNumber()
		var doc map[string]any
		if err := d.Decode(&doc); err != nil {
			return err
		}
		if batch = append(batch, doc); len(batch) == 500 {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// ask serves one request, given as JSON, under the pipeline's timeouts but not
// under the scene's deadline. On a machine that is busy a node may run out of
// time all the same: then it asks again.
func (s *served) ask(t *testing.T, scene, request string) *engine.Answer {
	t.Helper()
	var values map[string]any
	d := json.NewDecoder(strings.NewReader(request))
	d.UseNumber()
	if err := d.Decode(&values); err != nil {
		t.Fatal(err)
	}
	declared, ok := s.program.Project.Scene(scene)
	if !ok {
		t.Fatalf("there is no scene %s", scene)
	}
	for range 50 {
		a, err := s.engine.Run(context.Background(), s.program, declared.Pipeline,
			engine.Request{Values: values, Deadline: time.Minute}, s.memory, nil)
		if err != nil {
			t.Fatalf("%s %s: %v", scene, request, err)
		}
		if !slices.ContainsFunc(a.Outcomes, func(o engine.Outcome) bool { return o.Outcome == "timeout" || o.Outcome == "fallback" }) {
			return a
		}
	}
	t.Fatalf("%s %s: a node runs out of time again and again", scene, request)
	return nil
}

func TestStoreServes(t *testing.T) {
	s, err := store()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		scene, request string
		count          int
		first          string            // a word the first item's title must hold
		outcomes       map[string]string // of some nodes
	}{
		{"home", `{"user":{"id":"p0001","active_days":250}}`, 20, "", map[string]string{"me": "ok", "near": "ok", "worded": "ok", "shelved": "ok", "needed": "ok", "coarse": "ok"}},
		{"home", `{"user":{"id":"stranger"},"k":5}`, 5, "", map[string]string{"me": "empty", "near": "empty", "worded": "empty", "shelved": "empty", "needed": "ok"}},
		{"browse", `{"query":"chess game"}`, 20, "chess", nil},
		{"browse", `{"query":"编辑器","k":5}`, 5, "", nil},
		{"browse", `{"query":"image viewer","only":"graphics","k":5}`, 5, "image", nil},
		{"browse", `{"query":"qqqqqqq"}`, 0, "", map[string]string{"worded": "empty", "called": "empty"}},
		{"related", `{"app":"gnuchess"}`, 10, "chess", map[string]string{"seed": "ok", "meant": "ok", "worded": "ok"}},
		{"related", `{"app":"no-such-app"}`, 0, "", map[string]string{"seed": "empty", "meant": "empty"}},
		{"verses", `{"query":"明月"}`, 10, "", map[string]string{"literal": "ok", "kindred": "ok"}},
		{"verses", `{"query":"春風","era":"tang","k":3}`, 3, "", nil},
	} {
		a := s.ask(t, c.scene, c.request)
		title := ""
		if len(a.Items) > 0 {
			v, _ := a.Items[0].Column("title")
			title, _ = v.(string)
		}
		if len(a.Items) != c.count || !strings.Contains(strings.ToLower(title), c.first) {
			t.Errorf("%s %s: %d items, first %q, want %d, %q", c.scene, c.request, len(a.Items), title, c.count, c.first)
		}
		got := map[string]string{}
		for _, o := range a.Outcomes {
			got[o.Node] = string(o.Outcome)
		}
		for node, want := range c.outcomes {
			if got[node] != want {
				t.Errorf("%s %s: %s is %s, want %s", c.scene, c.request, node, got[node], want)
			}
		}
	}
}

// What a person would expect to see: of these programs one at least is among
// the first answers, and none of those.
func TestStoreAnswersSensibly(t *testing.T) {
	s, err := store()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		scene, request string
		among          int
		want, wantNot  []string
	}{
		{"browse", `{"query":"gimp"}`, 1, []string{"gimp"}, nil},
		{"browse", `{"query":"GCC"}`, 1, []string{"gcc"}, nil},
		{"browse", `{"query":"gcc","only":"games"}`, 5, nil, []string{"gcc"}},
		{"browse", `{"query":"web browser"}`, 3, []string{"chromium"}, nil},
		{"related", `{"app":"gimp"}`, 3, []string{"krita"}, []string{"gimp", "gcc", "g++"}},
		{"related", `{"app":"wireshark"}`, 5, []string{"tcpdump"}, nil},
		{"related", `{"app":"gnuchess"}`, 3, []string{"stockfish"}, nil},
		{"related", `{"app":"git"}`, 10, []string{"mercurial"}, nil},
		{"home", `{"user":{"id":"stranger"}}`, 10, []string{"firefox-esr"}, []string{"debconf", "adduser"}},
	} {
		var keys []string
		for _, it := range s.ask(t, c.scene, c.request).Items {
			keys = append(keys, it.Key)
		}
		keys = keys[:min(c.among, len(keys))]
		has := func(k string) bool { return slices.Contains(keys, k) }
		if len(c.want) > 0 && !slices.ContainsFunc(c.want, has) || slices.ContainsFunc(c.wantNot, has) {
			t.Errorf("%s %s: got %q, want one of %q and none of %q", c.scene, c.request, keys, c.want, c.wantNot)
		}
	}
}

// What somebody uses is not offered again, and what is offered fits.
func TestHomeFitsThePerson(t *testing.T) {
	s, err := store()
	if err != nil {
		t.Fatal(err)
	}
	people, err := examples.StorePeople()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range people[:20] {
		a := s.ask(t, "home", `{"user":{"id":"`+p.ID+`","seen":["bash"]}}`)
		for _, it := range a.Items {
			if it.Key == "bash" {
				t.Errorf("%s is offered what was seen", p.ID)
			}
			for _, l := range p.Liked {
				if it.Key == l {
					t.Errorf("%s is offered %s, which they use", p.ID, l)
				}
			}
		}
	}
}

// The pipeline gives what the same steps give that are written by hand over the
// same views, which is what it is measured against.
func TestHomeIsWhatItIsByHand(t *testing.T) {
	s, err := store()
	if err != nil {
		t.Fatal(err)
	}
	people, err := examples.StorePeople()
	if err != nil {
		t.Fatal(err)
	}
	hand := benchcases.Shop{}
	for name, to := range map[string]**index.View{"apps": &hand.Apps, "people": &hand.People} {
		v, err := s.memory.View(name)
		if err != nil {
			t.Fatal(err)
		}
		*to = v.(*index.View)
	}
	who := []string{"stranger"}
	for _, p := range people[20:40] {
		who = append(who, p.ID)
	}
	for _, id := range who {
		a := s.ask(t, "home", `{"user":{"id":"`+id+`","seen":["bash","gimp"]},"k":30}`)
		want, err := hand.Home(context.Background(), benchcases.Visitor{ID: id, Seen: []string{"bash", "gimp"}}, 30)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Items) != len(want) {
			t.Fatalf("%s: %d items, by hand %d", id, len(a.Items), len(want))
		}
		for i, w := range want {
			it := &a.Items[i]
			title, _ := it.Column("title")
			zh, _ := it.Column("title_zh")
			if w.TitleZH != nil && zh != *w.TitleZH || w.TitleZH == nil && zh != nil || it.Key != w.ID || title != w.Title ||
				math.Abs(it.Score-w.Score) > 1e-9 || !slices.Equal(it.From, w.From) {
				t.Errorf("%s, place %d: %+v, by hand %+v", id, i, it, w)
			}
		}
	}
}
