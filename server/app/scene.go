package app

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
	// Experiments are by layer and name.
	Experiments []Experiment `json:"experiments" doc:"that take its requests; those of one layer share them"`
	Version     int64        `json:"version"`
	Line        int          `json:"line"`
	File        string       `json:"file"`
}

// Experiment on a scene.
type Experiment struct {
	Name  string          `json:"name"`
	By    string          `json:"by" doc:"formula over the request: who stays together in an arm"`
	Layer string          `json:"layer,omitempty" doc:"empty: the scene's own"`
	Arms  []ExperimentArm `json:"arms"`
	Line  int             `json:"line"`
	File  string          `json:"file"`
}

// ExperimentArm is a share of the units of an experiment and what it sets.
type ExperimentArm struct {
	Name  string   `json:"name"`
	Share float64  `json:"share" doc:"0 to 1; those of an experiment make 1"`
	Set   []Preset `json:"set" doc:"parameters, for requests that say nothing of them"`
}

// Preset is a parameter that an arm sets.
type Preset struct {
	Param string `json:"param"`
	Value any    `json:"value"`
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

// Scenes lists those of the live version, by name; ask Known too.
func (a *App) Scenes(team string) []Scene { return a.runtime.Scenes(team) }

// Known is Unavailable while nobody can tell what a team serves: an empty list
// would say that there is nothing.
func (a *App) Known(team string) error {
	if a.runtime.Serving(team) != 0 {
		return nil
	}
	if err := a.runtime.Absent(team, "version", team); CodeOf(err) == Unavailable {
		return err
	}
	return nil
}

// Scene reads one.
func (a *App) Scene(team, name string) (Scene, error) {
	for _, s := range a.runtime.Scenes(team) {
		if s.Name == name {
			return s, nil
		}
	}
	return Scene{}, a.runtime.Absent(team, "scene", name)
}
