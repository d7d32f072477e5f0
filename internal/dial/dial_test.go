package dial

import (
	"context"
	"net"
	"strings"
	"testing"
)

func TestWhereItGoes(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := Context(context.Background(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	for _, at := range []struct{ network, addr, want string }{
		{"tcp", "169.254.169.254:80", "no address of a service"},
		{"tcp", "[fe80::1%1]:80", "no address of a service"},
		{"tcp", "0.0.0.0:80", "no address of a service"},
		{"tcp", "[::ffff:169.254.169.254]:80", "no address of a service"},
		{"unix", "/var/run/docker.sock", "no network of services"},
	} {
		if c, err := Context(context.Background(), at.network, at.addr); err == nil {
			c.Close()
			t.Errorf("%s is dialled", at.addr)
		} else if !strings.Contains(err.Error(), at.want) {
			t.Errorf("%s: %v", at.addr, err)
		}
	}
}
