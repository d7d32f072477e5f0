package auth

import (
	"context"
	"encoding/hex"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"riffle.dev/riffle/server/app"
)

// Auth settles who asks. Safe for concurrent use.
type Auth struct {
	source  Source
	hasher  *Hasher
	now     func() time.Time
	path    string
	origins []string
	cache   cache
	limiter limiter

	mu   sync.Mutex
	used map[int64]time.Time // tokens, since the last Touch
}

// Options of an Auth.
type Options struct {
	Source   Source
	Hasher   *Hasher
	Now      func() time.Time
	BasePath string   // the cookie's path
	Origins  []string // besides the host that is asked, such as https://console.example.org
}

// New makes an Auth.
func New(o Options) *Auth {
	return &Auth{source: o.Source, hasher: o.Hasher, now: o.Now, path: strings.TrimSuffix(o.BasePath, "/") + "/", origins: o.Origins, used: map[int64]time.Time{}}
}

// SessionFor is how long a session lasts.
const SessionFor = 14 * 24 * time.Hour

// Of reads the credentials of a request: nil and no error when it has none,
// unauthenticated when they are not good. The header goes before the cookie.
func (a *Auth) Of(r *http.Request) (*app.Principal, error) {
	if header := r.Header.Get("Authorization"); header != "" {
		kind, secret, _ := strings.Cut(header, " ")
		if !strings.EqualFold(kind, "Bearer") || !strings.HasPrefix(secret, tokenPrefix) || len(secret) > 100 {
			return nil, app.Fail(app.Unauthenticated, "authorization", "Authorization: want Bearer and a token that begins with {prefix}", tokenPrefix)
		}
		who, err := a.remembered(r.Context(), secret, a.source.OfToken)
		if err != nil {
			return nil, err
		}
		if who == nil {
			return nil, app.Fail(app.Unauthenticated, "token_ended", "the token is unknown or has ended")
		}
		a.note(who.TokenID)
		return who, nil
	}
	cookie, err := r.Cookie(cookieName)
	if err != nil || cookie.Value == "" || len(cookie.Value) > 100 {
		return nil, nil
	}
	who, err := a.remembered(r.Context(), cookie.Value, a.source.OfSession)
	if err == nil && who == nil {
		err = app.Fail(app.Unauthenticated, "session_ended", "the session has ended; log in again")
	}
	return who, err
}

// remembered looks a secret up, at most once a Fresh; while the source is away
// what was known holds.
func (a *Auth) remembered(ctx context.Context, secret string, find func(context.Context, []byte, time.Time) (*app.Principal, error)) (*app.Principal, error) {
	now, hash := a.now(), digest(secret)
	key := hex.EncodeToString(hash)
	known, what, as := a.cache.get(key, now)
	switch what {
	case use:
		return known, nil
	case beside:
		go func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookWithin)
			defer cancel()
			if found, err := find(ctx, hash, now); err == nil {
				a.cache.put(key, found, now, as)
			} else {
				a.cache.failed(key, now)
			}
		}()
		return known, nil
	case refresh:
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, lookWithin)
		defer cancel()
	}
	found, err := find(ctx, hash, now)
	if err == nil {
		a.cache.put(key, found, now, as)
		return found, nil
	}
	if what == refresh && app.CodeOf(err) == app.Unavailable {
		a.cache.failed(key, now)
		return known, nil
	}
	return nil, err
}

// Forget makes roles and tokens be looked up again.
func (a *Auth) Forget() { a.cache.forget() }

// Login compares a password and begins a session. Who is unknown and whose
// password is wrong get the same answer after the same time.
func (a *Auth) Login(ctx context.Context, login, password, address string) (string, *app.Principal, error) {
	now := a.now()
	if host, _, err := net.SplitHostPort(address); err == nil {
		address = host
	}
	loginKey := "login " + strings.ToLower(login)
	if wait, ok := a.limiter.take(loginKey, loginBurst, loginEvery, now); !ok {
		return "", nil, tooMany(wait)
	}
	if wait, ok := a.limiter.take("address "+address, addressBurst, addressEvery, now); !ok {
		return "", nil, tooMany(wait)
	}
	user, err := a.source.User(ctx, login)
	if app.CodeOf(err) == app.NotFound {
		user, err = User{Hash: nobody}, nil
	}
	if err != nil {
		return "", nil, err
	}
	ok, err := a.hasher.Matches(ctx, password, user.Hash)
	if err != nil {
		return "", nil, err
	}
	if !ok || user.ID == 0 {
		return "", nil, app.Fail(app.Unauthenticated, "login_wrong", "login or password is wrong")
	}
	a.limiter.reset(loginKey)
	return a.begin(ctx, user.ID)
}

// nobody is the hash compared for a login that is not there; no password
// matches it, and it costs as much as any.
const nobody = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

func tooMany(wait time.Duration) error {
	return app.Fail(app.RateLimited, "many_tries", "too many tries; wait a little").After(wait)
}

func (a *Auth) begin(ctx context.Context, user int64) (string, *app.Principal, error) {
	secret, now := random(), a.now()
	if err := a.source.CreateSession(ctx, digest(secret), user, now, now.Add(SessionFor)); err != nil {
		return "", nil, err
	}
	who, err := a.remembered(ctx, secret, a.source.OfSession)
	if err == nil && who == nil {
		err = app.Fail(app.Unauthenticated, "account_removed", "the account was removed")
	}
	return secret, who, err
}

// Logout ends the request's session.
func (a *Auth) Logout(ctx context.Context, r *http.Request) error {
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return nil // a token has no session to end
	}
	hash := digest(cookie.Value)
	if err := a.source.DeleteSession(ctx, hash); err != nil {
		return err
	}
	a.cache.drop(hex.EncodeToString(hash))
	return nil
}

// ChangePassword compares the old one and ends the user's sessions.
func (a *Auth) ChangePassword(ctx context.Context, who *app.Principal, old, new string) error {
	if who.TokenID != 0 {
		return app.Fail(app.Forbidden, "token_no_password", "a token has no password; log in")
	}
	if wait, ok := a.limiter.take("login "+strings.ToLower(who.Login), loginBurst, loginEvery, a.now()); !ok {
		return tooMany(wait)
	}
	user, err := a.source.User(ctx, who.Login)
	if err != nil {
		return err
	}
	ok, err := a.hasher.Matches(ctx, old, user.Hash)
	if err != nil {
		return err
	}
	if !ok {
		return app.Fail(app.Forbidden, "old_password_wrong", "the old password is wrong").At("body.old")
	}
	hash, err := a.hasher.Hash(ctx, new)
	if err != nil {
		return err
	}
	if err := a.source.SetPassword(ctx, app.Change{Who: who, Action: "user.password", Object: who.Login}, who.UserID, hash); err != nil {
		return err
	}
	a.cache.forget()
	return nil
}

// FirstRun makes the first account, an administrator, where there is none. It
// returns the password to print, empty when there was somebody already.
func (a *Auth) FirstRun(ctx context.Context, login string) (password string, err error) {
	password = Secrets{a.hasher}.Password()
	hash, err := a.hasher.Hash(ctx, password)
	if err != nil {
		return "", err
	}
	made, err := a.source.CreateFirst(ctx, login, hash)
	if err != nil || !made {
		return "", err
	}
	return password, nil
}

// note remembers that a token was used.
func (a *Auth) note(token int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.used[token] = a.now()
}

// Run keeps tokens' last use, once a minute and at the end.
func (a *Auth) Run(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		done := false
		select {
		case <-ctx.Done():
			done = true
		case <-tick.C:
		}
		a.mu.Lock()
		used := a.used
		a.used = map[int64]time.Time{}
		a.mu.Unlock()
		if len(used) > 0 {
			if err := a.source.TouchTokens(context.WithoutCancel(ctx), used); err != nil {
				log.Debug("last use of tokens was not kept", "error", err)
			}
		}
		if done {
			return
		}
	}
}
