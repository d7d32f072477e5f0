package index

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/internal/column"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// page writes hits as a person reads them.
func page(t *testing.T, w *strings.Builder, v *View, h Hits, columns ...string) {
	t.Helper()
	cols, err := v.Fetch(context.Background(), h, columns)
	if err != nil {
		t.Fatal(err)
	}
	for row := range h.Docs {
		fmt.Fprintf(w, "  %8.3f", h.Scores[row])
		for _, c := range cols {
			fmt.Fprintf(w, "  %v", column.Render(c.Type, c.Row(row)))
		}
		w.WriteString("\n")
	}
}

func TestGoldenApps(t *testing.T) {
	s := loaded(t, appsSchema(true), catalogue(t, "apps", 1<<30))
	v, ctx := s.View(), context.Background()
	var out strings.Builder
	for _, text := range []string{"racing game", "edit PDF files", "chess", "C++ compiler", "即时战略", "音乐播放器", "棋", "firefox 浏览器"} {
		h, err := v.Search(ctx, SearchQuery{Text: text, K: 5})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "search %q\n", text)
		page(t, &out, v, h, "id", "title")
	}
	for _, key := range []string{"0ad", "gimp", "vlc"} {
		h, err := v.Lookup(ctx, []string{key})
		if err != nil {
			t.Fatal(err)
		}
		cols, err := v.Fetch(ctx, h, []string{"taste"})
		if err != nil {
			t.Fatal(err)
		}
		if h, err = v.Nearest(ctx, NearestQuery{Field: "taste", To: cols[0].Vector(0), K: 6}); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "nearest to %s\n", key)
		page(t, &out, v, h, "id", "title")
	}
	games := &column.Expr{Op: "==", Type: typeBool, Args: []*column.Expr{
		{Op: "col", Name: "section", Type: typeString}, {Op: "const", Value: "games", Type: typeString}}}
	rdeps, err := v.Column("rdeps")
	if err != nil {
		t.Fatal(err)
	}
	h, err := v.Top(ctx, TopQuery{By: rdeps, K: 5, Filter: games})
	if err != nil {
		t.Fatal(err)
	}
	out.WriteString("top by rdeps of games\n")
	page(t, &out, v, h, "id", "title", "tags")
	golden(t, "apps.golden", out.String())
}

func TestGoldenPoems(t *testing.T) {
	s := loaded(t, poemsSchema(), catalogue(t, "poems", 5000))
	v, ctx := s.View(), context.Background()
	var out strings.Builder
	for _, text := range []string{"明月", "春風花開", "江", "白居易 重陽", "ＡＢＣ"} {
		h, err := v.Search(ctx, SearchQuery{Text: text, K: 5})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "search %q\n", text)
		page(t, &out, v, h, "title", "author", "dynasty")
	}
	golden(t, "poems.golden", out.String())
}
