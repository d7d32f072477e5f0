package limit

import "time"

// latelySeconds is over how many seconds it is counted what came lately.
const latelySeconds = 10

// lately counts requests by the second in which they came, the newest ones. It is
// guarded by whoever has it.
type lately [latelySeconds + 1]struct {
	second       int64
	came, denied uint32
}

func (l *lately) add(now time.Time, ok bool) {
	second := now.Unix()
	at := &l[uint64(second)%uint64(len(l))]
	if at.second != second {
		at.second, at.came, at.denied = second, 0, 0
	}
	at.came++
	if !ok {
		at.denied++
	}
}

// rates a second of those who were let in and of those who were refused, over the ten
// seconds that are over.
func (l *lately) rates(now time.Time) (taken, refused float64) {
	second := now.Unix()
	for i := range l {
		if age := second - l[i].second; age >= 1 && age <= latelySeconds {
			taken += float64(l[i].came - l[i].denied)
			refused += float64(l[i].denied)
		}
	}
	return taken / latelySeconds, refused / latelySeconds
}
