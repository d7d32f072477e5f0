package store

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgxpool"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// postgres asks a table. Names stand in its statements quoted, values never.
type postgres struct {
	pool  *pgxpool.Pool
	plan  *plan
	table pgx.Identifier
	texts []textColumn
	conns *conns
}

// textColumn is something a text is looked for in.
type textColumn struct {
	sql      string // a tsvector
	language string // as a literal
	weight   float64
}

// languages are the text search configurations of our analysers.
var languages = map[string]string{"english": "english", "plain": "simple", "": "simple"}

func openPostgres(c Config, p *plan, o Options) (backend, error) {
	out := &postgres{plan: p, table: strings.Split(c.Name, ".")}
	for _, part := range out.table {
		if part == "" {
			return nil, fmt.Errorf("%q names no table", c.Name)
		}
	}
	if c.Document != "" {
		language := c.Language
		if language == "" {
			language = "simple"
		}
		out.texts = []textColumn{{sql: quoted(c.Document), language: literal(language), weight: 1}}
	} else {
		for _, i := range p.texts {
			f := &p.schema.Fields[i]
			language, ok := languages[f.Analyzer]
			if !ok {
				continue // no configuration of Postgres cuts it into words
			}
			weight := f.Weight
			if weight == 0 {
				weight = 1
			}
			out.texts = append(out.texts, textColumn{weight: weight, language: literal(language),
				sql: fmt.Sprintf("to_tsvector(%s::regconfig, coalesce(%s, ''))", literal(language), quoted(f.Name))})
		}
	}
	out.conns = &conns{dial: o.Dial}
	o.Dial = out.conns.Dial
	config, err := poolConfig(c, o)
	if err != nil {
		return nil, err
	}
	out.pool, err = pgxpool.NewWithConfig(context.Background(), config)
	return out, err
}

// cancelWithin is how long a query that was given up may take to end: so long
// its connection is kept for the next one.
const cancelWithin = 100 * time.Millisecond

// poolConfig takes from the URL what it says and nothing from the environment
// of this process, whose passwords are not the team's.
func poolConfig(c Config, o Options) (*pgxpool.Config, error) {
	u, err := url.Parse(c.URL)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("%q is no URL of a Postgres server", c.URL)
	}
	port := uint64(5432)
	if u.Port() != "" {
		if port, err = strconv.ParseUint(u.Port(), 10, 16); err != nil {
			return nil, fmt.Errorf("%q: no port %q", c.URL, u.Port())
		}
	}
	config, err := pgxpool.ParseConfig("host=localhost user=nobody password=none dbname=none sslmode=disable")
	if err != nil {
		return nil, err
	}
	cc := config.ConnConfig
	cc.Host, cc.Port, cc.Database = u.Hostname(), uint16(port), strings.Trim(u.Path, "/")
	cc.User, cc.Password, cc.Fallbacks, cc.ValidateConnect = u.User.Username(), "", nil, nil
	cc.RuntimeParams = map[string]string{"application_name": "riffle", "timezone": "UTC"}
	cc.TLSConfig = secure(u.Query().Get("sslmode"), u.Hostname())
	cc.DialFunc = o.Dial
	cc.ConnectTimeout = 5 * time.Second
	cc.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		f := pgproto3.NewFrontend(r, w)
		f.SetMaxBodyLen(MaxAnswer)
		return f
	}
	cc.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: cancelWithin}
	}
	config.MaxConns, config.MinConns = int32(min(c.AtOnce, 1<<15)), 0
	config.MaxConnIdleTime = time.Minute
	config.PingTimeout = time.Second
	config.BeforeConnect = func(_ context.Context, cc *pgx.ConnConfig) error {
		secret, err := o.secret()
		cc.User, cc.Password = login(cc.User, secret)
		return err
	}
	return config, nil
}

// secure is how a connection is encrypted: not at all, without looking at the
// certificate, or as one should, which is the default away from this machine.
func secure(mode, host string) *tls.Config {
	switch mode {
	case "disable":
		return nil
	case "require":
		return &tls.Config{ServerName: host, InsecureSkipVerify: true, MinVersion: tls.VersionTLS12} //nolint:gosec // the team says so
	case "verify-full":
		return &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
	}
	if local(host) {
		return nil
	}
	return &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
}

func local(host string) bool {
	return host == "localhost" || host == "::1" || strings.HasPrefix(host, "127.")
}

func (b *postgres) close() {
	b.conns.leave()
	b.pool.Close()
}

func (b *postgres) ping(ctx context.Context) error {
	rows, err := b.pool.Query(ctx, "select 1 from "+b.table.Sanitize()+" limit 1")
	if err != nil {
		return err
	}
	rows.Close()
	return rows.Err()
}

func (b *postgres) page(ctx context.Context, q *question) (page, error) {
	text, args, err := b.statement(q)
	if err != nil || text == "" {
		return page{last: true}, err
	}
	rows, err := b.pool.Query(ctx, text, args...)
	if err != nil {
		return page{}, err
	}
	defer rows.Close()
	var out page
	size := 0
	for rows.Next() {
		for _, raw := range rows.RawValues() {
			size += len(raw)
		}
		if size > MaxAnswer {
			return page{}, bad("more than %d bytes", MaxAnswer)
		}
		got, err := rows.Values()
		if err != nil {
			return page{}, bad("a row that can't be read: %s", err)
		}
		d, err := b.document(q, got)
		if err != nil {
			return page{}, err
		}
		out.docs = append(out.docs, d)
	}
	out.last = len(out.docs) < q.n || q.what == byKey
	return out, rows.Err()
}

// document of a row: the key, the score, the fields.
func (b *postgres) document(q *question, row []any) (found, error) {
	key, err := keyOf(b.plan.keyName(), row[0])
	if err != nil {
		return found{}, err
	}
	out := found{key: key, values: make([]column.Value, len(q.fields))}
	if q.what == byText {
		score, ok := row[1].(float64)
		if !ok {
			return found{}, bad("document %q has no score", clip(key))
		}
		out.score = score
	}
	for k, i := range q.fields {
		f := &b.plan.schema.Fields[i]
		if out.values[k], err = pgField(f, key, row[2+k]); err != nil {
			return found{}, err
		}
	}
	if q.what == byField && q.field >= 0 {
		f := &b.plan.schema.Fields[q.field]
		v, err := pgField(f, key, row[len(row)-1])
		if err != nil {
			return found{}, err
		}
		out.score = scoreOf(v)
	}
	return out, nil
}

// fault implements backend, by SQLSTATE (appendix A of Postgres' manual).
func (b *postgres) fault(err error) fault {
	var pg *pgconn.PgError
	var long *pgproto3.ExceededMaxBodyLenErr
	switch {
	case errors.As(err, &long):
		return fault{kind: op.RemoteBad, message: fmt.Sprintf("more than %d bytes", MaxAnswer)}
	case errors.As(err, &pg):
		f := fault{kind: op.RemoteRefused, message: pg.Message + " (" + pg.Code + ")"}
		switch class := pg.Code[:min(2, len(pg.Code))]; class {
		case "28":
			f.kind, f.locked = op.RemoteInvalid, true
		case "08", "53", "55", "57", "58", "40", "XX":
		default: // syntax, privileges, types: asking again is no use
			f.kind = op.RemoteInvalid
		}
		return f
	case broken(err):
		return fault{kind: op.RemoteRefused, message: "it can't be reached, or broke off: " + reason(err)}
	}
	return fault{kind: op.RemoteBad, message: reason(err)}
}

// reason is the innermost text of an error: outer ones hold addresses.
func reason(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}

// pgField is a value as pgx decodes it.
func pgField(f *index.Field, key string, raw any) (column.Value, error) {
	v, err := pgValue(f.Type, raw)
	if err != nil {
		return nil, bad("document %q, field %s: %s", clip(key), f.Name, err)
	}
	return field(f, key, v)
}
