package index

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// SaveFile writes a snapshot so that at path there is always a whole one: to a
// temporary file beside it, synced, renamed, the folder synced.
func (v *View) SaveFile(path string) error {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	err = v.Snapshot(f)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// LoadFile reads what SaveFile wrote. When there is no file the error is
// fs.ErrNotExist.
func LoadFile(path string, s Schema, opts Options) (*Slice, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out, err := Load(f, s, opts)
	if err != nil {
		return nil, &fs.PathError{Op: "load", Path: path, Err: err}
	}
	return out, nil
}
