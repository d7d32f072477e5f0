package api

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// formats are huma's with a stricter reader, and answers of scenes written down
// into buffers that are used again.
func formats() map[string]huma.Format {
	buffers := &sync.Pool{New: func() any { return new([]byte) }}
	marshal := func(w io.Writer, v any) error {
		a, ok := v.(ServeAnswer)
		if !ok {
			return huma.DefaultJSONFormat.Marshal(w, v)
		}
		b := buffers.Get().(*[]byte)
		*b = append(a.AppendJSON((*b)[:0]), '\n')
		if h, ok := w.(interface{ Header() http.Header }); ok { // else it is sent in chunks, by a write more
			h.Header().Set("Content-Length", strconv.Itoa(len(*b)))
		}
		_, err := w.Write(*b)
		if cap(*b) <= largestBuffer {
			buffers.Put(b)
		}
		return err
	}
	f := huma.Format{Marshal: marshal, Unmarshal: unmarshal}
	return map[string]huma.Format{"application/json": f, "json": f}
}

// largestBuffer is the most that is kept of one for the next answer.
const largestBuffer = 1 << 20

// unmarshal refuses what is not UTF-8, which encoding/json would replace, so
// that something else was kept than was sent. Its errors speak of JSON, not of
// our types.
func unmarshal(text []byte, v any) error {
	if !utf8.Valid(text) {
		return errors.New("the body is not UTF-8")
	}
	err := json.Unmarshal(text, v)
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return err
	}
	if strings.HasPrefix(kind.Value, "number") {
		return errors.New("a number is out of range")
	}
	return errors.New("a value of another type was wanted")
}
