package catalog

import (
	"bytes"
	"context"
	"errors"
	"time"
	"unicode/utf8"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/pgerr"
	"riffle.dev/riffle/server/app"
)

func (c *Catalog) library(team, resource string) (*Library, error) {
	if a, ok := c.Active(team); ok {
		if l := a.libraries[resource]; l != nil {
			return l, nil
		}
	}
	if o, ok := c.outside(team, resource); ok {
		return nil, o.elsewhere()
	}
	return nil, c.Absent(team, "resource", resource)
}

func (c *Catalog) outside(team, resource string) (*outside, bool) {
	a, ok := c.Active(team)
	if !ok {
		return nil, false
	}
	o := a.outsides[resource]
	return o, o != nil
}

// held is a resource as it is read, wherever it lives: its name and fields, and
// a view.
type held struct {
	index.Schema
	view op.View
}

func (c *Catalog) held(team, resource string) (held, error) {
	if o, ok := c.outside(team, resource); ok {
		v := o.store.View()
		schema := v.Schema()
		if im := o.declared.Import; im != nil {
			schema.Resource = im.Name // a name also where it is brought along by an import
		}
		return held{schema, v}, nil
	}
	l, err := c.library(team, resource)
	if err != nil {
		return held{}, err
	}
	schema := l.schema
	schema.Resource = l.stream.Resource // likewise
	return held{schema, l.View()}, nil
}

// writable is a library that takes documents.
func (c *Catalog) writable(team, resource string) (*Library, error) {
	l, err := c.library(team, resource)
	if err == nil && l.imported() {
		return nil, app.Fail(app.Forbidden, "imported", "{resource} is imported from {team}; documents are written there, to {there}", resource, l.stream.Team, l.stream.Resource)
	}
	return l, err
}

// Put implements app.Runtime.
func (c *Catalog) Put(ctx context.Context, team, resource string, docs []app.Put) ([]app.PutResult, error) {
	l, err := c.writable(team, resource)
	if err != nil {
		return nil, err
	}
	out := make([]app.PutResult, len(docs))
	changes := make([]changelog.Change, 0, len(docs))
	at := make([]int, 0, len(docs)) // place in out of each change
	for i, d := range docs {
		out[i] = app.PutResult{Line: d.Line, Offset: -1}
		change, refusal := l.change(d.JSON)
		out[i].Key = change.Key
		if refusal != nil {
			out[i].Error = refusal
			continue
		}
		changes, at = append(changes, change), append(at, i)
	}
	if len(changes) == 0 {
		return out, nil
	}
	offsets, err := c.append(ctx, l.stream, changes)
	if err != nil {
		return nil, err
	}
	for k, o := range offsets {
		out[at[k]].Slot, out[at[k]].Offset = o.Slot, o.Offset
	}
	return out, nil
}

// change validates a document against the schema that serves.
func (l *Library) change(text []byte) (changelog.Change, *app.PutError) {
	if len(text) > app.MaxDocumentBytes {
		return changelog.Change{}, app.Fail(app.TooLarge, "document_long", "the document is longer than {max} bytes", app.MaxDocumentBytes).ForOne()
	}
	if !utf8.Valid(text) { // the decoder would replace what is not, and make one key of two
		return changelog.Change{}, app.Fail(app.Invalid, "document_utf8", "the document is not UTF-8").ForOne()
	}
	doc, err := decode(text)
	if err != nil {
		return changelog.Change{}, app.Fail(app.Invalid, "document_json", "want one object of fields in JSON").ForOne()
	}
	d, err := l.slice.Validate(doc)
	if err != nil {
		return refused(err)
	}
	if err := changelog.CheckKey(d.Key); err != nil {
		return changelog.Change{}, badKey(err).ForOne()
	}
	return changelog.Change{Key: d.Key, Value: bytes.TrimSpace(text)}, nil
}

// refused is what the schema says against a document, with its key as far as
// that is known.
func refused(err error) (changelog.Change, *app.PutError) {
	var e *index.DocError
	if !errors.As(err, &e) {
		return changelog.Change{}, app.Fail(app.Invalid, "document_refused", "{said}", app.Said(err.Error())).ForOne()
	}
	why := app.Fail(app.Invalid, "document_refused", "{said}", app.Said(err.Error()))
	switch {
	case e.Code == index.TooLarge && e.Field == "":
		why = app.Fail(app.TooLarge, "document_refused", "{said}", app.Said(err.Error()))
	case e.Code == index.TooLarge:
		why = app.Fail(app.TooLarge, "document_field_long", "field {field}: {said}", e.Field, app.Said(e.Reason))
	case e.Field == "":
	case e.Code == index.MissingField:
		why = app.Fail(app.Invalid, "document_field_missing", "field {field}: {said}", e.Field, app.Said(e.Reason))
	case e.Code == index.UnknownField:
		why = app.Fail(app.Invalid, "document_field_unknown", "field {field}: {said}", e.Field, app.Said(e.Reason))
	default:
		why = app.Fail(app.Invalid, "document_field", "field {field}: {said}", e.Field, app.Said(e.Reason))
	}
	return changelog.Change{Key: e.Key}, why.ForOne()
}

func badKey(err error) *app.Error {
	return app.Fail(app.Invalid, "document_key", "{said}", app.Said(err.Error()))
}

// Delete implements app.Runtime.
func (c *Catalog) Delete(ctx context.Context, team, resource, key string) (app.PutResult, error) {
	l, err := c.writable(team, resource)
	if err != nil {
		return app.PutResult{}, err
	}
	if err := changelog.CheckKey(key); err != nil {
		return app.PutResult{}, badKey(err).At("path.key")
	}
	offsets, err := c.append(ctx, l.stream, []changelog.Change{{Key: key}})
	if err != nil {
		return app.PutResult{}, err
	}
	return app.PutResult{Key: key, Slot: offsets[0].Slot, Offset: offsets[0].Offset}, nil
}

// Document implements app.Runtime.
func (c *Catalog) Document(ctx context.Context, team, resource, key string) (map[string]any, error) {
	l, err := c.held(team, resource)
	if err != nil {
		return nil, err
	}
	hits, err := l.view.Lookup(ctx, []string{key})
	if err != nil {
		return nil, storeError(err)
	}
	if hits.Len() == 0 {
		return nil, app.Missing("document", key)
	}
	names := make([]string, len(l.Fields))
	for i, f := range l.Fields {
		names[i] = f.Name
	}
	columns, err := l.view.Fetch(ctx, hits, names)
	if err != nil {
		return nil, storeError(err)
	}
	out := make(map[string]any, len(names))
	for i, f := range l.Fields {
		out[f.Name] = column.Render(f.Type, columns[i].Row(0))
	}
	return out, nil
}

// appendWithin bounds the wait for a commit, the one under way included: who
// writes while the database hangs has the answer within three seconds.
const appendWithin = 2 * time.Second

func (c *Catalog) append(ctx context.Context, s changelog.Stream, changes []changelog.Change) ([]changelog.Offset, error) {
	ctx, cancel := context.WithTimeout(ctx, appendWithin)
	defer cancel()
	offsets, err := c.log.Append(ctx, s, changes)
	if err != nil && pgerr.Away(err) {
		return nil, app.Down(err)
	}
	return offsets, err
}
