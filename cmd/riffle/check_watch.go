package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// quietFor is how long files must have been left alone before they are read:
// an editor writes one file in several steps.
const quietFor = 80 * time.Millisecond

// watchAll checks, and checks again after every change, until ctx ends. What is
// wrong does not end it, nor do files that are gone for a moment.
func (c *checker) watchAll(ctx context.Context, args []string) error {
	for _, arg := range args {
		if arg == "-" {
			return usageError{errors.New("--watch wants files or folders, standard input does not change")}
		}
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	defer w.Close()
	if err := watchFolders(w, args); err != nil {
		return usageError{err}
	}
	for {
		if isTerminal(c.out) {
			if _, err := io.WriteString(c.out, "\x1b[H\x1b[2J\x1b[3J"); err != nil {
				return err
			}
		}
		var code exit
		if err := c.run(ctx, args); err != nil && !errors.As(err, &code) {
			fmt.Fprintf(c.err, "riffle: %v\n", err)
		}
		if err := untilChanged(ctx, w); err != nil {
			return nil // Ctrl+C is how it ends
		}
		// Folders may have been added.
		if err := watchFolders(w, args); err != nil {
			fmt.Fprintf(c.err, "riffle: %v\n", err)
		}
	}
}

// watchFolders watches folders, not files: editors put a new file in the place
// of the one they saved.
func watchFolders(w *fsnotify.Watcher, args []string) error {
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err != nil:
			return err
		case !info.IsDir():
			err = w.Add(filepath.Dir(arg))
		default:
			err = eachFolder(arg, w.Add)
		}
		if err != nil {
			return fmt.Errorf("watch %s: %w", arg, err)
		}
	}
	return nil
}

// untilChanged waits for a change of a .riffle file or a folder, then until
// nothing changes for a moment. The error is the context's.
func untilChanged(ctx context.Context, w *fsnotify.Watcher) error {
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-w.Events:
			if e.Has(fsnotify.Chmod) && e.Op == fsnotify.Chmod {
				continue
			}
			if ext := filepath.Ext(e.Name); ext == ".riffle" || ext == "" && !strings.HasPrefix(filepath.Base(e.Name), ".") {
				quiet = time.After(quietFor)
			}
		case <-w.Errors: // changes may have been lost: look at all of them
			quiet = time.After(quietFor)
		case <-quiet:
			return nil
		}
	}
}
