package api

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/server/app"
)

// Problem is every refusal (RFC 9457). It never repeats what was sent.
type Problem struct {
	Type        string            `json:"type" doc:"about:blank; the code says it"`
	Title       string            `json:"title" doc:"of the status"`
	Status      int               `json:"status"`
	Detail      string            `json:"detail" doc:"one sentence for a person"`
	Code        app.Code          `json:"code" enum:"invalid,too_large,unauthenticated,forbidden,csrf,not_found,stale,if_match_required,conflict,does_not_compile,rate_limited,unavailable,deadline,internal"`
	Reason      app.Reason        `json:"reason,omitempty" doc:"names the sentence of detail; docs/api/reasons.json lists them"`
	Params      map[string]any    `json:"params,omitempty" doc:"what fills the holes of the sentence: names and numbers"`
	RequestID   string            `json:"request_id" doc:"names the request in the server's log"`
	Errors      []ProblemPlace    `json:"errors,omitempty" doc:"each thing that is wrong with the request"`
	Current     *app.File         `json:"current,omitempty" doc:"of stale: the file as it is now"`
	Diagnostics diag.List         `json:"diagnostics,omitempty" doc:"of does_not_compile"`
	Unanswered  *trace.Unanswered `json:"unanswered,omitempty" doc:"of a scene's deadline or unavailable, when asked to explain: what held the request up"`

	retryAfter int // seconds
	quotas     Quotas
}

// ProblemPlace is one thing that is wrong with a request.
type ProblemPlace struct {
	Message  string `json:"message"`
	Location string `json:"location" doc:"such as body.login or path.team"`
}

// Error is the detail.
func (p *Problem) Error() string { return p.Detail }

// GetStatus is the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders holds Retry-After, RateLimit and RateLimit-Policy where there are such.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.retryAfter))
	}
	p.quotas.set(h)
	return h
}

// ContentType is that of problem details.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

var statusOf = map[app.Code]int{
	app.Invalid:         http.StatusUnprocessableEntity,
	app.TooLarge:        http.StatusRequestEntityTooLarge,
	app.Unauthenticated: http.StatusUnauthorized,
	app.Forbidden:       http.StatusForbidden,
	app.CSRF:            http.StatusForbidden,
	app.NotFound:        http.StatusNotFound,
	app.Stale:           http.StatusConflict,
	app.IfMatchRequired: http.StatusPreconditionRequired,
	app.Conflict:        http.StatusConflict,
	app.DoesNotCompile:  http.StatusUnprocessableEntity,
	app.RateLimited:     http.StatusTooManyRequests,
	app.Unavailable:     http.StatusServiceUnavailable,
	app.Deadline:        http.StatusGatewayTimeout,
	app.Internal:        http.StatusInternalServerError,
}

// problemOf maps any error to its problem; what is not of the app is internal:
// logged with the request's id, not shown.
func problemOf(ctx context.Context, log *slog.Logger, err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		p.RequestID = RequestID(ctx)
		return p
	}
	var e *app.Error
	if !errors.As(err, &e) {
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			e = app.Fail(app.Deadline, "too_long", "it took too long").Because(err)
		case errors.Is(err, context.Canceled):
			e = app.Fail(app.Deadline, "client_gone", "the client went away").Because(err)
		default:
			e = app.Fail(app.Internal, "internal", "something went wrong; the log has it under this request id").Because(err)
		}
	}
	if e.Cause != nil {
		level := slog.LevelWarn
		if e.Code == app.Internal {
			level = slog.LevelError
		}
		log.LogAttrs(ctx, level, "request failed", slog.String("request_id", RequestID(ctx)), slog.String("code", string(e.Code)), slog.Any("error", e.Cause))
	}
	status := statusOf[e.Code]
	p = &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: e.Message, Code: e.Code,
		Reason: e.Reason, Params: e.Params, RequestID: RequestID(ctx), Current: e.Current, Diagnostics: e.Diagnostics, Unanswered: e.Unanswered, retryAfter: int(math.Ceil(e.RetryAfter.Seconds()))}
	if e.Location != "" {
		p.Errors = []ProblemPlace{{Message: e.Message, Location: e.Location}}
	}
	return p
}

// codeOfStatus is the code of what huma itself refuses.
func codeOfStatus(status int) app.Code {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return app.TooLarge
	case http.StatusUnauthorized:
		return app.Unauthenticated
	case http.StatusForbidden:
		return app.Forbidden
	case http.StatusNotFound:
		return app.NotFound
	case http.StatusRequestTimeout:
		return app.Deadline
	}
	if status >= 500 {
		return app.Internal
	}
	return app.Invalid
}

// fromHuma makes the problem of what huma refuses: validation, body limits.
// The values huma would repeat are left out, they may be passwords.
func fromHuma(ctx huma.Context, status int, detail string, errs ...error) huma.StatusError {
	p := &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: detail, Code: codeOfStatus(status)}
	if ctx != nil {
		p.RequestID = RequestID(ctx.Context())
	}
	for _, err := range errs {
		var d huma.ErrorDetailer
		if errors.As(err, &d) {
			p.Errors = append(p.Errors, ProblemPlace{Message: d.ErrorDetail().Message, Location: d.ErrorDetail().Location})
		} else if err != nil && status < 500 {
			p.Errors = append(p.Errors, ProblemPlace{Message: withoutValue(err), Location: "body"})
		}
	}
	var e *app.Error
	switch more := len(p.Errors) - 1; {
	case status == http.StatusUnsupportedMediaType:
		e = app.Fail(p.Code, "content_type", "send Content-Type: application/json")
	case more < 0 || status >= 500:
		return p
	case more == 0:
		e = app.Fail(p.Code, "request_place", "{place}: {said}", p.Errors[0].Location, app.Said(p.Errors[0].Message))
	default:
		e = app.Fail(p.Code, "request_places", "{place}: {said}, and {more} more in errors", p.Errors[0].Location, app.Said(p.Errors[0].Message), more)
	}
	p.Detail, p.Reason, p.Params = e.Message, e.Reason, e.Params
	return p
}

// withoutValue cuts what a decoder's message quotes of the input.
func withoutValue(err error) string {
	text := err.Error()
	if i := strings.IndexAny(text, "\"'`"); i >= 0 {
		text = strings.TrimSpace(text[:i])
	}
	return text
}
