package index

import (
	"sync/atomic"

	"riffle.dev/riffle/internal/column"
)

// Words of a field in all parts are united once a view is asked for them so often,
// and they are few enough for that to be no more than a fetch or two: then texts
// of several parts are fetched without looking at a word.
const (
	unitedAfter = 3
	unitedWords = 4096
)

// united are the fields of a view whose words are united, each made when it is
// worth it, by who finds that it is.
type united struct {
	asked []atomic.Int32
	words []atomic.Pointer[column.United]
}

func newUnited(fields int) *united {
	return &united{asked: make([]atomic.Int32, fields), words: make([]atomic.Pointer[column.United], fields)}
}

// of a field, whose parts have these columns; nil where it is not worth it.
func (u *united) of(field int, parts []*column.Column) *column.United {
	if w := u.words[field].Load(); w != nil {
		return w
	}
	if u.asked[field].Load() > unitedAfter || u.asked[field].Add(1) <= unitedAfter {
		return nil // there are too many, or it is asked for seldom
	}
	w := column.Unite(parts, unitedWords)
	if w != nil {
		u.words[field].Store(w)
	}
	return w
}
