package store_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"riffle.dev/riffle/engine/store"
	"riffle.dev/riffle/internal/postgres/pgtest"
)

// desk is a database with the tickets, its URL without a password, and the
// password.
func desk(t testing.TB) (at, password string, db *pgx.Conn) {
	t.Helper()
	dsn := pgtest.Empty(t)
	db, err := pgx.Connect(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close(context.Background()) })
	cc := db.Config()
	password = cc.Password
	if password == "" {
		password = "not asked for"
	}
	u := url.URL{Scheme: "postgres", User: url.User(cc.User), Host: fmt.Sprintf("%s:%d", cc.Host, cc.Port), Path: "/" + cc.Database, RawQuery: "sslmode=disable"}
	exec(t, db, `create table tickets (id text primary key, title varchar(100) not null, body text, owner text, urgent int, price float8,
		open boolean not null, made timestamptz not null, tags text[], taste float4[])`)
	for _, r := range rows() {
		exec(t, db, "insert into tickets values ($1,$2,$3,$4,$5,$6,$7,$8::timestamptz,$9,$10)", r["id"], r["title"], r["body"], r["owner"], r["urgent"], r["price"], r["open"], r["made"], list[string](r["tags"]), list[float64](r["taste"]))
	}
	return u.String(), password, db
}

func list[T any](v any) []T {
	in, ok := v.([]any)
	if !ok {
		return nil
	}
	out := make([]T, len(in))
	for i, x := range in {
		out[i] = x.(T)
	}
	return out
}

func exec(t testing.TB, db *pgx.Conn, text string, args ...any) {
	t.Helper()
	if _, err := db.Exec(context.Background(), text, args...); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

func onPostgres(at string) string {
	return fmt.Sprintf("store: postgres(%q)\n  auth:  secret(\"desk\")", at)
}

func TestPostgresAnswersLikeTheIndex(t *testing.T) {
	at, password, db := desk(t)
	likeTheIndex(t, onPostgres(at), password, store.Options{})
	var n int
	if err := db.QueryRow(context.Background(), "select count(*) from tickets").Scan(&n); err != nil || n != len(rows()) {
		t.Errorf("%d tickets are left, %v", n, err)
	}
}

// A text is looked for by its words alone: nothing in it is an operator.
func TestPostgresSearches(t *testing.T) {
	at, password, db := desk(t)
	exec(t, db, "alter table tickets add words tsvector")
	exec(t, db, "update tickets set words = to_tsvector('simple', title)")
	for _, line := range []string{onPostgres(at), strings.Replace(onPostgres(at), `")`, `", document: "words", language: "simple")`, 1)} {
		p := project(t, fmt.Sprintf(tickets, line)+"pipeline p(q: string?) -> items {\n  return select(search(tickets, query: q, filter: urgent > 0, k: 10), [id])\n}\n")
		s := opened(t, p, password, store.Options{})
		for _, c := range []struct {
			q    any
			want string // keys, sorted by the alphabet
		}{
			{"printer", "a b"}, {"printer coffee", "a b c d"}, {"fire", "a"}, {"nothing there", ""}, {nil, ""}, {"", ""}, {" \t\n", ""},
			{"printer & !fire", "a b"}, {"printer <-> fire", "a b"}, {"fire | | ( :*", "a"}, {"'fire'", "a"}, {"fir':*", ""}, {`\'fire`, "a"}, {"!!", ""}, {"a\x00fire", "a"},
			{"fire\x00", "a"}, {"'); drop table tickets; --", "c"}, {strings.Repeat("printer ", 3000), "a b"}, {"machine leaks", "c d"},
		} {
			if c.q == "machine leaks" && strings.Contains(line, "words") {
				c.want = "d" // the body is not in the column
			}
			if c.q == "'); drop table tickets; --" {
				c.want = "" // no ticket speaks of it, nor is any gone
			}
			got := run(t, p, asked{s, memory(t, p)}, map[string]any{"q": c.q})
			if keys := keysOf(got); keys != c.want {
				t.Errorf("%q: %s, want %s", c.q, got, c.want)
			}
		}
	}
	p := project(t, fmt.Sprintf(tickets, onPostgres(at))+"pipeline p() -> items {\n  return select(search(tickets, query: \"printer fire\", as: rank), [rank])\n}\n")
	got := run(t, p, asked{opened(t, p, password, store.Options{}), memory(t, p)}, map[string]any{})
	if !strings.HasPrefix(got, "a ") || !strings.Contains(got, "rank=") {
		t.Errorf("the best is not the first, or has no score:\n%s", got)
	}
}

// keysOf an answer, in their order by the alphabet.
func keysOf(answer string) string {
	var keys []string
	for line := range strings.Lines(answer) {
		key, _, _ := strings.Cut(line, " ")
		keys = append(keys, key)
	}
	return strings.Join(sorted(keys), " ")
}
