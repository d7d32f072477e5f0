package degrade

import "time"

// Ring keeps the newest windows of one step by the moment they began. A moment
// without a window is a gap and stays one. Not safe for concurrent use.
type Ring struct {
	step  time.Duration
	slots []Window
	used  []bool
	last  int64 // number of the newest step put; meaningless while empty
	any   bool
}

// NewRing of size windows of the given step, both above 0.
func NewRing(size int, step time.Duration) *Ring {
	return &Ring{step: step, slots: make([]Window, size), used: make([]bool, size)}
}

// Put a window. Its start is cut to a multiple of the step; one older than the
// ring is long is left out, one for the same step replaces the former.
func (r *Ring) Put(w Window) {
	at := r.number(w.Start)
	size := int64(len(r.slots))
	if r.any && at <= r.last-size {
		return
	}
	if !r.any || at > r.last {
		// Clear what the jump passes over: those steps are gaps.
		from := at
		if r.any {
			from = max(r.last+1, at-size+1)
		}
		for i := from; i < at; i++ {
			r.used[i%size] = false
		}
		r.last, r.any = at, true
	}
	w.Start = time.Unix(0, at*int64(r.step)).UTC()
	r.slots[at%size], r.used[at%size] = w, true
}

// Since returns copies of the windows that began at or after from, oldest first.
func (r *Ring) Since(from time.Time) []Window {
	if !r.any {
		return nil
	}
	size := int64(len(r.slots))
	first := max(r.last-size+1, 0)
	if n := r.number(from); n > first {
		first = n
		if time.Unix(0, n*int64(r.step)).Before(from) {
			first++
		}
	}
	var out []Window
	for i := first; i <= r.last; i++ {
		if r.used[i%size] {
			out = append(out, r.slots[i%size])
		}
	}
	return out
}

// Last window put, if any.
func (r *Ring) Last() (Window, bool) {
	if !r.any {
		return Window{}, false
	}
	return r.slots[r.last%int64(len(r.slots))], true
}

// number of the step a moment falls in. Moments before 1970 count as 0.
func (r *Ring) number(t time.Time) int64 { return max(t.UnixNano(), 0) / int64(r.step) }
