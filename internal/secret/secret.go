package secret

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Limits: of a name in characters, of a secret in bytes.
const (
	MaxName = 100
	MaxSize = 16 << 10
)

// keepFor is how long a secret is used before it is looked up again.
const keepFor = 5 * time.Second

// maxKept bounds what is remembered; beyond it everything is looked up anew.
const maxKept = 4096

// Options of a Store.
type Options struct {
	Getenv func(string) string // nil: no variables
	Dir    string              // "": no files
	Now    func() time.Time
}

// Store finds secrets by team and name. Safe for concurrent use.
type Store struct {
	opt Options

	mu   sync.Mutex
	kept map[[2]string]found
}

type found struct {
	text  string
	err   error
	until time.Time
}

// New makes a store over variables and a folder.
func New(opt Options) *Store {
	return &Store{opt: opt, kept: map[[2]string]found{}}
}

// Unknown says that there is no such secret, and how to give it.
type Unknown struct{ Name, Help string }

// Error names the secret, which is no secret.
func (u *Unknown) Error() string {
	return fmt.Sprintf("no secret %.100q is known here; %s", u.Name, u.Help)
}

// Secret of a team; "" has only those that belong to no team. The error is an
// *Unknown, or says what is wrong with the secret, never what it is.
func (s *Store) Secret(team, name string) (string, error) {
	now := s.opt.Now()
	at := [2]string{team, name}
	s.mu.Lock()
	f, ok := s.kept[at]
	s.mu.Unlock()
	if ok && now.Before(f.until) {
		return f.text, f.err
	}
	f.text, f.err = s.find(team, name)
	f.until = now.Add(keepFor)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.kept) >= maxKept {
		clear(s.kept)
	}
	s.kept[at] = f
	return f.text, f.err
}

func (s *Store) find(team, name string) (string, error) {
	if !named(name) {
		return "", fmt.Errorf("%.100q is no name of a secret: letters, digits, - and single _, beginning with a letter", name)
	}
	if team != "" && named(team) {
		for _, look := range []func() (string, error){
			func() (string, error) { return s.file(team, name) },
			func() (string, error) { return s.variable(Variable(team, name)) },
		} {
			if text, err := look(); text != "" || err != nil {
				return checked(name, text, err)
			}
		}
	}
	text, err := s.file("", name)
	if text == "" && err == nil {
		text, err = s.variable(Variable("", name))
	}
	if text == "" && err == nil {
		return "", &Unknown{Name: name, Help: s.help(name)}
	}
	return checked(name, text, err)
}

func (s *Store) help(name string) string {
	help := "set the variable " + Variable("", name)
	if s.opt.Dir != "" {
		return help + " or write the file " + name + " into the folder of secrets"
	}
	return help + ", or name a folder of secrets by --secrets"
}

// file is what stands in one; "" when there is none.
func (s *Store) file(team, name string) (string, error) {
	if s.opt.Dir == "" {
		return "", nil
	}
	f, err := os.Open(filepath.Join(s.opt.Dir, team, name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("the secret %q cannot be read", name)
	}
	defer f.Close() //nolint:errcheck // nothing was written to it
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return "", nil // the secrets of a team of this name
	}
	text, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err != nil {
		return "", fmt.Errorf("the secret %q cannot be read", name)
	}
	return strings.TrimRight(string(text), "\r\n"), nil
}

func (s *Store) variable(name string) (string, error) {
	if s.opt.Getenv == nil || name == "" {
		return "", nil
	}
	return s.opt.Getenv(name), nil
}

// checked refuses what no header can carry.
func checked(name, text string, err error) (string, error) {
	switch {
	case err != nil:
		return "", err
	case len(text) > MaxSize:
		return "", fmt.Errorf("the secret %q has more than %d bytes", name, MaxSize)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "", fmt.Errorf("the secret %q holds characters that cannot be sent", name)
	}
	return text, nil
}

// Variable is the environment variable of a secret, "" for a team whose name
// has none: - and _ would be one there.
func Variable(team, name string) string {
	if strings.Contains(team, "-") {
		return ""
	}
	out := "RIFFLE_SECRET_"
	if team != "" {
		out += strings.ToUpper(team) + "__"
	}
	return out + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// named tells names that can stand for a file and for a variable. A double _
// parts team and name.
func named(s string) bool {
	if s == "" || len(s) > MaxName || strings.Contains(strings.ReplaceAll(s, "-", "_"), "__") {
		return false
	}
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c != '_' && c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return true
}
