package body

import (
	"bytes"
	"errors"
	"io"
	"math/bits"
	"runtime"
	"sync"
)

// ErrTooLong is the error of a body above its limit.
var ErrTooLong = errors.New("a longer body than may be read")

// Step is how many bytes are read, or given to be decoded, before others come to
// work: decoded as JSON some 100 µs of work.
const Step = 16 << 10

const (
	least   = 4 << 10 // bytes of the smallest memory
	classes = 16      // each twice the one before: up to 128 MiB
)

// Reader reads bodies. It may be used from any number of goroutines.
type Reader struct{ pools [classes]sync.Pool }

// Read a body of at most most bytes; declared is what it says of its length, -1
// for nothing. Who has looked at it gives it back by free, where there is no
// error: then nothing may hold a part of it.
func (r *Reader) Read(from io.Reader, declared int64, most int) (got []byte, free func(), err error) {
	if declared > int64(most) {
		return nil, nil, ErrTooLong
	}
	at := classOf(int(max(declared+1, least))) // one more shows the end
	b, n, pause := r.take(at), 0, Step
	for {
		if n == len(*b) {
			if n > most || at+1 == classes {
				r.give(at, b)
				return nil, nil, ErrTooLong
			}
			wider := r.take(at + 1)
			copy(*wider, *b)
			r.give(at, b)
			b, at = wider, at+1
		}
		k, err := from.Read((*b)[n:min(len(*b), n+Step)])
		n += k
		switch {
		case n > most:
			r.give(at, b)
			return nil, nil, ErrTooLong
		case err == io.EOF:
			return (*b)[:n], func() { r.give(at, b) }, nil
		case err != nil:
			r.give(at, b)
			return nil, nil, err
		}
		if n >= pause {
			pause = n + Step
			runtime.Gosched()
		}
	}
}

func classOf(n int) int {
	return min(bits.Len(uint((n-1)/least)), classes-1)
}

func (r *Reader) take(class int) *[]byte {
	if b, ok := r.pools[class].Get().(*[]byte); ok {
		return b
	}
	b := make([]byte, least<<class)
	return &b
}

func (r *Reader) give(class int, b *[]byte) { r.pools[class].Put(b) }

// Steps gives a body to a decoder that reads what it decodes: step by step.
func Steps(got []byte) io.Reader { return &steps{*bytes.NewReader(got)} }

type steps struct{ bytes.Reader }

// Read gives a step, and lets others go first where it is not the first one.
func (s *steps) Read(p []byte) (int, error) {
	if s.Len() == 0 {
		return 0, io.EOF
	}
	if int64(s.Len()) < s.Size() {
		runtime.Gosched()
	}
	return s.Reader.Read(p[:min(len(p), Step)])
}
