package postgres

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// The one role and database of a private Postgres.
const (
	role     = "riffle"
	database = "riffle"
)

// cluster is a private Postgres on disk and how to run it.
type cluster struct {
	id       identity
	bin      Binaries
	data     string
	log      string // path of the server's own log
	password string
	port     int
	settings map[string]string
}

func (c *cluster) dsn(db string) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword(role, c.password),
		Host:     net.JoinHostPort("127.0.0.1", strconv.Itoa(c.port)),
		Path:     "/" + db,
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// initialise makes the cluster's files. They appear under their final name
// when they are whole, so a start that was cut short leaves nothing to repair.
func (c *cluster) initialise(ctx context.Context) error {
	unfinished := c.data + ".new"
	if err := os.RemoveAll(unfinished); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	if err := os.Mkdir(unfinished, 0o700); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	pwfile := c.data + ".password"
	if err := os.WriteFile(pwfile, []byte(c.password+"\n"), 0o600); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	defer os.Remove(pwfile)
	for _, name := range []string{unfinished, pwfile} {
		if err := c.give(name); err != nil {
			return err
		}
	}
	out, err := c.initdb(ctx, "-D", unfinished, "-U", role, "--pwfile="+pwfile,
		"--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-instructions")
	if err != nil {
		return fmt.Errorf("postgres: initdb as %s with %s: %w\n%s", c.id.Mode, c.bin, err, out)
	}
	if err := os.Rename(unfinished, c.data); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return nil
}

// give hands a file to the account the postmaster runs as.
func (c *cluster) give(name string) error {
	if os.Geteuid() != 0 || c.id.UID == 0 {
		return nil
	}
	if err := os.Lchown(name, c.id.UID, c.id.GID); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return nil
}

// initdb runs the tool to its end and returns what it printed.
func (c *cluster) initdb(ctx context.Context, args ...string) (string, error) {
	var out strings.Builder
	cmd := c.command("initdb", attributesNamed(c.id), args...)
	cmd.Stdout, cmd.Stderr = &out, &out
	p, err := keep(cmd)
	if err != nil {
		return "", err
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		_ = cmd.Process.Kill()
		<-p.done
		return out.String(), context.Cause(ctx)
	}
	return out.String(), p.err
}

func (c *cluster) command(tool string, attr *syscall.SysProcAttr, args ...string) *exec.Cmd {
	cmd := exec.Command(c.bin.tool(tool), args...)
	cmd.Env = bareEnv()
	cmd.Dir = "/" // ours may be closed to the account
	cmd.SysProcAttr = attr
	cmd.SysProcAttr.Setpgid = true // an interrupt at the terminal is ours to pass on
	return cmd
}

// args of the postmaster. Everything is on the command line, so that a file
// edited or made by an older version cannot say otherwise.
func (c *cluster) args() []string {
	set := map[string]string{
		"listen_addresses":                "127.0.0.1",
		"port":                            strconv.Itoa(c.port),
		"unix_socket_directories":         "",
		"max_connections":                 "60",
		"shared_buffers":                  "64MB",
		"max_wal_size":                    "512MB",
		"fsync":                           "on",
		"synchronous_commit":              "on",
		"full_page_writes":                "on",
		"password_encryption":             "scram-sha-256",
		"max_parallel_workers_per_gather": "0", // small tables; containers have little /dev/shm
		"jit":                             "off",
		"timezone":                        "UTC",
		"log_timezone":                    "UTC",
		"log_min_messages":                "log",
		"log_checkpoints":                 "off",
		"logging_collector":               "off",
	}
	for k, v := range c.settings {
		set[k] = v
	}
	args := []string{"-D", c.data}
	names := make([]string, 0, len(set))
	for k := range set {
		names = append(names, k)
	}
	slices.Sort(names)
	for _, k := range names {
		args = append(args, "-c", k+"="+set[k])
	}
	return args
}

// maxLog is the size at which a log is put aside when the server starts.
const maxLog = 16 << 20

// start starts the postmaster and returns when it answers.
func (c *cluster) start(ctx context.Context) (*process, error) {
	if st, err := os.Stat(c.log); err == nil && st.Size() > maxLog {
		_ = os.Rename(c.log, c.log+".1")
	}
	log, err := os.OpenFile(c.log, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	defer log.Close()
	if err := c.give(c.log); err != nil { // its owner may be the one who starts us next
		return nil, err
	}
	from, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	cmd := c.command("postgres", attributes(c.id), c.args()...)
	cmd.Stdout, cmd.Stderr = log, log
	p, err := keep(cmd)
	if err != nil {
		return nil, fmt.Errorf("postgres: start %s as %s: %w", c.bin, c.id.Mode, err)
	}
	for {
		err := ping(ctx, c.dsn("postgres"))
		if err == nil {
			return p, nil
		}
		select {
		case <-p.done:
			return nil, &startError{ended: p.err, said: tail(log, from)}
		case <-ctx.Done():
			p.halt(context.WithoutCancel(ctx))
			return nil, fmt.Errorf("postgres: %w; last answer: %w", context.Cause(ctx), err)
		case <-time.After(15 * time.Millisecond):
		}
	}
}

// startError is a postmaster that ended before it answered.
type startError struct {
	ended error
	said  string
}

func (e *startError) Error() string {
	return fmt.Sprintf("postgres: the server ended at its start (%v):\n%s", e.ended, e.said)
}

// said tells whether err is a start that failed with one of these words.
func said(err error, words ...string) bool {
	var e *startError
	return errors.As(err, &e) && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(e.said, w) })
}

func tail(log *os.File, from int64) string {
	const most = 2 << 10
	if st, err := log.Stat(); err == nil && st.Size()-from > most {
		from = st.Size() - most
	}
	buf := make([]byte, most)
	n, _ := log.ReadAt(buf, from)
	return strings.TrimSpace(string(buf[:n]))
}

func ping(ctx context.Context, dsn string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return conn.Ping(ctx)
}

// ensureDatabase makes the database on the first start.
func (c *cluster) ensureDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, c.dsn("postgres"))
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	defer conn.Close(ctx)
	var there bool
	if err := conn.QueryRow(ctx, "select exists (select from pg_database where datname = $1)", database).Scan(&there); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	if there {
		return nil
	}
	if _, err := conn.Exec(ctx, "create database "+pgx.Identifier{database}.Sanitize()); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return nil
}

func newPassword() string {
	var b [24]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

func (c *cluster) initialised() bool {
	_, err := os.Stat(filepath.Join(c.data, "PG_VERSION"))
	return err == nil
}
