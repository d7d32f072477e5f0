package store

import (
	"fmt"
	"net"
	"strconv"
)

// framed looks at what a Redis server sends before the client does, which would
// make room for whatever length is announced. Lines, texts and lists have
// limits, and so has all that comes between two writes.
type framed struct {
	net.Conn
	state frameState
	err   error
}

// Limits of an answer in the protocol of Redis.
const (
	maxLine = 64 << 10
	maxMany = 1 << 20
)

// frameError is an answer out of bounds, or of another protocol.
type frameError struct{ text string }

func (e *frameError) Error() string { return e.text }

// frameState is where in an answer a connection stands.
type frameState struct {
	line []byte // read of the current one, its end left out
	skip int    // bytes of a text, with its line end, still to come
	all  int    // bytes since the last write
}

// Write begins a question.
func (c *framed) Write(p []byte) (int, error) {
	c.state.all = 0
	return c.Conn.Write(p)
}

// Read fails before a byte of what is out of bounds is handed on.
func (c *framed) Read(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.Conn.Read(p)
	if c.err = c.state.scan(p[:n]); c.err != nil {
		return 0, c.err
	}
	return n, err
}

func (s *frameState) scan(p []byte) error {
	if s.all += len(p); s.all > MaxAnswer {
		return &frameError{fmt.Sprintf("more than %d bytes", MaxAnswer)}
	}
	for len(p) > 0 {
		if s.skip > 0 {
			n := min(s.skip, len(p))
			s.skip -= n
			p = p[n:]
			continue
		}
		b := p[0]
		p = p[1:]
		if b != '\n' {
			if s.line = append(s.line, b); len(s.line) > maxLine {
				return &frameError{fmt.Sprintf("a line of more than %d bytes", maxLine)}
			}
			if len(s.line) == 1 && !known(b) {
				return &frameError{fmt.Sprintf("an answer that begins with %q is none of Redis", b)}
			}
			continue
		}
		if err := s.ended(); err != nil {
			return err
		}
	}
	return nil
}

// known are the bytes an answer may begin with (Redis serialization protocol,
// versions 2 and 3).
func known(b byte) bool {
	switch b {
	case '+', '-', ':', '$', '*', '_', '#', ',', '(', '!', '=', '%', '~', '>', '|':
		return true
	}
	return false
}

// ended looks at a whole line.
func (s *frameState) ended() error {
	line := s.line
	s.line = s.line[:0]
	if len(line) == 0 {
		return &frameError{"an empty line where an answer was to begin"}
	}
	if line[len(line)-1] == '\r' {
		line = line[:len(line)-1]
	}
	if len(line) == 0 {
		return &frameError{"an empty line where an answer was to begin"}
	}
	kind := line[0]
	switch kind {
	case '$', '!', '=', '*', '%', '~', '>', '|':
	default:
		return nil
	}
	n, err := strconv.Atoi(string(line[1:]))
	if err != nil || n < -1 {
		return &frameError{"a length that is no number"}
	}
	switch kind {
	case '$', '!', '=':
		if n > MaxAnswer {
			return &frameError{fmt.Sprintf("a text of %d bytes, at most %d wanted", n, MaxAnswer)}
		}
		if n >= 0 {
			s.skip = n + 2
		}
	default:
		if n > maxMany {
			return &frameError{fmt.Sprintf("a list of %d, at most %d wanted", n, maxMany)}
		}
	}
	return nil
}
