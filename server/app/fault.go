package app

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Fault is a drill: a resource or a node behaves badly until a moment.
type Fault struct {
	ID        int64     `json:"id"`
	Target    string    `json:"target" enum:"resource,node"`
	Name      string    `json:"name" doc:"of the resource or node" maxLength:"100" minLength:"1"`
	Scene     string    `json:"scene" doc:"only requests of this scene; empty: all" maxLength:"100"`
	Kind      string    `json:"kind" enum:"delay,error,hang"`
	DelayMS   int       `json:"delay_ms" doc:"of a delay" minimum:"0" maximum:"60000"`
	Share     float64   `json:"share" doc:"of the calls hit, 0 to 1"`
	Until     time.Time `json:"until" doc:"ends by itself then"`
	CreatedBy string    `json:"created_by"`
	CreatedAt time.Time `json:"created_at"`
}

// NewFault asks for a drill.
type NewFault struct {
	Target  string    `json:"target" enum:"resource,node"`
	Name    string    `json:"name" minLength:"1" maxLength:"100"`
	Scene   string    `json:"scene,omitempty" maxLength:"100"`
	Kind    string    `json:"kind" enum:"delay,error,hang"`
	DelayMS int       `json:"delay_ms,omitempty" minimum:"0" maximum:"60000" doc:"of a delay"`
	Share   *float64  `json:"share,omitempty" minimum:"0" maximum:"1" doc:"of the calls hit; 1 when missing"`
	Until   time.Time `json:"until" doc:"at most 24 hours from now"`
}

// MaxFault is how long a drill may last.
const MaxFault = 24 * time.Hour

// Faults lists the drills of a team that have not ended, newest first.
func (a *App) Faults(ctx context.Context, team string) ([]Fault, error) {
	return a.store.Faults(ctx, team, a.now())
}

// CreateFault begins a drill.
func (a *App) CreateFault(ctx context.Context, by Change, team string, in NewFault) (Fault, error) {
	now := a.now()
	f := Fault{Target: in.Target, Name: in.Name, Scene: in.Scene, Kind: in.Kind, DelayMS: in.DelayMS, Share: 1,
		Until: in.Until, CreatedBy: by.Who.Actor(), CreatedAt: now}
	if in.Share != nil {
		f.Share = *in.Share
	}
	switch {
	case f.Kind == "delay" && f.DelayMS <= 0:
		return Fault{}, Fail(Invalid, "drill_delay", "a delay wants delay_ms above 0").At("body.delay_ms")
	case !f.Until.After(now) || f.Until.After(now.Add(MaxFault)):
		return Fault{}, Fail(Invalid, "drill_until", "until: want a moment in the next 24 hours").At("body.until")
	}
	if err := a.targetExists(team, f); err != nil {
		return Fault{}, err
	}
	f, err := a.store.CreateFault(ctx, by.Did("fault.create", in.Target+" "+in.Name), team, f)
	if err == nil {
		a.runtime.FaultsChanged(ctx, team)
	}
	return f, err
}

// DeleteFault ends a drill.
func (a *App) DeleteFault(ctx context.Context, by Change, team string, id int64) error {
	err := a.store.DeleteFault(ctx, by.Did("fault.delete", ""), team, id, a.now())
	if err == nil {
		a.runtime.FaultsChanged(ctx, team)
	}
	return err
}

// targetExists refuses a drill that would hit nothing: a name that was typed
// wrong looks like a system that withstands everything.
func (a *App) targetExists(team string, f Fault) error {
	if f.Scene != "" {
		if _, err := a.Scene(team, f.Scene); err != nil {
			return Fail(Invalid, "drill_scene", `scene "{scene}" is not of the live version`, f.Scene).At("body.scene")
		}
	}
	names := a.runtime.Nodes(team, f.Scene)
	if f.Target == "resource" {
		names = nil
		for _, r := range a.runtime.Resources(team) {
			names = append(names, r.Name)
		}
	}
	if slices.Contains(names, f.Name) {
		return nil
	}
	const shown = 10
	some := strings.Join(names[:min(shown, len(names))], ", ")
	if len(names) > shown {
		some += ", …"
	}
	if some == "" {
		return Fail(Invalid, "drill_nothing", `{target} "{name}" is not of the live version; there is nothing`, f.Target, f.Name).At("body.name")
	}
	return Fail(Invalid, "drill_target", `{target} "{name}" is not of the live version; there is {names}`, f.Target, f.Name, some).At("body.name")
}
