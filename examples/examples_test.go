package examples_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/format"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/examples"
)

func sources(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	if err := examples.Files(func(name string, text []byte) { out[name] = text }); err != nil || len(out) == 0 {
		t.Fatalf("%d files, %v", len(out), err)
	}
	return out
}

func TestStoreChecksClean(t *testing.T) {
	info, diags := analysis.Project(sources(t), op.NewCatalogue())
	for _, d := range diags {
		if d.Severity != diag.Hint {
			t.Error(d)
		}
	}
	for _, name := range []string{"home", "browse", "related", "verses"} {
		if info.Scenes[name] == nil {
			t.Errorf("there is no scene %s", name)
		}
	}
}

func TestStoreIsFormatted(t *testing.T) {
	for name, src := range sources(t) {
		got, diags := format.Source(name, src)
		if len(diags) > 0 {
			t.Error(diags)
		}
		if d := cmp.Diff(string(src), string(got)); d != "" {
			t.Errorf("%s is not as riffle fmt writes it:\n%s", name, d)
		}
	}
}

func TestPeopleAreTheSameForASeed(t *testing.T) {
	apps, err := examples.Read[examples.App](examples.Apps())
	if err != nil {
		t.Fatal(err)
	}
	if len(apps) != 8789 {
		t.Errorf("%d programs, want 8789", len(apps))
	}
	people := examples.People(apps, 1, 300)
	if d := cmp.Diff(people[:100], examples.People(apps, 1, 100)); d != "" {
		t.Errorf("the first hundred differ:\n%s", d)
	}
	if cmp.Equal(people[:10], examples.People(apps, 2, 10)) {
		t.Error("another seed makes the same people")
	}
	loyal := 0
	for _, p := range people {
		if len(p.Liked) < 5 || p.Likes == "" || p.Shelf == "" || p.ActiveDays < 3 {
			t.Errorf("%+v", p)
		}
		if p.ActiveDays >= 200 {
			loyal++
		}
	}
	if loyal < 20 || loyal > 150 {
		t.Errorf("%d of 300 are loyal, want about a fifth", loyal)
	}
}

func TestPoems(t *testing.T) {
	poems, err := examples.Read[examples.Poem](examples.Poems())
	if err != nil || len(poems) != 20000 || poems[0].ID == "" || poems[0].Body == "" {
		t.Errorf("%d poems, %v", len(poems), err)
	}
}
