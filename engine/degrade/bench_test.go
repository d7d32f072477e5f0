package degrade

import (
	"fmt"
	"testing"
)

func BenchmarkTick(b *testing.B) {
	m := newToy(b, 20)
	var aside []func()
	m.c.opt.Background = func(f func()) { aside = append(aside, f) }
	for i := range 300 {
		if err := m.c.Register(page(fmt.Sprint("scene", i), Class(i%3))); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		for i := range 300 {
			m.ask(fmt.Sprint("scene", i), 20, nil)
		}
		b.StartTimer()
		m.tick()
		b.StopTimer()
		for _, f := range aside {
			f()
		}
		aside = nil
		b.StartTimer()
	}
}

func BenchmarkDecide(b *testing.B) {
	m := newToy(b, 1, page("front", Core))
	for range 20 {
		m.ask("front", 150, nil)
		m.tick()
	}
	b.ReportAllocs()
	for b.Loop() {
		m.c.Decide("front", "page", "user4711", 1)
	}
}
