package remote

import (
	"net/http"

	"riffle.dev/riffle/internal/dial"
)

// NewTransport carries the calls of a process, see package dial. Close idle
// connections at the end.
func NewTransport() *http.Transport { return dial.Transport() }
