package chaos

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// mood is what a callee does with one call.
type mood uint8

const (
	well    mood = iota
	slow         // a few milliseconds, and a well answer
	hangs        // until the caller gives up
	crawls       // a byte now and then
	fails        // says that it can't
	cuts         // breaks the connection
	garbage      // what is no answer at all
	other        // an answer of another type
	floods       // a million rows
	nMoods
)

var moodNames = [...]string{"well", "slow", "hangs", "crawls", "fails", "cuts", "garbage", "other", "floods"}

// ill moods, by how often each is drawn: a flood costs most.
var ill = [...]mood{slow, slow, hangs, hangs, hangs, crawls, crawls, fails, fails, cuts, cuts, garbage, garbage, other, other, floods}

// period is how long a weather lasts.
const period = 2 * time.Second

// weather says what each callee does, by a share of bad calls that changes.
type weather struct {
	mu    sync.Mutex
	rng   *rand.Rand
	share map[string]float64
	next  time.Time
	calm  bool // all is well
	marks *marks
}

func newWeather(seed uint64, m *marks) *weather {
	return &weather{rng: rand.New(rand.NewPCG(seed, 1)), share: map[string]float64{}, marks: m, calm: true}
}

// set whether all is well.
func (w *weather) set(calm bool) { w.mu.Lock(); w.calm = calm; w.mu.Unlock() }

// mood of a callee for a call at a moment, noted for who asked.
func (w *weather) mood(callee string, who int, now time.Time) mood {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.calm {
		return well
	}
	if !now.Before(w.next) {
		w.next = now.Add(period)
		for _, c := range [...]string{"ctr", "near", "rewrite", "store"} {
			w.share[c] = [...]float64{0.01, 0.01, 0.01, 0.05, 0.05, 0.3, 0.3, 1}[w.rng.IntN(8)]
		}
	}
	if w.rng.Float64() >= w.share[callee] {
		return well
	}
	m := ill[w.rng.IntN(len(ill))]
	w.marks.note(callee, who, m, now)
	return m
}

// marks are what callees did ill to requests, the last of them.
type marks struct {
	mu     sync.Mutex
	slots  [1 << 15]map[string]uint16      // by request, by callee: moods
	shared map[string]*[nMoods][]time.Time // what is asked for all, or by users: when
	total  [nMoods]int64
}

// anyone is a request that nobody knows.
const anyone = -1

// lately is how long what was done to anyone explains a failure.
const lately = 2 * time.Second

func newMarks() *marks { return &marks{shared: map[string]*[nMoods][]time.Time{}} }

// begin a request.
func (m *marks) begin(who int) {
	m.mu.Lock()
	m.slots[who%len(m.slots)] = nil
	m.mu.Unlock()
}

func (m *marks) note(callee string, who int, what mood, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.total[what]++
	if who == anyone {
		if m.shared[callee] == nil {
			m.shared[callee] = new([nMoods][]time.Time)
		}
		at := &m.shared[callee][what]
		if len(*at) == remembered {
			*at = append((*at)[:0], (*at)[remembered/2:]...)
		}
		*at = append(*at, now)
		return
	}
	at := &m.slots[who%len(m.slots)]
	if *at == nil {
		*at = map[string]uint16{}
	}
	(*at)[callee] |= 1 << what
}

// remembered is how many times of one mood are known: those of some minutes.
const remembered = 1 << 14

// did a callee do one of these to a request, before a moment? Of the store, and
// of what is got for all, whether it did so to anyone lately.
func (m *marks) did(callee string, who int, now time.Time, what ...mood) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	seen, shared := m.slots[who%len(m.slots)][callee], m.shared[callee]
	for _, x := range what {
		if seen&(1<<x) != 0 {
			return true
		}
		if shared != nil && slices.ContainsFunc(shared[x], func(t time.Time) bool { return !t.After(now) && now.Sub(t) < lately }) {
			return true
		}
	}
	return false
}
