package op

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Logger takes the lines that pipelines write behind their answers.
//
// Log never waits: it takes the lines over, or refuses them all. The error says
// why; what was refused is counted by whoever refuses.
type Logger interface {
	Log(to string, lines [][]byte) error
}

// NoLogger refuses every line: nothing here writes any.
type NoLogger struct{}

// Log refuses.
func (NoLogger) Log(string, [][]byte) error { return errors.New("nothing here writes logs") }

// Place is where a log goes: a file below the logs' folder, or an address.
type Place struct {
	File    string // with slashes, relative, without . and ..
	Address string
}

// How long a place may be, and a name of a file or folder in it: file systems
// take 255 bytes, and older files have a number behind.
const (
	maxPlace = 500
	maxPart  = 200
)

// ParsePlace reads file:name, http:// or https://.
func ParsePlace(to string) (Place, error) {
	if len(to) > maxPlace {
		return Place{}, fmt.Errorf("a place of a log has at most %d bytes, this one %d", maxPlace, len(to))
	}
	if name, ok := strings.CutPrefix(to, "file:"); ok {
		for _, part := range strings.Split(name, "/") {
			if part == "" || len(part) > maxPart || part[0] == '.' || strings.Trim(part, fileLetters) != "" {
				return Place{}, fmt.Errorf("%q is no file of a log: between slashes stand 1 to %d letters, digits, - _ and ., of which . is not the first", name, maxPart)
			}
		}
		if stem := strings.TrimRight(name, "0123456789"); stem != name && strings.HasSuffix(stem, ".") {
			return Place{}, fmt.Errorf("%q is no file of a log: %q is what older ones end with", name, name[len(stem)-1:])
		}
		return Place{File: name}, nil
	}
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return Place{}, fmt.Errorf("%q is no place of a log: a file:, or an address that begins with http:// or https://", to)
	}
	return Place{Address: to}, nil
}

const fileLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
