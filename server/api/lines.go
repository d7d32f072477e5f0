package api

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"riffle.dev/riffle/server/app"
)

// line of a stream. A long one holds no text: it was skipped to its end.
type line struct {
	number int
	text   []byte
	long   bool
	err    error
}

// readLines sends the lines of a body, empty ones left out, and closes the
// channel at its end. bufio.Scanner would end at the first long line.
func readLines(ctx context.Context, control *http.ResponseController, body io.Reader, lines chan<- line) {
	defer close(lines)
	reader := bufio.NewReaderSize(body, 64<<10)
	send := func(l line) bool {
		select {
		case lines <- l:
			return true
		case <-ctx.Done():
			return false
		}
	}
	for number := 1; ; number++ {
		_ = control.SetReadDeadline(time.Now().Add(putIdle)) // not every connection can
		if ctx.Err() != nil {
			cutSoon(control)
			return
		}
		l, err := readLine(reader)
		l.number = number
		if (l.long || len(bytes.TrimSpace(l.text)) > 0) && !send(l) {
			return
		}
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			send(line{err: app.Fail(app.Invalid, "stream_broke", "the stream broke off in line {line}", number)})
			return
		}
	}
}

// cutSoon gives a client a moment to see its answer; then its upload ends.
func cutSoon(control *http.ResponseController) {
	_ = control.SetReadDeadline(time.Now().Add(500 * time.Millisecond)) // not every connection can
}

func readLine(r *bufio.Reader) (line, error) {
	var l line
	for {
		piece, err := r.ReadSlice('\n')
		if !l.long && len(l.text)+len(piece) > app.MaxDocumentBytes+1 {
			l.long, l.text = true, nil
		}
		if !l.long {
			l.text = append(l.text, piece...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return l, err
		}
	}
}
