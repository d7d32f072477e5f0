package limit

import "sync"

// Budget allows things to be done again as a share of how often they are done:
// each time earns Share of one, up to Most, which it begins with. So the first
// failures are met whole, and of an outage that lasts only the share is added to
// what is asked anyway. A nil one allows everything.
type Budget struct {
	mu     sync.Mutex
	left   float64
	counts BudgetCounts
}

// What a budget allows.
const (
	Share = 0.1
	Most  = 10
)

// BudgetCounts since the budget was made.
type BudgetCounts struct {
	Done    int64 // for the first time
	Again   int64
	Refused int64 // not done again: nothing was left
}

// NewBudget is full.
func NewBudget() *Budget { return &Budget{left: Most} }

// Earn for something that is done for the first time.
func (b *Budget) Earn() {
	if b == nil {
		return
	}
	b.mu.Lock()
	b.left = min(Most, b.left+Share)
	b.counts.Done++
	b.mu.Unlock()
}

// Take what doing it again costs, if there is as much.
func (b *Budget) Take() bool {
	if b == nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left < 1-1e-9 { // ten tenths are one
		b.counts.Refused++
		return false
	}
	b.left--
	b.counts.Again++
	return true
}

// Counts as they are now.
func (b *Budget) Counts() BudgetCounts {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.counts
}
