package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"

	"riffle.dev/riffle/server/app"
)

// Batches of a stream: at most this many documents or bytes go into the log at
// once, and none waits longer than putWait for the next line.
const (
	putBatch = 500
	putBytes = 2 << 20
	putWait  = 50 * time.Millisecond
	putIdle  = 60 * time.Second // a stream that sends nothing for so long is over
)

func (a *API) putDocuments(w http.ResponseWriter, r *http.Request, ctx huma.Context) {
	team, resource := ctx.Param("team"), ctx.Param("resource")
	if _, err := a.App.Resource(team, resource); err != nil {
		writeProblem(w, problemOf(r.Context(), a.Log, err))
		return
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/x-ndjson", "application/jsonl", "application/x-jsonlines":
		a.putStream(w, r, team, resource)
	case "application/json", "":
		a.putJSON(w, r, team, resource)
	default:
		a.fail(humagin.Unwrap(ctx), http.StatusUnsupportedMediaType, app.Fail(app.Invalid, "put_type", "want Content-Type application/json or application/x-ndjson"))
	}
}

// putJSON takes one document or a list.
func (a *API) putJSON(w http.ResponseWriter, r *http.Request, team, resource string) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(putIdle)) // not every connection can
	answer, err := a.putBody(r, team, resource)
	if err != nil {
		writeProblem(w, problemOf(r.Context(), a.Log, err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer) // the client may be gone
}

func (a *API) putBody(r *http.Request, team, resource string) (*PutAnswer, error) {
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, app.MaxDocumentsBody))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return nil, app.Fail(app.TooLarge, "body_size", "the body is longer than {max} bytes; send application/x-ndjson, which has no limit", app.MaxDocumentsBody)
	case err != nil:
		return nil, app.Fail(app.Invalid, "body_ended", "the body ended early").At("body")
	}
	docs := []json.RawMessage{body}
	isList := bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("["))
	if isList {
		if err := json.Unmarshal(body, &docs); err != nil {
			return nil, app.Fail(app.Invalid, "body_list", "the body is not a list of documents in JSON").At("body")
		}
	}
	if len(docs) > app.MaxDocuments {
		return nil, app.Fail(app.TooLarge, "documents_many", "{n} documents, at most {max}; send application/x-ndjson", len(docs), app.MaxDocuments)
	}
	puts := make([]app.Put, len(docs))
	for i, d := range docs {
		puts[i] = app.Put{Line: i + 1, JSON: d}
	}
	out := &PutAnswer{Results: []app.PutResult{}}
	for len(puts) > 0 {
		n := min(putBatch, len(puts))
		results, err := a.App.PutDocuments(r.Context(), team, resource, puts[:n])
		if err != nil {
			return nil, err
		}
		out.Results = append(out.Results, results...)
		puts = puts[n:]
	}
	for _, res := range out.Results {
		out.count(res)
	}
	out.Done = true
	if only := out.Results; !isList && only[0].Error != nil {
		return nil, app.Passed(only[0].Error).At("body")
	}
	return out, nil
}

func (a *PutAnswer) count(r app.PutResult) {
	if r.Error != nil {
		a.Failed++
	} else {
		a.Accepted++
	}
}

// putStream answers line by line while it reads.
func (a *API) putStream(w http.ResponseWriter, r *http.Request, team, resource string) {
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex() // HTTP/2 always is
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	_ = control.Flush() // a client that is gone shows at the first write

	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	lines := make(chan line, 64)
	go readLines(ctx, control, r.Body, lines)
	p := &putter{api: a, ctx: ctx, team: team, resource: resource, cancel: cancel, control: control, out: newOutbox(w, control), all: r.URL.Query().Get("results") != "errors"}
	err := p.run(lines)
	if p.summary.Done = err == nil; err != nil {
		problem := problemOf(ctx, a.Log, err)
		p.summary.Error = &app.PutError{Code: problem.Code, Message: problem.Detail, Reason: problem.Reason, Params: problem.Params}
	}
	_ = p.out.put(p.summary)
	p.out.close()
}

// putter gathers lines into batches and hands out results.
type putter struct {
	api            *API
	ctx            context.Context
	team, resource string
	batch          []app.Put
	refused        []app.PutResult // too long: answered with the batch
	bytes          int
	cancel         context.CancelFunc
	control        *http.ResponseController
	out            *outbox
	all            bool
	summary        app.PutSummary
}

// stop ends a stream that would hold up the server's: what was acknowledged
// stays, and its client may send the rest to the next instance. It has a moment
// to see that; then its upload is cut.
func (p *putter) stop() error {
	p.cancel() // no more lines
	cutSoon(p.control)
	return app.Fail(app.Unavailable, "stopping", "the server is stopping; send the rest again").After(time.Second)
}

// run puts lines until they end; nil when all of them were put.
func (p *putter) run(lines <-chan line) error {
	timer := time.NewTimer(putWait)
	defer timer.Stop()
	for {
		select {
		case l, more := <-lines:
			if !more || l.err != nil {
				return errors.Join(p.flush(), l.err)
			}
			p.add(l)
			if len(p.batch) < putBatch && p.bytes < putBytes && len(p.refused) < putBatch {
				continue
			}
		case <-timer.C:
			timer.Reset(putWait)
		case <-p.api.Stopping:
			return errors.Join(p.flush(), p.stop())
		}
		if err := p.flush(); err != nil {
			return err
		}
	}
}

func (p *putter) add(l line) {
	if l.long {
		p.refused = append(p.refused, app.PutResult{Line: l.number, Offset: -1, Error: app.Fail(app.TooLarge, "line_long",
			"the line is longer than {max} bytes", app.MaxDocumentBytes).ForOne()})
		return
	}
	p.batch = append(p.batch, app.Put{Line: l.number, JSON: l.text})
	p.bytes += len(l.text)
}

func (p *putter) flush() error {
	if len(p.batch)+len(p.refused) == 0 {
		return nil
	}
	var results []app.PutResult
	if len(p.batch) > 0 {
		var err error
		if results, err = p.api.App.PutDocuments(p.ctx, p.team, p.resource, p.batch); err != nil {
			return err
		}
	}
	var shown []any
	for _, r := range merge(results, p.refused) {
		if r.Error != nil {
			p.summary.Failed++
		} else {
			p.summary.Accepted++
		}
		if p.all || r.Error != nil {
			shown = append(shown, r)
		}
	}
	p.batch, p.refused, p.bytes = nil, nil, 0
	return p.out.put(shown...)
}

// merge keeps the order of lines.
func merge(a, b []app.PutResult) []app.PutResult {
	if len(b) == 0 {
		return a
	}
	out := make([]app.PutResult, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].Line < b[0].Line {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}
