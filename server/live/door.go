package live

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gorilla/websocket"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// Sessions tells who asks.
type Sessions interface {
	// Of reads the credentials of a request: nil and no error when it has
	// none; an *app.Error, unavailable when they cannot be looked at now.
	Of(r *http.Request) (*app.Principal, error)
}

// Close codes beside those of the protocol.
const (
	closeGoingAway = websocket.CloseGoingAway
	closePolicy    = websocket.ClosePolicyViolation
	closeLogin     = 4401
	closeForbidden = 4403
	closeSlow      = 4408
)

// ServeHTTP opens the socket. A browser of a foreign origin is refused before
// the upgrade; who is not logged in is closed with 4401 after it, which is the
// only thing a browser can see.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{
		ReadBufferSize: 1 << 10, WriteBufferSize: 4 << 10,
		CheckOrigin: h.sameOrigin, Error: refuseUpgrade,
	}
	who, authErr := h.auth.Of(r)
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	ws.SetReadLimit(maxMessage)
	c := newConn(h, ws, r, who)
	switch {
	case authErr != nil && app.CodeOf(authErr) == app.Unavailable:
		c.refuse(websocket.CloseTryAgainLater, "the database cannot be reached")
	case authErr != nil || who == nil:
		c.refuse(closeLogin, "log in")
	case !who.May(app.ScopeRead):
		c.refuse(closeForbidden, "the token lacks the scope read")
	default:
		if err := h.add(c); err != nil {
			c.refuse(websocket.CloseTryAgainLater, err.Error())
			return
		}
		go c.write()
		c.read()
	}
}

// refuseUpgrade answers what is no upgrade, or one of a foreign page, in the
// form of every other refusal.
func refuseUpgrade(w http.ResponseWriter, r *http.Request, status int, _ error) {
	p := api.Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: app.Invalid,
		Detail: "this address takes a websocket only; see /docs", RequestID: api.RequestID(r.Context())}
	if status == http.StatusForbidden {
		p.Code, p.Detail = app.CSRF, "a page of another origin may not open this"
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(p) // the client may be gone
}

// sameOrigin holds for requests of our own pages, and for programs, which send
// a token instead of a cookie and no Origin.
func (h *Hub) sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return r.Header.Get("Authorization") != "" || r.Header.Get("Cookie") == ""
	}
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return false
	}
	return strings.EqualFold(u.Host, r.Host) || slices.Contains(h.opt.Origins, origin)
}
