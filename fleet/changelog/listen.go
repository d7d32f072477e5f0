package changelog

import (
	"context"
	"log/slog"
	"strconv"
	"time"
)

// Listen waits for the notices of other processes' appends until ctx ends. A
// lost connection is made anew; meanwhile followers look by themselves.
func (p *Postgres) Listen(ctx context.Context, log *slog.Logger) {
	for ctx.Err() == nil {
		err := p.listen(ctx)
		if ctx.Err() != nil {
			return
		}
		log.Debug("change log: listening again", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

func (p *Postgres) listen(ctx context.Context) error {
	pooled, err := p.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	conn := pooled.Hijack() // it listens for good, and must not go back
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "listen riffle_log"); err != nil {
		return err
	}
	p.wakeAll() // what came while nobody listened
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		p.notified(n.Payload)
	}
}

func (p *Postgres) notified(payload string) {
	id, err := strconv.ParseInt(payload, 10, 32)
	if err != nil {
		return // not ours
	}
	p.mu.Lock()
	st := p.byID[int32(id)]
	p.mu.Unlock()
	if st != nil {
		st.wake()
	}
}

func (p *Postgres) wakeAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, st := range p.byID {
		st.wake()
	}
}

func (st *pgStream) wake() {
	st.mu.Lock()
	defer st.mu.Unlock()
	close(st.changed)
	st.changed = make(chan struct{})
}

// Changed implements Log.
func (p *Postgres) Changed(s Stream) <-chan struct{} {
	st := p.known(s)
	if st == nil {
		return nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.changed
}
