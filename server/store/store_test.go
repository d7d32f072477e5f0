package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver named "pgx"
	"github.com/pressly/goose/v3"

	"riffle.dev/riffle/internal/postgres/pgtest"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/store"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// counter counts the statements of a pool.
type counter struct{ n atomic.Int64 }

func (c *counter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.n.Add(1)
	return ctx
}
func (c *counter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

type fixture struct {
	*store.Store
	pool  *pgxpool.Pool
	count *counter
	by    app.Change
	user  int64
}

func open(t *testing.T) *fixture {
	t.Helper()
	c, err := pgxpool.ParseConfig(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{count: &counter{}}
	c.ConnConfig.Tracer = f.count
	if f.pool, err = pgxpool.NewWithConfig(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.pool.Close)
	if f.Store, err = store.Open(f.pool); err != nil {
		t.Fatal(err)
	}
	if made, err := f.CreateFirst(t.Context(), "li", "hash"); err != nil || !made {
		t.Fatal(made, err)
	}
	u, err := f.User(t.Context(), "li")
	if err != nil {
		t.Fatal(err)
	}
	f.user = u.ID
	f.by = app.Change{Who: &app.Principal{UserID: u.ID, Login: "li"}, RequestID: "r-1", Action: "test.do", Object: "o"}
	if err := f.CreateTeam(t.Context(), f.by, app.Team{Name: "ads", Title: "Ads", CreatedAt: time.Now()}, u.ID); err != nil {
		t.Fatal(err)
	}
	return f
}

func file(path, text string) app.File {
	return app.File{Path: path, Text: text, Tag: app.TagOf(text), Bytes: len(text), UpdatedAt: time.Now(), UpdatedBy: "li"}
}

// fill gives the team n of everything.
func (f *fixture) fill(t *testing.T, n int) {
	t.Helper()
	ctx := t.Context()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		name := fmt.Sprintf("%s-%d", t.Name(), time.Now().UnixNano())
		_, err := f.SaveFile(ctx, f.by, "ads", file(name+".riffle", "// x"), "*")
		check(err)
		_, err = f.CreateVersion(ctx, f.by, "ads", app.Version{Hash: name, Files: []app.Text{{Path: "a.riffle", Text: name}}, CreatedAt: time.Now()}, true, nil)
		check(err)
		_, err = f.CreateToken(ctx, f.by, "ads", app.Token{Name: name, Role: app.Viewer, Scopes: []app.Scope{"read", "serve"}, CreatedAt: time.Now()}, f.user, []byte(name))
		check(err)
		_, err = f.CreateFault(ctx, f.by, "ads", app.Fault{Target: "node", Name: name, Kind: "hang", Share: 1, Until: time.Now().Add(time.Hour), CreatedAt: time.Now()})
		check(err)
		check(f.AddMember(ctx, f.by, "ads", app.Member{Login: fmt.Sprintf("m%d-%s", i, name), Role: app.Viewer, CreatedAt: time.Now()}, "hash"))
		check(f.CreateTeam(ctx, f.by, app.Team{Name: fmt.Sprintf("t%d-%d", i, time.Now().UnixNano()), CreatedAt: time.Now()}, f.user))
	}
}

// A listing of fifty costs as many statements as one of two.
func TestListingsCostTheSameHoweverLong(t *testing.T) {
	f := open(t)
	var teams []string
	listings := map[string]func() (int, error){
		"teams":       func() (int, error) { l, err := f.TeamsOf(t.Context(), teams); return len(l), err },
		"members":     func() (int, error) { l, err := f.Members(t.Context(), "ads"); return len(l), err },
		"tokens":      func() (int, error) { l, err := f.Tokens(t.Context(), "ads"); return len(l), err },
		"files":       func() (int, error) { l, err := f.Files(t.Context(), "ads"); return len(l), err },
		"versions":    func() (int, error) { l, err := f.Versions(t.Context(), "ads", 0, 100); return len(l), err },
		"activations": func() (int, error) { l, err := f.Activations(t.Context(), "ads", 100); return len(l), err },
		"faults":      func() (int, error) { l, err := f.Faults(t.Context(), "ads", time.Now()); return len(l), err },
		"audit": func() (int, error) {
			l, err := f.Audit(t.Context(), "ads", app.AuditFilter{Limit: 100})
			return len(l), err
		},
		"events": func() (int, error) { l, err := f.Events(t.Context(), "ads", 0, 100); return len(l), err },
		"principal": func() (int, error) {
			p, err := f.OfSession(t.Context(), []byte("session"), time.Now())
			if p == nil {
				return 0, err
			}
			return len(p.Teams), err
		},
	}
	if err := f.CreateSession(t.Context(), []byte("session"), f.user, time.Now(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	cost := func() map[string][2]int {
		p, err := f.OfSession(t.Context(), []byte("session"), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		teams = teams[:0]
		for name := range p.Teams {
			teams = append(teams, name)
		}
		out := map[string][2]int{}
		for name, list := range listings {
			before := f.count.n.Load()
			n, err := list()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			out[name] = [2]int{n, int(f.count.n.Load() - before)}
		}
		return out
	}
	f.fill(t, 2)
	few := cost()
	f.fill(t, 48)
	many := cost()
	for name := range listings {
		if few[name][0] < 2 || many[name][0] < 50 {
			t.Errorf("%s: lists %d, then %d: want 2 and 50 at least", name, few[name][0], many[name][0])
		}
		if few[name][1] == 0 || many[name][1] != few[name][1] {
			t.Errorf("%s: %d statements for %d, %d for %d", name, few[name][1], few[name][0], many[name][1], many[name][0])
		}
	}
}

// The audit row and the change are one: neither stays when the other fails.
func TestAuditIsInTheSameTransaction(t *testing.T) {
	f := open(t)
	ctx := t.Context()
	if _, err := f.SaveFile(ctx, f.by, "ads", file("a.riffle", "// 1"), "*"); err != nil {
		t.Fatal(err)
	}
	count := func() (n int) {
		list, err := f.Audit(ctx, "ads", app.AuditFilter{Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	before := count()
	for name, change := range map[string]func() error{
		"a stale save":        func() error { _, err := f.SaveFile(ctx, f.by, "ads", file("a.riffle", "// 2"), `"old"`); return err },
		"a stale delete":      func() error { return f.DeleteFile(ctx, f.by, "ads", "a.riffle", `"old"`) },
		"an unknown version":  func() error { return f.Activate(ctx, f.by, "ads", 7, "") },
		"the last owner":      func() error { return f.RemoveMember(ctx, f.by, "ads", "li") },
		"an unknown fault":    func() error { return f.DeleteFault(ctx, f.by, "ads", 9, time.Now()) },
		"a second membership": func() error { return f.AddMember(ctx, f.by, "ads", app.Member{Login: "li", Role: app.Viewer}, "") },
	} {
		if err := change(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if n := count(); n != before {
		t.Errorf("%d audit rows of changes that failed", n-before)
	}
	// And the other way round: an audit row that cannot be written undoes the change.
	if _, err := f.pool.Exec(ctx, "alter table audit add constraint none check (action <> 'test.refused')"); err != nil {
		t.Fatal(err)
	}
	by := f.by
	by.Action = "test.refused"
	if _, err := f.SaveFile(ctx, by, "ads", file("a.riffle", "// 3"), app.TagOf("// 1")); err == nil {
		t.Fatal("saved without an audit row")
	}
	got, err := f.File(ctx, "ads", "a.riffle")
	if err != nil || got.Text != "// 1" {
		t.Errorf("the draft holds %q, %v", got.Text, err)
	}
}

func TestVersionsAreImmutable(t *testing.T) {
	f := open(t)
	f.fill(t, 1)
	for _, statement := range []string{"update versions set note = 'x'", "update activations set note = 'x'"} {
		if _, err := f.pool.Exec(t.Context(), statement); err == nil {
			t.Errorf("%s went well", statement)
		}
	}
}

// Publishers at once get numbers without a hole, each its own.
func TestVersionNumbersAreDense(t *testing.T) {
	f := open(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			_, err := f.CreateVersion(context.Background(), f.by, "ads", app.Version{Hash: fmt.Sprint("h", i), Files: []app.Text{}, CreatedAt: time.Now()}, i%2 == 0, nil)
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	list, err := f.Versions(t.Context(), "ads", 0, 100)
	if err != nil || len(list) != 8 {
		t.Fatal(len(list), err)
	}
	for i, v := range list {
		if v.Number != int64(8-i) {
			t.Errorf("numbers are not dense: %d at place %d", v.Number, i)
		}
	}
}

// Of two owners that remove each other at once, one stays.
func TestOneOwnerStays(t *testing.T) {
	f := open(t)
	if err := f.AddMember(t.Context(), f.by, "ads", app.Member{Login: "wang", Role: app.Owner, CreatedAt: time.Now()}, "hash"); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var refused atomic.Int64
	for _, login := range []string{"li", "wang"} {
		wg.Go(func() {
			if err := f.RemoveMember(context.Background(), f.by, "ads", login); app.CodeOf(err) == app.Conflict {
				refused.Add(1)
			}
		})
	}
	wg.Wait()
	list, err := f.Members(t.Context(), "ads")
	if err != nil || len(list) != 1 || refused.Load() != 1 {
		t.Errorf("members %+v, %d refused, %v", list, refused.Load(), err)
	}
}

// A database that is away or hangs is told soon, by its code.
func TestAwayIsUnavailable(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]net.Listener{"away": closed, "hanging": silent} {
		pool, err := pgxpool.New(t.Context(), "postgres://u@"+l.Addr().String()+"/x")
		if err != nil {
			t.Fatal(err)
		}
		s, err := store.Open(pool)
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		_, err = s.Files(t.Context(), "ads")
		if took := time.Since(begin); app.CodeOf(err) != app.Unavailable || took > 30*time.Second {
			t.Errorf("%s: %v after %s", name, err, took)
		}
		var e *app.Error
		if errors.As(err, &e) && e.RetryAfter <= 0 {
			t.Errorf("%s: no word on when to come again", name)
		}
		pool.Close()
	}
}

// Every migration can be taken back and put on again.
func TestMigrationsGoBothWays(t *testing.T) {
	db, err := sql.Open("pgx", pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p, err := goose.NewProvider(goose.DialectPostgres, db, os.DirFS("../../migrations"), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.DownTo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := db.QueryRowContext(t.Context(), "select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'goose_db_version'").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d tables are left, %v", left, err)
	}
	if _, err := p.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
}
