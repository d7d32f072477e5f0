package app

import (
	"context"
	"slices"
	"strings"
)

// Template is a text to begin with.
type Template struct {
	Name    string `json:"name"`
	Kind    string `json:"kind" enum:"resource,pipeline,scene"`
	Title   string `json:"title" doc:"in English"`
	TitleZH string `json:"title_zh" doc:"in Chinese"`
	Path    string `json:"path" doc:"a file to put it in"`
	Text    string `json:"text"`
}

// Sample is a project with documents, to begin with.
type Sample interface {
	// Texts of the project.
	Texts() ([]Text, error)
	// Load puts its documents in the background; the counts of the resources
	// tell how far it is.
	Load(ctx context.Context, into Documents, team string)
}

// Documents is what a sample needs of the App.
type Documents interface {
	Resources(team string) []Resource
	PutDocuments(ctx context.Context, team, resource string, docs []Put) ([]PutResult, error)
}

// LoadedSample says what a sample made.
type LoadedSample struct {
	Files   []string `json:"files"`
	Version int64    `json:"version" doc:"that was published"`
	Loading bool     `json:"loading" doc:"documents are being loaded"`
}

// Templates are texts to begin a declaration with.
func (a *App) Templates() []Template { return slices.Clone(templates) }

// LoadSample puts the sample project into a draft that is empty, publishes it
// and begins to load its documents. Conflict when the draft has files.
func (a *App) LoadSample(ctx context.Context, by Change, team string) (LoadedSample, error) {
	if a.sample == nil {
		return LoadedSample{}, Fail(Unavailable, "no_sample", "this instance has no sample project")
	}
	have, err := a.store.Files(ctx, team)
	if err != nil {
		return LoadedSample{}, err
	}
	if len(have) > 0 {
		return LoadedSample{}, Fail(Conflict, "sample_draft", "the draft of {team} is not empty, it has files: {n}; the sample wants an empty one", team, len(have))
	}
	texts, err := a.sample.Texts()
	if err != nil {
		return LoadedSample{}, err
	}
	out := LoadedSample{Files: []string{}}
	for _, t := range sortedTexts(texts) {
		if _, err := a.SaveFile(ctx, by, team, t.Path, t.Text, "*"); err != nil {
			return LoadedSample{}, err
		}
		out.Files = append(out.Files, t.Path)
	}
	v, err := a.Publish(ctx, by, team, Publish{Note: "the sample project"})
	if err != nil {
		return LoadedSample{}, err
	}
	out.Version, out.Loading = v.Number, true
	a.sample.Load(context.WithoutCancel(ctx), a, team)
	return out, nil
}

var templates = []Template{
	{Name: "resource", Kind: "resource", Title: "A resource with text, keywords and numbers", TitleZH: "带文本、关键词与数值的资源", Path: "resources/items.riffle", Text: strings.TrimLeft(`
/// What is looked for, one document an item.
resource items {
  fields {
    id:      key
    title:   text(analyzer: english, weight: 3)
    body:    text(analyzer: english)?
    kind:    keyword
    likes:   int = 0
    created: time
  }
  slots: 8
}
`, "\n")},
	{Name: "search", Kind: "pipeline", Title: "Search by words, fresh first", TitleZH: "按词搜索，新的靠前", Path: "pipelines/by_words.riffle", Text: strings.TrimLeft(`
/// Items that fit the words best, newer ones a little higher.
pipeline by_words(words: string, k: int(1..50) = 10) -> items {
  found  = search(items, query: words, k: 50..200)
  ranked = score(found, _score * (0.8 + 0.2 * freshness(created, 30d)), keep: 50)
  return take(ranked, k)
}
`, "\n")},
	{Name: "feed", Kind: "pipeline", Title: "A feed from two sources", TitleZH: "由两路召回组成的信息流", Path: "pipelines/feed.riffle", Text: strings.TrimLeft(`
/// What is liked and what is new, no more than three of a kind in ten.
pipeline feed(k: int(1..50) = 20) -> items {
  liked = top(items, by: likes, k: 100)
  fresh = top(items, by: created, k: 50..100)  optional  gain 0.2

  pool = merge([liked, fresh], policy: rrf(60))
  page = diversify(pool, by: kind, max: 3, window: 10)  optional  gain 0.05
  return take(page, k)
}
`, "\n")},
	{Name: "scene", Kind: "scene", Title: "A scene that serves a pipeline", TitleZH: "由一条管线提供服务的场景", Path: "scenes/search_page.riffle", Text: strings.TrimLeft(`
scene search_page {
  pipeline: by_words
  deadline: 120ms
  reserve:  15ms
  slow:     80ms
  limit:    500/s
  fallback: none
}
`, "\n")},
}
