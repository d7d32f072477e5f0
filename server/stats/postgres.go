package stats

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Postgres is the Store in the table series. The driver must take slices as
// arrays, as pgx's does.
type Postgres struct{ db *sql.DB }

// NewPostgres uses db, which stays the caller's.
func NewPostgres(db *sql.DB) *Postgres { return &Postgres{db: db} }

// Append implements Store in one statement.
func (p *Postgres) Append(ctx context.Context, rows []Row) error {
	var team, scene []string
	var step, at, n, timeouts, errors, degraded, p50, p99 []int64
	for _, r := range rows {
		team, scene = append(team, r.Key.Team), append(scene, r.Key.Scene)
		step, at, n = append(step, int64(r.Step)), append(at, r.At), append(n, r.N)
		timeouts, errors, degraded = append(timeouts, r.Timeouts), append(errors, r.Errors), append(degraded, r.Degraded)
		p50, p99 = append(p50, r.P50), append(p99, r.P99)
	}
	_, err := p.db.ExecContext(ctx, `
		insert into series (team, scene, step, at, n, timeouts, errors, degraded, p50_us, p99_us)
		select * from unnest($1::text[], $2::text[], $3::int8[], $4::int8[], $5::int8[],
		                     $6::int8[], $7::int8[], $8::int8[], $9::int8[], $10::int8[])
		on conflict do nothing`,
		team, scene, step, at, n, timeouts, errors, degraded, p50, p99)
	if err != nil {
		return fmt.Errorf("append %d rows of series: %w", len(rows), err)
	}
	return nil
}

// Read implements Store.
func (p *Postgres) Read(ctx context.Context, key Key, step Step, from int64) (out []Row, err error) {
	rows, err := p.db.QueryContext(ctx, `
		select team, scene, at, n, timeouts, errors, degraded, p50_us, p99_us from series
		where step = $1 and at >= $2 and ($3 = '' or team = $3 and scene = $4)
		order by at`, int64(step), from, key.Team, key.Scene)
	if err != nil {
		return nil, fmt.Errorf("read series of %s/%s: %w", key.Team, key.Scene, err)
	}
	defer func() {
		if e := rows.Close(); err == nil && e != nil {
			err = e
		}
	}()
	for rows.Next() {
		r := Row{Step: step}
		if err := rows.Scan(&r.Key.Team, &r.Key.Scene, &r.At, &r.N, &r.Timeouts, &r.Errors, &r.Degraded, &r.P50, &r.P99); err != nil {
			return nil, fmt.Errorf("read series of %s/%s: %w", key.Team, key.Scene, err)
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// Trim implements Store.
func (p *Postgres) Trim(ctx context.Context, now time.Time) error {
	for _, step := range []Step{Second, Ten, Minute} {
		if _, err := p.db.ExecContext(ctx, `delete from series where step = $1 and at < $2`,
			int64(step), now.Add(-step.Kept()).Unix()); err != nil {
			return fmt.Errorf("trim series of %d s: %w", step, err)
		}
	}
	return nil
}
