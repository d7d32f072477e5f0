package live

import "time"

// Options of a Hub. The zero value is good.
type Options struct {
	Turn      time.Duration // between two looks at the feeds; 250 ms
	Hidden    time.Duration // between two messages to a hidden tab; 5 s
	Ping      time.Duration // between two pings; 15 s, and three unanswered end the socket
	Recheck   time.Duration // between two looks at the credentials; 30 s
	WriteWait time.Duration // a write that takes longer ends the socket; 10 s
	SlowAfter time.Duration // a write that took longer ends it with 4408; 5 s
	Conns     int           // sockets at once; 2,000
	Subs      int           // subscriptions of a socket; 32
	Messages  float64       // of a client a second, on average; 20
	Burst     float64       // of a client at once; 100
	// Origins beside the server's own from which a browser may come, such as
	// https://console.example.org.
	Origins []string
}

// maxMessage bounds what a client may send at once.
const maxMessage = 4 << 10

func (o Options) withDefaults() Options {
	span := func(have *time.Duration, def time.Duration) {
		if *have <= 0 {
			*have = def
		}
	}
	span(&o.Turn, 250*time.Millisecond)
	span(&o.Hidden, 5*time.Second)
	span(&o.Ping, 15*time.Second)
	span(&o.Recheck, 30*time.Second)
	span(&o.WriteWait, 10*time.Second)
	span(&o.SlowAfter, 5*time.Second)
	if o.Conns <= 0 {
		o.Conns = 2_000
	}
	if o.Subs <= 0 {
		o.Subs = 32
	}
	if o.Messages <= 0 {
		o.Messages = 20
	}
	if o.Burst <= 0 {
		o.Burst = 100
	}
	return o
}
