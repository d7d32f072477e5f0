package loadtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync/atomic"
	"time"
)

// maxAnswer is how much of an answer is read.
const maxAnswer = 16 << 20

// lookEvery is how far apart the answers are that are looked into: reading the
// JSON of all of them would take the processor that the test is about.
const lookEvery = 2 * time.Millisecond

// HTTP is a Target that posts bodies to an address.
type HTTP struct {
	client  *http.Client
	address string
	header  http.Header
	looked  atomic.Int64 // ns since 1970 of the last answer looked into
}

// NewHTTP posts to address with the headers given, over so many connections at
// most. Close it.
func NewHTTP(address string, header http.Header, connections int) *HTTP {
	return &HTTP{address: address, header: header, client: &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections,
			DisableCompression: true, IdleConnTimeout: time.Minute}}}
}

// Close ends the connections.
func (h *HTTP) Close() { h.client.CloseIdleConnections() }

// Send implements Target.
func (h *HTTP) Send(ctx context.Context, r Request) Answer {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.address, bytes.NewReader(r.Body))
	if err != nil {
		return Answer{Err: err}
	}
	req.Header = h.header.Clone()
	if req.Header == nil {
		req.Header = http.Header{}
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := h.client.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return Answer{Err: err}
	}
	defer res.Body.Close()
	out := Answer{Status: res.StatusCode}
	body := io.LimitReader(res.Body, maxAnswer)
	if res.StatusCode/100 != 2 {
		text, _ := io.ReadAll(io.LimitReader(body, 4<<10)) // it failed already
		out.Err = problem(res.Status, text)
		return out
	}
	if now, last := time.Now().UnixNano(), h.looked.Load(); now-last < int64(lookEvery) || !h.looked.CompareAndSwap(last, now) {
		if _, err = io.Copy(io.Discard, body); err != nil {
			return Answer{Err: err}
		}
		return out
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return Answer{Err: err}
	}
	out.look(text)
	return out
}

// look reads what an answer of the serve call says of itself; another text says
// nothing.
func (a *Answer) look(text []byte) {
	var said struct {
		Level    int
		Coverage *float64
		Outcomes map[string]struct{ Outcome string }
	}
	if json.Unmarshal(text, &said) != nil || said.Coverage == nil {
		return
	}
	a.Read, a.Level, a.Coverage = true, said.Level, *said.Coverage
	for name, o := range said.Outcomes {
		if o.Outcome == "degraded" {
			a.Off = append(a.Off, name)
		}
	}
	slices.Sort(a.Off)
}

// problem is the error of an answer that is none.
func problem(status string, text []byte) error {
	var p struct{ Detail string }
	if json.Unmarshal(text, &p) == nil && p.Detail != "" {
		return fmt.Errorf("%s: %s", status, p.Detail)
	}
	return fmt.Errorf("%s", status)
}
