package live

import "riffle.dev/riffle/server/api"

// events feeds a team's events.
type events struct {
	src  *Sources
	team string
	seq  int64
}

func newEvents(src *Sources, team string) *events {
	e := &events{src: src, team: team}
	e.Delta()
	return e
}

// Snap implements Feed.
func (f *events) Snap() any {
	return api.EventsSnap{Events: list(f.src.Journal.Recent(f.team, 0, kept))}
}

// Delta implements Feed.
func (f *events) Delta() any {
	news := f.src.Journal.Recent(f.team, f.seq, kept)
	if len(news) == 0 {
		return nil
	}
	f.seq = news[0].Seq
	return api.EventsSnap{Events: news}
}
