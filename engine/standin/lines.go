package standin

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// Limits of one file.
const (
	MaxFile  = 32 << 20 // bytes, unpacked
	MaxLines = 50_000
	maxLine  = 1 << 20 // bytes; that of a document
)

// Lines reads a file line by line, .gz by its name: each line with its number
// from 1. Empty lines have a number and are left out. The text is good until
// the next line.
func Lines(files fs.FS, name string, each func(n int, text []byte) error) error {
	if files == nil {
		return fmt.Errorf("%s: there is no folder to read fixtures from", name)
	}
	if !fs.ValidPath(name) {
		return fmt.Errorf("%q is no path within the project, such as fixtures/games.jsonl", name)
	}
	f, err := files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			return fmt.Errorf("%s: its name says gzip, its content does not: %w", name, err)
		}
		in = z
	}
	counted := &io.LimitedReader{R: in, N: MaxFile + 1}
	sc := bufio.NewScanner(counted)
	sc.Buffer(nil, maxLine)
	for n := 1; sc.Scan(); n++ {
		if n > MaxLines {
			return fmt.Errorf("%s: more than %d lines", name, MaxLines)
		}
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		if err := each(n, sc.Bytes()); err != nil {
			return err
		}
	}
	switch {
	case counted.N <= 0:
		return fmt.Errorf("%s: more than %d bytes", name, MaxFile)
	case errors.Is(sc.Err(), bufio.ErrTooLong):
		return fmt.Errorf("%s: a line of more than %d bytes", name, maxLine)
	}
	return sc.Err()
}
