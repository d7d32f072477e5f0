package api_test

import (
	"strings"
	"testing"
)

func TestAuditExport(t *testing.T) {
	i := newInstance(t)
	cookies := shelfTeam(t, i, "ads")
	a := i.must(200, call{method: "GET", path: "/api/v1/teams/ads/audit.csv?action=file.save", cookie: cookies["viewer"]})
	lines := strings.Split(strings.TrimSpace(string(a.body)), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "at,actor,action,object,") || !strings.Contains(lines[1], ",ads-editor,file.save,main.riffle,") {
		t.Errorf("export %q", lines)
	}
	if a.header.Get("Content-Type") != "text/csv; charset=utf-8" || !strings.Contains(a.header.Get("Content-Disposition"), "audit-ads.csv") {
		t.Errorf("headers %v", a.header)
	}
	if none := i.must(200, call{method: "GET", path: "/api/v1/teams/ads/audit.csv?actor=nobody", cookie: cookies["viewer"]}); strings.Count(string(none.body), "\n") != 1 {
		t.Errorf("nobody's changes: %q", none.body)
	}
}
