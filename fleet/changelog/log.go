package changelog

import (
	"context"
	"errors"
	"time"
)

// Stream names the log of one resource.
type Stream struct{ Team, Resource string }

// Change is one change to append.
type Change struct {
	Key   string
	Value []byte // a document's JSON; nil deletes the key
}

// Entry is one change that was appended. Whoever reads it must not write to
// Value.
type Entry struct {
	Slot   int
	Offset int64
	Key    string
	Value  []byte // nil: deleted
	At     time.Time
}

// Offset is where a change went.
type Offset struct {
	Slot   int
	Offset int64
}

// Offsets holds, by slot, the offset of the next entry.
type Offsets []int64

// Clone is a copy.
func (o Offsets) Clone() Offsets { return append(Offsets(nil), o...) }

// Behind is how many entries o lacks to reach end.
func (o Offsets) Behind(end Offsets) int64 {
	var n int64
	for slot, e := range end {
		if slot >= len(o) {
			n += e
		} else if e > o[slot] {
			n += e - o[slot]
		}
	}
	return n
}

// Log is an append-only log by stream. Safe for concurrent use.
type Log interface {
	// Open makes sure of a stream and returns how many slots it has: those it
	// was made with, whatever is asked for later.
	Open(ctx context.Context, s Stream, slots int) (int, error)
	// Append adds changes in their order and returns where each went, once
	// they are durable. ErrNoStream for a stream that was not opened.
	Append(ctx context.Context, s Stream, changes []Change) ([]Offset, error)
	// Read returns entries of all slots from the given offsets on, at most max
	// of each slot, in order within a slot; none when there is nothing new.
	Read(ctx context.Context, s Stream, from Offsets, max int) ([]Entry, error)
	// EndOffsets are those the next changes get.
	EndOffsets(ctx context.Context, s Stream) (Offsets, error)
	// Changed is closed after something may have been appended to the stream;
	// a notice can be lost, so followers also look by themselves.
	Changed(s Stream) <-chan struct{}
	// Commit remembers how far a consumer is, Committed reads it back (zeros
	// where nothing was).
	Commit(ctx context.Context, consumer string, s Stream, next Offsets) error
	Committed(ctx context.Context, consumer string, s Stream) (Offsets, error)
}

// Errors of a Log.
var (
	ErrNoStream = errors.New("the stream was not opened")
	ErrClosed   = errors.New("the log is closed")
)

// Limits of one Append.
const (
	MaxChanges  = 100_000
	MaxKeyBytes = 512
)
