package trace

import (
	"strings"
	"testing"
)

func TestParseParent(t *testing.T) {
	const id, span = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	for _, c := range []struct {
		header string
		ok     bool
		flag   bool
	}{
		{"00-" + id + "-" + span + "-01", true, true},
		{" 00-" + id + "-" + span + "-00 ", true, false},
		{"00-" + id + "-" + span + "-ff", true, true},
		{"42-" + id + "-" + span + "-01-what-comes-later", true, true},
		{"00-" + id + "-" + span + "-01-more", false, false},
		{"ff-" + id + "-" + span + "-01", false, false},
		{"00-" + strings.ToUpper(id) + "-" + span + "-01", false, false},
		{"00-" + strings.Repeat("0", 32) + "-" + span + "-01", false, false},
		{"00-" + id + "-" + strings.Repeat("0", 16) + "-01", false, false},
		{"00-" + id + "-" + span, false, false},
		{"00-" + id + "-" + span + "-zz", false, false},
		{"", false, false},
		{strings.Repeat("0", 1<<20), false, false},
	} {
		p, ok := ParseParent(c.header, "a=b")
		if ok != c.ok || p.Sampled != c.flag || ok && (p.Trace != id || p.Span != span || p.State != "a=b") {
			t.Errorf("%.80q: %+v, %t", c.header, p, ok)
		}
	}
	if p, _ := ParseParent("00-"+id+"-"+span+"-01", strings.Repeat("x", 2000)); p.State != "" {
		t.Error("a tracestate without bound is handed on")
	}
}

func TestHeader(t *testing.T) {
	const request = "0123456789abcdef0123456789abcdef"
	var none Parent
	for name, c := range map[string]struct {
		p       Parent
		request string
		sampled bool
		want    string
	}{
		"its own trace":            {none, request, true, "00-" + request + "-" + SpanID(request, "n", "") + "-01"},
		"nobody records":           {none, request, false, "00-" + request + "-" + SpanID(request, "n", "") + "-00"},
		"the caller's":             {Parent{Trace: strings.Repeat("a", 32), Sampled: true}, "t1", false, "00-" + strings.Repeat("a", 32) + "-" + SpanID("t1", "n", "") + "-01"},
		"an id of no trace's form": {none, "t1", true, ""},
	} {
		if got := c.p.Header(c.request, "n", "", c.sampled); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if SpanID("a", "bc", "") == SpanID("ab", "c", "") || len(SpanID("a", "", "")) != 16 {
		t.Error("span ids of different names are one")
	}
}
