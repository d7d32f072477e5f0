package live

import "riffle.dev/riffle/server/api"

// events feeds a team's events.
type events struct {
	src  *Sources
	team string
	mark int64
}

func newEvents(src *Sources, team string) *events {
	e := &events{src: src, team: team}
	e.Delta()
	return e
}

// Snap implements Feed.
func (f *events) Snap() any {
	return api.EventsSnap{Events: list(f.src.Journal.Recent(f.team, kept))}
}

// Delta implements Feed.
func (f *events) Delta() any {
	news, mark := f.src.Journal.Since(f.team, f.mark, kept)
	f.mark = mark
	if len(news) == 0 {
		return nil
	}
	return api.EventsSnap{Events: news}
}
