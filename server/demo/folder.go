package demo

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"regexp"
	"strings"

	"riffle.dev/riffle/engine/standin"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/server/app"
)

// RequestsFile of a project's folder has requests to try, one a line:
// {"scene": "home", "request": {…}}.
const RequestsFile = "requests.jsonl"

// noTeam are the characters that no team's name has.
var noTeam = regexp.MustCompile(`[^a-z0-9_-]+`)

// Folder is the content of a project's folder called name. Documents of a
// resource are read from NAME.jsonl or NAME.jsonl.gz, in the first of the places
// that has it; a resource without such a file is empty.
func Folder(name string, texts []app.Text, resources []string, requests fs.FS, places ...fs.FS) (Content, error) {
	team := strings.Trim(noTeam.ReplaceAllString(strings.ToLower(name), "-"), "-")
	if team == "" || team[0] < 'a' {
		team = "team-" + team
	}
	if len(team) > 40 {
		team = strings.TrimRight(team[:40], "-")
	}
	team = strings.TrimRight(team, "-")
	c := Content{Team: team, Title: name, Login: team, FileName: "up-" + team + ".json", Texts: texts, Follow: true}
	for _, r := range resources {
		cat, ok, err := catalogueOf(r, places)
		if err != nil {
			return c, err
		}
		if ok {
			c.Catalogues = append(c.Catalogues, cat)
		}
	}
	var err error
	c.Scenes, err = readRequests(requests)
	return c, err
}

// readRequests of a folder; of one that has none, none.
func readRequests(dir fs.FS) ([]Scene, error) {
	var out []Scene
	err := standin.Lines(dir, RequestsFile, func(line int, text []byte) error {
		var one struct {
			Scene   string
			Request map[string]any
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&one); err != nil || one.Scene == "" || d.More() {
			return fmt.Errorf(`%s:%d: want {"scene": "…", "request": {…}}`, RequestsFile, line)
		}
		if one.Request == nil {
			one.Request = map[string]any{}
		}
		out = append(out, Scene{one.Scene, one.Request})
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return out, err
}

// catalogueOf a resource in the first place that has one.
func catalogueOf(resource string, places []fs.FS) (Catalogue, bool, error) {
	for _, place := range places {
		for _, name := range []string{resource + ".jsonl", resource + ".jsonl.gz"} {
			sum := sha256.New()
			f, err := place.Open(name)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err == nil {
				_, err = io.Copy(sum, f)
				err = errors.Join(err, f.Close())
			}
			if err != nil {
				return Catalogue{}, false, err
			}
			return Catalogue{Resource: resource, Revision: hex.EncodeToString(sum.Sum(nil)[:16]), Docs: lines(place, name)}, true, nil
		}
	}
	return Catalogue{}, false, nil
}

// lines of a file that are not blank. A yielded slice is good until the next one.
func lines(place fs.FS, name string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		f, err := place.Open(name)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		var in io.Reader = f
		if strings.HasSuffix(name, ".gz") {
			if in, err = gzip.NewReader(f); err != nil {
				yield(nil, fmt.Errorf("%s: %w", name, err))
				return
			}
		}
		s := bufio.NewScanner(in)
		s.Buffer(nil, index.MaxDocument)
		for s.Scan() {
			if len(bytes.TrimSpace(s.Bytes())) > 0 && !yield(s.Bytes(), nil) {
				return
			}
		}
		if err := s.Err(); err != nil {
			yield(nil, fmt.Errorf("%s: %w", name, err))
		}
	}
}
