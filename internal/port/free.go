package port

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
)

// Ports below those that systems give to outgoing connections (Linux: from 32768
// on), which would take one as soon as its owner is away for a moment.
const low, high = 20_000, 32_000

// tries before any port will do.
const tries = 64

// Free is a port on 127.0.0.1 that nobody listens on: the preferred one where it
// is free, else one that no outgoing connection is given, else any. 0 prefers none.
func Free(preferred int) (int, error) {
	if preferred > 0 && free(preferred) == preferred {
		return preferred, nil
	}
	for range tries {
		if p := free(low + rand.IntN(high-low)); p > 0 {
			return p, nil
		}
	}
	if p := free(0); p > 0 {
		return p, nil
	}
	return 0, errors.New("no free port on 127.0.0.1")
}

// free gives the port where it can be listened on, 0 where not; of 0 any.
func free(port int) int {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return 0
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
