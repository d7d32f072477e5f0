package script

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

// Limits. What a call makes counts as steps too, 16 bytes each.
const (
	MaxFile  = 64 << 10  // bytes of one file
	MaxSteps = 1_000_000 // of one call, and of what stands outside of functions
	AtOnce   = 8         // calls under way of one function, unless it says another

	maxColumn = 16 << 20 // bytes of a model's answers for all items of a question
)

// Function is one that is a file.
type Function struct {
	Name    string // as nodes call it
	Entry   string // what it is called in the file
	File    string
	Params  []string // in their order, item last where it has one
	Timeout time.Duration
	AtOnce  int // 0: AtOnce
}

// Host runs functions.
type Host struct{ functions map[string]*function }

type function struct {
	Function
	call  *starlark.Function
	slots chan struct{}
}

// Mistake is why a file cannot be run.
type Mistake struct {
	File      string
	Line, Col int // 0: of the whole file
	Message   string
}

// Error is file:line:col: message.
func (m *Mistake) Error() string {
	if m.Line == 0 {
		return m.File + ": " + m.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", m.File, m.Line, m.Col, m.Message)
}

// New loads functions; read gives the text of a function's file. The error is
// a *Mistake.
func New(functions []Function, read func(f Function) ([]byte, error)) (*Host, error) {
	h := &Host{functions: map[string]*function{}}
	for _, f := range functions {
		text, err := read(f)
		if err != nil {
			return nil, &Mistake{File: f.File, Message: err.Error()}
		}
		globals, err := load(f.File, text)
		if err != nil {
			return nil, err
		}
		call, ok := globals[f.Entry].(*starlark.Function)
		if !ok {
			return nil, &Mistake{File: f.File, Message: fmt.Sprintf("it has no function %s; write def %s(...)", f.Entry, f.Entry)}
		}
		if why := takes(call, f.Params); why != "" {
			pos := call.Position()
			return nil, &Mistake{File: f.File, Line: int(pos.Line), Col: int(pos.Col), Message: why}
		}
		if f.AtOnce <= 0 {
			f.AtOnce = AtOnce
		}
		h.functions[f.Name] = &function{Function: f, call: call, slots: make(chan struct{}, f.AtOnce)}
	}
	return h, nil
}

// takes says in what a function differs from its declaration.
func takes(f *starlark.Function, params []string) string {
	have := map[string]bool{}
	for i := range f.NumParams() {
		name, _ := f.Param(i)
		have[name] = true
	}
	for _, name := range params {
		if !have[name] && !f.HasKwargs() {
			return fmt.Sprintf("%s has no parameter %s, which it is declared with", f.Name(), name)
		}
		delete(have, name)
	}
	for i := range f.NumParams() {
		name, _ := f.Param(i)
		if have[name] && f.ParamDefault(i) == nil && !(f.HasVarargs() || f.HasKwargs()) {
			return fmt.Sprintf("%s wants %s, which it is not declared with", f.Name(), name)
		}
	}
	return ""
}

// Has tells whether a callee is one of its functions.
func (h *Host) Has(name string) bool { return h.functions[name] != nil }

// Ask implements op.Remote.
func (h *Host) Ask(ctx context.Context, q *op.Question) (*op.Reply, error) {
	f := h.functions[q.Callee]
	if f == nil {
		return nil, &op.RemoteError{Callee: q.Callee, Kind: op.RemoteRefused, Message: "it is no function of this project"}
	}
	if f.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.Timeout)
		defer cancel()
	}
	select {
	case f.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, f.late(ctx, fmt.Sprintf("%s under way, at most that many at once", plural.Of(f.AtOnce, "call")))
	}
	defer func() { <-f.slots }()
	kwargs := make([]starlark.Tuple, 0, len(q.Args)+1)
	for _, a := range q.Args {
		v := given(a.Type, a.Value)
		v.Freeze()
		kwargs = append(kwargs, starlark.Tuple{starlark.String(a.Name), v})
	}
	if !q.Model {
		v, err := f.run(ctx, kwargs)
		if err != nil {
			return nil, err
		}
		return f.reply(q, v)
	}
	out, left := column.NewBuilder(q.Want, q.Len), maxColumn
	for i := range q.Len {
		item := rowOf(q.Columns, i)
		v, err := f.run(ctx, append(kwargs, starlark.Tuple{starlark.String("item"), item}))
		if err != nil {
			return nil, err
		}
		got, err := taken(q.Want, v)
		if left -= weight(got); err == nil && left < 0 {
			err = fmt.Errorf("the answers have more than %d bytes by now", maxColumn)
		}
		if err == nil {
			err = out.Append(got)
		}
		if err != nil {
			return nil, f.fails(op.RemoteBad, fmt.Sprintf("item %d: %s", i, err), err)
		}
	}
	return &op.Reply{Column: out.Build()}, nil
}

// reply of a call that is no model.
func (f *function) reply(q *op.Question, v starlark.Value) (*op.Reply, error) {
	if !q.Found {
		got, err := taken(q.Want, v)
		if err != nil {
			return nil, f.fails(op.RemoteBad, err.Error(), err)
		}
		return &op.Reply{Value: got}, nil
	}
	out, err := keys(v)
	if err != nil {
		return nil, f.fails(op.RemoteBad, err.Error(), err)
	}
	return out, nil
}

// run calls the function once. It ends soon after ctx does.
func (f *function) run(ctx context.Context, kwargs []starlark.Tuple) (starlark.Value, error) {
	if ctx.Err() != nil {
		return nil, f.late(ctx, "it had no time")
	}
	thread := newThread(f.Name)
	stop := context.AfterFunc(ctx, func() { thread.Cancel("time is up") })
	defer stop()
	v, err := starlark.Call(thread, f.call, nil, kwargs)
	if err == nil {
		return v, nil
	}
	if ctx.Err() != nil {
		return nil, f.late(ctx, "it was not done in time")
	}
	m := mistake(f.File, err)
	return nil, f.fails(op.RemoteInvalid, m.Error(), m)
}

func (f *function) fails(kind op.RemoteKind, message string, cause error) error {
	return &op.RemoteError{Callee: f.Name, Kind: kind, Message: clip(message), Cause: cause}
}

func (f *function) late(ctx context.Context, message string) error {
	return f.fails(op.RemoteTimeout, message, ctx.Err())
}

func newThread(name string) *starlark.Thread {
	t := &starlark.Thread{Name: name, Print: func(*starlark.Thread, string) {}}
	t.SetMaxExecutionSteps(MaxSteps)
	return t
}

// mistake is an error of a run, with the place in the file where it came up.
func mistake(file string, err error) *Mistake {
	m := &Mistake{File: file, Message: clip(err.Error())}
	var e *starlark.EvalError
	if !errors.As(err, &e) {
		return m
	}
	for i := len(e.CallStack) - 1; i >= 0; i-- {
		if pos := e.CallStack[i].Pos; pos.Filename() == file {
			m.Line, m.Col = int(pos.Line), int(pos.Col)
			break
		}
	}
	if m.Message = clip(e.Msg); e.Msg == "Starlark computation cancelled: too many steps" {
		m.Message = fmt.Sprintf("more than %d steps", MaxSteps)
	}
	return m
}

// clip a message to what a trace can show.
func clip(s string) string {
	if len(s) > 300 {
		s = s[:300] + "…"
	}
	return strings.ToValidUTF8(s, "")
}
