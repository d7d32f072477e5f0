package live

import (
	"math"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/stats"
)

// row of a scene on the board, without its series.
func row(s *stats.Scene, sc app.Scene) api.SceneState {
	out := api.SceneState{Scene: sc.Name, Version: sc.Version, State: string(stats.Idle), TimeoutHigh: 1}
	if s == nil {
		return out
	}
	v := s.View()
	r := v.Recent
	lo, hi := r.TimeoutShare()
	out.State = string(v.State)
	out.QPS = short(calm(v.Second, r))
	out.P50MS, out.P99MS = ms(r.P50), ms(r.P99)
	out.TimeoutRate, out.TimeoutLow, out.TimeoutHigh = share(r.Timeouts, r.N), short(lo), short(hi)
	out.N = int64(r.N)
	out.DegradedShare = share(r.Degraded, r.N)
	out.OffNodes = v.Off()
	return out
}

// series of windows in order, all of one step. A missing window is null
// everywhere; one without requests has a rate of 0 and no times.
func series(windows []degrade.Window, step stats.Step) api.Series {
	out := api.Series{StepS: int(step), QPS: []*float64{}, P50MS: []*float64{}, P99MS: []*float64{},
		Timeout: []*float64{}, TimeoutLow: []*float64{}, TimeoutHigh: []*float64{}}
	if len(windows) == 0 {
		return out
	}
	seconds := int64(step)
	out.T0 = windows[0].Start.Unix()
	n := int((windows[len(windows)-1].Start.Unix()-out.T0)/seconds) + 1
	for _, c := range []*[]*float64{&out.QPS, &out.P50MS, &out.P99MS, &out.Timeout, &out.TimeoutLow, &out.TimeoutHigh} {
		*c = make([]*float64, n)
	}
	for _, w := range windows {
		i := (w.Start.Unix() - out.T0) / seconds
		out.QPS[i] = some(rate(w, time.Duration(seconds)*time.Second))
		if w.N == 0 {
			continue
		}
		lo, hi := w.TimeoutShare()
		out.P50MS[i], out.P99MS[i] = some(ms(w.P50)), some(ms(w.P99))
		out.Timeout[i], out.TimeoutLow[i], out.TimeoutHigh[i] = some(share(w.Timeouts, w.N)), some(lo), some(hi)
	}
	return out
}

// rate of a window of a series, a second. The first window of a scene begins
// with the scene and may be a blink: before it nothing was served, so that three
// requests in it are three in that second and not thirty.
func rate(w degrade.Window, step time.Duration) float64 {
	w.Step = max(w.Step, step)
	return w.Rate()
}

// few requests in a second say less of the rate than the last seconds do: two,
// none, three are two a second, and a figure that leaps tells nothing.
const few = 20

// calm is the rate of the last second, or where that has few requests, of the
// recent ones.
func calm(second, recent degrade.Window) float64 {
	if second.N >= few || recent.Step < 2*time.Second {
		return rate(second, time.Second)
	}
	if r := rate(recent, time.Second); r < few {
		return r
	}
	return rate(second, time.Second) // there were many: this second has fallen
}

// totals over scenes: rates add up, times are those of the slowest scene.
func totals(rows []api.SceneState) api.Totals {
	t := api.Totals{}
	var late float64
	for _, r := range rows {
		t.QPS += r.QPS
		t.N += r.N
		late += r.TimeoutRate * float64(r.N)
		t.P50MS, t.P99MS = max(t.P50MS, r.P50MS), max(t.P99MS, r.P99MS)
	}
	k := uint64(math.Round(late))
	lo, hi := degrade.Wilson(k, uint64(t.N), degrade.Z95)
	t.QPS = short(t.QPS)
	t.TimeoutRate, t.TimeoutLow, t.TimeoutHigh = share(k, uint64(t.N)), short(lo), short(hi)
	return t
}

func ms(d time.Duration) float64 { return short(float64(d) / float64(time.Millisecond)) }

func share(k, n uint64) float64 {
	if n == 0 {
		return 0
	}
	return short(float64(k) / float64(n))
}

// short cuts a number to four digits: more is neither measured nor drawn.
func short(f float64) float64 {
	if f == 0 {
		return 0
	}
	scale := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(f))))
	return math.Round(f*scale) / scale
}

func some(f float64) *float64 { f = short(f); return &f }
