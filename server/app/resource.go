package app

import (
	"time"

	"riffle.dev/riffle/internal/column"
)

// Resource of the live version with its state on this instance.
type Resource struct {
	Name    string          `json:"name"`
	Fields  []ResourceField `json:"fields"`
	Slots   []SlotOffset    `json:"slots"`
	Docs    int64           `json:"docs"`
	Lag     int64           `json:"lag" doc:"acknowledged changes that queries do not see yet, as far as known: of a stale resource nobody knows"`
	Bytes   int64           `json:"bytes" doc:"of memory, about"`
	State   string          `json:"state" enum:"ok,loading,behind,stale,stopped,unreachable" doc:"unreachable: its store does not answer; stale: the log cannot be read now; stopped: the log holds something that cannot be applied"`
	Message string          `json:"message,omitempty" doc:"why it is not ok"`
	Version int64           `json:"version" doc:"of the project that declared it"`
	Store   *ResourceStore  `json:"store,omitempty" doc:"of a resource on a team's own store, of which slots, docs, lag and bytes are not known"`
}

// ResourceStore is where a resource on a team's own store lives, and how its
// calls from this instance went.
type ResourceStore struct {
	Kind    string     `json:"kind" enum:"opensearch,elasticsearch,postgres,redis"`
	URL     string     `json:"url"`
	Name    string     `json:"name" doc:"the index, the table, or what keys begin with"`
	Calls   int64      `json:"calls" doc:"since this instance opened it"`
	Failed  int64      `json:"failed" doc:"of the calls"`
	MeanMS  float64    `json:"mean_ms" doc:"how long a call took"`
	Circuit *Circuit   `json:"circuit,omitempty" doc:"when it is not closed"`
	AskedAt *time.Time `json:"asked_at,omitempty" doc:"when it was last asked, by a request or a look at its health"`
}

// ResourceField is one field of a resource.
type ResourceField struct {
	Name     string       `json:"name"`
	Kind     string       `json:"kind" enum:"key,text,keyword,value,vector"`
	Type     string       `json:"type"`
	Analyzer string       `json:"analyzer,omitempty"`
	Metric   string       `json:"metric,omitempty"`
	Derived  string       `json:"derived,omitempty" doc:"the function that computes it"`
	Default  column.Value `json:"default,omitempty"`
}

// SlotOffset says how far a slot of the log is and how far this instance.
type SlotOffset struct {
	Slot    int   `json:"slot"`
	End     int64 `json:"end" doc:"offset of the next change"`
	Applied int64 `json:"applied" doc:"offset of the next change to apply here"`
}

// Resources lists those of the live version, by name; ask Known too.
func (a *App) Resources(team string) []Resource { return a.runtime.Resources(team) }

// Resource reads one.
func (a *App) Resource(team, name string) (Resource, error) {
	for _, r := range a.runtime.Resources(team) {
		if r.Name == name {
			return r, nil
		}
	}
	return Resource{}, a.runtime.Absent(team, "resource", name)
}
