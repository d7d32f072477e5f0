package degrade

import "time"

// Sliding keeps the newest few windows of a meter with their latencies, so that
// a quiet key is judged over longer and a busy one over shorter time. Not safe
// for concurrent use.
type Sliding struct {
	windows []Window
	counts  []Counts
	next    int
	held    int
}

// NewSliding keeps size windows, at least one.
func NewSliding(size int) *Sliding {
	return &Sliding{windows: make([]Window, size), counts: make([]Counts, size)}
}

// Close the reader's window at now and keep it.
func (s *Sliding) Close(r *Reader, now time.Time) Window {
	w := r.Close(now)
	s.windows[s.next] = w
	if w.N > 0 {
		s.counts[s.next] = r.diff
	}
	s.next = (s.next + 1) % len(s.windows)
	s.held = min(s.held+1, len(s.windows))
	return w
}

// Recent is the sum of the newest windows, as few as hold want observations,
// or of all that are kept. It is empty before the first Close.
func (s *Sliding) Recent(want uint64) Window {
	var out Window
	var sum Counts
	for i := 1; i <= s.held; i++ {
		at := (s.next - i + len(s.windows)) % len(s.windows)
		w := &s.windows[at]
		out.Start = w.Start
		out.Step += w.Step
		out.N += w.N
		out.Timeouts += w.Timeouts
		out.Errors += w.Errors
		out.Degraded += w.Degraded
		out.Sum += w.Sum
		if w.N > 0 {
			for b, k := range &s.counts[at] {
				sum[b] += k
			}
		}
		if out.N >= want {
			break
		}
	}
	if out.N > 0 {
		out.P50, out.P99 = sum.Quantile(.50), sum.Quantile(.99)
	}
	return out
}
