package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// client asks a running server for one team.
type client struct {
	server, token, team string
}

// declare the flags; scope is what the token must be allowed to.
func (c *client) declare(f *pflag.FlagSet, server, scope string) {
	f.StringVar(&c.server, "server", server, "address of the server")
	f.StringVar(&c.token, "token", "", "API token with the scope "+scope)
	f.StringVar(&c.team, "team", "", "team that the project belongs to")
}

const (
	localServer = "http://127.0.0.1:7700"
	maxAnswer   = 64 << 20         // bytes read of an answer
	askWithin   = 30 * time.Second // of one call
)

// address of a path below the team.
func (c *client) address(path ...string) (*url.URL, error) {
	base, err := url.Parse(c.server)
	if err != nil || base.Host == "" {
		return nil, usageError{fmt.Errorf("--server: want an address such as %s, got %q", localServer, c.server)}
	}
	if c.team == "" {
		return nil, usageError{errors.New("--team is missing: the team that it belongs to")}
	}
	at := base.JoinPath("api", "v1", "teams", url.PathEscape(c.team))
	for _, p := range path {
		at = at.JoinPath(url.PathEscape(p))
	}
	return at, nil
}

// authorize adds the token, where there is one.
func (c *client) authorize(r *http.Request) {
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
}

// away says that nobody answers, and what to do.
func (c *client) away(err error) error {
	return fmt.Errorf("%s does not answer: %w; is that where riffle up serves? --server names another", c.server, err)
}

// call sends body as JSON, unless it is nil, with the headers given, and gives
// the answer's text. A refusal is a *refused.
func (c *client) call(ctx context.Context, method string, body any, header map[string]string, path ...string) ([]byte, error) {
	at, err := c.address(path...)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, method, at, body, header)
}

// send is call to an address.
func (c *client) send(ctx context.Context, method string, at *url.URL, body any, header map[string]string) ([]byte, error) {
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		in = bytes.NewReader(text)
	}
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, at.String(), in)
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	c.authorize(r)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, c.away(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	if answer.StatusCode/100 != 2 {
		return nil, refusal(answer.Status, text)
	}
	return text, nil
}

// get reads the answer of a GET into out.
func (c *client) get(ctx context.Context, out any, path ...string) error {
	text, err := c.call(ctx, http.MethodGet, nil, nil, path...)
	if err != nil {
		return err
	}
	return c.read(text, out)
}

func (c *client) read(text []byte, out any) error {
	if err := json.Unmarshal(text, out); err != nil {
		return fmt.Errorf("%s answers what cannot be read: %w; is it a Riffle server?", c.server, err)
	}
	return nil
}

// refused is what a server refuses with: problem details as an error.
type refused struct {
	status int
	code   string // of the doors' vocabulary, such as stale; "" from who is no Riffle server
	text   string
}

func (r *refused) Error() string { return r.text }

// refusal is a problem of the server as an error.
func refusal(status string, body []byte) error {
	r := &refused{text: "the server says " + status}
	_, _ = fmt.Sscan(status, &r.status) // 0 for a status without a number
	var p struct {
		Detail    string `json:"detail"`
		Code      string `json:"code"`
		RequestID string `json:"request_id"`
		Errors    []struct {
			Message  string `json:"message"`
			Location string `json:"location"`
		} `json:"errors"`
		Unanswered struct {
			Message string `json:"message"`
		} `json:"unanswered"`
	}
	if json.Unmarshal(body, &p) != nil || p.Detail == "" {
		return r
	}
	r.code = p.Code
	r.text += ": " + p.Detail
	for _, e := range p.Errors {
		if strings.HasSuffix(p.Detail, e.Message) && len(p.Errors) == 1 {
			continue // the detail says it
		}
		r.text += fmt.Sprintf("; %s: %s", e.Location, e.Message)
	}
	if said := p.Unanswered.Message; said != "" {
		r.text += "; " + said
	}
	if r.status == http.StatusUnauthorized {
		r.text += "; --token gives one"
	}
	if p.RequestID != "" {
		r.text += fmt.Sprintf(" (request %s)", p.RequestID)
	}
	r.text = strings.TrimSpace(r.text)
	return r
}
