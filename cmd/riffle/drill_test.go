package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"riffle.dev/riffle/internal/port"
)

// drillRounds is how often the drills kill, 3, or as RIFFLE_DRILL says: the
// long form is 20, and holds them to their times too (scripts/drill.sh).
func drillRounds(t *testing.T) (n int, long bool) {
	s := os.Getenv("RIFFLE_DRILL")
	if s == "" {
		return 3, false
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		t.Fatalf("RIFFLE_DRILL=%q: want a number of rounds", s)
	}
	return n, true
}

// instance is `riffle up` in a home and at an address that outlive it.
type instance struct {
	t        *testing.T
	home     string
	port     int    // from the first start on
	address  string // http://host:port
	password string // of the first start
	cookie   string
	cmd      *exec.Cmd
}

// start it, again or for the first time, and return when it has greeted.
func (in *instance) start() {
	in.t.Helper()
	exe, err := filepath.Abs(os.Args[0])
	if err != nil {
		in.t.Fatal(err)
	}
	if in.port == 0 {
		if in.port, err = port.Free(0); err != nil {
			in.t.Fatal(err)
		}
	}
	addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(in.port))
	var log strings.Builder
	in.cmd = exec.Command(exe, "up", "--home", in.home, "--addr", addr)
	in.cmd.Env = append(os.Environ(), asRiffle+"=1")
	in.cmd.Stderr = &log
	out, err := in.cmd.StdoutPipe()
	if err != nil {
		in.t.Fatal(err)
	}
	if err := in.cmd.Start(); err != nil {
		in.t.Fatal(err)
	}
	cmd := in.cmd
	in.t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, at, ok := strings.Cut(lines.Text(), "Riffle serves at "); ok {
			in.address = strings.TrimSuffix(at, "/")
		}
		if _, word, ok := strings.Cut(lines.Text(), "first account: login admin, password "); ok {
			in.password, _, _ = strings.Cut(word, " ")
		}
		if in.address != "" && in.password != "" {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return
		}
	}
	_ = cmd.Wait()
	in.t.Fatalf("it did not get ready:\n%s", log.String())
}

// do a call with the session's cookie.
func (in *instance) do(method, path, body string, into any) (status int, err error) {
	r, err := http.NewRequest(method, in.address+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	for k, v := range map[string]string{"Content-Type": "application/json", "X-Riffle-CSRF": "1", "If-Match": "*", "Cookie": in.cookie} {
		r.Header.Set(k, v)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	if c := res.Header.Get("Set-Cookie"); c != "" {
		in.cookie, _, _ = strings.Cut(c, ";")
	}
	text, err := io.ReadAll(res.Body)
	if err == nil && into != nil && res.StatusCode == http.StatusOK {
		err = json.Unmarshal(text, into)
	}
	return res.StatusCode, err
}

// newInstance starts one with a team whose scene finds games by their words.
func newInstance(t *testing.T) *instance {
	t.Helper()
	in := &instance{t: t, home: filepath.Join(t.TempDir(), "home")}
	in.start()
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/login", `{"login":"admin","password":"` + in.password + `"}`},
		{"POST", "/teams", `{"name":"play"}`},
		{"PUT", "/teams/play/files/a.riffle", `{"text":` + strconv.Quote(drillProject) + `}`},
		{"POST", "/teams/play/versions", `{}`},
	} {
		if status, err := in.do(c.method, c.path, c.body, nil); err != nil || status/100 != 2 {
			t.Fatalf("%s %s: %d, %v", c.method, c.path, status, err)
		}
	}
	return in
}

const drillProject = `resource games {
  fields {
    id:    key
    title: text(analyzer: english)
  }
}
pipeline by_words(q: string) -> items {
  found = search(games, query: q, k: 10)
  return found
}
scene words {
  pipeline: by_words
  deadline: 20s
}
`

const gamesPath = "/teams/play/resources/games/documents"

// postmaster of the instance's database, 0 while there is none.
func (in *instance) postmaster() int {
	text, err := os.ReadFile(filepath.Join(in.data(), "postmaster.pid"))
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		return 0 // it is being written
	}
	return pid
}

// data is the database's folder.
func (in *instance) data() string {
	var choice struct{ Data string }
	text, err := os.ReadFile(filepath.Join(in.home, "postgres", "choice.json"))
	if err == nil {
		err = json.Unmarshal(text, &choice)
	}
	if err != nil {
		in.t.Fatal(err)
	}
	if filepath.IsAbs(choice.Data) {
		return choice.Data
	}
	return filepath.Join(in.home, choice.Data)
}

// left are the processes that work in the database's folder.
func (in *instance) left() []string {
	var out []string
	all, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, cwd := range all {
		if at, err := os.Readlink(cwd); err == nil && at == in.data() {
			out = append(out, filepath.Base(filepath.Dir(cwd)))
		}
	}
	return out
}

// While documents are posted, riffle is killed at random moments, and in every
// fourth round its postmaster before that. The next one starts at once, on the
// same home and port. Whatever was acknowledged is found, and nothing is left
// running after the last kill.
func TestKillDrill(t *testing.T) {
	in := newInstance(t)
	rounds, _ := drillRounds(t)
	var mu sync.Mutex
	var acked []string
	count := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(acked)
	}
	until := func(what string, f func() bool) {
		t.Helper()
		for end := time.Now().Add(2 * time.Minute); !f(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: not within two minutes", what)
			}
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var writers sync.WaitGroup
	poster := *in // of its own, so that nothing is shared
	for w := range 3 {
		writers.Go(func() {
			one := poster
			for i := 0; ctx.Err() == nil; i++ {
				key := fmt.Sprintf("w%d-%d", w, i)
				var answer struct{ Accepted int }
				status, err := one.do("POST", gamesPath, `{"id":"`+key+`","title":"chess"}`, &answer)
				if err == nil && status == http.StatusOK && answer.Accepted == 1 {
					mu.Lock()
					acked = append(acked, key)
					mu.Unlock()
				} else {
					time.Sleep(5 * time.Millisecond)
				}
			}
		})
	}
	postmasters := 0
	for i := range rounds {
		time.Sleep(time.Duration(rand.IntN(600)) * time.Millisecond)
		if i%4 == 1 {
			if pid := in.postmaster(); pid > 0 && syscall.Kill(pid, syscall.SIGKILL) == nil {
				postmasters++
				before := count()
				until("writes go on after the postmaster was killed", func() bool { return count() > before+3 })
			}
		}
		if err := in.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = in.cmd.Wait()
		in.start()
		before := count()
		until("writes go on after riffle was killed", func() bool { return count() > before })
	}
	stop()
	writers.Wait()
	missing := 0
	patience := time.Now().Add(2 * time.Minute) // for the log to be followed
	for _, key := range acked {
		for {
			status, err := in.do("GET", gamesPath+"/"+key, "", nil)
			if err == nil && status == http.StatusOK {
				break
			}
			if time.Now().After(patience) {
				missing++
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	if err := in.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = in.cmd.Wait()
	if runtime.GOOS == "linux" {
		until("the database ends with riffle", func() bool { return len(in.left()) == 0 })
	}
	t.Logf("riffle killed %d times, its postmaster %d times: acknowledged %d, found %d, missing = %d, processes left = %d",
		rounds+1, postmasters, len(acked), len(acked)-missing, missing, len(in.left()))
	if missing > 0 || postmasters == 0 {
		t.Errorf("missing %d, want none; postmasters killed %d, want some", missing, postmasters)
	}
}

// Documents posted while a stream of a thousand a second comes in are found by
// a search of theirs, within a second in the long form.
func TestFoundWithinASecondDrill(t *testing.T) {
	in := newInstance(t)
	rounds, long := drillRounds(t)
	ctx, stop := context.WithCancel(t.Context())
	var sent atomic.Int64
	body, pen := io.Pipe()
	var load sync.WaitGroup
	load.Go(func() {
		defer pen.Close()
		begin := time.Now()
		for i := 0; ctx.Err() == nil; i++ {
			if _, err := fmt.Fprintf(pen, `{"id":"load-%d","title":"one of many in number %d"}`+"\n", i%20_000, i); err != nil {
				return
			}
			sent.Add(1)
			time.Sleep(time.Until(begin.Add(time.Duration(i) * time.Millisecond)))
		}
	})
	var taken struct {
		Accepted int
		Done     bool
	}
	load.Go(func() {
		r, err := http.NewRequest("POST", in.address+"/api/v1"+gamesPath, body)
		if err != nil {
			t.Error(err)
			return
		}
		r.Header = http.Header{"Content-Type": {"application/x-ndjson"}, "X-Riffle-Csrf": {"1"}, "Cookie": {in.cookie}}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Error(err)
			return
		}
		defer res.Body.Close()
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if err := json.Unmarshal(lines.Bytes(), &taken); err != nil {
				t.Error(err)
			}
		}
	})
	begin := time.Now()
	var took []time.Duration
	for i := range rounds * 10 {
		word := fmt.Sprintf("needle%dx", i)
		if status, err := in.do("POST", gamesPath, `{"id":"`+word+`","title":"`+word+`"}`, nil); err != nil || status != http.StatusOK {
			t.Fatal(status, err)
		}
		posted := time.Now()
		for {
			var answer struct{ Items []struct{ ID string } }
			status, err := in.do("POST", "/teams/play/scenes/words/serve", `{"request":{"q":"`+word+`"}}`, &answer)
			if err != nil || status != http.StatusOK {
				t.Fatal(status, err)
			}
			if len(answer.Items) == 1 && answer.Items[0].ID == word {
				break
			}
			if time.Since(posted) > 2*time.Minute {
				t.Fatalf("%s is not found after two minutes", word)
			}
			time.Sleep(2 * time.Millisecond)
		}
		took = append(took, time.Since(posted))
	}
	rate := float64(sent.Load()) / time.Since(begin).Seconds()
	stop()
	load.Wait()
	slices.Sort(took)
	worst := took[len(took)-1]
	t.Logf("%d posts during a load of %.0f documents a second: found after %s at the median, %s at most",
		len(took), rate, took[len(took)/2].Round(time.Millisecond/10), worst.Round(time.Millisecond/10))
	if !taken.Done || taken.Accepted != int(sent.Load()) {
		t.Errorf("the load: %d sent, %+v taken", sent.Load(), taken)
	}
	if long && (worst > time.Second || rate < 900) {
		t.Errorf("the slowest took %s at %.0f documents a second, want a second at most at a thousand", worst, rate)
	}
}
