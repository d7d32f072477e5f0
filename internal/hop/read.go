package hop

import (
	"strconv"
	"strings"
	"time"
)

// maxHeader of the bytes that are read of one.
const maxHeader = 256

// maxLeft is more than any request is waited for: a longer time says nothing.
const maxLeft = 24 * time.Hour

// Bad is a header that can't be read.
type Bad struct{ Header string }

// Error says which and how it is written.
func (b *Bad) Error() string {
	if b.Header == GRPCTimeout {
		return b.Header + " is no time: write up to 8 digits and one of H M S m u n, such as 80m for 80 milliseconds"
	}
	return b.Header + " is no time: write whole milliseconds above 0, such as 80"
}

// Sent are the headers of a caller, as they came; "" are not there.
type Sent struct{ Timeout, EnvoyTimeout, GRPCTimeout, Priority, Cohort string }

// Read them. The shortest time counts. trusted tells whether the caller may be
// more urgent than usual and may name a cohort; of others that is not heard, as
// browsers write a Priority of their own. A Priority or cohort that can't be read
// says nothing (RFC 9218, section 4); a time that can't be is a *Bad.
func Read(s Sent, trusted bool) (Hop, error) {
	var h Hop
	for _, t := range []struct{ header, text string }{{Timeout, s.Timeout}, {EnvoyTimeout, s.EnvoyTimeout}} {
		if t.text == "" {
			continue
		}
		d, ok := scaled(t.text, 12, time.Millisecond)
		if !ok {
			return Hop{}, &Bad{t.header}
		}
		h.shorten(d)
	}
	if s.GRPCTimeout != "" {
		d, ok := grpc(s.GRPCTimeout)
		if !ok {
			return Hop{}, &Bad{GRPCTimeout}
		}
		h.shorten(d)
	}
	h.Lift = urgency(s.Priority) - Usual
	if !trusted {
		h.Lift = max(h.Lift, 0)
		return h, nil
	}
	if n, err := strconv.ParseUint(s.Cohort, 10, 8); err == nil && n < Cohorts {
		h.Cohort, h.Cohorted = uint8(n), true
	}
	return h, nil
}

func (h *Hop) shorten(d time.Duration) {
	if h.Left == 0 || d < h.Left {
		h.Left = d
	}
}

// scaled is a whole number above 0 of a unit, of so many digits at most. One
// that is longer than anybody waits is a day.
func scaled(text string, digits int, unit time.Duration) (time.Duration, bool) {
	if len(text) == 0 || len(text) > digits {
		return 0, false
	}
	n := int64(0)
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	if n > int64(maxLeft/unit) {
		return maxLeft, true
	}
	return time.Duration(n) * unit, n > 0
}

func grpc(text string) (time.Duration, bool) {
	units := map[byte]time.Duration{'H': time.Hour, 'M': time.Minute, 'S': time.Second, 'm': time.Millisecond, 'u': time.Microsecond, 'n': 1}
	if text == "" {
		return 0, false
	}
	unit, ok := units[text[len(text)-1]]
	if !ok {
		return 0, false
	}
	return scaled(text[:len(text)-1], 8, unit)
}

// urgency of a Priority header: the last u of its dictionary that is one.
func urgency(text string) int {
	u := Usual
	if len(text) > maxHeader {
		return u
	}
	for _, member := range strings.Split(text, ",") {
		item, _, _ := strings.Cut(member, ";")
		name, value, ok := strings.Cut(strings.TrimSpace(item), "=")
		if !ok || name != "u" {
			continue
		}
		if len(value) != 1 || value[0] < '0' || value[0] > '0'+Lowest {
			return Usual
		}
		u = int(value[0] - '0')
	}
	return u
}
