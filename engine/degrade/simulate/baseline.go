package simulate

// baseline is what the policies have that serve full plans only: they look at
// nothing but their own numbers.
type baseline struct {
	full [][]uint8
	cost []float64 // of a full plan as it was measured on a quiet day, in CPU seconds
}

func newBaseline(w *world) baseline {
	b := baseline{full: w.fulls()}
	for i, full := range b.full {
		r := w.truths[i].known(full)
		b.cost = append(b.cost, r.recallCPU+r.stageCPU)
	}
	return b
}

func (baseline) done(float64, *ticket, int, float64, bool)        {}
func (baseline) module(*ticket, int, float64, float64, int, bool) {}
func (baseline) tick(float64)                                     {}
func (baseline) state(int) string                                 { return "" }

// none serves every request with the full plan.
type none struct{ baseline }

func newNone(w *world) policy { return &none{newBaseline(w)} }

func (p *none) decide(_ float64, scene int, _ string, _ int) ticket {
	return ticket{variants: p.full[scene]}
}
