package postgres

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// DSN is the address of the database. It stays the same when the server is
// started again.
func (s *Server) DSN() string { return s.dsn }

// State is what the database is doing now.
func (s *Server) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// PID is the postmaster's, or 0 when there is none of ours.
func (s *Server) PID() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil || s.process.ended() {
		return 0
	}
	return s.process.pid
}

// Stop ends the server cleanly, or at once when ctx ends first, and returns
// when it is gone. It may be called more than once.
func (s *Server) Stop(ctx context.Context) {
	s.stopOnce.Do(func() { close(s.stop) })
	gone := make(chan struct{})
	go func() { s.work.Wait(); close(gone) }()
	select {
	case <-gone:
	case <-ctx.Done():
		s.mu.Lock()
		p := s.process
		s.mu.Unlock()
		if p != nil && !p.ended() {
			p.signal(syscall.SIGQUIT)
		}
		<-gone
	}
	s.set(Stopped, nil)
}

func (s *Server) set(phase Phase, err error) {
	s.notify.Lock()
	defer s.notify.Unlock()
	s.change(phase, err)
}

// change is set for who holds notify.
func (s *Server) change(phase Phase, err error) {
	s.mu.Lock()
	if s.state.Phase == phase {
		s.mu.Unlock()
		return
	}
	s.state.Phase, s.state.Since, s.state.Err = phase, time.Now(), ""
	if err != nil {
		s.state.Err = err.Error()
	}
	state := s.state
	s.mu.Unlock()
	if s.onState != nil {
		s.onState(state)
	}
}

// supervise starts the postmaster again whenever it ends without being asked.
func (s *Server) supervise(p *process) {
	defer s.work.Done()
	for {
		select {
		case <-s.stop:
			p.halt(context.Background())
			return
		case <-p.done:
		}
		err := fmt.Errorf("the server ended: %w", orEnded(p.err))
		s.log.Error("database is down, starting it again", "reason", err)
		s.set(Down, err)
		if p = s.revive(); p == nil {
			return
		}
		s.mu.Lock()
		s.process = p
		s.state.Restarts++
		s.mu.Unlock()
		s.set(Ready, nil)
		s.log.Info("database is back")
	}
}

func orEnded(err error) error {
	if err == nil {
		return errors.New("without an error")
	}
	return err
}

// revive returns a postmaster that answers, or nil when Stop was called.
func (s *Server) revive() *process {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-s.stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		limited, done := context.WithTimeout(ctx, startWithin)
		p, err := s.cluster.startPatiently(limited)
		done()
		if err == nil {
			return p
		}
		if ctx.Err() != nil {
			return nil
		}
		s.log.Error("database does not start", "reason", err, "next", wait)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}

// watch asks the database once a second whether it is there: a process can be
// alive and not answer, and an external server has no process of ours.
func (s *Server) watch() {
	defer s.work.Done()
	var conn *pgx.Conn
	shut := func() {
		if conn != nil {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			_ = conn.Close(ctx)
			cancel()
			conn = nil
		}
	}
	defer shut()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	ask := func() (err error) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if conn == nil {
			conn, err = pgx.Connect(ctx, s.dsn)
		}
		if err == nil {
			_, err = conn.Exec(ctx, "select 1")
		}
		return err
	}
	for {
		select {
		case <-s.stop:
			return
		case <-ticker.C:
		}
		restarts, had := s.State().Restarts, conn != nil
		err := ask()
		if err != nil && had {
			shut() // it may have been a connection to one that was started again since
			err = ask()
		}
		if err == nil {
			// A backend may answer for a while after its postmaster has died.
			if s.cluster == nil || s.PID() != 0 {
				s.set(Ready, nil)
			}
			continue
		}
		shut()
		select {
		case <-s.stop:
			return
		default:
			s.mute(restarts, fmt.Errorf("it does not answer: %w", err))
		}
	}
}

// mute says that the server is down, unless it was started again since it had had
// so many restarts.
func (s *Server) mute(restarts int, err error) {
	s.notify.Lock()
	defer s.notify.Unlock()
	if s.State().Restarts == restarts {
		s.change(Down, err)
	}
}

// halt ends the postmaster: cleanly first (it breaks off what clients do), then
// less so. It returns when the process is gone.
func (p *process) halt(ctx context.Context) {
	for _, step := range [...]struct {
		signal syscall.Signal
		wait   time.Duration
	}{
		{syscall.SIGINT, 20 * time.Second},
		{syscall.SIGQUIT, 5 * time.Second},
		{syscall.SIGKILL, 5 * time.Second},
	} {
		if p.ended() {
			return
		}
		p.signal(step.signal)
		select {
		case <-p.done:
			return
		case <-ctx.Done():
			ctx = context.Background()
		case <-time.After(step.wait):
		}
	}
	<-p.done
}
