package body

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRead(t *testing.T) {
	broken := errors.New("broken off")
	for _, c := range []struct {
		name     string
		n        int
		declared int64
		most     int
		want     error
	}{
		{"nothing", 0, -1, 10, nil},
		{"as long as may be", 10, -1, 10, nil},
		{"one more", 11, -1, 10, ErrTooLong},
		{"it says that it is longer", 1, 11, 10, ErrTooLong},
		{"it says less than it is", 9000, 5, 10_000, nil},
		{"it says less, and is too long", 9000, 5, 8000, ErrTooLong},
		{"just a class", least, -1, 1 << 20, nil},
		{"several classes", 300_001, -1, 1 << 20, nil},
		{"a limit between classes", 70_000, -1, 69_999, ErrTooLong},
		{"a limit that is a class", 1 << 16, -1, 1 << 16, nil},
		{"it breaks off", 5000, -1, 1 << 20, broken},
	} {
		var r Reader
		for range 2 { // the second time from memory that was used
			text := strings.Repeat("abcdefg", c.n/7+1)[:c.n]
			from := io.Reader(strings.NewReader(text))
			if c.want == broken {
				from = io.MultiReader(from, iotest.ErrReader(broken))
			}
			got, free, err := r.Read(iotest.OneByteReader(from), c.declared, c.most)
			if !errors.Is(err, c.want) || err == nil && string(got) != text {
				t.Errorf("%s: %d bytes, %v; want %d, %v", c.name, len(got), err, c.n, c.want)
			}
			if err == nil {
				clear(got)
				free()
			}
		}
	}
}

// What is read again and again makes no garbage, however long it is.
func TestReadAgain(t *testing.T) {
	var r Reader
	text := make([]byte, 1<<20)
	from := bytes.NewReader(text)
	if n := testing.AllocsPerRun(20, func() {
		from.Reset(text)
		_, free, err := r.Read(from, -1, 2<<20)
		if err != nil {
			t.Fatal(err)
		}
		free()
	}); n > 12 { // the collector may empty pools
		t.Errorf("%v allocations", n)
	}
}

func TestSteps(t *testing.T) {
	text := strings.Repeat("0123456789", 5*Step/10)
	s, most := Steps([]byte(text)), 0
	var got []byte
	p := make([]byte, 3*Step)
	for {
		n, err := s.Read(p)
		got, most = append(got, p[:n]...), max(most, n)
		if err != nil {
			break
		}
	}
	if string(got) != text || most != Step {
		t.Errorf("%d bytes, %d at most; want %d, %d", len(got), most, len(text), Step)
	}
}
