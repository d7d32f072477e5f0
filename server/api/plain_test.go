package api_test

import "testing"

// Probes that send HEAD hear what GET would say.
func TestProbesByHead(t *testing.T) {
	i, _ := withGames(t)
	for _, path := range []string{"/healthz", "/readyz"} {
		get, head := i.do(call{method: "GET", path: path}), i.do(call{method: "HEAD", path: path})
		if head.status != get.status || head.status != 200 {
			t.Errorf("%s: HEAD %d, GET %d, want 200", path, head.status, get.status)
		}
	}
}
