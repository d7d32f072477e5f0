package logs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
)

// file below the folder of a team. It is open while its queue has lines.
type file struct {
	dir, team, name string
	most            int64
	keep            int

	root *os.Root
	at   *os.File
	size int64
}

func (f *file) write(lines [][]byte) error {
	text := append(bytes.Join(lines, []byte("\n")), '\n')
	if f.at == nil {
		if err := f.open(); err != nil {
			return err
		}
	}
	if f.size > 0 && f.size+int64(len(text)) > f.most {
		if err := f.turn(); err != nil {
			return err
		}
	}
	n, err := f.at.Write(text)
	if err != nil {
		if n > 0 { // half a line would spoil the one behind it
			err = errors.Join(err, f.at.Truncate(f.size))
		}
		f.close()
		return err
	}
	f.size += int64(n)
	return nil
}

func (f *file) open() error {
	if f.root == nil {
		folder, err := f.folder()
		if err != nil {
			return err
		}
		f.root = folder
	}
	at, err := f.root.OpenFile(f.name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	info, err := at.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file", f.name)
	}
	if err != nil {
		_ = at.Close() // nothing was written
		return err
	}
	f.at, f.size = at, info.Size()
	return nil
}

// folder of the team, made where it is not there; nothing leads out of it.
func (f *file) folder() (*os.Root, error) {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return nil, err
	}
	all, err := os.OpenRoot(f.dir)
	if err != nil {
		return nil, err
	}
	defer all.Close()
	if err := all.Mkdir(f.team, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	own, err := all.OpenRoot(f.team)
	if err != nil {
		return nil, err
	}
	if err := own.MkdirAll(path.Dir(f.name), 0o700); err != nil {
		_ = own.Close() // nothing was made
		return nil, err
	}
	return own, nil
}

// turn makes the file name.1, what was that name.2, and so on; the oldest goes.
func (f *file) turn() error {
	if err := f.at.Close(); err != nil {
		return err
	}
	f.at = nil
	older := func(n int) string {
		if n == 0 {
			return f.name
		}
		return fmt.Sprintf("%s.%d", f.name, n)
	}
	for n := f.keep - 1; n >= 0; n-- {
		if err := f.root.Rename(older(n), older(n+1)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return f.open()
}

func (f *file) close() {
	if f.at != nil {
		_ = f.at.Close() // every write was told of
	}
	if f.root != nil {
		_ = f.root.Close()
	}
	f.at, f.root = nil, nil
}
