package store

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/body"
	"riffle.dev/riffle/internal/dial"
	"riffle.dev/riffle/internal/hop"
)

// searchEngine asks an index of OpenSearch or Elasticsearch.
type searchEngine struct {
	plan    *plan
	elastic bool // Elasticsearch: vectors are asked for in another form
	address string
	index   string
	options Options
	http    *http.Client
	bodies  body.Reader
	own     *http.Transport // nil when it was handed in
}

func openSearch(c Config, p *plan, o Options) (backend, error) {
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%q is no http or https URL", c.URL)
	}
	if c.Name == "" {
		return nil, errors.New("it names no index")
	}
	b := &searchEngine{plan: p, elastic: c.Kind == "elasticsearch", address: strings.TrimSuffix(c.URL, "/"), index: c.Name, options: o}
	transport := o.Transport
	if transport == nil {
		b.own = dial.Transport()
		b.own.DialContext = o.Dial
		transport = b.own
	}
	b.http = &http.Client{Transport: dial.Again{By: transport}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return b, nil
}

func (b *searchEngine) close() {
	if b.own != nil {
		b.own.CloseIdleConnections()
	}
}

func (b *searchEngine) ping(ctx context.Context) error {
	_, free, err := b.send(ctx, http.MethodGet, "", nil, answerBytes)
	if err == nil {
		free()
	}
	return err
}

func (b *searchEngine) page(ctx context.Context, q *question) (page, error) {
	asks, err := b.body(q)
	if err != nil || asks == nil {
		return page{last: true}, err
	}
	text, err := json.Marshal(asks)
	if err != nil {
		return page{}, err
	}
	got, free, err := b.send(ctx, http.MethodPost, "/_search", text, min(answerBytes+q.n*documentBytes, MaxAnswer))
	if err != nil {
		return page{}, err
	}
	defer free()
	return b.read(q, got)
}

// refusal is an answer that is none.
type refusal struct {
	status int
	reason string
}

func (r *refusal) Error() string { return r.reason }

// What is read of an answer: so much, and so much for each document asked for.
const (
	answerBytes   = 1 << 20
	documentBytes = 64 << 10
)

// send one request and read its answer, of most bytes at most; it is given back
// by free.
func (b *searchEngine) send(ctx context.Context, method, path string, asks []byte, most int) (got []byte, free func(), err error) {
	req, err := http.NewRequestWithContext(ctx, method, b.address+"/"+url.PathEscape(b.index)+path, bytes.NewReader(asks))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	hop.Write(ctx, req.Header)
	secret, err := b.options.secret()
	if err != nil {
		return nil, nil, err
	}
	if secret != "" {
		req.Header.Set("Authorization", authorization(secret))
	}
	resp, err := b.http.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	got, free, err = b.bodies.Read(resp.Body, resp.ContentLength, most)
	switch {
	case errors.Is(err, body.ErrTooLong):
		return nil, nil, bad("more than %d bytes", most)
	case err != nil:
		return nil, nil, err
	case resp.StatusCode/100 != 2:
		defer free()
		return nil, nil, &refusal{resp.StatusCode, fmt.Sprintf("it answered %d%s", resp.StatusCode, said(got))}
	}
	return got, free, nil
}

// authorization is a header of a secret: user:password, or what stands in the
// header, such as "ApiKey …" or "Bearer …".
func authorization(secret string) string {
	if strings.HasPrefix(secret, "ApiKey ") || strings.HasPrefix(secret, "Bearer ") || strings.HasPrefix(secret, "Basic ") {
		return secret
	}
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(secret))
}

// said is the reason an answer names, with a colon before.
func said(body []byte) string {
	var e struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(body, &e) != nil || e.Error == nil {
		return ""
	}
	var reason struct {
		Type   string `json:"type"`
		Reason string `json:"reason"`
		Root   []struct {
			Reason string `json:"reason"`
		} `json:"root_cause"`
	}
	var text string
	switch {
	case json.Unmarshal(e.Error, &text) == nil:
		return ": " + text
	case json.Unmarshal(e.Error, &reason) != nil:
		return ""
	case len(reason.Root) > 0 && reason.Root[0].Reason != "":
		return ": " + reason.Root[0].Reason
	case reason.Reason != "":
		return ": " + reason.Reason
	}
	return ": " + reason.Type
}

// fault implements backend.
func (b *searchEngine) fault(err error) fault {
	var no *refusal
	if errors.As(err, &no) {
		f := fault{kind: op.RemoteInvalid, message: no.reason}
		switch s := no.status; {
		case s == http.StatusUnauthorized || s == http.StatusForbidden:
			f.locked = true
		case s/100 != 4 || s == http.StatusTooManyRequests || s == http.StatusRequestTimeout:
			f.kind = op.RemoteRefused
		}
		return f
	}
	var far *url.Error
	if errors.As(err, &far) {
		err = far.Err // without method and URL
	}
	return fault{kind: op.RemoteRefused, message: "it can't be reached, or broke off: " + err.Error()}
}
