package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"riffle.dev/riffle/engine/store"
)

func main() {
	store.Quiet()
	os.Exit(run(os.Args[1:], world{os.Stdin, os.Stdout, os.Stderr, os.Getenv}))
}

// world is what a command sees of the outside.
type world struct {
	in     io.Reader
	out    io.Writer
	err    io.Writer
	getenv func(string) string
}

// exit is the error of a command that has said all there is to say and ends
// with this code.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// run runs one command line and returns its exit code: 0 done, 1 failed, 2 not
// understood, 130 broken off by a signal before it was done.
func run(args []string, w world) int {
	ctx, stop := untilSignal(context.Background(), w.err)
	defer stop()
	root := newRoot(w)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var code exit
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage):
		fmt.Fprintf(w.err, "riffle: %v\n", err)
		return 2
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(w.err, "riffle: broken off by a signal before it was done")
		return 130
	default:
		fmt.Fprintf(w.err, "riffle: %v\n", err)
		return 1
	}
}

// sameSignal is how soon after the first signal another is taken for the same:
// make passes on what the terminal or kill has sent to its whole group.
const sameSignal = 500 * time.Millisecond

// untilSignal gives a context that ends at the first SIGINT or SIGTERM. The
// second ends the process at once; what it started dies with it.
func untilSignal(ctx context.Context, stderr io.Writer) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
			cancel()
		case <-ctx.Done():
		}
		first := time.Now()
		for range signals {
			if time.Since(first) < sameSignal {
				continue
			}
			fmt.Fprintln(stderr, "riffle: second signal, ending at once")
			os.Exit(130)
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}
