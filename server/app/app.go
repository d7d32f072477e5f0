package app

import "time"

// App is the nouns over a store. Safe for concurrent use.
type App struct {
	store    Store
	compiler Compiler
	runtime  Runtime
	secrets  Secrets
	sample   Sample
	forget   func()
	now      func() time.Time
}

// Config of an App; every field but Sample is needed.
type Config struct {
	Store    Store
	Compiler Compiler
	Runtime  Runtime
	Secrets  Secrets
	Sample   Sample // nil: none
	Forget   func() // called when memberships or tokens changed: drop what is remembered of them
	Now      func() time.Time
}

// New makes an App.
func New(c Config) *App {
	return &App{store: c.Store, compiler: c.Compiler, runtime: c.Runtime, secrets: c.Secrets, sample: c.Sample, forget: c.Forget, now: c.Now}
}
