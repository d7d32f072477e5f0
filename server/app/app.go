package app

import "time"

// App is the nouns over a store. Safe for concurrent use.
type App struct {
	store    Store
	compiler Compiler
	runtime  Runtime
	secrets  Secrets
	forget   func()
	now      func() time.Time
}

// Config of an App; every field is needed.
type Config struct {
	Store    Store
	Compiler Compiler
	Runtime  Runtime
	Secrets  Secrets
	Forget   func() // called when memberships or tokens changed: drop what is remembered of them
	Now      func() time.Time
}

// New makes an App.
func New(c Config) *App {
	return &App{store: c.Store, compiler: c.Compiler, runtime: c.Runtime, secrets: c.Secrets, forget: c.Forget, now: c.Now}
}
