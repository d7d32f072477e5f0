package auth

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle.dev/riffle/server/app"
)

// accounts is a Source of one user with one token, that can be away.
type accounts struct {
	mu      sync.Mutex
	away    bool
	hang    chan struct{} // look-ups wait for it to be closed
	lookups int
	who     *app.Principal
	secret  string
	hash    string
}

var errAway = app.Down(context.DeadlineExceeded)

func (a *accounts) User(_ context.Context, login string) (User, error) {
	if login != "li" {
		return User{}, app.Missing("login", login)
	}
	return User{ID: 1, Hash: a.hash}, nil
}

func (a *accounts) set(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f()
}

func (a *accounts) find(hash []byte, prefix bool) (*app.Principal, error) {
	a.mu.Lock()
	a.lookups++
	hang := a.hang
	a.mu.Unlock()
	if hang != nil {
		<-hang
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.away {
		return nil, errAway
	}
	if string(hash) != string(digest(a.secret)) || strings.HasPrefix(a.secret, tokenPrefix) != prefix {
		return nil, nil
	}
	return a.who, nil
}

func (a *accounts) OfSession(_ context.Context, hash []byte, _ time.Time) (*app.Principal, error) {
	return a.find(hash, false)
}
func (a *accounts) OfToken(_ context.Context, hash []byte, _ time.Time) (*app.Principal, error) {
	return a.find(hash, true)
}
func (a *accounts) CreateSession(context.Context, []byte, int64, time.Time, time.Time) error {
	return nil
}
func (a *accounts) DeleteSession(context.Context, []byte) error { return nil }
func (a *accounts) SetPassword(context.Context, app.Change, int64, string) error {
	return nil
}
func (a *accounts) CreateFirst(context.Context, string, string) (bool, error) { return false, nil }
func (a *accounts) TouchTokens(context.Context, map[int64]time.Time) error    { return nil }

type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func setup() (*Auth, *accounts, *clock, *http.Request) {
	secret, _ := Secrets{}.Token()
	src := &accounts{secret: secret, who: &app.Principal{UserID: 1, Login: "li", TokenID: 7, Teams: map[string]app.Role{"ads": app.Editor}}}
	c := &clock{time.Unix(1_700_000_000, 0)}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Authorization", "Bearer "+secret)
	return New(Options{Source: src, Hasher: NewHasher(), Now: c.now}), src, c, r
}

// A principal is looked up once a Fresh, holds for Stale while the database is
// away without being asked for at each request, and not longer.
func TestPrincipalsAreRemembered(t *testing.T) {
	a, src, c, r := setup()
	ask := func(want bool) {
		t.Helper()
		who, err := a.Of(r)
		if (who != nil && err == nil) != want {
			t.Fatalf("Of = %v, %v; want somebody: %t", who, err, want)
		}
	}
	for range 5 {
		ask(true)
	}
	if src.lookups != 1 {
		t.Errorf("%d look-ups for five requests, want 1", src.lookups)
	}
	c.at = c.at.Add(Fresh)
	ask(true)
	if src.lookups != 2 {
		t.Errorf("%d look-ups after Fresh, want 2", src.lookups)
	}
	src.away = true
	c.at = c.at.Add(Fresh)
	for range 50 {
		ask(true)
	}
	if src.lookups != 3 {
		t.Errorf("%d look-ups for 50 requests while the database is away, want one", src.lookups-2)
	}
	good := c.at.Add(-Fresh)
	c.at = good.Add(Stale - time.Second)
	ask(true)
	c.at = good.Add(Stale + time.Second)
	ask(false)
	src.away = false
	ask(true)
}

// While the database hangs nobody waits for it again and again: only the first
// who asks does, the others go on while it is tried beside them. What it says
// when it is back holds.
func TestAHangingDatabaseHoldsNobodyUp(t *testing.T) {
	a, src, c, r := setup()
	ask := func() *app.Principal {
		t.Helper()
		who, err := a.Of(r)
		if who == nil || err != nil {
			t.Fatal(who, err)
		}
		return who
	}
	ask()
	src.set(func() { src.away = true })
	c.at = c.at.Add(Fresh)
	ask() // the first finds out
	hang := make(chan struct{})
	src.set(func() { src.hang = hang })
	for range 3 {
		c.at = c.at.Add(retryAfter)
		ask() // would wait for ever
	}
	src.set(func() { src.away, src.who = false, &app.Principal{UserID: 1, Login: "li", TokenID: 7, Admin: true} })
	close(hang)
	for until := time.Now().Add(2 * time.Minute); !ask().Admin; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("what the database says when it is back does not hold")
		}
	}
	// A token that was not used meanwhile is looked up before it is let in.
	src.set(func() { src.hang, src.away = nil, true })
	c.at = c.at.Add(Fresh)
	ask()
	src.set(func() { src.away, src.who, src.secret = false, nil, "revoked" })
	c.at = c.at.Add(2 * Fresh)
	if who, err := a.Of(r); who != nil || app.CodeOf(err) != app.Unauthenticated {
		t.Errorf("revoked while the database was away: %v, %v", who, err)
	}
}

// An answer that was under way while something changed may be of before it.
func TestAnAnswerOfBeforeAChangeDoesNotHold(t *testing.T) {
	a, src, _, r := setup()
	hang := make(chan struct{})
	src.hang = hang
	begun, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		close(begun)
		_, _ = a.Of(r)
	}()
	<-begun
	for looked := false; !looked; time.Sleep(time.Millisecond) {
		src.set(func() { looked = src.lookups == 1 })
	}
	a.Forget()
	close(hang)
	<-ended
	src.set(func() { src.who = &app.Principal{UserID: 1, Login: "li", TokenID: 7, Admin: true} })
	if who, err := a.Of(r); err != nil || !who.Admin {
		t.Errorf("after the change: %+v, %v", who, err)
	}
}

func TestForgetTakesEffectAtOnce(t *testing.T) {
	a, src, _, r := setup()
	if who, _ := a.Of(r); who.Teams["ads"] != app.Editor {
		t.Fatal("not an editor")
	}
	src.who = &app.Principal{UserID: 1, Login: "li", TokenID: 7, Teams: map[string]app.Role{}}
	a.Forget()
	who, err := a.Of(r)
	if err != nil || len(who.Teams) != 0 {
		t.Errorf("after Forget: %v, %v", who, err)
	}
}

func TestAnEndedPrincipalIsNotRemembered(t *testing.T) {
	a, src, c, r := setup()
	src.who.Expires = c.at.Add(time.Second)
	if who, err := a.Of(r); who == nil || err != nil {
		t.Fatal(err)
	}
	src.who, src.secret = nil, "other"
	c.at = c.at.Add(time.Second)
	if who, err := a.Of(r); who != nil || app.CodeOf(err) != app.Unauthenticated {
		t.Errorf("ended: %v, %v", who, err)
	}
}

func TestPasswords(t *testing.T) {
	h := NewHasher()
	ctx := context.Background()
	hash, err := h.Hash(ctx, "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := h.Hash(ctx, "correct horse"); again == hash {
		t.Error("two hashes of one password are equal: no salt")
	}
	for password, want := range map[string]bool{"correct horse": true, "correct hors": false, "": false} {
		if ok, err := h.Matches(ctx, password, hash); ok != want || err != nil {
			t.Errorf("%q: %t, %v", password, ok, err)
		}
	}
	for _, bad := range []string{"", "plain", "$argon2id$", "$argon2id$v=19$m=99999999,t=2,p=1$AAAA$AAAA", "$argon2id$v=19$m=19456,t=2,p=1$!$!",
		strings.Replace(hash, "v=19", "v=16", 1), strings.Replace(hash, "t=2", "t=9999", 1), strings.Repeat("$", 1000)} {
		if _, err := h.Matches(ctx, "x", bad); err == nil {
			t.Errorf("hash %q was taken", bad)
		}
	}
	if ok, err := h.Matches(ctx, "", nobody); ok || err != nil {
		t.Errorf("nobody's hash: %t, %v", ok, err)
	}
}

func TestCookie(t *testing.T) {
	a := New(Options{Now: time.Now, BasePath: "/riffle"})
	r := httptest.NewRequest(http.MethodPost, "http://host/", nil)
	if c := a.Cookie(r, "s"); c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/riffle/" || c.MaxAge <= 0 {
		t.Errorf("by http: %+v", c)
	}
	r.Header.Set("X-Forwarded-Proto", "https")
	if c := a.Cookie(r, "s"); !c.Secure {
		t.Error("by https: not secure")
	}
	if c := a.Cookie(r, ""); c.MaxAge >= 0 {
		t.Error("an empty secret keeps the cookie")
	}
}

func TestLimiterIsBounded(t *testing.T) {
	var l limiter
	now := time.Unix(0, 0)
	for i := range 3 * maxBuckets {
		l.take(string(rune(i))+"x", 1, time.Second, now)
	}
	if len(l.buckets) > maxBuckets {
		t.Errorf("%d buckets, at most %d", len(l.buckets), maxBuckets)
	}
	if _, ok := l.take("k", 2, time.Second, now); !ok {
		t.Error("the first try is refused")
	}
	l.take("k", 2, time.Second, now)
	wait, ok := l.take("k", 2, time.Second, now)
	if ok || wait != time.Second {
		t.Errorf("the third of two: %t, wait %s", ok, wait)
	}
	if _, ok := l.take("k", 2, time.Second, now.Add(time.Second)); !ok {
		t.Error("refused after the wait")
	}
}
