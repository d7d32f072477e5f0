package chaos

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// callee is one service, or the store, as it is reached.
type callee struct {
	name    string
	weather *weather
	flood   []byte
	gone    <-chan struct{} // what hangs ends
}

// newFlood is a million rows.
func newFlood() []byte {
	var b bytes.Buffer
	b.WriteString(`{"items":[`)
	for i := range 1_000_000 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"key":"g%d"}`, i)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

// question is what all of them are asked, as JSON.
type question struct {
	Args struct {
		Q string `json:"q"`
		R string `json:"r"`
	} `json:"args"`
	Items []struct {
		Installs float64 `json:"installs"`
		Genre    string  `json:"genre"`
	} `json:"items"`
	Query json.RawMessage `json:"query"` // of the store
}

// ServeHTTP answers by the weather.
func (c *callee) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q question
	body, err := io.ReadAll(io.LimitReader(r.Body, 16<<20))
	if err != nil {
		return
	}
	if len(body) > 0 && json.Unmarshal(body, &q) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	who, err := strconv.Atoi(strings.TrimPrefix(q.Args.R, "r"))
	if err != nil {
		who = anyone
	}
	switch c.weather.mood(c.name, who, time.Now()) {
	case slow:
		c.wait(r, 8*time.Millisecond)
	case hangs:
		c.wait(r, time.Minute)
		return
	case crawls:
		for _, b := range []byte(`{"values":[1,1,1,1,1,1,1,1,1,1,1,1`) {
			if _, err := w.Write([]byte{b}); err != nil || !c.wait(r, 10*time.Millisecond) {
				return
			}
			_ = http.NewResponseController(w).Flush() // who does not hear it is gone
		}
		return
	case fails:
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	case cuts:
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, `{"val`)
		return
	case garbage:
		_, _ = w.Write([]byte{0, 0xff, '{', '"'})
		return
	case other:
		_, _ = io.WriteString(w, `{"values":["x"],"value":{"x":[]},"items":[{"key":7}],"hits":{"hits":[{"_source":{"id":9}}]}}`)
		return
	case floods:
		_, _ = w.Write(c.flood)
		return
	}
	_ = json.NewEncoder(w).Encode(c.answer(&q)) // who does not hear it is gone
}

// wait a while; false when the caller has gone.
func (c *callee) wait(r *http.Request, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-r.Context().Done():
	case <-c.gone:
	}
	return false
}

// answer well.
func (c *callee) answer(q *question) any {
	switch c.name {
	case "near":
		type found struct {
			Key string `json:"key"`
		}
		items := []found{}
		for _, k := range nearKeys(q.Args.Q) {
			items = append(items, found{k})
		}
		return map[string]any{"items": items}
	case "rewrite":
		return map[string]any{"value": rewritten(q.Args.Q)}
	case "ctr":
		values := []float64{}
		for _, it := range q.Items {
			values = append(values, chance(it.Installs, it.Genre))
		}
		return map[string]any{"values": values}
	}
	type hit struct {
		Source map[string]any `json:"_source"`
	}
	hits := []hit{}
	for i := range nPlayers {
		if strings.Contains(string(q.Query), `"`+playerID(i)+`"`) {
			hits = append(hits, hit{player(i)})
		}
	}
	return map[string]any{"hits": map[string]any{"hits": hits}}
}
