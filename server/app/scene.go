package app

import "riffle.dev/riffle/internal/column"

// Scene of the live version: what a client calls.
type Scene struct {
	Name       string  `json:"name"`
	Pipeline   string  `json:"pipeline"`
	Fallback   string  `json:"fallback,omitempty" doc:"pipeline that answers when the first one cannot"`
	DeadlineMS float64 `json:"deadline_ms"`
	ReserveMS  float64 `json:"reserve_ms"`
	SlowMS     float64 `json:"slow_ms" doc:"slower counts as a timeout"`
	Class      string  `json:"class" enum:"core,normal,spare"`
	Weight     float64 `json:"weight"`
	Limit      float64 `json:"limit" doc:"requests a second; 0: none"`
	Tiers      []Tier  `json:"tiers"`
	Params     []Param `json:"params" doc:"of the pipeline: the fields of a request"`
	Version    int64   `json:"version"`
	Line       int     `json:"line"`
	File       string  `json:"file"`
}

// Param of a request.
type Param struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Required bool   `json:"required"`
	Default  any    `json:"default,omitempty"`
	Shape    Shape  `json:"shape" doc:"the type taken apart, with its bounds"`
}

// Tier of a scene's users.
type Tier struct {
	Name   string  `json:"name"`
	When   string  `json:"when" doc:"formula over the request; empty: everybody else"`
	Weight float64 `json:"weight"`
	Keep   float64 `json:"keep" doc:"share that is never degraded"`
}

// Resource of the live version with its state on this instance.
type Resource struct {
	Name    string          `json:"name"`
	Fields  []ResourceField `json:"fields"`
	Slots   []SlotOffset    `json:"slots"`
	Docs    int64           `json:"docs"`
	Lag     int64           `json:"lag" doc:"acknowledged changes that queries do not see yet"`
	Bytes   int64           `json:"bytes" doc:"of memory, about"`
	State   string          `json:"state" enum:"ok,loading,behind,stopped" doc:"stopped: the log holds something that cannot be applied"`
	Message string          `json:"message,omitempty" doc:"why it is not ok"`
	Version int64           `json:"version" doc:"of the project that declared it"`
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

// Scenes lists those of the live version, by name.
func (a *App) Scenes(team string) []Scene { return a.runtime.Scenes(team) }

// Scene reads one.
func (a *App) Scene(team, name string) (Scene, error) {
	for _, s := range a.runtime.Scenes(team) {
		if s.Name == name {
			return s, nil
		}
	}
	return Scene{}, Missing("scene", name)
}

// Resources lists those of the live version, by name.
func (a *App) Resources(team string) []Resource { return a.runtime.Resources(team) }

// Resource reads one.
func (a *App) Resource(team, name string) (Resource, error) {
	for _, r := range a.runtime.Resources(team) {
		if r.Name == name {
			return r, nil
		}
	}
	return Resource{}, Missing("resource", name)
}
