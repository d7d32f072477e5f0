package app

import "time"

// DegradationEvent is a change of a scene's state, or a note that is none.
type DegradationEvent struct {
	Seq      int64     `json:"seq" doc:"grows; the moment in microseconds"`
	At       time.Time `json:"at"`
	Scene    string    `json:"scene"`
	From     string    `json:"from"`
	To       string    `json:"to"`
	Why      string    `json:"why"`
	By       string    `json:"by,omitempty" doc:"empty: nobody did, it was decided"`
	Rate     float64   `json:"rate"`
	Budget   float64   `json:"budget"`
	Need     float64   `json:"need"`
	Full     float64   `json:"full"`
	LateLow  float64   `json:"late_low"`
	LateHigh float64   `json:"late_high"`
	Plan     string    `json:"plan" doc:"the deepest in use"`
}

// NewOverride asks to take a scene by hand.
type NewOverride struct {
	Action string   `json:"action" enum:"watch,act,hold,force,freeze"`
	Reason string   `json:"reason" minLength:"3" maxLength:"300" doc:"for the audit and whoever looks"`
	ForS   int64    `json:"for_s" minimum:"1" maximum:"86400" doc:"seconds until it ends by itself"`
	Full   bool     `json:"full,omitempty" doc:"of force: the full plans, whatever the budget says"`
	Level  int      `json:"level,omitempty" minimum:"0" maximum:"1000" doc:"of force: this level at least"`
	Off    []string `json:"off,omitempty" maxItems:"64" doc:"of force: nodes switched off"`
}

// Override is what an operator says of a scene.
type Override struct {
	Action string    `json:"action" enum:"watch,act,hold,force,freeze"`
	Reason string    `json:"reason"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
	Until  time.Time `json:"until"`
	Full   bool      `json:"full,omitempty"`
	Level  int       `json:"level,omitempty"`
	Off    []string  `json:"off,omitempty"`
	Kept   bool      `json:"kept" doc:"it is in the database; false while that is away: then it holds on this instance until it can be written"`

	Stuck []StuckTier `json:"stuck,omitempty" doc:"tiers that it leaves nothing more to give up: their keep is reached by what is off"`
}

// StuckTier is a tier that what is forced off leaves no lighter plan: it keeps a share
// of the gain, and has no more than that.
type StuckTier struct {
	Tier string  `json:"tier" doc:"empty: everybody else"`
	Keep float64 `json:"keep" doc:"share of the full plan's gain that it never falls below by itself"`
	Left float64 `json:"left" doc:"share that it has without what is forced off"`
}

// Overridden is what holds now, and what held before: to undo is to say that again.
type Overridden struct {
	Now    *Override `json:"now,omitempty" doc:"missing: nothing holds"`
	Before *Override `json:"before,omitempty"`
}

// Overriding is what an operator says of a scene of a team, as it is kept.
type Overriding struct {
	Team, Scene string
	Override
}
