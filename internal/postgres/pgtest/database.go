package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"riffle.dev/riffle/migrations"
)

// within bounds each step; a busy machine may take its time.
const within = 60 * time.Second

// Main runs the tests of a package and removes the cluster they used.
func Main(m *testing.M) int {
	code := m.Run()
	if err := shared.remove(); err != nil && code == 0 {
		fmt.Println("pgtest:", err)
		code = 1
	}
	return code
}

// Database returns the address of a fresh database with the newest schema. It
// is dropped when the test ends.
func Database(t testing.TB) string {
	t.Helper()
	return create(t, func(c *cluster) (string, error) { return c.template() })
}

// Empty returns the address of a fresh database without any schema.
func Empty(t testing.TB) string {
	t.Helper()
	return create(t, func(*cluster) (string, error) { return "template0", nil })
}

func create(t testing.TB, template func(*cluster) (string, error)) string {
	t.Helper()
	c, err := shared.get()
	if err != nil {
		t.Fatalf("no database to test with: %v", err)
	}
	from, err := template(c)
	if err != nil {
		t.Fatalf("no schema to test with: %v", err)
	}
	name := c.name("t")
	if err := c.copyDatabase(name, from); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.admin("drop database if exists " + quote(name) + " with (force)"); err != nil {
			t.Errorf("drop %s: %v", name, err)
		}
	})
	return c.address(name)
}

func (c *cluster) copyDatabase(name, from string) error {
	// Copying files beats writing the copy to the log as long as nothing syncs.
	return c.admin("create database " + quote(name) + " template " + quote(from) + " strategy file_copy")
}

// template makes, once a process, the migrated database that others are copies of.
func (c *cluster) template() (string, error) {
	c.migrate.Do(func() {
		name := c.name("template")
		if c.migrateErr = c.copyDatabase(name, "template0"); c.migrateErr != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), within)
		defer cancel()
		_, c.migrateErr = migrations.Up(ctx, c.address(name))
		c.migrated = name
	})
	return c.migrated, c.migrateErr
}

// admin runs one statement. Statements that make databases cannot share a
// template at the same time, so they take turns.
func (c *cluster) admin(statement string) error {
	c.turn.Lock()
	defer c.turn.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.dsn)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return nil
}

// address is the cluster's with another database.
func (c *cluster) address(database string) string {
	u, err := url.Parse(c.dsn)
	if err != nil {
		return c.dsn
	}
	u.Path = "/" + database
	return u.String()
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
