package live

import "riffle.dev/riffle/server/api"

// load feeds a load test that runs on this instance, or ran last.
type load struct {
	src      *Sources
	team, id string
	points   int
	state    string
}

func newLoad(src *Sources, team, id string) *load {
	l := &load{src: src, team: team, id: id}
	l.Delta()
	return l
}

// Snap implements Feed.
func (f *load) Snap() any {
	out, _ := f.src.Loads(f.team, f.id, 0) // of another since: empty, and nothing more comes
	return out
}

// Delta implements Feed.
func (f *load) Delta() any {
	out, ok := f.src.Loads(f.team, f.id, f.points)
	if !ok || len(out.Points) == 0 && out.State == f.state {
		return nil
	}
	f.points += len(out.Points)
	f.state = out.State
	return out
}

// Loads gives a load test with its points from the from-th on; false for one
// that is not of this instance.
type Loads func(team, id string, from int) (api.LoadTestLive, bool)
