package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/internal/postgres"
)

// serveOn listens and answers until ctx ends.
func serveOn(ctx context.Context, w world, s settings, h *home.Folder, db *postgres.Server, log *slog.Logger) error {
	l, err := net.Listen("tcp", s.addr)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(rw http.ResponseWriter, _ *http.Request) { fmt.Fprintln(rw, "ok") })
	mux.HandleFunc("GET /readyz", func(rw http.ResponseWriter, _ *http.Request) {
		st := db.State()
		if st.Phase != postgres.Ready {
			rw.WriteHeader(http.StatusServiceUnavailable)
		}
		fmt.Fprintln(rw, st)
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = server.Shutdown(stop)
	}()
	greet(w.out, "http://"+l.Addr().String()+s.basePath, h)
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	log.Info("stopped")
	return nil
}
