package auth

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"riffle.dev/riffle/server/app"
)

const cookieName = "riffle_session"

// Cookie carries a session; an empty secret removes it. It is Secure where the
// request came by https, also through a proxy that says so.
func (a *Auth) Cookie(r *http.Request, secret string) *http.Cookie {
	c := &http.Cookie{Name: cookieName, Value: secret, Path: a.path, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https", MaxAge: int(SessionFor.Seconds())}
	if secret == "" {
		c.MaxAge = -1
	}
	return c
}

// SameSite refuses what a foreign page could have made a browser send with our
// cookie: a call that changes something needs an Origin of ours where there is
// one, and, with a session, the header X-Riffle-CSRF, which no form can set. A
// token is not sent by itself and needs neither.
func (a *Auth) SameSite(r *http.Request, who *app.Principal) error {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return nil
	}
	if who != nil && who.TokenID != 0 {
		return nil
	}
	if origin := r.Header.Get("Origin"); origin != "" && !a.ours(origin, r) {
		return app.Fail(app.CSRF, "other_origin", "a page of another origin may not send this")
	}
	if who != nil && r.Header.Get("X-Riffle-CSRF") != "1" {
		return app.Fail(app.CSRF, "csrf_header", "send the header X-Riffle-CSRF: 1 with a session's cookie")
	}
	return nil
}

func (a *Auth) ours(origin string, r *http.Request) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && (strings.EqualFold(u.Host, r.Host) || slices.Contains(a.origins, origin))
}
