package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/internal/plural"
)

// Exit codes of put beside those of every command: all was sent and taken (0),
// it broke off (1), it was not understood (2), some documents were refused (3).
const exitRefused = 3

// putter sends files to a resource.
type putter struct {
	world
	client
	resource       string
	quiet, restart bool
	asked          bool          // the server takes documents of this resource
	shown          int           // refusals printed
	retry          time.Duration // without progress
}

func newPut(w world) *cobra.Command {
	p := &putter{world: w}
	cmd := &cobra.Command{
		Use:   "put RESOURCE FILE.jsonl[.gz]…",
		Short: "send documents to a resource of a running server",
		Long: `Sends files of documents, one JSON object a line, gzip by their name, to a
resource; "-" reads standard input. A document with a key that exists replaces
it, so the same file may be sent again.

Lines that the server refuses are counted, the first ones shown, and make the
exit code 3. Where a transfer breaks off it goes on by itself when the server
is back in time; else FILE.RESOURCE.put remembers how far it was, and the same
command goes on from there.`,
		Example: `  riffle put apps examples/data/apps.jsonl.gz --server http://127.0.0.1:7700 --team demo --token rfl_…
  zcat more.jsonl.gz | riffle put apps - --team demo`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return fmt.Errorf("put wants a resource and its files, got %s", plural.Of(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p.resource = args[0]
			return p.run(cmd.Context(), args[1:])
		},
	}
	f := cmd.Flags()
	p.declare(f, localServer, "documents")
	f.BoolVar(&p.quiet, "quiet", false, "no progress")
	f.BoolVar(&p.restart, "restart", false, "from the beginning, also when an earlier transfer broke off")
	f.DurationVar(&p.retry, "retry", time.Minute, "how long to try again when the server goes away")
	f.IntVar(&p.shown, "show", 10, "how many refused lines to show")
	return cmd
}

func (p *putter) run(ctx context.Context, files []string) error {
	at, err := p.address("resources", p.resource, "documents")
	if err != nil {
		return err
	}
	at.RawQuery = "results=all"
	total := tally{}
	for _, path := range files {
		t, err := p.putFile(ctx, at.String(), path)
		total.add(t)
		if err != nil {
			if total != (tally{}) {
				total.print(p.err, p.resource)
			}
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	total.print(p.out, p.resource)
	if total.refused > 0 {
		return exit(exitRefused)
	}
	return nil
}

// putFile sends one file, from where an earlier transfer of it broke off, and
// goes on by itself for as long as --retry says when the server goes away.
func (p *putter) putFile(ctx context.Context, address, path string) (tally, error) {
	mark := markOf(path, p.server, p.team, p.resource)
	from := int64(0)
	if p.restart {
		mark.remove()
	} else {
		var err error
		if from, err = mark.read(); err != nil {
			return tally{}, err
		}
	}
	if from > 0 {
		fmt.Fprintf(p.err, "riffle: %s: going on behind line %d\n", path, from)
	}
	total := tally{}
	for since := time.Now(); ; {
		t, err := p.transfer(ctx, address, path, from)
		total.add(t)
		from += t.through
		var gone *brokenOff
		if err == nil {
			mark.remove()
			return total, nil
		}
		if t.through > 0 {
			since = time.Now()
		}
		if !errors.As(err, &gone) || path == "-" || time.Since(since) > p.retry || pause(ctx, retryEvery) != nil {
			return total, errors.Join(err, mark.write(from))
		}
		fmt.Fprintf(p.err, "riffle: %s: %v; going on behind line %d\n", path, err, from)
	}
}

// retryEvery is the pause before a transfer that broke off goes on.
const retryEvery = time.Second

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// transfer sends the lines of a file behind the first from.
func (p *putter) transfer(ctx context.Context, address, path string, from int64) (tally, error) {
	src, err := openSource(p.in, path)
	if err != nil {
		return tally{}, err
	}
	defer src.close()
	if err := src.skip(from); err != nil {
		return tally{}, err
	}
	if !p.asked {
		if err := p.ask(ctx, address); err != nil {
			return tally{}, err
		}
		p.asked = true
	}
	bar := newProgress(p.err, path, src, p.quiet)
	defer bar.stop()
	return p.send(ctx, address, src, func(r lineResult) {
		bar.done(r)
		if r.Error != nil && bar.refused() <= p.shown {
			bar.say(fmt.Sprintf("%s:%d: %s: %s", path, from+int64(r.Line), r.Error.Code, r.Error.Message))
		}
	})
}

// tally of documents.
type tally struct {
	accepted, refused int
	through           int64 // lines of this transfer whose fate is known, without a gap
}

func (t *tally) add(o tally) {
	t.accepted += o.accepted
	t.refused += o.refused
}

func (t tally) print(w interface{ Write([]byte) (int, error) }, resource string) {
	fmt.Fprintf(w, "%s: %s taken, %d refused\n", resource, plural.Of(t.accepted, "document"), t.refused)
}

// isTerminal tells whether a bar may be drawn on w.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok || strings.EqualFold(os.Getenv("TERM"), "dumb") {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
