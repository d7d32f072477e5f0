package live

// Feed makes the payloads of one topic. The Hub calls it from one goroutine at
// a time; it must not block.
type Feed interface {
	// Snap is the whole state now.
	Snap() any
	// Delta is what changed since the last Delta, or since Open; nil when
	// nothing did.
	Delta() any
}

// Feeds opens topics.
type Feeds interface {
	// Open a topic of a team. The error is an *app.Error, not_found for a
	// topic or scene that is not there.
	Open(team, topic string) (Feed, error)
}
