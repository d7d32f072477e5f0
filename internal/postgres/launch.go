package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/internal/port"
)

// startWithin bounds a start: recovery after a crash included.
const startWithin = 60 * time.Second

// Server is a Postgres that is there to be used.
type Server struct {
	cluster *cluster // nil when it is not ours to run
	dsn     string
	log     *slog.Logger

	mu      sync.Mutex
	state   State
	process *process

	notify  sync.Mutex
	onState func(State)

	stopOnce sync.Once
	stop     chan struct{}
	work     sync.WaitGroup
}

// Launch starts the private Postgres of a home, or takes the external one that
// is named, and keeps watch over it until Stop. It returns when the database
// answers. The context bounds the start only.
func Launch(ctx context.Context, o Options) (*Server, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Env == nil {
		o.Env = func(string) string { return "" }
	}
	if o.on == nil {
		o.on = here{}
	}
	s := &Server{log: o.Log, onState: o.OnState, stop: make(chan struct{})}
	s.set(Starting, nil)
	if o.Choice.External() {
		return s, s.attach(ctx, string(o.Choice))
	}
	if o.Home == nil {
		return nil, errors.New("postgres: a private server needs a home folder")
	}
	ctx, cancel := context.WithTimeoutCause(ctx, startWithin, fmt.Errorf("not ready within %v", startWithin))
	defer cancel()
	c, r, err := prepare(o)
	if err != nil {
		return nil, err
	}
	if !c.initialised() {
		o.Log.Info("making the database", "with", c.bin.String(), "as", string(c.id.Mode))
		if err := c.initialise(ctx); err != nil {
			return nil, err
		}
	}
	// A predecessor's postmaster may still hold the port we would like again.
	if err := c.reclaim(ctx); err != nil {
		return nil, err
	}
	if c.port, err = port.Free(r.Port); err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	if r.Port != c.port {
		r.Port = c.port
		if err := o.Home.Record(recordFile, r); err != nil {
			return nil, err
		}
	}
	p, err := c.startPatiently(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.ensureDatabase(ctx); err != nil {
		p.halt(context.WithoutCancel(ctx))
		return nil, err
	}
	s.cluster, s.dsn, s.process = c, c.dsn(database), p
	s.set(Ready, nil)
	s.work.Add(2)
	go s.supervise(p)
	go s.watch()
	return s, nil
}

// attach takes a server somebody else runs.
func (s *Server) attach(ctx context.Context, dsn string) error {
	if err := ping(ctx, dsn); err != nil {
		return fmt.Errorf("postgres: %s does not answer: %w", Redact(dsn), err)
	}
	s.dsn = dsn
	s.set(Ready, nil)
	s.work.Add(1)
	go s.watch()
	return nil
}

// Redact is the address without its password, for logs and messages.
func Redact(dsn string) string {
	u, err := url.Parse(dsn)
	if err != nil {
		return "the given address"
	}
	q := u.Query()
	q.Del("password")
	u.RawQuery = q.Encode()
	return u.Redacted()
}

// prepare decides who runs what on which data, records that, and makes the
// folders.
func prepare(o Options) (*cluster, record, error) {
	var r record
	if _, err := o.Home.Mkdir(folder); err != nil {
		return nil, r, err
	}
	known, err := o.Home.Recall(recordFile, &r)
	if err != nil {
		return nil, r, err
	}
	found, err := Find(o.Choice, o.Env, o.Home.Dir())
	if err != nil {
		return nil, r, err
	}
	c := &cluster{settings: o.Settings, log: o.Home.Path(logFile)}
	if known {
		full := r
		full.Data = r.dataDir(o.Home.Dir()) // messages name the place
		if c.id, c.bin, err = resume(o.on, full, found); err != nil {
			return nil, r, err
		}
	} else {
		if c.id, c.bin, err = choose(o.on, o.Home.Dir(), found); err != nil {
			return nil, r, err
		}
		r = record{Mode: c.id.Mode, UID: c.id.UID, GID: c.id.GID, Source: c.bin.Source, Major: c.bin.Major, Data: dataFolder}
		if c.id.Mode == Copy {
			sum := sha256.Sum256([]byte(o.Home.Dir()))
			r.Data = filepath.Join(o.on.elsewhere(), hex.EncodeToString(sum[:6]), "data")
		}
		if err := o.Home.Record(recordFile, r); err != nil {
			return nil, r, err
		}
	}
	c.data = r.dataDir(o.Home.Dir())
	if c.password, err = password(o.Home); err != nil {
		return nil, r, err
	}
	return c, r, c.open(o.on, o.Home)
}

// open makes what the account has to pass on its way to the data.
func (c *cluster) open(m machine, h *home.Folder) error {
	switch c.id.Mode {
	case Account:
		for _, dir := range []string{h.Dir(), h.Path(folder)} {
			if err := os.Chmod(dir, 0o711); err != nil {
				return fmt.Errorf("postgres: %w", err)
			}
		}
	case Copy:
		if err := os.MkdirAll(filepath.Dir(c.data), 0o711); err != nil {
			return fmt.Errorf("postgres: %w", err)
		}
		if c.bin.Root == "" || m.walkable(c.bin.tool("postgres"), c.id.UID, c.id.GID) {
			return nil
		}
		return c.moveBinaries(filepath.Join(filepath.Dir(c.data), fmt.Sprintf("postgres-%d", c.bin.Major)))
	}
	return nil
}

// moveBinaries copies the package where the account can run it.
func (c *cluster) moveBinaries(to string) error {
	rel, err := filepath.Rel(c.bin.Root, c.bin.Bin)
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	if _, err := os.Stat(to); errors.Is(err, fs.ErrNotExist) {
		unfinished := to + ".new"
		if err := os.RemoveAll(unfinished); err != nil {
			return fmt.Errorf("postgres: %w", err)
		}
		if err := home.CopyTree(unfinished, c.bin.Root); err != nil {
			return fmt.Errorf("postgres: %w", err)
		}
		if err := os.Rename(unfinished, to); err != nil {
			return fmt.Errorf("postgres: %w", err)
		}
	}
	c.bin.Root, c.bin.Bin = to, filepath.Join(to, rel)
	return nil
}

func password(h *home.Folder) (string, error) {
	data, err := h.ReadFile(passwordFile)
	if err == nil {
		return strings.TrimSpace(string(data)), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	p := newPassword()
	return p, h.WriteFile(passwordFile, []byte(p+"\n"))
}
