package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/spf13/pflag"

	"riffle.dev/riffle/internal/garbage"
	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/internal/postgres"
	"riffle.dev/riffle/migrations"
	"riffle.dev/riffle/server"
)

// stopWithin is how long a clean end of the database may take.
const stopWithin = 30 * time.Second

// settings are what up and serve share.
type settings struct {
	home, addr, basePath, postgres string
	logLevel, logFormat, config    string
	secrets                        string
	gcPercent                      int
	demo                           bool
	traces                         server.Traces
	project                        *server.Project // of up FOLDER; nil: none
}

func (s *settings) declare(f *pflag.FlagSet) {
	f.StringVar(&s.home, "home", "", "folder to keep everything in (default ~/.riffle)")
	f.StringVar(&s.addr, "addr", "127.0.0.1:7700", "address to listen on; port 0 takes a free one")
	f.StringVar(&s.basePath, "base-path", "/", "path that the console and the API are served under")
	f.StringVar(&s.logLevel, "log-level", "info", "debug, info, warn or error")
	f.StringVar(&s.logFormat, "log-format", "text", "text or json")
	f.StringVar(&s.secrets, "secrets", "", secretsFlag)
	f.IntVar(&s.traces.Sample, "trace-sample", 20, "keep the trace of one in so many requests that tell nothing; 0: none")
	f.IntVar(&s.traces.Keep, "trace-keep", 100, "traces kept of a scene for each reason: failed, slow, degraded, asked, sample")
	f.IntVar(&s.traces.Bytes, "trace-bytes", 2<<20, "bytes that the kept traces of a scene take, about")
	f.StringVar(&s.traces.Endpoint, "otlp-endpoint", "", "send kept traces to this collector, such as http://127.0.0.1:4318 (default: as OTEL_EXPORTER_OTLP_ENDPOINT says, else none)")
	f.IntVar(&s.gcPercent, "gc-percent", 0, "garbage to gather before it is collected, in percent of what lives; 0: as GOGC says, else 300 while memory is free")
	f.StringVar(&s.config, "config", "", "file with settings, one \"name: value\" a line")
}

func (s *settings) logger(to io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(s.logLevel)); err != nil {
		return nil, usageError{fmt.Errorf("log-level: %q is none of debug, info, warn, error", s.logLevel)}
	}
	options := &slog.HandlerOptions{Level: level}
	switch s.logFormat {
	case "text":
		return slog.New(slog.NewTextHandler(to, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(to, options)), nil
	}
	return nil, usageError{fmt.Errorf("log-format: %q is neither text nor json", s.logFormat)}
}

// sound says what is wrong with numbers. None is taken for a default because it is 0.
func (s *settings) sound() error {
	switch {
	case s.gcPercent < 0:
		return usageError{fmt.Errorf("gc-percent: %d is below 0; 0 lets riffle decide", s.gcPercent)}
	case s.traces.Keep < 1:
		return usageError{fmt.Errorf("trace-keep: want 1 or more, got %d", s.traces.Keep)}
	case s.traces.Bytes < 1:
		return usageError{fmt.Errorf("trace-bytes: want 1 or more, got %d", s.traces.Bytes)}
	case s.traces.Sample == 0:
		s.traces.Sample = -1 // of the gateway's options 0 is the default
	}
	return nil
}

// serveInstance runs one instance from the home's lock to the database's stop.
func serveInstance(ctx context.Context, w world, s settings) (err error) {
	log, err := s.logger(w.err)
	if err != nil {
		return err
	}
	if err := s.sound(); err != nil {
		return err
	}
	defer garbage.Keep(ctx, s.gcPercent, w.getenv)()
	if s.home == "" {
		if s.home, err = home.Default(w.getenv); err != nil {
			return err
		}
	}
	h, err := home.Open(s.home, home.Wait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	if err := addressFree(ctx, s.addr, addressWait); err != nil {
		return err
	}
	db, err := postgres.Launch(ctx, postgres.Options{
		Home: h, Choice: postgres.Choice(s.postgres), Log: log, Env: w.getenv,
		OnState: func(st postgres.State) { log.Info("database", "state", st.String()) },
	})
	if err != nil {
		return err
	}
	defer func() {
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		defer cancel()
		db.Stop(stop)
	}()
	if err := migrate(ctx, db, log); err != nil {
		return err
	}
	return serveOn(ctx, w, s, h, db, log)
}

// migrate brings the schema up to date. A database that is lost meanwhile is
// started again by its launcher, and each file is applied whole or not at all,
// so the work is taken up where it broke off.
func migrate(ctx context.Context, db *postgres.Server, log *slog.Logger) error {
	const attempts = 20
	for i := 1; ; i++ {
		restarts := db.State().Restarts
		applied, err := migrations.Up(ctx, db.DSN())
		if err == nil {
			log.Info("schema is up to date", "applied", applied)
			return nil
		}
		if st := db.State(); i == attempts || (st.Restarts == restarts && st.Phase == postgres.Ready && !connectionLost(err)) {
			return err
		}
		log.Warn("the database was lost while the schema was changed, trying again", "error", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// connectionLost tells a server that went away from a statement that failed.
func connectionLost(err error) bool {
	var said *pgconn.PgError
	if errors.As(err, &said) {
		return strings.HasPrefix(said.Code, "57P") // shut down by an operator or a crash
	}
	return true
}
