package server

import (
	"errors"
	"fmt"
	"io"
	"log/slog"

	"riffle.dev/riffle/server/demo"
)

// Secrets gives what services and stores want to know us by, by team and name.
// The error never tells any of it.
type Secrets interface {
	Secret(team, name string) (string, error)
}

// Config of Run. DSN and Log are needed.
type Config struct {
	Addr     string        // host:port to listen on; port 0 takes a free one
	BasePath string        // of everything, such as /riffle behind a proxy
	DSN      func() string // of the database; asked again for every new connection
	Home     string        // folder for snapshots and demo.json; empty keeps nothing
	Demo     bool          // load the demo project and send it traffic; wants Files
	Project  *Project      // of a folder, to be put on the server; wants Files; nil: none
	Files    demo.Home     // private files in Home, for demo.json
	Version  string        // of the build
	Secrets  Secrets       // that programs name; nil: none
	Traces   Traces        // which requests are remembered, and who is told of them
	Log      *slog.Logger
	// Database is ok, down or recovering, as whoever runs it knows; nil: found
	// out by asking it.
	Database func() string
	// Ready is called once with the address listened on, when everything
	// serves; with Demo or Project, when the documents are in.
	Ready func(addr string)
	// FirstRun gets the first account's login and password, once in the life
	// of a database, as soon as they are made: a start that ends early must
	// not take them along. nil: they are written to Out.
	FirstRun func(login, password string)
	Out      io.Writer
}

// Traces says which requests are remembered. The zero value is good.
type Traces struct {
	Keep   int // of a scene and a reason: failed, slow, degraded, asked, sample; 100
	Bytes  int // of a scene, about; 2 MiB
	Sample int // one in so many that tell nothing; 20, below 0 none
	Export bool
	// Endpoint takes what is exported, by OTLP over HTTP; "": as the variables of
	// OpenTelemetry say.
	Endpoint string
}

func (c *Config) check() error {
	if c.DSN == nil || c.Log == nil {
		return errors.New("server: a config wants DSN and Log")
	}
	if (c.Demo || c.Project != nil) && c.Files == nil {
		return errors.New("server: a demo or a project wants Files")
	}
	if c.Demo && c.Project != nil {
		return errors.New("server: either the demo or a project")
	}
	if c.Addr == "" {
		c.Addr = "127.0.0.1:7700"
	}
	if c.Ready == nil {
		c.Ready = func(string) {}
	}
	if c.Out == nil {
		c.Out = io.Discard
	}
	if c.FirstRun == nil {
		c.FirstRun = func(login, password string) {
			fmt.Fprintf(c.Out, "\n  first account: login %s, password %s (shown this once)\n", login, password)
		}
	}
	return nil
}
