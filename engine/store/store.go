package store

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"riffle.dev/riffle/engine/circuit"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/dial"
	"riffle.dev/riffle/internal/limit"
	"riffle.dev/riffle/internal/plural"
)

// Config of a store: what a resource says of it.
type Config struct {
	Kind     string            // opensearch, elasticsearch, postgres, redis
	URL      string            // without a password
	Name     string            // the index, the table, or what keys begin with
	Document string            // postgres: the tsvector column to search; "" makes one of the text fields
	Language string            // postgres: the text search configuration of Document
	Form     string            // redis: hash or json
	Sorted   map[string]string // redis: the sorted set a field is ordered by
	Schema   index.Schema
	Timeout  time.Duration // of one call; 0: DefaultTimeout
	Rate     float64       // calls a second; 0: no limit
	AtOnce   int           // calls under way; 0: DefaultAtOnce
}

// What holds where a resource says nothing.
const (
	DefaultTimeout = 10 * time.Second
	DefaultAtOnce  = 64
)

// Limits of one call and of one question.
const (
	MaxAnswer = 16 << 20      // bytes read for one call
	MaxRead   = index.MaxHits // documents looked at for one question
)

// Options are what a process hands to its stores.
type Options struct {
	// Secret is the text of the store's secret, asked for when a connection is
	// made or a request sent, so that one that was replaced counts; nil when the
	// resource names none. Its error says why there is none, and nothing of it.
	Secret func() (string, error)
	// Transport carries HTTP; nil is one of the store's own.
	Transport http.RoundTripper
	// Dial opens connections; nil is dial.Context.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	Now  func() time.Time
}

// backend speaks with one kind of store.
type backend interface {
	// page answers a question; the error may be any.
	page(ctx context.Context, q *question) (page, error)
	// ping tells whether the store is there and lets us in.
	ping(ctx context.Context) error
	// fit says what the store can be asked of a condition.
	fit(c *clause) fit
	// fault says what an error means, and how to say it.
	fault(err error) fault
	close()
}

// fault is an error of a backend in the words of the engine.
type fault struct {
	kind    op.RemoteKind
	message string
	locked  bool // it does not let us in
}

// Store is an opened store of one resource.
type Store struct {
	config  Config
	options Options
	plan    *plan
	backend backend
	slots   chan struct{}
	tokens  *limit.Bucket // nil: no limit
	calls   calls
	circuit *circuit.Circuit
	now     func() time.Time

	mu     sync.Mutex
	under  sync.WaitGroup
	closed bool
	once   sync.Once
}

// Open makes a store ready; it connects when it is asked. The error is of a
// config that cannot be.
func Open(c Config, o Options) (*Store, error) {
	if c.AtOnce <= 0 {
		c.AtOnce = DefaultAtOnce
	}
	if c.Timeout <= 0 {
		c.Timeout = DefaultTimeout
	}
	if o.Dial == nil {
		o.Dial = dial.Context
	}
	plan, err := newPlan(c.Schema)
	if err != nil {
		return nil, err
	}
	s := &Store{config: c, options: o, plan: plan, slots: make(chan struct{}, c.AtOnce), now: o.Now, circuit: circuit.New(o.Now)}
	switch c.Kind {
	case "opensearch", "elasticsearch":
		s.backend, err = openSearch(c, plan, o)
	case "postgres":
		s.backend, err = openPostgres(c, plan, o)
	case "redis":
		s.backend, err = openRedis(c, plan, o)
	default:
		err = fmt.Errorf("no store %q", c.Kind)
	}
	if err != nil {
		return nil, fmt.Errorf("store of %s: %w", c.Schema.Resource, err)
	}
	if c.Rate > 0 {
		s.tokens = limit.New(c.Rate, o.Now)
	}
	return s, nil
}

// Config the store was opened with.
func (s *Store) Config() Config { return s.config }

// View is an empty view for one request.
func (s *Store) View() *View {
	return &View{store: s, at: map[string]int32{}}
}

// Close refuses new calls, waits for those under way, and gives the
// connections back.
func (s *Store) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.under.Wait()
	s.once.Do(s.backend.close)
}

// Ping asks the store whether it is there; what it says counts as its health,
// not among the calls.
func (s *Store) Ping(ctx context.Context) error {
	if !s.enter() {
		return s.failure(op.RemoteRefused, "it is closed", nil)
	}
	defer s.under.Done()
	ctx, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	err := s.typed(ctx, s.backend.ping(ctx))
	s.calls.health(s.now(), err)
	return err
}

func (s *Store) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.under.Add(1)
	return true
}

// ask makes one call: in its turn, within its limits, counted.
func (s *Store) ask(ctx context.Context, q *question) (page, error) {
	if !s.enter() {
		return page{}, s.failure(op.RemoteRefused, "it is closed", nil)
	}
	defer s.under.Done()
	pass, err := s.circuit.Enter()
	if err != nil {
		err = s.failure(op.RemoteOpen, err.Error(), &held{err})
		s.calls.note(s.now(), 0, err)
		return page{}, err
	}
	says := circuit.Unknown // a panic says nothing
	defer func() { s.circuit.Leave(pass, says) }()
	ctx, leave := op.Leaving(ctx)
	defer leave()
	caller := ctx
	ctx, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	begin := s.now()
	got, err := s.turn(ctx, q)
	says = verdict(ctx, caller, err)
	s.calls.note(begin, s.now().Sub(begin), err)
	return got, err
}

func (s *Store) turn(ctx context.Context, q *question) (page, error) {
	select {
	case s.slots <- struct{}{}:
	default:
		select {
		case s.slots <- struct{}{}:
		case <-ctx.Done():
			return page{}, s.failure(op.RemoteTimeout, fmt.Sprintf("%s under way, at most that many at once", plural.Of(s.config.AtOnce, "call")), &held{ctx.Err()})
		}
	}
	defer func() { <-s.slots }()
	if s.tokens != nil && !s.tokens.Take() {
		return page{}, s.failure(op.RemoteRefused, fmt.Sprintf("over its limit of %g calls a second", s.config.Rate), &held{})
	}
	got, err := s.backend.page(ctx, q)
	if err != nil {
		return page{}, s.typed(ctx, err)
	}
	return got, nil
}

// typed is an error in the words of the engine.
func (s *Store) typed(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	var bad *badAnswer
	switch {
	case errors.As(err, &bad):
		return s.failure(op.RemoteBad, bad.Error(), err)
	case errors.As(err, new(*secretError)):
		return s.failure(op.RemoteInvalid, err.Error(), err)
	case ctx.Err() != nil, errors.Is(err, context.DeadlineExceeded), late(err):
		return s.failure(op.RemoteTimeout, "it did not answer in time", err)
	}
	f := s.backend.fault(err)
	if f.locked {
		err = &lockout{err}
	}
	return s.failure(f.kind, f.message, err)
}

func (s *Store) failure(kind op.RemoteKind, message string, cause error) error {
	if secret, err := s.options.secret(); err == nil && secret != "" {
		_, password := login("", secret)
		for _, text := range []string{secret, password, base64.StdEncoding.EncodeToString([]byte(secret))} {
			if text == "" {
				continue
			}
			quoted := strconv.Quote(text) // as texts of others stand in messages
			for _, written := range []string{text, quoted[1 : len(quoted)-1]} {
				message = strings.ReplaceAll(message, written, "(secret)") // it may be told what it was sent
			}
		}
	}
	return &op.RemoteError{Callee: s.config.Kind + " store of " + s.config.Schema.Resource, Kind: kind, Message: clip(message), Cause: cause}
}

// badAnswer is one that does not fit what was asked.
type badAnswer struct{ text string }

func (b *badAnswer) Error() string { return b.text }

func bad(format string, args ...any) error { return &badAnswer{fmt.Sprintf(format, args...)} }

// secretError is a secret that could not be had.
type secretError struct{ err error }

func (e *secretError) Error() string { return e.err.Error() }
func (e *secretError) Unwrap() error { return e.err }

// secret of the options, "" where none is named.
func (o Options) secret() (string, error) {
	if o.Secret == nil {
		return "", nil
	}
	text, err := o.Secret()
	if err != nil {
		return "", &secretError{err}
	}
	return text, nil
}

// login is a user and a password, of a secret such as user:password or the
// password alone.
func login(user, secret string) (string, string) {
	if user == "" {
		if u, p, ok := strings.Cut(secret, ":"); ok {
			return u, p
		}
	}
	return user, secret
}

// broken tells errors of connections: not reached, or broken off.
func broken(err error) bool {
	var far net.Error
	return errors.As(err, &far) || errors.Is(err, net.ErrClosed) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// late tells errors of connections whose time was up: clients see that a moment
// before the context does.
func late(err error) bool {
	var far net.Error
	return errors.As(err, &far) && far.Timeout()
}

// clip a text of others to what fits a message.
func clip(s string) string {
	if len(s) > 240 {
		s = s[:240] + "…"
	}
	return strings.ToValidUTF8(s, "")
}

// values is a column of some rows.
func values(t column.Type, n int, row func(i int) column.Value) (*column.Column, error) {
	b := column.NewBuilder(t, n)
	for i := range n {
		v := row(i)
		if v == nil {
			b.AppendNull()
			continue
		}
		if err := b.Append(v); err != nil {
			return nil, err
		}
	}
	return b.Build(), nil
}
