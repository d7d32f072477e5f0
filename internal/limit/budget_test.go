package limit

import (
	"sync"
	"testing"
)

func TestBudget(t *testing.T) {
	b := NewBudget()
	for range 1000 { // all of them fail, and would be done twice more
		b.Earn()
		b.Take()
		b.Take()
	}
	if got, want := b.Counts(), (BudgetCounts{1000, Most + 100 - 1, 2000 - Most - 100 + 1}); got != want {
		t.Errorf("%+v, want %+v", got, want) // what the first one earns has no room
	}
	for range 500 { // nothing fails: it is full again, and no more than that
		b.Earn()
	}
	took := 0
	for b.Take() {
		took++
	}
	if took != Most {
		t.Errorf("%d after a quiet time, want %d", took, Most)
	}
}

func TestBudgetIsShared(t *testing.T) {
	b := NewBudget()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 500 {
				b.Earn()
				b.Take()
			}
		})
	}
	all.Wait()
	if c := b.Counts(); c.Again > Most+400 || c.Again < 400 || c.Again+c.Refused != 4000 {
		t.Errorf("%+v", c)
	}
}
