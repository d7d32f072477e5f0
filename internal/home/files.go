package home

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// maxFile bounds what ReadFile takes: these files are written by us and small.
const maxFile = 1 << 20

// WriteFile replaces a file of the home: 0600, whole or not at all, on disk
// when it returns.
func (f *Folder) WriteFile(name string, data []byte) (err error) {
	path := f.Path(name)
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("home: %w", err)
	}
	defer func() {
		if err != nil {
			_ = tmp.Close()
			_ = os.Remove(tmp.Name())
			err = fmt.Errorf("home: write %s: %w", name, err)
		}
	}()
	if _, err = tmp.Write(data); err != nil {
		return err
	}
	if err = tmp.Sync(); err != nil {
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	f.give(tmp.Name())
	return os.Rename(tmp.Name(), path)
}

// ReadFile reads a file of the home, at most 1 MiB.
func (f *Folder) ReadFile(name string) ([]byte, error) {
	file, err := os.Open(f.Path(name))
	if err != nil {
		return nil, fmt.Errorf("home: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("home: read %s: %w", name, err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("home: %s is longer than %d bytes", name, maxFile)
	}
	return data, nil
}

// Record keeps a choice as JSON, so that the next start makes the same one.
func (f *Folder) Record(name string, choice any) error {
	data, err := json.MarshalIndent(choice, "", "  ")
	if err != nil {
		return fmt.Errorf("home: record %s: %w", name, err)
	}
	return f.WriteFile(name, append(data, '\n'))
}

// Recall reads a recorded choice. found is false where none was made.
func (f *Folder) Recall(name string, choice any) (found bool, err error) {
	data, err := f.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := json.Unmarshal(data, choice); err != nil {
		return false, fmt.Errorf("home: %s is damaged: %w", f.Path(name), err)
	}
	return true, nil
}
