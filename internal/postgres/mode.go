package postgres

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Mode is how the postmaster comes to run as somebody who is not root. The
// table in the package comment says which is taken when.
type Mode string

// The modes.
const (
	Self      Mode = "self"
	Owner     Mode = "owner"
	Namespace Mode = "namespace"
	Account   Mode = "account"
	Copy      Mode = "copy"
)

// identity is whom the postmaster runs as: the owner of its data.
type identity struct {
	Mode     Mode
	UID, GID int
}

// machine is what the choice asks of the place it runs in.
type machine interface {
	euid() int
	egid() int
	// owner of a folder.
	owner(dir string) (uid, gid int, err error)
	// walkable tells whether the account may pass every folder down to path
	// and read and run path itself, by the permission bits alone.
	walkable(path string, uid, gid int) bool
	// namespace tells whether a user namespace can be made here.
	namespace() error
	// account finds an account by name.
	account(name string) (uid, gid int, ok bool)
	// elsewhere is where data goes that nobody could reach in the home.
	elsewhere() string
}

// choose picks binaries and mode for data that does not exist yet in homeDir.
// Reasons against each are in the error when nothing fits.
func choose(m machine, homeDir string, found []Binaries) (identity, Binaries, error) {
	if m.euid() != 0 {
		return identity{Self, m.euid(), m.egid()}, found[0], nil
	}
	uid, gid, err := m.owner(homeDir)
	if err != nil {
		return identity{}, Binaries{}, fmt.Errorf("postgres: %w", err)
	}
	var why []string
	refuse := func(b Binaries, mode Mode, format string, args ...any) {
		why = append(why, fmt.Sprintf("%s as %s: %s", b, mode, fmt.Sprintf(format, args...)))
	}
	named, hasNamed := serviceAccount(m)
	for _, b := range found {
		if uid != 0 {
			switch {
			case !m.walkable(homeDir, uid, gid):
				refuse(b, Owner, "uid %d cannot enter %s", uid, homeDir)
			case !m.walkable(b.tool("postgres"), uid, gid):
				refuse(b, Owner, "uid %d cannot run %s", uid, b.tool("postgres"))
			default:
				return identity{Owner, uid, gid}, b, nil
			}
		} else {
			// Inside the namespace root is an ordinary account with uid 0.
			if !m.walkable(homeDir, 0, 0) {
				refuse(b, Namespace, "root without its privileges cannot enter %s", homeDir)
			} else if !m.walkable(b.tool("postgres"), 0, 0) {
				refuse(b, Namespace, "root without its privileges cannot run %s", b.tool("postgres"))
			} else if err := m.namespace(); err != nil {
				refuse(b, Namespace, "%v", err)
			} else {
				return identity{Namespace, 0, 0}, b, nil
			}
		}
		switch {
		case !hasNamed:
			refuse(b, Account, "there is no account postgres, nobody or daemon")
		case uid != 0 || !m.walkable(filepath.Dir(homeDir), named.UID, named.GID):
			refuse(b, Account, "uid %d cannot enter %s", named.UID, homeDir)
		case !m.walkable(b.tool("postgres"), named.UID, named.GID):
			refuse(b, Account, "uid %d cannot run %s", named.UID, b.tool("postgres"))
		default:
			return named, b, nil
		}
	}
	if !hasNamed {
		return identity{}, Binaries{}, fmt.Errorf("postgres: root may not run it and nobody else can:\n  %s", strings.Join(why, "\n  "))
	}
	for _, b := range found {
		if b.Root != "" || m.walkable(b.tool("postgres"), named.UID, named.GID) {
			return identity{Copy, named.UID, named.GID}, b, nil
		}
	}
	return identity{}, Binaries{}, fmt.Errorf("postgres: root may not run it and nobody else can:\n  %s", strings.Join(why, "\n  "))
}

// resume picks binaries and mode for data that exists. What was recorded binds:
// files of one account do not open for another, nor those of one major version
// in the next.
func resume(m machine, r record, found []Binaries) (identity, Binaries, error) {
	id := identity{r.Mode, r.UID, r.GID}
	switch {
	case m.euid() == r.UID && r.UID != 0:
		id.Mode = Self
	case m.euid() != 0:
		return id, Binaries{}, fmt.Errorf("postgres: %s belongs to uid %d, this is uid %d; start as that user or name another folder by --home DIR",
			r.Data, r.UID, m.euid())
	case r.UID == 0:
		id.Mode = Namespace
		if err := m.namespace(); err != nil {
			return id, Binaries{}, fmt.Errorf("postgres: %s was made in a user namespace, which is refused here: %w; name another folder by --home DIR", r.Data, err)
		}
	case r.Mode == Self: // made by a user, now started by root
		id.Mode = Owner
	}
	var have []string
	for _, b := range found {
		have = append(have, b.String())
		if b.Major != r.Major {
			continue
		}
		if id.Mode == Self || m.walkable(b.tool("postgres"), id.UID, id.GID) || (id.Mode == Copy && b.Root != "") {
			return id, b, nil
		}
	}
	return id, Binaries{}, fmt.Errorf("postgres: %s was made by Postgres %d (%s) and opens in no other; found: %s; install version %d again or let RIFFLE_POSTGRES=auto find it, or name another folder by --home DIR",
		r.Data, r.Major, r.Source, strings.Join(have, ", "), r.Major)
}

func serviceAccount(m machine) (identity, bool) {
	for _, name := range []string{"postgres", "nobody", "daemon"} {
		if uid, gid, ok := m.account(name); ok && uid != 0 {
			return identity{Account, uid, gid}, true
		}
	}
	return identity{}, false
}

// here is the machine we run on.
type here struct{}

func (here) euid() int { return os.Geteuid() }
func (here) egid() int { return os.Getegid() }

func (here) owner(dir string) (uid, gid int, err error) {
	st, err := os.Stat(dir)
	if err != nil {
		return 0, 0, err
	}
	s, ok := st.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, errors.New("the file system does not tell owners")
	}
	return int(s.Uid), int(s.Gid), nil
}

func (here) account(name string) (uid, gid int, ok bool) {
	u, err := user.Lookup(name)
	if err != nil {
		return 0, 0, false
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	return uid, gid, err1 == nil && err2 == nil
}

func (here) namespace() error  { return probeNamespace() }
func (here) elsewhere() string { return "/var/lib/riffle" }

func (h here) walkable(path string, uid, gid int) bool {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	need := os.FileMode(5) // the thing itself: read and run, or list and enter
	for {
		st, err := os.Stat(path)
		if err != nil {
			return false
		}
		u, g, err := h.owner(path)
		if err != nil {
			return false
		}
		bits := st.Mode().Perm()
		switch {
		case u == uid:
			bits >>= 6
		case g == gid:
			bits >>= 3
		}
		if bits&need != need {
			return false
		}
		if path == filepath.Dir(path) {
			return true
		}
		path, need = filepath.Dir(path), 1
	}
}
