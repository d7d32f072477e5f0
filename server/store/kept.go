package store

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

// silent is for how long an instance may report nothing and still live: it does twice
// a second (ShareLimits).
const silent = 10 * time.Second

// gone is true of a running one whose instance reports no more while others do. Where
// nobody does, as after a crash of the database, nothing is known.
const gone = `(state = 'running' and instance <> '' and exists (select from limit_reports where at > now() - make_interval(secs => ?))
	and not exists (select from limit_reports r where r.instance = k.instance and r.at > now() - make_interval(secs => ?))) as gone`

// overrun is how long after its end a kept run may still be under way.
const overrun = 3 * time.Minute

// kept is a table of what ran on an instance and was kept, the newest of a team:
// a row for lists beside all of it. R is the row, B the body that has it.
type kept[R, B any] struct {
	table string
	most  int // of a team
	bytes int // of one, as JSON
	row   func(*B) *R
	// columns of a row, some of which are its own to change.
	columns func(*R) keptColumns
	ends    func(*B) time.Time
	large   func(n int) error
	missing func() error
}

// keptColumns are what the table has of a row beside its JSON.
type keptColumns struct {
	id, state *string
	seq       *int64
	at        time.Time
	scene     string
}

// json is one as it is kept, within its limit.
func (k *kept[R, B]) json(b *B) (row, body string, err error) {
	summary, err := json.Marshal(k.row(b))
	if err != nil {
		return "", "", err
	}
	text, err := json.Marshal(b)
	if err != nil {
		return "", "", err
	}
	if len(text) > k.bytes {
		return "", "", k.large(len(text))
	}
	return string(clean(summary)), string(clean(text)), nil
}

// add gives one its id and keeps it; the oldest beyond the most go.
func (k *kept[R, B]) add(ctx context.Context, s *Store, by app.Change, team string, b *B) error {
	r := k.row(b)
	c := k.columns(r)
	*c.id = runID()
	row, body, err := k.json(b)
	if err != nil {
		return err
	}
	return s.tx(ctx, by, team, func(tx *gorm.DB, tr *trail) error {
		tr.after = *r
		err := tx.Raw("insert into "+k.table+" (id, team, at, scene, state, ends, instance, summary, body) values (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb) returning seq",
			*c.id, team, c.at, c.scene, *c.state, k.ends(b).Add(overrun), s.instance, row, body).Scan(c.seq).Error
		if err != nil {
			return err
		}
		return tx.Exec("delete from "+k.table+" where team = ? and seq <= (select seq from "+k.table+" where team = ? order by seq desc offset ? limit 1)",
			team, team, k.most).Error
	})
}

// finish keeps what came of one.
func (k *kept[R, B]) finish(ctx context.Context, s *Store, team string, b *B) error {
	row, body, err := k.json(b)
	if err != nil {
		return err
	}
	c := k.columns(k.row(b))
	return s.read(ctx, func(db *gorm.DB) error {
		return db.Exec("update "+k.table+" set state = ?, summary = ?::jsonb, body = ?::jsonb where team = ? and id = ?", *c.state, row, body, team, *c.id).Error
	})
}

// list the rows of a team, newest first.
func (k *kept[R, B]) list(ctx context.Context, s *Store, team string, f app.KeptFilter, now time.Time) ([]R, error) {
	var rows []keptRow
	err := s.read(ctx, func(db *gorm.DB) error {
		q := db.Table(k.table+" k").Select("seq, state, ends, "+gone+", summary::text as text", silent.Seconds(), silent.Seconds()).Where("team = ?", team).Order("seq desc").Limit(f.Limit)
		if f.Before > 0 {
			q = q.Where("seq < ?", f.Before)
		}
		if f.Scene != "" {
			q = q.Where("scene = ?", f.Scene)
		}
		return q.Scan(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	out := make([]R, len(rows))
	for i, r := range rows {
		if err := json.Unmarshal([]byte(r.Text), &out[i]); err != nil {
			return nil, err
		}
		k.stamp(&out[i], r, now)
	}
	return out, nil
}

// one of a team.
func (k *kept[R, B]) one(ctx context.Context, s *Store, team, id string, now time.Time) (b B, err error) {
	var rows []keptRow
	err = s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select seq, state, ends, "+gone+", body::text as text from "+k.table+" k where team = ? and id = ?", silent.Seconds(), silent.Seconds(), team, id).Scan(&rows).Error
	})
	if err != nil {
		return b, err
	}
	if len(rows) == 0 {
		return b, k.missing()
	}
	if err := json.Unmarshal([]byte(rows[0].Text), &b); err != nil {
		return b, err
	}
	k.stamp(k.row(&b), rows[0], now)
	return b, nil
}

// stamp a row with what the table knows better than its JSON.
func (k *kept[R, B]) stamp(row *R, r keptRow, now time.Time) {
	c := k.columns(row)
	*c.seq, *c.state = r.Seq, r.stateAt(now)
}

// keptRow is one as it is read.
type keptRow struct {
	Seq   int64
	State string
	Ends  time.Time
	Gone  bool // its instance reports no more
	Text  string
}

// stateAt a moment: one whose instance is gone, or that should have ended long ago, was
// lost.
func (r keptRow) stateAt(now time.Time) string {
	if r.State == "running" && (r.Gone || now.After(r.Ends)) {
		return "lost"
	}
	return r.State
}
