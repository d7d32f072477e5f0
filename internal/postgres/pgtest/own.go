package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/internal/postgres"
	"riffle.dev/riffle/migrations"
)

// Own is a cluster of one test, with a migrated database, that can be stopped and
// started.
type Own struct {
	choice postgres.Choice
	home   *home.Folder

	mu     sync.Mutex
	server *postgres.Server
}

// Alone starts a cluster for this test only; it is removed when the test ends. The
// test is skipped where databases are made on a server that somebody else runs.
func Alone(t testing.TB) *Own {
	t.Helper()
	o := &Own{choice: postgres.Choice(os.Getenv("RIFFLE_POSTGRES"))}
	if o.choice.External() {
		t.Skip("a server that somebody else runs is not stopped")
	}
	c, err := shared.get() // which has made the template
	if err != nil {
		t.Fatalf("no database to test with: %v", err)
	}
	base, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(base, fmt.Sprintf("run-%d-%d", os.Getpid(), c.names.Add(1)))
	if o.home, err = copyHome(base, dir, o.choice); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		o.Stop()
		if err := errors.Join(os.RemoveAll(dir), o.home.Close()); err != nil {
			t.Error(err)
		}
	})
	if err := o.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	if _, err := migrations.Up(ctx, o.DSN()); err != nil {
		t.Fatal(err)
	}
	return o
}

// copyHome of the template, locked before anybody may sweep it away.
func copyHome(base, dir string, choice postgres.Choice) (*home.Folder, error) {
	lock, err := turn(base)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	if err := home.CopyTree(dir, templateDir(base, choice)); err != nil {
		return nil, err
	}
	return home.Open(dir, 0)
}

// DSN is the database's address since the last start; another may have taken the
// port meanwhile.
func (o *Own) DSN() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.server.DSN()
}

// Stop ends the server; what clients do is broken off.
func (o *Own) Stop() {
	o.mu.Lock()
	s := o.server
	o.mu.Unlock()
	if s == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	s.Stop(ctx)
}

// Start it, again where it was stopped.
func (o *Own) Start() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*within)
	defer cancel()
	s, err := postgres.Launch(ctx, postgres.Options{Home: o.home, Choice: o.choice, Settings: settings(), Env: os.Getenv})
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.server = s
	return nil
}
