package api

// Path parameters, embedded by inputs. They are exported because huma does not
// see the fields of unexported embedded structs.

// TeamPath names a team.
type TeamPath struct {
	Team string `path:"team" maxLength:"40" doc:"name of the team"`
}

// ScenePath names a scene.
type ScenePath struct {
	TeamPath
	Scene string `path:"scene" maxLength:"100"`
}

// ResourcePath names a resource.
type ResourcePath struct {
	TeamPath
	Resource string `path:"resource" maxLength:"100"`
}

// Page is a piece of a listing.
type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty" doc:"cursor of the next page; missing: there is none"`
}

// PageQuery asks for a piece of a listing.
type PageQuery struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	Cursor string `query:"cursor" maxLength:"40" doc:"next of the page before"`
}

// PageOf is an answer with a page.
type PageOf[T any] struct{ Body Page[T] }

// One is an answer with one thing.
type One[T any] struct{ Body T }

// None is an answer without a body.
type None struct{}

func all[T any](items []T) *PageOf[T] {
	if items == nil {
		items = []T{}
	}
	return &PageOf[T]{Body: Page[T]{Items: items}}
}
