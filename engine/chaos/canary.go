package chaos

import "time"

// canary is a goroutine with nothing but a timer: what makes it late makes
// everybody late.
type canary struct {
	late   []time.Duration
	stalls []stall // the greater of them, in order
	end    chan struct{}
	done   chan struct{}
}

// stall is a time during which the canary should have run.
type stall struct {
	due, ran time.Time
}

const (
	beat  = 5 * time.Millisecond // between two looks
	grave = 2 * time.Millisecond // of lateness that is kept with its time
)

func newCanary() *canary {
	c := &canary{end: make(chan struct{}), done: make(chan struct{})}
	go c.run()
	return c
}

func (c *canary) run() {
	defer close(c.done)
	t := time.NewTimer(beat)
	defer t.Stop()
	for due := time.Now().Add(beat); ; {
		select {
		case <-c.end:
			return
		case <-t.C:
		}
		now := time.Now()
		late := now.Sub(due)
		if c.late = append(c.late, late); late > grave {
			c.stalls = append(c.stalls, stall{due, now})
		}
		due = now.Add(beat)
		t.Reset(beat)
	}
}

// stop it. What it saw is the caller's.
func (c *canary) stop() {
	close(c.end)
	<-c.done
}

// held is how long of a time the canary should have run and did not.
func held(stalls []stall, from, to time.Time) (all time.Duration) {
	for _, s := range stalls {
		begin, end := s.due, s.ran
		if begin.Before(from) {
			begin = from
		}
		if end.After(to) {
			end = to
		}
		if d := end.Sub(begin); d > 0 {
			all += d
		}
	}
	return all
}
