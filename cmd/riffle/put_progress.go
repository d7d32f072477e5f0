package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"riffle.dev/riffle/internal/plural"
)

// progress draws a bar on a terminal, and elsewhere a line every ten seconds.
type progress struct {
	w        io.Writer
	name     string
	src      *source
	terminal bool
	quiet    bool
	begin    time.Time

	mu       sync.Mutex
	docs     int
	bad      int
	finished chan struct{}
	ended    sync.WaitGroup
}

const barWidth = 24

func newProgress(w io.Writer, name string, src *source, quiet bool) *progress {
	p := &progress{w: w, name: name, src: src, quiet: quiet, terminal: isTerminal(w), begin: time.Now(), finished: make(chan struct{})}
	if quiet {
		return p
	}
	every := 10 * time.Second
	if p.terminal {
		every = 200 * time.Millisecond
	}
	p.ended.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-p.finished:
				return
			case <-tick.C:
				p.draw()
			}
		}
	})
	return p
}

func (p *progress) done(r lineResult) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.docs++
	if r.Error != nil {
		p.bad++
	}
}

func (p *progress) refused() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bad
}

// say prints a line above the bar.
func (p *progress) say(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal && !p.quiet {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	fmt.Fprintln(p.w, text)
}

func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	end := "\n"
	if p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
		end = ""
	}
	fmt.Fprint(p.w, p.line(time.Since(p.begin)), end)
}

// line is: name, bar and percent where the size is known, documents, rate. The
// percent is of what was sent; where some was refused it says so.
func (p *progress) line(took time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s ", p.name)
	if p.src.size > 0 {
		share := min(1, float64(p.src.read.Load())/float64(p.src.size))
		full := int(share * barWidth)
		fmt.Fprintf(&b, "[%s%s] %3.0f %% ", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), 100*share)
		if p.bad > 0 {
			b.WriteString("sent, ")
		}
	}
	if p.bad > 0 {
		fmt.Fprintf(&b, "%d taken, %d refused", p.docs-p.bad, p.bad)
	} else {
		b.WriteString(plural.Of(p.docs, "document"))
	}
	if s := took.Seconds(); s > 0.5 {
		fmt.Fprintf(&b, ", %.0f/s", float64(p.docs)/s)
	}
	return b.String()
}

func (p *progress) stop() {
	if p.quiet {
		return
	}
	close(p.finished)
	p.ended.Wait()
	p.draw()
	if p.terminal {
		fmt.Fprintln(p.w)
	}
}
