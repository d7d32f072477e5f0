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
	gains    Gains
	forget   func()
	now      func() time.Time
}

// Config of an App; every field but Sample, Loads and Gains is needed.
type Config struct {
	Store    Store
	Compiler Compiler
	Runtime  Runtime
	Secrets  Secrets
	Sample   Sample // nil: none
	Loads    Loads  // nil: no load tests run here
	Gains    Gains  // nil: no gains are measured here
	Forget   func() // called when memberships or tokens changed: drop what is remembered of them
	Now      func() time.Time
}

// New makes an App.
func New(c Config) *App {
	if c.Loads == nil {
		c.Loads = noLoads{}
	}
	if c.Gains == nil {
		c.Gains = noGains{}
	}
	return &App{store: c.Store, compiler: c.Compiler, runtime: c.Runtime, secrets: c.Secrets, sample: c.Sample, loads: c.Loads, gains: c.Gains, forget: c.Forget, now: c.Now}
}
