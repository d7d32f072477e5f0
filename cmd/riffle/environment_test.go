package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Who has set RIFFLE_SERVER for apply and put still runs the folder at hand.
func TestAServerOfTheEnvironmentDoesNotHideTheFolder(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		_, _ = w.Write([]byte(`{"items":[]}`))
	}))
	defer server.Close()
	dir := folder(t, map[string]string{
		"a.riffle": `resource games { fields { id: key, n: int } }
pipeline feed(k: int = 3) -> items {
  most = top(games, by: n, k: 5)  optional
  any  = top(games, by: n, k: 1)
  return take(merge([most, any]), k)
}
scene home { pipeline: feed }`,
		"games.jsonl":    "{\"id\": \"go\", \"n\": 1}\n",
		"requests.jsonl": "{}\n",
	})
	ran := func(args ...string) (int, string, string) {
		var out, errs strings.Builder
		code := run(unhurried(args), world{strings.NewReader(""), &out, &errs, func(name string) string {
			return map[string]string{"RIFFLE_SERVER": server.URL, "RIFFLE_TEAM": "shop"}[name]
		}})
		return code, out.String(), errs.String()
	}
	if code, out, errs := ran("run", dir, "home", "--data", dir); code != 0 || asked != 0 || !strings.Contains(out, "1 item from feed") {
		t.Errorf("run: exit %d, the server was asked %d times\n%s%s", code, asked, out, errs)
	}
	if code, out, errs := ran("gain", dir, "home", "--data", dir, "--requests", dir+"/requests.jsonl"); code != 0 || asked != 0 {
		t.Errorf("gain: exit %d, the server was asked %d times\n%s%s", code, asked, out, errs)
	}
	if code, _, errs := ran("run", "-", "home"); code != 0 || asked != 1 {
		t.Errorf("run -: exit %d, the server was asked %d times\n%s", code, asked, errs)
	}
	if code, _, errs := ran("run", dir, "home", "--server", server.URL); code != 0 || asked != 2 {
		t.Errorf("run --server: exit %d, the server was asked %d times\n%s", code, asked, errs)
	}
}

func TestRunWithoutFolderWantsAServer(t *testing.T) {
	if code, _, errs := ran("", "run", "-", "home"); code != 2 || !strings.Contains(errs, "--server is missing") {
		t.Errorf("exit %d %s", code, errs)
	}
}
