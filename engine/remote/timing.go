package remote

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// maxTiming bounds the headers that are read, in bytes.
const maxTiming = 4 << 10

// serverTime is how long a callee says that it took, by its Server-Timing headers
// (W3C Server Timing, durations in milliseconds): the metric total, else the
// longest one. 0 where it says nothing that is a time.
func serverTime(headers []string) time.Duration {
	var longest time.Duration
	read := 0
	for _, h := range headers {
		if read += len(h); read > maxTiming {
			break
		}
		for _, metric := range strings.Split(h, ",") {
			name, params, _ := strings.Cut(metric, ";")
			d := duration(params)
			if strings.EqualFold(strings.TrimSpace(name), "total") && d > 0 {
				return d
			}
			longest = max(longest, d)
		}
	}
	return longest
}

// duration of a metric's parameters.
func duration(params string) time.Duration {
	for _, p := range strings.Split(params, ";") {
		key, value, _ := strings.Cut(p, "=")
		if !strings.EqualFold(strings.TrimSpace(key), "dur") {
			continue
		}
		ms, err := strconv.ParseFloat(strings.Trim(strings.TrimSpace(value), `"`), 64)
		if err != nil || math.IsNaN(ms) || ms < 0 || ms > 1e7 {
			return 0
		}
		return time.Duration(ms * float64(time.Millisecond))
	}
	return 0
}
