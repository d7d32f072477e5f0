package app

import "time"

// App is the nouns over a store. Safe for concurrent use.
type App struct {
	store    Store
	compiler Compiler
	runtime  Runtime
	secrets  Secrets
	sample   Sample
	loads    Loads
	forget   func()
	now      func() time.Time
}

// Config of an App; every field but Sample and Loads is needed.
type Config struct {
	Store    Store
	Compiler Compiler
	Runtime  Runtime
	Secrets  Secrets
	Sample   Sample // nil: none
	Loads    Loads  // nil: no load tests run here
	Forget   func() // called when memberships or tokens changed: drop what is remembered of them
	Now      func() time.Time
}

// New makes an App.
func New(c Config) *App {
	if c.Loads == nil {
		c.Loads = noLoads{}
	}
	return &App{store: c.Store, compiler: c.Compiler, runtime: c.Runtime, secrets: c.Secrets, sample: c.Sample, loads: c.Loads, forget: c.Forget, now: c.Now}
}
