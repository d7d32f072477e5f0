package home

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ErrBusy says that another instance holds the folder.
var ErrBusy = errors.New("folder is in use")

// Folder is an opened and locked home. It is safe for concurrent use; Close
// gives up the lock.
type Folder struct {
	dir      string
	uid, gid int // of the folder; its files get the same
	lock     *os.File
}

// Default is the folder used when none is named: $XDG_DATA_HOME/riffle where
// that is set, else .riffle in the user's home.
func Default(getenv func(string) string) (string, error) {
	if x := getenv("XDG_DATA_HOME"); filepath.IsAbs(x) {
		return filepath.Join(x, "riffle"), nil
	}
	if h := getenv("HOME"); h != "" {
		return filepath.Join(h, ".riffle"), nil
	}
	return "", errors.New("no folder to keep data in: HOME is not set; name one by --home DIR or RIFFLE_HOME")
}

// Wait is how long a start waits for the folder: the kernel takes a moment to
// free what a killed instance held.
const Wait = 3 * time.Second

// Open makes dir where it is missing (0700, owned as its parent is) and locks
// it. A folder that another instance still holds after the wait gives ErrBusy
// with that one's pid.
func Open(dir string, wait time.Duration) (*Folder, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("home: %w", err)
	}
	if err := mkdirOwned(dir); err != nil {
		return nil, fmt.Errorf("home: %w; name another folder by --home DIR", err)
	}
	st, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("home: %w", err)
	}
	if !st.IsDir() {
		return nil, fmt.Errorf("home: %s is not a folder; name another by --home DIR", dir)
	}
	f := &Folder{dir: dir}
	f.uid, f.gid = owner(st)
	if err := f.acquire(wait); err != nil {
		return nil, err
	}
	return f, nil
}

// mkdirOwned makes dir and its missing parents. Root working inside a user's
// folder hands the new ones to that user, who otherwise could not enter them.
func mkdirOwned(dir string) error {
	_, err := os.Stat(dir)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	parent := filepath.Dir(dir)
	if err := mkdirOwned(parent); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	st, err := os.Stat(parent)
	if err != nil {
		return err
	}
	if uid, gid := owner(st); os.Geteuid() == 0 && uid != 0 {
		return os.Lchown(dir, uid, gid)
	}
	return nil
}

func owner(st fs.FileInfo) (uid, gid int) {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid), int(s.Gid)
	}
	return os.Geteuid(), os.Getegid()
}

func (f *Folder) acquire(wait time.Duration) error {
	name := f.Path("lock")
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return fmt.Errorf("home: %w; name another folder by --home DIR", err)
	}
	for end := time.Now().Add(wait); ; time.Sleep(10 * time.Millisecond) {
		err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if !errors.Is(err, unix.EWOULDBLOCK) || time.Now().After(end) {
			break
		}
	}
	if err != nil {
		defer file.Close()
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return fmt.Errorf("home: lock %s: %w", name, err)
		}
		buf := make([]byte, 32)
		n, _ := file.ReadAt(buf, 0)
		pid := strings.TrimSpace(string(buf[:n]))
		if _, err := strconv.Atoi(pid); err != nil {
			pid = "unknown"
		}
		return fmt.Errorf("home: %s: %w by process %s; stop it or name another folder by --home DIR", f.dir, ErrBusy, pid)
	}
	f.lock = file
	f.give(name)
	// The pid only serves the message above; the lock itself is the flock.
	if err := file.Truncate(0); err == nil {
		_, _ = file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return nil
}

// Dir is the folder's absolute path.
func (f *Folder) Dir() string { return f.dir }

// Owner is the account the folder belongs to.
func (f *Folder) Owner() (uid, gid int) { return f.uid, f.gid }

// Path joins elem to the folder.
func (f *Folder) Path(elem ...string) string {
	return filepath.Join(append([]string{f.dir}, elem...)...)
}

// Mkdir makes a folder in the home, owned as the home is, and returns its path.
func (f *Folder) Mkdir(elem ...string) (string, error) {
	dir := f.Path(elem...)
	if err := mkdirOwned(dir); err != nil {
		return "", fmt.Errorf("home: %w", err)
	}
	return dir, nil
}

// Close gives the folder up. What is in it stays.
func (f *Folder) Close() error {
	return f.lock.Close()
}

// give hands a file written by root to the folder's owner.
func (f *Folder) give(name string) {
	if os.Geteuid() == 0 && f.uid != 0 {
		_ = os.Lchown(name, f.uid, f.gid)
	}
}
