package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"riffle.dev/riffle/server/app"
)

// Limits of a file of requests.
const (
	maxRequestLine  = 256 << 10
	maxRequestLines = 100_000
)

// fileRequest is a line of a file of requests.
type fileRequest struct {
	app.MadeRequest
	labels map[string]float64
}

// readRequests reads a file of JSON objects, one a line: the parameters by
// name, or {"request": {…}, "tier": "…"} as the server records and makes them.
func readRequests(path string) ([]fileRequest, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("requests: %w", err)
	}
	defer f.Close()
	var out []fileRequest
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 64<<10), maxRequestLine)
	for n := 1; lines.Scan(); n++ {
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		if len(out) == maxRequestLines {
			return nil, fmt.Errorf("%s: more than %d requests", path, maxRequestLines)
		}
		one, err := readRequest(text)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		out = append(out, one)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("%s: a line of more than %d bytes", path, maxRequestLine)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no requests", path)
	}
	return out, nil
}

func readRequest(text []byte) (out fileRequest, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var values map[string]any
	if err := d.Decode(&values); err != nil || values == nil || d.More() {
		return out, errors.New("want one JSON object, the parameters by name")
	}
	if inner, ok := values["request"].(map[string]any); ok {
		out.Tier, _ = values["tier"].(string)
		if labels, ok := values["labels"].(map[string]any); ok {
			out.labels = map[string]float64{}
			for id, v := range labels {
				n, ok := v.(json.Number)
				f, err := n.Float64()
				if !ok || err != nil || f < 0 {
					return out, fmt.Errorf("label of %.40q: want a number from 0 on", id)
				}
				out.labels[id] = f
			}
		}
		values = inner
	}
	out.Request = values
	return out, nil
}
