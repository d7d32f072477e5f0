package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/index"
)

// shelf keeps the snapshot of one resource in the home:
//
//	index/{team}/{resource}/manifest.json   which slice, of which schema, at which offsets
//	index/{team}/{resource}/{n}.slice
//	index/{team}/@imports/{team/project@version.resource}/…
//
// The manifest is written last and names the slice, so the pair is always a
// whole one. A zero dir keeps nothing.
type shelf struct {
	dir    string
	schema string // hash
	data   string // id of the database the offsets are of
}

type manifest struct {
	File    string            `json:"file"`
	Schema  string            `json:"schema"`
	Data    string            `json:"data"`
	Offsets changelog.Offsets `json:"offsets"`
}

func (c *Catalog) shelf(team string, r *dag.Resource, schema index.Schema) *shelf {
	if c.home == "" {
		return &shelf{}
	}
	dir := filepath.Join(c.home, "index", url.PathEscape(team))
	if r.Import != nil { // offsets of another log: never where a resource of that name stands
		dir = filepath.Join(dir, "@imports", url.PathEscape(r.Import.String()))
	} else {
		dir = filepath.Join(dir, url.PathEscape(r.Name))
	}
	return &shelf{dir: dir, schema: schemaHash(schema), data: c.data}
}

// schemaHash changes with every field, type and analyser.
func schemaHash(s index.Schema) string {
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Sprintf("%v", s) // constants of the language always marshal
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// load gives the snapshot and its offsets; nil where there is none that fits.
func (s *shelf) load(schema index.Schema, slots int, options index.Options, log *slog.Logger) (*index.Slice, changelog.Offsets) {
	if s.dir == "" {
		return nil, nil
	}
	m, err := s.manifest()
	if err == nil && (m.Schema != s.schema || m.Data != s.data || len(m.Offsets) != slots) {
		return nil, nil
	}
	var slice *index.Slice
	if err == nil {
		slice, err = index.LoadFile(filepath.Join(s.dir, m.File), schema, options)
	}
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			log.Warn("snapshot cannot be used; the log is replayed", "error", err)
		}
		return nil, nil
	}
	return slice, m.Offsets
}

func (s *shelf) manifest() (m manifest, err error) {
	text, err := os.ReadFile(filepath.Join(s.dir, "manifest.json"))
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(text, &m); err != nil || m.File != filepath.Base(m.File) {
		return m, fmt.Errorf("manifest of %s is damaged", s.dir)
	}
	return m, nil
}

func (s *shelf) save(v *index.View, offsets changelog.Offsets) error {
	if s.dir == "" {
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	var total int64
	for _, o := range offsets {
		total += o
	}
	m := manifest{File: fmt.Sprintf("%s-%d.slice", s.schema, total), Schema: s.schema, Data: s.data, Offsets: offsets}
	if err := v.SaveFile(filepath.Join(s.dir, m.File)); err != nil {
		return err
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := replaceFile(filepath.Join(s.dir, "manifest.json"), text); err != nil {
		return err
	}
	return s.sweep(m.File)
}

// sweep removes the slices that the manifest does not name.
func (s *shelf) sweep(keep string) error {
	old, err := filepath.Glob(filepath.Join(s.dir, "*.slice*"))
	if err != nil {
		return err
	}
	var errs []error
	for _, path := range old {
		if filepath.Base(path) != keep {
			errs = append(errs, os.Remove(path))
		}
	}
	return errors.Join(errs...)
}

// replaceFile writes a file whole or not at all.
func replaceFile(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
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
	return nil
}
