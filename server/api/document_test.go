package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

const documents = "/api/v1/teams/ads/resources/games/documents"

func withGames(t *testing.T) (*instance, map[string]string) {
	i := newInstance(t)
	cookies := i.team("ads")
	i.publish("ads", cookies["editor"], games)
	return i, cookies
}

// eventually is within a second, and on a busy machine when it comes.
func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for until := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if f() {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("%s: not within two minutes", what)
		}
	}
}

func TestDocumentsByJSON(t *testing.T) {
	i, cookies := withGames(t)
	put := func(status int, body string) (a api.PutAnswer) {
		t.Helper()
		res := i.must(status, call{method: "POST", path: documents, cookie: cookies["editor"], body: body})
		if status == 200 {
			res.into(t, &a)
		} else {
			res.problem(t)
		}
		return a
	}
	if a := put(200, `{"id":"a","title":"chess","price":3}`); a.Accepted != 1 || a.Results[0].Key != "a" || a.Results[0].Offset != 0 || !a.Done {
		t.Errorf("one document: %+v", a)
	}
	a := put(200, `[{"id":"b","title":"go"},{"title":"no key"},{"id":"c","title":7},{"id":"d","title":"x","colour":1},{"id":"e","title":"draughts"}]`)
	if a.Accepted != 2 || a.Failed != 3 {
		t.Errorf("five documents, three of them bad: %+v", a)
	}
	for _, r := range a.Results {
		if (r.Error != nil) != (r.Line >= 2 && r.Line <= 4) || (r.Error != nil) != (r.Offset == -1) {
			t.Errorf("result %+v", r)
		}
	}
	for name, body := range map[string]string{
		"one bad document": `{"id":"x","title":7}`, "no document": `"x"`, "null": `null`, "a brace too many": `{"id":"x","title":"a"}}`, "a word behind": `{"id":"x","title":"a"} x`, "nothing": ``, "half": `{"id":`, "a list that ends": `[{"id":"x"}`,
		"two": `{"id":"x","title":"a"}{"id":"y","title":"b"}`, "deep": strings.Repeat("[", 200_000), "deep object": strings.Repeat(`{"a":`, 200_000),
		"a huge number": `{"id":"x","title":"a","price":1e999}`,
	} {
		if a := i.do(call{method: "POST", path: documents, cookie: cookies["editor"], body: body}); a.status/100 != 4 {
			t.Errorf("%s: %d %.200s", name, a.status, a.body)
		}
	}
	if a := i.do(call{method: "POST", path: documents, cookie: cookies["editor"], body: `[` + strings.Repeat(" ", app.MaxDocumentsBody) + `]`}); a.status != 413 {
		t.Errorf("a body that is too long: %d", a.status)
	}
	if a := i.do(call{method: "POST", path: documents, cookie: cookies["editor"], body: "a,b", header: map[string]string{"Content-Type": "text/csv"}}); a.status != 415 {
		t.Errorf("another type: %d", a.status)
	}
	i.must(404, call{method: "POST", path: "/api/v1/teams/ads/resources/none/documents", cookie: cookies["editor"], body: `{}`})

	var doc map[string]any
	eventually(t, "the document is seen", func() bool {
		a := i.do(call{method: "GET", path: documents + "/b", cookie: cookies["viewer"]})
		return a.status == 200 && json.Unmarshal(a.body, &doc) == nil
	})
	if doc["id"] != "b" || doc["title"] != "go" || doc["price"] != 0.0 {
		t.Errorf("document %v: want the default for price", doc)
	}
	i.must(200, call{method: "DELETE", path: documents + "/b", cookie: cookies["editor"]})
	eventually(t, "the deletion is seen", func() bool {
		return i.do(call{method: "GET", path: documents + "/b", cookie: cookies["viewer"]}).status == 404
	})
	i.must(200, call{method: "DELETE", path: documents + "/never%2Fwas", cookie: cookies["editor"]})
	var r app.Resource
	i.must(200, call{method: "GET", path: "/api/v1/teams/ads/resources/games", cookie: cookies["viewer"]}).into(t, &r)
	if r.Docs != 2 || r.State != "ok" || len(r.Slots) != 4 {
		t.Errorf("resource %+v", r)
	}
}

// Results come back while the upload runs: the second line is only sent after
// the first one's result was read.
func TestStreamAnswersWhileItReads(t *testing.T) {
	i, cookies := withGames(t)
	in, out := io.Pipe()
	r, err := http.NewRequest("POST", i.http.URL+documents, in)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-ndjson")
	r.Header.Set("X-Riffle-CSRF", "1")
	r.AddCookie(&http.Cookie{Name: "riffle_session", Value: cookies["editor"]})
	lines := make(chan string)
	go func() {
		defer close(lines)
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Error(err)
			return
		}
		defer res.Body.Close()
		s := bufio.NewScanner(res.Body)
		for s.Scan() {
			lines <- s.Text()
		}
	}()
	read := func() string {
		select {
		case l := <-lines:
			return l
		case <-time.After(2 * time.Minute):
			t.Fatal("no result while the upload runs")
			return ""
		}
	}
	for n := range 3 {
		fmt.Fprintf(out, `{"id":"k%d","title":"x"}`+"\n", n)
		var res app.PutResult
		if err := json.Unmarshal([]byte(read()), &res); err != nil || res.Key != fmt.Sprintf("k%d", n) || res.Line != n+1 || res.Error != nil {
			t.Errorf("result %+v, %v", res, err)
		}
	}
	out.Close()
	var sum app.PutSummary
	if err := json.Unmarshal([]byte(read()), &sum); err != nil || !sum.Done || sum.Accepted != 3 {
		t.Errorf("summary %+v, %v", sum, err)
	}
}

// Lines of any kind: each bad one fails alone, the good ones around it stay.
func TestStreamEndsWhenTheServerStops(t *testing.T) {
	stopping := make(chan struct{})
	i := newInstance(t, func(c *api.Config) { c.Stopping = stopping })
	cookies := i.team("ads")
	i.publish("ads", cookies["editor"], games)
	in, out := io.Pipe()
	defer out.Close()
	r, err := http.NewRequest("POST", i.http.URL+documents, in)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Content-Type": {"application/x-ndjson"}, "X-Riffle-Csrf": {"1"}, "Cookie": {"riffle_session=" + cookies["editor"]}}
	go func() {
		fmt.Fprintln(out, `{"id":"k","title":"x"}`)
		close(stopping) // and nothing more is sent, and no end
	}()
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var last string
	for s := bufio.NewScanner(res.Body); s.Scan(); {
		last = s.Text()
	}
	var sum app.PutSummary
	if err := json.Unmarshal([]byte(last), &sum); err != nil || sum.Done || sum.Error == nil || sum.Error.Code != app.Unavailable {
		t.Errorf("summary %q, %v; want one that says unavailable", last, err)
	}
}

func TestStreamOfGarbage(t *testing.T) {
	i, cookies := withGames(t)
	good := func(n int) string { return fmt.Sprintf(`{"id":"g%d","title":"t"}`, n) }
	long := `{"id":"long","title":"` + strings.Repeat("x", app.MaxDocumentBytes) + `"}`
	body := strings.Join([]string{
		good(1), "", "   ", "no json", good(2), long, good(3), "[1]", "null", `{"id":""}`, "\x00\xff\xfe", strings.Repeat("[", 500_000), strings.Repeat(`{"a":`, 150_000),
		`{"id":"` + strings.Repeat("k", 600) + `","title":"x"}`, good(4), long + long + long, good(5),
	}, "\n") // and no newline at the end
	a := i.must(200, call{method: "POST", path: documents, cookie: cookies["editor"], body: body, header: map[string]string{"Content-Type": "application/x-ndjson"}})
	lines := strings.Split(strings.TrimSpace(string(a.body)), "\n")
	accepted, last := 0, 0
	for _, l := range lines[:len(lines)-1] {
		var r app.PutResult
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			t.Fatalf("%v: %s", err, l)
		}
		if r.Line <= last {
			t.Errorf("line %d follows %d", r.Line, last)
		}
		last = r.Line
		if r.Error == nil {
			accepted++
			if !strings.HasPrefix(r.Key, "g") {
				t.Errorf("accepted %+v", r)
			}
		}
		if (r.Line == 6 || r.Line == 16) && (r.Error == nil || r.Error.Code != app.TooLarge) {
			t.Errorf("a line that is too long: %+v", r)
		}
	}
	var sum app.PutSummary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &sum); err != nil {
		t.Fatal(err)
	}
	if accepted != 5 || sum.Accepted != 5 || sum.Failed != 10 || !sum.Done || last != 17 {
		t.Errorf("accepted %d, last line %d, summary %+v; want 5, 17 and 10 failed", accepted, last, sum)
	}
	short := i.must(200, call{method: "POST", path: documents + "?results=errors", cookie: cookies["editor"], body: good(1) + "\nx\n" + good(2), header: map[string]string{"Content-Type": "application/x-ndjson"}})
	if n := strings.Count(strings.TrimSpace(string(short.body)), "\n") + 1; n != 2 {
		t.Errorf("results=errors answers %d lines, want the error and the summary", n)
	}
}

// What does not fit the new schema is counted; what does is there after the
// replay, the last good version serves until then.
func TestAChangedSchemaReplaysTheLog(t *testing.T) {
	i, cookies := withGames(t)
	i.must(200, call{method: "POST", path: documents, cookie: cookies["editor"], body: `[{"id":"a","title":"one","price":2.5},{"id":"b","title":"two"}]`})
	i.publish("ads", cookies["editor"], strings.Replace(games, "price: float = 0", "price: int = 0\n    maker: keyword = \"unknown\"", 1))
	var doc map[string]any
	eventually(t, "the new schema serves", func() bool {
		a := i.do(call{method: "GET", path: documents + "/b", cookie: cookies["viewer"]})
		return a.status == 200 && json.Unmarshal(a.body, &doc) == nil && doc["maker"] == "unknown"
	})
	i.must(404, call{method: "GET", path: documents + "/a", cookie: cookies["viewer"]}) // 2.5 is no int
	var r app.Resource
	i.must(200, call{method: "GET", path: "/api/v1/teams/ads/resources/games", cookie: cookies["viewer"]}).into(t, &r)
	if r.Docs != 1 || r.Message == "" || r.Version != 2 {
		t.Errorf("resource %+v: want one document and a word on the other", r)
	}
	// Rolling back brings it back: nothing of the log was lost.
	i.must(200, call{method: "POST", path: "/api/v1/teams/ads/versions/1/activate", cookie: cookies["editor"], body: `{"note":"back"}`})
	eventually(t, "the old schema serves", func() bool {
		return i.do(call{method: "GET", path: documents + "/a", cookie: cookies["viewer"]}).status == 200
	})
	var page struct{ Items []app.Activation }
	i.must(200, call{method: "GET", path: "/api/v1/teams/ads/activations", cookie: cookies["viewer"]}).into(t, &page)
	if len(page.Items) != 3 || page.Items[0].Version != 1 || page.Items[1].Version != 2 {
		t.Errorf("activations %+v", page.Items)
	}
}

// A client that reads nothing before it has sent everything is served too: the
// results are more than any socket holds.
func TestStreamOfAClientThatReadsLast(t *testing.T) {
	i, cookies := withGames(t)
	const n = 60_000
	var body strings.Builder
	for range n {
		body.WriteString(strings.Repeat("no document ", 40) + "\n") // 29 MB: more than sockets hold, too
	}
	address := strings.TrimPrefix(i.http.URL, "http://")
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.(*net.TCPConn).SetReadBuffer(16 << 10); err != nil {
		t.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(5 * time.Minute))
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nCookie: riffle_session=%s\r\nX-Riffle-CSRF: 1\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		documents, address, cookies["editor"], body.Len(), body.String())
	if err != nil {
		t.Fatalf("the upload got stuck: %v", err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != n+1 || !strings.Contains(lines[n], `"failed":60000`) {
		t.Errorf("%d lines, the last %s", len(lines), lines[len(lines)-1])
	}
}
