package server

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A stop answers what is under way and does not wait for a connection that was
// opened in advance and says nothing.
func TestDrain(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	entered, release := make(chan struct{}), make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(entered)
		<-release
		_, _ = io.WriteString(w, "answered")
	})
	done := make(chan error, 1)
	go func() { done <- serve(ctx, l, h, func() {}) }()
	quiet, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer quiet.Close()
	busy, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	if _, err := io.WriteString(busy, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	<-entered
	begin := time.Now()
	stop()
	if _, err := quiet.Read(make([]byte, 1)); err == nil {
		t.Error("something was said to who said nothing")
	}
	if took := time.Since(begin); took > drainWithin-time.Second {
		t.Errorf("the quiet connection held for %s", took)
	}
	close(release)
	if text, err := io.ReadAll(busy); err != nil || !strings.HasSuffix(string(text), "answered") {
		t.Errorf("the request under way: %q, %v", text, err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
