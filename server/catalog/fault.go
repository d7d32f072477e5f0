package catalog

import (
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/server/app"
)

// Faults are the drills that hit requests to a scene of a team now; nil when
// there are none. The engine asks it when a node starts.
func (c *Catalog) Faults(team, scene string) engine.Faults {
	c.mu.RLock()
	all := c.faults[team]
	c.mu.RUnlock()
	now := c.now()
	var hit drills
	for _, f := range all {
		if (f.Scene == "" || f.Scene == scene) && f.Until.After(now) {
			hit.list = append(hit.list, f)
		}
	}
	if len(hit.list) == 0 {
		return nil
	}
	hit.random = c.random
	return hit
}

type drills struct {
	list   []app.Fault
	random func() float64
}

// At implements engine.Faults: of several drills the delays add up, and one
// hang or error counts.
func (d drills) At(resource, node string) (engine.Fault, bool) {
	var out engine.Fault
	found := false
	for _, f := range d.list {
		name := node
		if f.Target == "resource" {
			name = resource
		}
		if f.Name != name || f.Share < 1 && d.random() >= f.Share {
			continue
		}
		found = true
		switch f.Kind {
		case "delay":
			out.Delay += time.Duration(f.DelayMS) * time.Millisecond
		case "hang":
			out.Hang = true
		case "error":
			out.Err = "drill by " + f.CreatedBy
		}
	}
	return out, found
}
