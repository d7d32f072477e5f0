package api

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/gin-gonic/gin"

	"riffle.dev/riffle/server/app"
)

// newRouter makes gin without its own words: 404, 405 and panics are problem
// details too, and every request has an id and a line in the log.
func (a *API) newRouter() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.UseRawPath, r.UnescapePathValues = true, true // a file's path may hold %2F
	r.HandleMethodNotAllowed = true
	r.RedirectTrailingSlash, r.RedirectFixedPath = false, false
	_ = r.SetTrustedProxies(nil) // the error is of a bad address, there is none
	r.Use(a.frame)
	r.NoRoute(a.noRoute)
	r.NoMethod(func(c *gin.Context) {
		a.fail(c, http.StatusMethodNotAllowed, app.Fail(app.Invalid, "method", "{method} is not possible here; see /docs", c.Request.Method))
	})
	return r
}

type requestIDKey struct{}

// RequestID names the request in the log, in problems and in the audit.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

var goodRequestID = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)

// answerWithin is how long an answer may take to be read.
const answerWithin = time.Minute

// frame is around every request: id, log line, panic.
func (a *API) frame(c *gin.Context) {
	id := c.GetHeader("X-Request-Id")
	if !goodRequestID.MatchString(id) {
		id = newRequestID()
	}
	c.Request = c.Request.WithContext(context.WithValue(c.Request.Context(), requestIDKey{}, id))
	c.Header("X-Request-Id", id)
	c.Header("X-Content-Type-Options", "nosniff")
	begin := time.Now()
	// A client that does not read its answer holds nothing for long; streams
	// and the socket set times of their own. Not every connection can.
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(begin.Add(answerWithin))
	defer func() {
		cause := recover()
		if cause == http.ErrAbortHandler {
			panic(cause) // net/http's own word for: drop the connection
		}
		if cause != nil {
			a.Log.Error("panic", "request_id", id, "route", c.FullPath(), "panic", fmt.Sprint(cause), "stack", string(debug.Stack()))
			if !c.Writer.Written() {
				writeProblem(c.Writer, problemOf(c.Request.Context(), a.Log, app.Fail(app.Internal, "internal", "something went wrong; the log has it under this request id")))
			}
			c.Abort()
		}
		a.logRequest(c, id, time.Since(begin))
	}()
	c.Next()
}

func (a *API) logRequest(c *gin.Context, id string, took time.Duration) {
	level := slog.LevelDebug
	serve := c.FullPath() == a.BasePath+Prefix+"/teams/:team/scenes/:scene/serve"
	switch status := c.Writer.Status(); {
	case status == http.StatusInternalServerError, status > 500 && !serve:
		level = slog.LevelWarn
	case c.Request.Method != http.MethodGet && !serve: // that has its traces
		level = slog.LevelInfo
	}
	a.Log.LogAttrs(c.Request.Context(), level, "request", slog.String("request_id", id), slog.String("method", c.Request.Method),
		slog.String("route", c.FullPath()), slog.Int("status", c.Writer.Status()), slog.Int("bytes", c.Writer.Size()), slog.Duration("took", took))
}

func newRequestID() string {
	var b [10]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails
	return hex.EncodeToString(b[:])
}

func (a *API) fail(c *gin.Context, status int, err error) {
	p := problemOf(c.Request.Context(), a.Log, err)
	p.Status, p.Title = status, http.StatusText(status)
	writeProblem(c.Writer, p)
	c.Abort()
}

// writeProblem writes a refusal outside of huma.
func writeProblem(w http.ResponseWriter, p *Problem) {
	for k, v := range p.GetHeaders() {
		w.Header()[k] = v
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // the client may be gone
}
