package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	osexec "os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"riffle.dev/riffle/engine/store"
	"riffle.dev/riffle/internal/port"
)

// redisServer is a server of the test's own, with a password; the process too,
// for tests that end it.
func redisServer(t testing.TB) (address, password string, process *os.Process) {
	t.Helper()
	bin, err := osexec.LookPath("redis-server")
	if err != nil {
		if os.Getenv("RIFFLE_CI") == "1" {
			t.Fatal("redis-server is not installed")
		}
		t.Skip("redis-server is not installed: apt-get install redis-server")
	}
	at, err := port.Free(0)
	if err != nil {
		t.Fatal(err)
	}
	address = net.JoinHostPort("127.0.0.1", strconv.Itoa(at))
	password = "pass:word"
	cmd := osexec.Command(bin, "--port", strconv.Itoa(at), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--requirepass", password, "--dir", t.TempDir())
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for until := time.Now().Add(2 * time.Minute); time.Now().Before(until); {
		c, err := net.Dial("tcp", address)
		if err == nil {
			_ = c.Close()
			return address, password, cmd.Process
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("redis-server does not answer")
	return "", "", nil
}

// cache is a server with the tickets, as hashes and as JSON.
func cache(t testing.TB) (address, password string, process *os.Process, db *redis.Client) {
	address, password, process = redisServer(t)
	db = redis.NewClient(&redis.Options{Addr: address, Password: password})
	t.Cleanup(func() { _ = db.Close() })
	for _, r := range rows() {
		key := r["id"].(string)
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		must(t, db.Set(context.Background(), "json:"+key, text, 0).Err())
		urgent, ok := r["urgent"].(float64)
		if !ok {
			urgent = 5
		}
		must(t, db.ZAdd(context.Background(), "by urgent", redis.Z{Score: urgent, Member: key}).Err())
		for name, v := range r {
			if name == "id" {
				continue
			}
			text := fmt.Sprint(v)
			if list, ok := v.([]any); ok {
				b, _ := json.Marshal(list)
				text = string(b)
			}
			must(t, db.HSet(context.Background(), "ticket:"+key, name, text).Err())
		}
	}
	must(t, db.ZAdd(context.Background(), "by urgent", redis.Z{Score: 100, Member: "gone"}).Err())
	return address, password, process, db
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func onRedis(address, more string) string {
	return fmt.Sprintf("store: redis(%q, %s, sorted: { urgent: \"by urgent\" })\n  auth:  secret(\"cache\")", "redis://default@"+address, more)
}

func TestRedisAnswersLikeTheIndex(t *testing.T) {
	address, password, _, db := cache(t)
	for _, more := range []string{`prefix: "ticket:"`, `prefix: "json:", form: json`} {
		likeTheIndex(t, onRedis(address, more), password, store.Options{})
	}
	if n, err := db.DBSize(context.Background()).Result(); err != nil || n != int64(2*len(rows())+1) {
		t.Errorf("%d keys are left, %v", n, err)
	}
}

// Vectors of a hash may be their bytes.
func TestRedisVectors(t *testing.T) {
	address, password, _, db := cache(t)
	must(t, db.HSet(context.Background(), "ticket:b", "taste", "\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x40\x40").Err())
	p := project(t, fmt.Sprintf(tickets, onRedis(address, `prefix: "ticket:"`))+`pipeline p(to: vector(3)) -> items {
  all = lookup(tickets, keys: ["a", "b", "c"])
  near = with(all, like: dot(taste, to))
  return select(near, [like])
}
`)
	got := run(t, p, asked{opened(t, p, password, store.Options{}), memory(t, p)}, map[string]any{"to": []any{1.0, 1.0, 1.0}})
	if want := "a 0 like=1\nb 0 like=6\nc 0 like=<nil>\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Ties stand by key also where the cut goes through them, which is not the order
// of Redis.
func TestRedisTies(t *testing.T) {
	address, password, _, db := cache(t)
	for i := range 300 {
		key := fmt.Sprintf("t%03d", (i*7)%300)
		must(t, db.ZAdd(context.Background(), "by urgent", redis.Z{Score: 50, Member: key}).Err())
		must(t, db.HSet(context.Background(), "ticket:"+key, "title", key, "open", "1", "made", "0", "urgent", "50").Err())
	}
	p := project(t, fmt.Sprintf(tickets, onRedis(address, `prefix: "ticket:"`))+`pipeline p(k: int, skip: int) -> items {
  return select(top(tickets, by: urgent, k: k, skip: skip), [urgent])
}
`)
	s := opened(t, p, password, store.Options{})
	for _, c := range []struct {
		k, skip int
		first   string
	}{{3, 0, "t000"}, {3, 100, "t100"}, {150, 149, "t149"}} {
		got := run(t, p, asked{s, memory(t, p)}, map[string]any{"k": c.k, "skip": c.skip})
		if first := got[:4]; first != c.first {
			t.Errorf("k %d, skip %d begins with %s, want %s:\n%s", c.k, c.skip, first, c.first, got)
		}
	}
}

// stop a process without ending it; the test's end kills it.
func stop(t testing.TB, p *os.Process) {
	t.Helper()
	must(t, p.Signal(syscall.SIGSTOP))
}
