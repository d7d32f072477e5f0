package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/gorilla/websocket"

	"riffle.dev/riffle/server/app"
)

// plain adds the routes that are no operations.
func (a *API) plain(base *gin.RouterGroup) {
	for _, method := range []string{http.MethodGet, http.MethodHead} { // probes of some balancers send HEAD
		base.Handle(method, "/healthz", func(c *gin.Context) { c.JSON(http.StatusOK, gin.H{"status": "ok"}) })
		base.Handle(method, "/readyz", a.readyz)
	}
	base.GET("/metrics", a.metrics)
	base.GET("/docs", a.docs)
	base.GET("/docs/:file", a.docs)
	text, err := a.OpenAPI()
	base.GET(Prefix+"/openapi.json", func(c *gin.Context) {
		if err != nil {
			panic(err)
		}
		c.Data(http.StatusOK, "application/json; charset=utf-8", text)
	})
	base.GET(Prefix+"/live", a.live)
}

func (a *API) readyz(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), 2*time.Second)
	defer cancel()
	if err := a.Ready(ctx); err != nil {
		a.fail(c, http.StatusServiceUnavailable, app.Fail(app.Unavailable, "not_ready", "not ready: {said}", app.Said(err.Error())).After(time.Second))
		return
	}
	c.JSON(http.StatusOK, gin.H{"status": "ready"})
}

// metrics of the teams of who asks; a scraper sends a token.
func (a *API) metrics(c *gin.Context) {
	p, err := a.signedIn(c.Request)
	switch {
	case err != nil:
		writeProblem(c.Writer, problemOf(c.Request.Context(), a.Log, err))
	case !p.May(app.ScopeRead):
		writeProblem(c.Writer, problemOf(c.Request.Context(), a.Log, app.Fail(app.Forbidden, "scope_needed", `the token "{token}" lacks the scope {scope}`, p.Token, app.ScopeRead)))
	case a.Metrics == nil:
		a.noRoute(c)
	default:
		a.Metrics.ServeHTTP(c.Writer, withPrincipal(c.Request, p))
	}
}

// live hands the socket over. Without credentials only an upgrade passes: the
// socket itself says 4401, which a browser can read and a status it cannot.
func (a *API) live(c *gin.Context) {
	p, err := a.signedIn(c.Request)
	switch {
	case err != nil && !websocket.IsWebSocketUpgrade(c.Request):
		writeProblem(c.Writer, problemOf(c.Request.Context(), a.Log, err))
	case a.Live == nil:
		a.noRoute(c)
	default:
		a.Live.ServeHTTP(c.Writer, withPrincipal(c.Request, p))
	}
}

// signedIn is who asks on a route that is no operation.
func (a *API) signedIn(r *http.Request) (*app.Principal, error) {
	p, err := a.Sessions.Of(r)
	if err == nil && p == nil {
		err = app.Fail(app.Unauthenticated, "log_in", "log in, or send Authorization: Bearer with a token")
	}
	return p, err
}

func withPrincipal(r *http.Request, p *app.Principal) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), whoKey{}, p))
}

// Principal is who asks, for the handlers that are handed in; nil for nobody.
func Principal(ctx context.Context) *app.Principal { return who(ctx) }

// noRoute is the console's for a page, and a problem for everything else.
func (a *API) noRoute(c *gin.Context) {
	path := strings.TrimPrefix(c.Request.URL.Path, a.BasePath)
	if a.Console != nil && !strings.HasPrefix(path, "/api/") && (c.Request.Method == http.MethodGet || c.Request.Method == http.MethodHead) {
		c.Status(http.StatusOK) // gin has set 404
		a.Console.ServeHTTP(c.Writer, c.Request)
		return
	}
	a.fail(c, http.StatusNotFound, app.Fail(app.NotFound, "no_address", "there is nothing at this address; see /docs"))
}
