package postgres

import (
	"log/slog"
	"strings"
	"time"

	"riffle.dev/riffle/internal/home"
)

// Choice says which Postgres to use: "auto" (or empty), "system", "npm", or
// the URL of a server that is not ours to run.
type Choice string

// The named choices.
const (
	Auto   Choice = "auto"
	System Choice = "system"
	NPM    Choice = "npm"
)

// External tells whether the choice is a URL.
func (c Choice) External() bool {
	return strings.HasPrefix(string(c), "postgres://") || strings.HasPrefix(string(c), "postgresql://")
}

// Options is what Launch needs. Home must be open and stays open until Stop
// has returned; it is not needed for an external server.
type Options struct {
	Home    *home.Folder
	Choice  Choice
	Log     *slog.Logger
	OnState func(State) // called from one goroutine at a time, must not block
	// Settings are added to the server's own, name to value ("fsync": "off").
	Settings map[string]string
	// Env reads the environment; nil means none is set.
	Env func(string) string

	on machine // nil is this one; tests put others in its place
}

// Phase is what the database is doing.
type Phase string

// The phases. Down is what others see of it: it does not answer, and it is
// being started again where it is ours.
const (
	Starting Phase = "starting"
	Ready    Phase = "ready"
	Down     Phase = "down"
	Stopped  Phase = "stopped"
)

// State is the phase, since when, and why.
type State struct {
	Phase    Phase
	Since    time.Time
	Restarts int    // how often it was started again
	Err      string // the last reason for Down
}

func (s State) String() string {
	if s.Phase == Down && s.Err != "" {
		return string(s.Phase) + ": " + s.Err
	}
	return string(s.Phase)
}
