package catalog

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/fleet/changelog"
)

// A stop keeps a snapshot with its offsets; the next start takes it, replays
// the rest, and what was put meanwhile by another instance is there too.
func TestRestartFromASnapshot(t *testing.T) {
	home, log := t.TempDir(), changelog.NewMemory(time.Now)
	first := start(t, log, home, "db1")
	first.origin.publish(1, games)
	first.sync(t, 1)
	first.put(t, 0, 100)
	wait(t, "applied", func() bool { return first.docs() == 100 })
	first.Close()

	other := start(t, log, "", "db1")
	other.origin.publish(1, games)
	other.sync(t, 1)
	other.put(t, 100, 130)
	if _, err := other.Delete(t.Context(), "ads", "games", "k7"); err != nil {
		t.Fatal(err)
	}
	other.Close()

	second := start(t, log, home, "db1")
	second.origin.publish(1, games)
	second.sync(t, 1)
	lib, _ := second.Catalog.teams["ads"].active.Load().Library("games")
	wait(t, "applied", func() bool { return second.docs() == 129 })
	if n := lib.pending(); n != 31 {
		t.Errorf("%d entries were replayed, want the 31 behind the snapshot", n)
	}
	doc, err := second.Document(t.Context(), "ads", "games", "k120")
	if err != nil || doc["price"] != 120.5 {
		t.Errorf("document %v, %v", doc, err)
	}
	second.Close()

	for name, c := range map[string]struct {
		data, text string
	}{"of another database": {"db2", games}, "of another schema": {"db1", strings.Replace(games, "english", "plain", 1)}} {
		third := start(t, log, home, c.data)
		third.origin.publish(1, c.text)
		third.sync(t, 1)
		wait(t, "applied", func() bool { return third.docs() == 129 })
		lib, _ := third.Catalog.teams["ads"].active.Load().Library("games")
		if n := lib.pending(); n != 131 {
			t.Errorf("a snapshot %s: %d entries replayed, want all 131", name, n)
		}
		third.cancel() // without a snapshot of its own
	}
}

// Damaged files of the home cost a replay, never documents.
func TestDamagedSnapshots(t *testing.T) {
	for name, damage := range map[string]func(dir string) error{
		"cut slice": func(dir string) error { return onEach(dir, "*.slice", func(b []byte) []byte { return b[:len(b)/2] }) },
		"flipped slice": func(dir string) error {
			return onEach(dir, "*.slice", func(b []byte) []byte { b[len(b)/2] ^= 0x40; return b })
		},
		"no slice": func(dir string) error { return removeEach(dir, "*.slice") },
		"garbage manifest": func(dir string) error {
			return onEach(dir, "manifest.json", func([]byte) []byte { return []byte("{") })
		},
		"climbing manifest": func(dir string) error {
			return onEach(dir, "manifest.json", func(b []byte) []byte { return bytes.Replace(b, []byte(`"file":"`), []byte(`"file":"../`), 1) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			home, log := t.TempDir(), changelog.NewMemory(time.Now)
			first := start(t, log, home, "db")
			first.origin.publish(1, games)
			first.sync(t, 1)
			first.put(t, 0, 20)
			wait(t, "applied", func() bool { return first.docs() == 20 })
			first.Close()
			if err := damage(filepath.Join(home, "index", "ads", "games")); err != nil {
				t.Fatal(err)
			}
			second := start(t, log, home, "db")
			second.origin.publish(1, games)
			second.sync(t, 1)
			wait(t, "applied", func() bool { return second.docs() == 20 })
			second.Close()
		})
	}
}

func onEach(dir, pattern string, f func([]byte) []byte) error {
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		return fmt.Errorf("no %s in %s: %w", pattern, dir, err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		if err := os.WriteFile(p, f(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func removeEach(dir, pattern string) error {
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		return fmt.Errorf("no %s in %s: %w", pattern, dir, err)
	}
	for _, p := range paths {
		if err := os.Remove(p); err != nil {
			return err
		}
	}
	return nil
}
