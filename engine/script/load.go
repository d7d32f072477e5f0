package script

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// loadWithin bounds what stands outside of functions, in time.
const loadWithin = 2 * time.Second

// load reads a file and runs what stands outside of its functions. The globals
// are frozen. The error is a *Mistake.
func load(file string, text []byte) (starlark.StringDict, error) {
	switch {
	case len(text) > MaxFile:
		return nil, &Mistake{File: file, Message: fmt.Sprintf("it has %d bytes, at most %d", len(text), MaxFile)}
	case !utf8.Valid(text):
		return nil, &Mistake{File: file, Message: "it is not UTF-8"}
	}
	tree, err := (&syntax.FileOptions{}).Parse(file, text, 0)
	if err != nil {
		return nil, unread(file, err)
	}
	r := &rewriter{file: file}
	r.stmts(tree.Stmts)
	if r.wrong != nil {
		return nil, r.wrong
	}
	known := guards()
	program, err := starlark.FileProgram(tree, known.Has)
	if err != nil {
		return nil, unread(file, err)
	}
	thread := newThread(file)
	timer := time.AfterFunc(loadWithin, func() { thread.Cancel("time is up") })
	defer timer.Stop()
	globals, err := program.Init(thread, known)
	if err != nil {
		return nil, mistake(file, err)
	}
	globals.Freeze()
	return globals, nil
}

// unread is an error of syntax or of names.
func unread(file string, err error) error {
	var s syntax.Error
	var names resolve.ErrorList
	switch {
	case errors.As(err, &s):
		return &Mistake{File: file, Line: int(s.Pos.Line), Col: int(s.Pos.Col), Message: clip(s.Msg)}
	case errors.As(err, &names) && len(names) > 0:
		return &Mistake{File: file, Line: int(names[0].Pos.Line), Col: int(names[0].Pos.Col), Message: clip(names[0].Msg)}
	}
	return &Mistake{File: file, Message: clip(err.Error())}
}
