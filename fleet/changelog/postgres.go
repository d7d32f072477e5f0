package changelog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Postgres is the durable Log: the tables log_* of the schema. Concurrent
// appends to a stream share a commit.
type Postgres struct {
	pool *pgxpool.Pool

	mu      sync.Mutex
	streams map[Stream]*pgStream
	byID    map[int32]*pgStream
}

// pgStream is what is remembered of a stream; its row never changes.
type pgStream struct {
	id    int32
	slots int
	group group

	mu      sync.Mutex
	changed chan struct{}
}

// NewPostgres uses pool, which stays the caller's. Run Listen beside it, or
// followers only see what they look for themselves.
func NewPostgres(pool *pgxpool.Pool) *Postgres {
	return &Postgres{pool: pool, streams: map[Stream]*pgStream{}, byID: map[int32]*pgStream{}}
}

// Open implements Log.
func (p *Postgres) Open(ctx context.Context, s Stream, slots int) (int, error) {
	if err := checkSlots(slots); err != nil {
		return 0, err
	}
	if st := p.known(s); st != nil {
		return st.slots, nil
	}
	// The select sees the row of whoever was faster; only in the moment of
	// the race neither sees it, so once more.
	const open = `
		with made as (insert into log_streams (team, resource, slots) values ($1, $2, $3) on conflict do nothing returning id, slots)
		select id, slots from made union all select id, slots from log_streams where team = $1 and resource = $2 limit 1`
	var st pgStream
	err := p.pool.QueryRow(ctx, open, s.Team, s.Resource, slots).Scan(&st.id, &st.slots)
	if errors.Is(err, pgx.ErrNoRows) {
		err = p.pool.QueryRow(ctx, open, s.Team, s.Resource, slots).Scan(&st.id, &st.slots)
	}
	if err != nil {
		return 0, fmt.Errorf("open %s/%s: %w", s.Team, s.Resource, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if have := p.streams[s]; have != nil {
		return have.slots, nil
	}
	st.changed = make(chan struct{})
	st.group.write = p.writer(s, &st)
	p.streams[s], p.byID[st.id] = &st, &st
	return st.slots, nil
}

func (p *Postgres) known(s Stream) *pgStream {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.streams[s]
}

func (p *Postgres) stream(s Stream) (*pgStream, error) {
	if st := p.known(s); st != nil {
		return st, nil
	}
	return nil, fmt.Errorf("%s/%s: %w", s.Team, s.Resource, ErrNoStream)
}

// Append implements Log.
func (p *Postgres) Append(ctx context.Context, s Stream, changes []Change) ([]Offset, error) {
	if err := checkChanges(changes); err != nil {
		return nil, err
	}
	st, err := p.stream(s)
	if err != nil {
		return nil, err
	}
	if len(changes) == 0 {
		return nil, nil
	}
	return st.group.append(ctx, changes)
}

// appendRows gives out offsets under the head rows' locks and writes the
// entries, all in one statement and so in one transaction. Heads are taken in
// slot order: two appends never wait for each other in a circle.
const appendRows = `
	with given as (
		select slot, key, value, n from unnest($2::int4[], $3::text[], $4::bytea[]) with ordinality as g(slot, key, value, n)
	), heads as (
		insert into log_heads as h (stream, slot, next)
		select $1, slot, count(*) from given group by slot order by slot
		on conflict (stream, slot) do update set next = h.next + excluded.next
		returning slot, next
	), put as (
		insert into log_entries (stream, slot, off, key, value)
		select $1, slot, next - count(*) over (partition by slot) + row_number() over (partition by slot order by n) - 1, key, value
		from given join heads using (slot)
	)
	select slot, next, pg_notify('riffle_log', $1::int4::text) from heads`

// writeWithin bounds one commit, whoever waits for it.
const writeWithin = 2 * time.Second

func (p *Postgres) writer(s Stream, st *pgStream) func([]Change) ([]Offset, error) {
	return func(changes []Change) ([]Offset, error) {
		ctx, cancel := context.WithTimeout(context.Background(), writeWithin)
		defer cancel()
		slots, keys, values := make([]int32, len(changes)), make([]string, len(changes)), make([][]byte, len(changes))
		counts := make([]int64, st.slots)
		for i, c := range changes {
			slot := SlotOf(c.Key, st.slots)
			slots[i], keys[i], values[i] = int32(slot), c.Key, c.Value
			counts[slot]++
		}
		next, err := p.give(ctx, st.id, slots, keys, values)
		if err != nil {
			return nil, fmt.Errorf("append %d changes to %s/%s: %w", len(changes), s.Team, s.Resource, err)
		}
		out := make([]Offset, len(changes))
		for i, slot := range slots {
			// The last change of a slot has the offset before next.
			out[i] = Offset{Slot: int(slot), Offset: next[slot] - counts[slot]}
			counts[slot]--
		}
		st.wake()
		return out, nil
	}
}

func (p *Postgres) give(ctx context.Context, id int32, slots []int32, keys []string, values [][]byte) (map[int32]int64, error) {
	rows, err := p.pool.Query(ctx, appendRows, id, slots, keys, values)
	if err != nil {
		return nil, err
	}
	next := map[int32]int64{}
	var slot int32
	var end int64
	_, err = pgx.ForEachRow(rows, []any{&slot, &end, nil}, func() error {
		next[slot] = end
		return nil
	})
	return next, err
}

// Read implements Log.
func (p *Postgres) Read(ctx context.Context, s Stream, from Offsets, max int) ([]Entry, error) {
	st, err := p.stream(s)
	if err != nil {
		return nil, err
	}
	rows, err := p.pool.Query(ctx, `
		select e.slot, e.off, e.key, e.value, e.at
		from unnest($2::int8[]) with ordinality as f(off, n)
		cross join lateral (
			select slot, off, key, value, at from log_entries
			where stream = $1 and slot = f.n - 1 and off >= f.off order by off limit $3) e`,
		st.id, []int64(from), max)
	if err != nil {
		return nil, fmt.Errorf("read %s/%s: %w", s.Team, s.Resource, err)
	}
	entries, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e Entry, err error) {
		var slot int32
		err = row.Scan(&slot, &e.Offset, &e.Key, &e.Value, &e.At)
		e.Slot = int(slot)
		return e, err
	})
	if err != nil {
		return nil, fmt.Errorf("read %s/%s: %w", s.Team, s.Resource, err)
	}
	return entries, nil
}

// EndOffsets implements Log.
func (p *Postgres) EndOffsets(ctx context.Context, s Stream) (Offsets, error) {
	return p.offsets(ctx, s, "end of", `select slot, next from log_heads where stream = $1`)
}

// Committed implements Log.
func (p *Postgres) Committed(ctx context.Context, consumer string, s Stream) (Offsets, error) {
	return p.offsets(ctx, s, "offsets in", `select slot, next from log_consumers where stream = $1 and consumer = $2`, consumer)
}

func (p *Postgres) offsets(ctx context.Context, s Stream, what, query string, args ...any) (Offsets, error) {
	st, err := p.stream(s)
	if err != nil {
		return nil, err
	}
	rows, err := p.pool.Query(ctx, query, append([]any{st.id}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("%s %s/%s: %w", what, s.Team, s.Resource, err)
	}
	out := make(Offsets, st.slots)
	var slot int32
	var next int64
	_, err = pgx.ForEachRow(rows, []any{&slot, &next}, func() error {
		if int(slot) < len(out) {
			out[slot] = next
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s %s/%s: %w", what, s.Team, s.Resource, err)
	}
	return out, nil
}

// Commit implements Log.
func (p *Postgres) Commit(ctx context.Context, consumer string, s Stream, next Offsets) error {
	st, err := p.stream(s)
	if err != nil {
		return err
	}
	_, err = p.pool.Exec(ctx, `
		insert into log_consumers (consumer, stream, slot, next)
		select $1, $2, n - 1, next from unnest($3::int8[]) with ordinality as o(next, n)
		on conflict (consumer, stream, slot) do update set next = excluded.next, at = now()`, consumer, st.id, []int64(next))
	if err != nil {
		return fmt.Errorf("commit offsets of %s in %s/%s: %w", consumer, s.Team, s.Resource, err)
	}
	return nil
}
