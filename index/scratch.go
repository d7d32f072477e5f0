package index

import (
	"context"
	"sync"

	"riffle.dev/riffle/internal/column"
)

// scratch is what a query writes to while it runs. Queries take it from the
// plan's pool, since a large part wants an array of a score a document.
type scratch struct {
	found   matches
	rows    []int32
	near    []int32
	passed  []int32        // rows, of Where
	kept    column.Bitmap  // by hit, of Where
	scores  []float64      // by document, of Nearest
	ranks   []float64      // by row
	dots    []float32      // by row, of Nearest
	sifting sifting        // of Nearest
	places  []column.Place // by row, of Fetch
	tables  column.Tables  // of Fetch
	key     []byte         // of a condition
	leads   []reading      // by part
	best    best
	asking
	descent
	tallying
}

type scratches struct{ pool sync.Pool }

func (s *scratches) take() *scratch {
	if x, ok := s.pool.Get().(*scratch); ok {
		return x
	}
	return &scratch{}
}

func (s *scratches) give(x *scratch) {
	x.best.view = nil
	s.pool.Put(x)
}

// offer gives rows of part at to best: by their scores, one for each document
// of the part, or when there is a rank by that.
func (x *scratch) offer(ctx context.Context, best *best, at int, rows []int32, rank *formula, scores []float64) error {
	if rank == nil {
		for _, row := range rows {
			best.offer(at, row, scores[row])
		}
		return nil
	}
	var err error
	if x.ranks, err = rank.program.Floats(ctx, rank.input(best.view.parts[at], rows, scores), x.ranks[:0]); err != nil {
		return err
	}
	for i, row := range rows {
		best.offer(at, row, x.ranks[i])
	}
	return nil
}
