package catalog

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/server/app"
)

// A program that was compiled for serving calls the services of its project.
func TestCompiledProgramsCallServices(t *testing.T) {
	far := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"items":[{"key":"b"},{"key":"a"}]}`)
	}))
	defer far.Close()
	text := "resource games { fields { id: key } }\n" +
		"service near(q: string) -> items(games) { endpoints: [\"" + far.URL + "\"] }\n" +
		"pipeline feed(q: string) -> items { return near(q) }\n"
	built, found := NewCompiler(CompilerConfig{Operators: op.NewCatalogue()}).compile(t.Context(), app.Project{Team: "ads", Texts: []app.Text{{Path: "games.riffle", Text: text}}})
	if built == nil {
		t.Fatal(found)
	}
	memory, err := engine.NewMemory(built.project, nil)
	if err != nil {
		t.Fatal(err)
	}
	if errs, err := memory.Put("games", []map[string]any{{"id": "a"}, {"id": "b"}}); err != nil || errs != nil {
		t.Fatal(errs, err)
	}
	e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }})
	a, err := e.Run(t.Context(), built.program, "feed", engine.Request{Values: map[string]any{"q": "x"}, Deadline: 20 * time.Second}, memory, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Items) != 2 || a.Items[0].Key != "b" {
		t.Errorf("items %v", a.Items)
	}
}
