package dial

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// connectWithin bounds a connection attempt, whatever its context allows.
const connectWithin = 5 * time.Second

// Context opens a connection, as net.Dialer.DialContext does.
func Context(ctx context.Context, network, addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: connectWithin, KeepAlive: 30 * time.Second, Control: guard}
	switch network {
	case "tcp", "tcp4", "tcp6":
		return d.DialContext(ctx, network, addr)
	}
	return nil, fmt.Errorf("%s is no network of services", network)
}

// Transport carries HTTP calls and keeps connections open. Close its idle
// connections at the end.
func Transport() *http.Transport {
	return &http.Transport{
		DialContext:            Context,
		MaxIdleConns:           1024,
		MaxIdleConnsPerHost:    128,
		IdleConnTimeout:        60 * time.Second,
		TLSHandshakeTimeout:    connectWithin,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true, // a small body may unpack to a huge one
		ForceAttemptHTTP2:      true,
	}
}

func guard(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if a := at.Addr().Unmap(); a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified() {
		return fmt.Errorf("%s is no address of a service", a)
	}
	return nil
}
