package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/internal/postgres"
)

// cluster is the Postgres of this process.
type cluster struct {
	dsn    string
	server *postgres.Server // nil for an external one
	home   *home.Folder

	turn       sync.Mutex
	migrate    sync.Once
	migrated   string
	migrateErr error
	names      atomic.Int64
}

// shared is the one value that outlives a test here: tests know only their
// testing.TB, and a cluster for each of them would cost half a second.
var shared holder

type holder struct {
	once sync.Once
	c    *cluster
	err  error
}

func (h *holder) get() (*cluster, error) {
	h.once.Do(func() { h.c, h.err = start() })
	return h.c, h.err
}

func (h *holder) remove() error {
	if h.c == nil {
		return nil
	}
	var err error
	if h.c.migrated != "" && h.c.home == nil {
		err = h.c.admin("drop database if exists " + quote(h.c.migrated) + " with (force)")
	}
	if h.c.server != nil {
		ctx, cancel := context.WithTimeout(context.Background(), within)
		defer cancel()
		h.c.server.Stop(ctx)
	}
	if h.c.home != nil {
		err = errors.Join(err, os.RemoveAll(h.c.home.Dir()), h.c.home.Close())
	}
	return err
}

func (c *cluster) name(kind string) string {
	return fmt.Sprintf("riffle_%s_%d_%d", kind, os.Getpid(), c.names.Add(1))
}

// settings make a cluster that forgets everything in a crash and is quick.
func settings() map[string]string {
	return map[string]string{
		"fsync":              "off",
		"full_page_writes":   "off",
		"synchronous_commit": "off",
		"max_wal_size":       "256MB",
		"autovacuum":         "off",
	}
}

func start() (*cluster, error) {
	choice := postgres.Choice(os.Getenv("RIFFLE_POSTGRES"))
	ctx, cancel := context.WithTimeout(context.Background(), 2*within)
	defer cancel()
	if choice.External() {
		s, err := postgres.Launch(ctx, postgres.Options{Choice: choice})
		if err != nil {
			return nil, err
		}
		return &cluster{dsn: s.DSN(), server: s}, nil
	}
	base, err := Dir()
	if err != nil {
		return nil, err
	}
	lock, err := turn(base)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	sweep(base)
	c, err := launchCopy(ctx, base, choice)
	if err != nil {
		// The template may be of another Postgres than is installed now.
		if rmErr := os.RemoveAll(templateDir(base, choice)); rmErr != nil {
			return nil, errors.Join(err, rmErr)
		}
		c, err = launchCopy(ctx, base, choice)
	}
	return c, err
}

// turn of a process until it is closed: one at a time sweeps, makes the template and
// opens its copy.
func turn(base string) (io.Closer, error) {
	lock, err := os.OpenFile(filepath.Join(base, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// Dir is the folder that test clusters of this account are kept in, in memory
// when that has room for them.
func Dir() (string, error) {
	root := os.TempDir()
	var fs unix.Statfs_t
	// A container's /dev/shm has 64 MB, which one cluster does not fit in.
	if err := unix.Statfs("/dev/shm", &fs); err == nil && fs.Bavail*uint64(fs.Bsize) >= 1<<30 && unix.Access("/dev/shm", unix.W_OK) == nil {
		root = "/dev/shm"
	}
	base := filepath.Join(root, fmt.Sprintf("riffle-pgtest-%d", os.Geteuid()))
	if err := os.MkdirAll(base, 0o711); err != nil {
		return "", err
	}
	return base, nil
}

func templateDir(base string, choice postgres.Choice) string {
	if choice == "" {
		choice = postgres.Auto
	}
	return filepath.Join(base, "template-"+string(choice))
}

// launchCopy starts a cluster on a copy of an empty one that was made before:
// copying takes a tenth of initdb's time.
func launchCopy(ctx context.Context, base string, choice postgres.Choice) (*cluster, error) {
	template := templateDir(base, choice)
	if _, err := os.Stat(template); errors.Is(err, os.ErrNotExist) {
		if err := makeTemplate(ctx, template, choice); err != nil {
			return nil, err
		}
	}
	dir := filepath.Join(base, fmt.Sprintf("run-%d", os.Getpid()))
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	if err := home.CopyTree(dir, template); err != nil {
		return nil, err
	}
	return launch(ctx, dir, choice)
}

func makeTemplate(ctx context.Context, template string, choice postgres.Choice) error {
	unfinished := template + ".new"
	if err := os.RemoveAll(unfinished); err != nil {
		return err
	}
	c, err := launch(ctx, unfinished, choice)
	if err != nil {
		return errors.Join(err, os.RemoveAll(unfinished))
	}
	c.server.Stop(ctx)
	if err := c.home.Close(); err != nil {
		return err
	}
	return os.Rename(unfinished, template)
}

func launch(ctx context.Context, dir string, choice postgres.Choice) (*cluster, error) {
	h, err := home.Open(dir, 0)
	if err != nil {
		return nil, err
	}
	s, err := postgres.Launch(ctx, postgres.Options{Home: h, Choice: choice, Settings: settings(), Env: os.Getenv})
	if err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return &cluster{dsn: s.DSN(), server: s, home: h}, nil
}

// sweep removes what killed test processes left: folders nobody locks.
func sweep(base string) {
	entries, err := os.ReadDir(base)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "run-") {
			continue
		}
		h, err := home.Open(filepath.Join(base, e.Name()), 0)
		if err != nil {
			continue
		}
		_ = os.RemoveAll(h.Dir())
		_ = h.Close()
	}
}
