package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// lineResult is a line of the server's answer: the result of a document, or
// the summary that ends it.
type lineResult struct {
	Line  int `json:"line"`
	Error *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	Done     *bool `json:"done"`
	Accepted int   `json:"accepted"`
}

// maxResult bounds a line of the answer.
const maxResult = 1 << 20

// startWithin is how long the server may take to begin its answer.
const startWithin = 30 * time.Second

// brokenOff is a transfer that ended early and may go on later.
type brokenOff struct{ err error }

func (b *brokenOff) Error() string { return b.err.Error() }
func (b *brokenOff) Unwrap() error { return b.err }

func broken(format string, args ...any) error { return &brokenOff{fmt.Errorf(format, args...)} }

// ask whether the resource takes documents, by sending none: who is refused need not
// read a file first. A server that is away or stopping is left to the transfer, which
// tries again.
func (p *putter) ask(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	answer, err := p.post(ctx, address, http.NoBody)
	if err != nil {
		return nil
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusOK || answer.StatusCode == http.StatusServiceUnavailable {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxResult))
	if err != nil {
		return err
	}
	return refusal(answer.Status, text)
}

// post lines of documents.
func (p *putter) post(ctx context.Context, address string, lines io.Reader) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, lines)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/x-ndjson")
	p.authorize(r)
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, ResponseHeaderTimeout: startWithin, DisableKeepAlives: true}}
	return client.Do(r)
}

// send streams the source and reads results while it does. Whatever was
// answered is counted, also when the transfer breaks off.
func (p *putter) send(ctx context.Context, address string, src *source, each func(lineResult)) (t tally, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answer, err := p.post(ctx, address, io.NopCloser(src.lines))
	if err != nil {
		return t, &brokenOff{p.away(err)}
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, err := io.ReadAll(io.LimitReader(answer.Body, maxResult))
		if err != nil {
			return t, err
		}
		if answer.StatusCode == http.StatusServiceUnavailable {
			return t, &brokenOff{refusal(answer.Status, text)}
		}
		return t, refusal(answer.Status, text)
	}
	if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/x-ndjson") {
		return t, fmt.Errorf("%s answers %s; is it a Riffle server?", p.server, kind)
	}
	return p.results(answer.Body, each)
}

func (p *putter) results(body io.Reader, each func(lineResult)) (t tally, err error) {
	s := bufio.NewScanner(body)
	s.Buffer(nil, maxResult)
	for s.Scan() {
		var r lineResult
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			return t, fmt.Errorf("the answer cannot be read: %w", err)
		}
		if r.Done != nil {
			if *r.Done {
				return t, nil
			}
			if r.Error != nil {
				return t, broken("the server broke off: %s: %s", r.Error.Code, r.Error.Message)
			}
			return t, broken("the server broke off")
		}
		if r.Error != nil {
			t.refused++
		} else {
			t.accepted++
		}
		t.through = int64(r.Line)
		each(r)
	}
	if err := s.Err(); err != nil {
		return t, broken("the connection broke off: %w", err)
	}
	return t, broken("the connection broke off")
}
