package check

import (
	"fmt"
	"strconv"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// maxRetries is how often a call may be tried again.
const maxRetries = 10

// asked is how a call is asked: what its timeout, hedge, retry and cache say.
type asked struct {
	timeout, hedge int64 // ns
	hedgeAt        *ast.Modifier
}

// asks checks timeout, hedge, retry and cache.
func (b *body) asks(m *ast.Modifier, w worth, as *asked) {
	c := b.c
	if m.Word != "timeout" && w.form != "" {
		c.report(headWord(m), "E0708", fmt.Sprintf("%s is for one call, and not for %s", m.Word, an(w.form)), "write it behind the call within")
		b.mentions(m.By)
		return
	}
	switch m.Word {
	case "timeout":
		as.timeout = c.duration("timeout", m.Value)
	case "hedge":
		as.hedge, as.hedgeAt = c.duration("hedge", m.Value), m
	case "retry":
		c.retries(m)
	case "cache":
		c.duration("cache", m.Value)
		b.cachedBy(m.By)
	}
}

// asksAll checks what hangs on two of them.
func (b *body) asksAll(as asked) {
	if as.timeout > 0 && as.hedge >= as.timeout {
		b.c.report(as.hedgeAt.At, "W0714", fmt.Sprintf("hedge %s never comes: the timeout is %s", ns(as.hedge), ns(as.timeout)), "hedge well before the timeout")
	}
}

// retries checks the number behind retry.
func (c *checker) retries(m *ast.Modifier) {
	n, ok := m.Value.(*ast.NumberLit)
	switch {
	case m.Value == nil:
	case !ok || !n.Int || n.Num < 0:
		c.report(m.Value.Span(), "E0405", "retry wants a whole number, at least 0", "such as retry 1")
	case n.Num > maxRetries:
		c.report(m.Value.Span(), "E0804", fmt.Sprintf("retry is %s, at most %d", n.Text, maxRetries), "")
	}
}

// cachedBy types what answers are kept by: a scalar, or a list of scalars that
// need not be of one type. Such a list is an island with a record of them.
func (b *body) cachedBy(v ast.Value) {
	list, ok := v.(*ast.List)
	if !ok {
		if v != nil {
			b.scalar(v, sig.Type{}, "cache by")
		}
		return
	}
	rec := &ast.Record{At: list.At}
	for i, e := range list.Elems {
		if b.c.tooMany(i, list.At, "values") {
			return
		}
		if e != nil {
			rec.Fields = append(rec.Fields, &ast.RecordField{At: e.Span(), Key: &ast.Name{Text: strconv.Itoa(i + 1), At: e.Span()}, Value: e})
		}
	}
	t, _ := b.c.typed(rec, scope{place: inPipeline, body: b})
	b.c.info.Islands[list], b.c.info.Values[list] = b.c.info.Islands[rec], t
}
