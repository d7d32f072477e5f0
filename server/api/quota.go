package api

import (
	"net/http"
	"strconv"
	"time"
)

// Quota is a written limit that a request was counted by, as headers tell it
// (draft-ietf-httpapi-ratelimit-headers). The zero value is none.
type Quota struct {
	Policy string        // the whole item of RateLimit-Policy: "home";q=2000;w=1
	Name   string        // the begin of that of RateLimit: "home"
	Left   int           // places that this instance has
	After  time.Duration // until it has all it can have, or one where it has none
}

// Quotas are that of a scene, and that of the request's tier.
type Quotas [2]Quota

// headers of them; "" where there is none.
func (q *Quotas) headers() (policy, left string) {
	var room [160]byte
	b := room[:0]
	for i := range q {
		one := &q[i]
		switch {
		case one.Policy == "":
			continue
		case policy == "":
			policy = one.Policy
		default:
			policy += ", " + one.Policy
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(append(append(b, one.Name...), ";r="...), int64(one.Left), 10)
		b = strconv.AppendInt(append(b, ";t="...), seconds(one.After), 10)
	}
	return policy, string(b)
}

// set them beside a refusal's own headers.
func (q *Quotas) set(h http.Header) {
	if policy, left := q.headers(); policy != "" {
		h.Set("RateLimit-Policy", policy)
		h.Set("RateLimit", left)
	}
}

// seconds of a wait, upwards: as Retry-After has it.
func seconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
