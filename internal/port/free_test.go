package port

import (
	"net"
	"strconv"
	"testing"
)

func TestFree(t *testing.T) {
	p, err := Free(0)
	if err != nil || p < low || p >= high {
		t.Fatalf("%d, %v, want one from %d to %d", p, err, low, high-1)
	}
	if again, err := Free(p); err != nil || again != p {
		t.Errorf("%d, %v, want the preferred %d", again, err, p)
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(p))
	if err != nil {
		t.Skip("somebody took it meanwhile")
	}
	defer l.Close()
	if other, err := Free(p); err != nil || other == p {
		t.Errorf("%d, %v, though somebody listens on %d", other, err, p)
	}
}
