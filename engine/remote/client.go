package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	neturl "net/url"
	"strings"
	"sync"
	"time"

	"riffle.dev/riffle/engine/circuit"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/body"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/dial"
	"riffle.dev/riffle/internal/hop"
	"riffle.dev/riffle/internal/plural"
)

// Limits of one call, in bytes.
const (
	MaxRequest = 16 << 20
	MaxReply   = 4 << 20
)

// Client calls the callees of one project. It implements op.Remote.
type Client struct {
	http    *http.Client
	bodies  body.Reader
	callees map[string]*callee
	secrets Secrets
}

// Secrets gives what goes along with calls. It is asked at every call, from any
// number of goroutines, so that a secret that was replaced counts at once.
type Secrets interface {
	// Secret of a team's project by name, "" being the project that is served.
	// The error says why there is none, and never any of it.
	Secret(team, name string) (string, error)
}

// Known tells why a secret is not; nil where it is. s may be nil.
func Known(s Secrets, team, name string) error {
	if s == nil {
		return fmt.Errorf("the secret %q is not known here", name)
	}
	_, err := s.Secret(team, name)
	return err
}

// Circuits tells how those stand that are called, by name.
func (c *Client) Circuits() map[string]circuit.Status {
	out := make(map[string]circuit.Status, len(c.callees))
	for name, x := range c.callees {
		out[name] = x.circuit.Status()
	}
	return out
}

// New makes a client. transport carries the calls (see NewTransport), many
// clients may share one; now is the clock of limits. secrets may be nil: then
// none is known.
func New(callees []Callee, transport http.RoundTripper, secrets Secrets, now func() time.Time) (*Client, error) {
	c := &Client{callees: make(map[string]*callee, len(callees)), secrets: secrets, http: &http.Client{Transport: dial.Again{By: transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	for _, x := range callees {
		known, err := newCallee(x, now)
		if err != nil {
			return nil, err
		}
		c.callees[x.Name] = known
	}
	return c, nil
}

// Ask implements op.Remote.
func (c *Client) Ask(ctx context.Context, q *op.Question) (*op.Reply, error) {
	x, ok := c.callees[q.Callee]
	if !ok {
		return nil, failure(q, op.RemoteRefused, "nothing of this name can be called", nil)
	}
	pass, err := x.circuit.Enter()
	if err != nil {
		return nil, failure(q, op.RemoteOpen, err.Error(), err)
	}
	caller := ctx
	if x.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, x.Timeout)
		defer cancel()
	}
	says := circuit.Unknown // a panic says nothing
	defer func() { x.circuit.Leave(pass, says) }()
	out, err := c.ask(ctx, x, q)
	says = verdict(ctx, caller, err)
	return out, err
}

func (c *Client) ask(ctx context.Context, x *callee, q *op.Question) (*op.Reply, error) {
	if !q.Model {
		out := &op.Reply{}
		if err := c.call(ctx, x, q, 0, 0, out, nil); err != nil {
			return nil, err
		}
		return out, nil
	}
	return c.model(ctx, x, q)
}

// model asks for all items, a batch a call.
func (c *Client) model(ctx context.Context, x *callee, q *op.Question) (*op.Reply, error) {
	if q.Len == 0 {
		return &op.Reply{Column: column.NewBuilder(q.Want, 0).Build()}, nil
	}
	n := (q.Len + x.Batch - 1) / x.Batch
	if n == 1 {
		b := column.NewBuilder(q.Want, q.Len)
		out := &op.Reply{}
		if err := c.call(ctx, x, q, 0, q.Len, out, b); err != nil {
			return nil, err
		}
		out.Column = b.Build()
		return out, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	parts, errs, clocks := make([]*column.Builder, n), make([]error, n), make([]op.Reply, n)
	var all sync.WaitGroup
	for k := range n {
		from, to := k*x.Batch, min((k+1)*x.Batch, q.Len)
		parts[k] = column.NewBuilder(q.Want, to-from)
		all.Go(func() {
			if errs[k] = c.call(ctx, x, q, from, to, &clocks[k], parts[k]); errs[k] != nil {
				cancel() // the others are of no use
			}
		})
	}
	all.Wait()
	if err := first(errs); err != nil {
		return nil, err
	}
	whole := column.NewBuilder(q.Want, q.Len)
	for _, p := range parts {
		part := p.Build()
		for i := range part.Len {
			whole.AppendRow(part, i)
		}
	}
	out := &op.Reply{Column: whole.Build()}
	for i := range clocks {
		if clocks[i].Client > out.Client {
			out.Client, out.Server = clocks[i].Client, clocks[i].Server
		}
	}
	return out, nil
}

// first failure that is not just the cancelling of the others.
func first(errs []error) error {
	var out error
	for _, err := range errs {
		if err != nil && (out == nil || op.TimedOut(out) && !op.TimedOut(err)) {
			out = err
		}
	}
	return out
}

// call asks one endpoint about the items from..to.
func (c *Client) call(ctx context.Context, x *callee, q *op.Question, from, to int, out *op.Reply, b *column.Builder) error {
	secret, err := c.secret(x)
	if err != nil {
		return failure(q, op.RemoteInvalid, err.Error(), nil)
	}
	asks, err := x.wire.request(q, from, to)
	if err != nil {
		return failure(q, op.RemoteInvalid, err.Error(), err)
	}
	if len(asks) > MaxRequest {
		return failure(q, op.RemoteInvalid, fmt.Sprintf("more than %d bytes to send", MaxRequest), nil)
	}
	select {
	case x.slots <- struct{}{}:
	default:
		select {
		case x.slots <- struct{}{}:
		case <-ctx.Done():
			return failure(q, op.RemoteTimeout, fmt.Sprintf("%s under way, at most that many at once", plural.Of(x.AtOnce, "call")), &held{ctx.Err()})
		}
	}
	defer func() { <-x.slots }()
	if x.tokens != nil && !x.tokens.Take() {
		return failure(q, op.RemoteRefused, fmt.Sprintf("over its limit of %g calls a second", x.Rate), &held{})
	}
	at, url := x.endpoints.take()
	began := time.Now()
	got, free, server, err := c.post(ctx, q, x.wire.address(url, x.Name), asks, longest(q, to-from), secret)
	took := time.Since(began)
	if err == nil {
		defer free()
		if wrong := x.wire.answer(got, q, to-from, out, b); wrong != nil {
			if repeats(got, secret) {
				wrong = errors.New("what does not fit, and the secret it was sent with it")
			}
			err = failure(q, op.RemoteBad, fmt.Sprintf("%s gave %s", url, wrong), wrong)
		}
	}
	x.endpoints.give(at, !broken(err))
	if out != nil {
		out.Client, out.Server = took, server
	}
	return err
}

// broken tells whether an error speaks against the endpoint.
func broken(err error) bool {
	var e *op.RemoteError
	return errors.As(err, &e) && e.Kind != op.RemoteInvalid && !errors.Is(err, context.Canceled)
}

// secret that goes along with a call; "" for none.
func (c *Client) secret(x *callee) (string, error) {
	switch {
	case x.Auth == "":
		return "", nil
	case c.secrets == nil:
		return "", Known(nil, x.Team, x.Auth)
	}
	return c.secrets.Secret(x.Team, x.Auth)
}

// longest answer that is read to a question about n items. Numbers have no more
// than so many letters.
func longest(q *op.Question, n int) int {
	if q.Model {
		switch q.Want.Kind {
		case column.Int, column.Float, column.Bool, column.Time, column.Duration:
			return min(64<<10+n*numberBytes, MaxReply)
		}
	}
	return MaxReply
}

// numberBytes is what a number of an answer may take, with what stands around it.
const numberBytes = 256

// post gives the body of a good answer, until free. The secret stands in a header alone:
// no error is made of the request, and what the callee says is cleaned of it.
func (c *Client) post(ctx context.Context, q *op.Question, url string, asks []byte, most int, secret string) (got []byte, free func(), server time.Duration, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(asks))
	if err != nil {
		return nil, nil, 0, failure(q, op.RemoteRefused, err.Error(), err)
	}
	req.Header.Set("Content-Type", "application/json")
	if secret != "" {
		req.Header.Set("Authorization", "Bearer "+secret)
	}
	if q.Trace != "" {
		req.Header.Set("Traceparent", q.Trace)
		if q.State != "" {
			req.Header.Set("Tracestate", q.State)
		}
	}
	hop.Write(ctx, req.Header)
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, nil, 0, unreached(ctx, q, url, err)
	}
	defer resp.Body.Close() //nolint:errcheck // nothing was written to it
	got, free, err = c.bodies.Read(resp.Body, resp.ContentLength, most)
	switch {
	case errors.Is(err, body.ErrTooLong):
		return nil, nil, 0, failure(q, op.RemoteBad, fmt.Sprintf("%s answered more than %d bytes", url, most), nil)
	case err != nil:
		return nil, nil, 0, unreached(ctx, q, url, err)
	case resp.StatusCode/100 != 2:
		kind := op.RemoteRefused
		if s := resp.StatusCode; s/100 == 4 && s != http.StatusTooManyRequests && s != http.StatusRequestTimeout {
			kind = op.RemoteInvalid
		}
		defer free()
		return nil, nil, 0, failure(q, kind, fmt.Sprintf("%s answered %d%s", url, resp.StatusCode, said(got, secret)), nil)
	}
	return got, free, serverTime(resp.Header.Values("Server-Timing")), nil
}

// repeats tells whether an answer holds a secret: as it is, or in a text of JSON,
// where its letters may be written otherwise.
func repeats(body []byte, secret string) bool {
	switch {
	case secret == "":
		return false
	case bytes.Contains(body, []byte(secret)):
		return true
	}
	for dec := json.NewDecoder(bytes.NewReader(body)); ; {
		t, err := dec.Token()
		if err != nil {
			return false
		}
		if text, ok := t.(string); ok && strings.Contains(text, secret) {
			return true
		}
	}
}

// said is the error a callee names, with a colon before; "" when it names none.
// One that repeats the secret it was sent is not repeated.
func said(body []byte, secret string) string {
	var e struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(body, &e) != nil || e.Error == "" {
		return ""
	}
	if secret != "" {
		e.Error = strings.ReplaceAll(e.Error, secret, "(secret)")
	}
	return ": " + clip(e.Error)
}

// unreached is the error of a call that broke off.
func unreached(ctx context.Context, q *op.Question, url string, err error) error {
	if ctx.Err() != nil {
		return failure(q, op.RemoteTimeout, url+" did not answer in time", ctx.Err())
	}
	why := err
	var wrapped *neturl.Error
	if errors.As(err, &wrapped) {
		why = wrapped.Err // without method and URL
	}
	return failure(q, op.RemoteRefused, fmt.Sprintf("%s can't be reached: %s", url, clip(why.Error())), err)
}

func failure(q *op.Question, kind op.RemoteKind, message string, cause error) error {
	return &op.RemoteError{Callee: q.Callee, Kind: kind, Message: message, Cause: cause}
}
