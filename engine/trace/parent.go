package trace

import (
	"encoding/hex"
	"hash/fnv"
	"strings"
)

// Parent is the trace of somebody else that a request is part of, as the headers
// traceparent and tracestate say (W3C Trace Context). The zero value is none.
type Parent struct {
	Trace   string // 32 hex digits
	Span    string // 16 hex digits
	Sampled bool
	State   string // tracestate, handed on as it came
}

// maxState bounds a tracestate; a longer one is not handed on, as the standard
// allows.
const maxState = 512

// ParseParent of the two headers; false where traceparent is none.
func ParseParent(parent, state string) (Parent, bool) {
	parts := strings.SplitN(strings.TrimSpace(parent), "-", 5)
	if len(parent) > 256 || len(parts) < 4 || !isHex(parts[0], 2) || parts[0] == "ff" || parts[0] == "00" && len(parts) != 4 ||
		!isHex(parts[1], 32) || !isHex(parts[2], 16) || !isHex(parts[3], 2) || zero(parts[1]) || zero(parts[2]) {
		return Parent{}, false
	}
	flags, _ := hex.DecodeString(parts[3])
	p := Parent{Trace: parts[1], Span: parts[2], Sampled: flags[0]&1 == 1}
	if len(state) <= maxState && !strings.ContainsAny(state, "\r\n") {
		p.State = state
	}
	return p, true
}

// isHex tells whether a text is n lower case hex digits.
func isHex(s string, n int) bool {
	if len(s) != n {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func zero(s string) bool { return strings.Trim(s, "0") == "" }

// TraceOf is the trace a request belongs to: the parent's, or one named by its
// own id where that has the form; "" where it has not.
func (p *Parent) TraceOf(request string) string {
	switch {
	case p.Trace != "":
		return p.Trace
	case isHex(request, 32) && !zero(request):
		return request
	}
	return ""
}

// SpanID of a node of a request, 16 hex digits that whoever knows the names can
// make again; of the request itself node and turn are empty.
func SpanID(request, node, turn string) string {
	h := fnv.New64a()
	for _, s := range []string{request, node, turn} {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Header is the traceparent that a call of a node carries, "" for none.
func (p *Parent) Header(request, node, turn string, sampled bool) string {
	id := p.TraceOf(request)
	if id == "" {
		return ""
	}
	flags := "00"
	if sampled || p.Sampled {
		flags = "01"
	}
	return "00-" + id + "-" + SpanID(request, node, turn) + "-" + flags
}
