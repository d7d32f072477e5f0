package store

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"riffle.dev/riffle/engine/op"
)

// redisStore asks a Redis server: documents are hashes or JSON texts, orders are
// sorted sets of their keys.
type redisStore struct {
	client *redis.Client
	plan   *plan
	prefix string
	json   bool
	sorted map[string]string
}

// Quiet keeps the client of Redis from writing to standard error what its
// callers are told anyway. It sets what the process has once: call it before
// any store is opened.
func Quiet() { redis.SetLogger(silent{}) }

type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}

func openRedis(c Config, p *plan, o Options) (backend, error) {
	u, err := url.Parse(c.URL)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("%q is no URL of a Redis server", c.URL)
	}
	db := 0
	if path := strings.Trim(u.Path, "/"); path != "" {
		if db, err = strconv.Atoi(path); err != nil || db < 0 {
			return nil, fmt.Errorf("%q: no database %q, want its number", c.URL, path)
		}
	}
	port := u.Port()
	if port == "" {
		port = "6379"
	}
	opts := &redis.Options{
		Addr: net.JoinHostPort(u.Hostname(), port), DB: db, Protocol: 2,
		PoolSize: c.AtOnce, MaxActiveConns: c.AtOnce, ConnMaxIdleTime: time.Minute,
		DialTimeout: 5 * time.Second, DialerRetries: 1, ReadTimeout: c.Timeout, WriteTimeout: c.Timeout, PoolTimeout: c.Timeout,
		ContextTimeoutEnabled: true, MaxRetries: -1, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		CredentialsProviderContext: func(context.Context) (string, string, error) {
			secret, err := o.secret()
			user, password := login(u.User.Username(), secret)
			return user, password, err
		},
		Dialer: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := o.Dial(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			if u.Scheme == "rediss" {
				secured := tls.Client(conn, &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12})
				if err := secured.HandshakeContext(ctx); err != nil {
					conn.Close()
					return nil, err
				}
				conn = secured
			}
			return &framed{Conn: conn}, nil
		},
	}
	return &redisStore{client: redis.NewClient(opts), plan: p, prefix: c.Name, json: c.Form == "json", sorted: c.Sorted}, nil
}

func (b *redisStore) close() { _ = b.client.Close() }

func (b *redisStore) ping(ctx context.Context) error { return b.client.Ping(ctx).Err() }

// fit implements backend: Redis tests nothing.
func (b *redisStore) fit(*clause) fit { return unfit }

func (b *redisStore) page(ctx context.Context, q *question) (page, error) {
	switch q.what {
	case byKey:
		docs, err := b.documents(ctx, q, q.keys, nil)
		return page{docs: docs, last: true}, err
	case byField:
		set := ""
		if q.field >= 0 {
			set = b.sorted[b.plan.schema.Fields[q.field].Name]
		}
		if set == "" {
			return page{}, &misuse{"it has no sorted set for this order"}
		}
		return b.top(ctx, set, q)
	}
	return page{}, &misuse{"it finds documents by their keys, and by sorted sets"}
}

// misuse is a question that the store does not answer.
type misuse struct{ text string }

func (m *misuse) Error() string { return m.text }

// top is a part of a sorted set, its greatest first. Redis has equal ones in
// the reverse of the order of keys; so the last score, whose group the cut goes
// through, is asked for by itself.
func (b *redisStore) top(ctx context.Context, set string, q *question) (page, error) {
	n := q.from + q.n
	ranked, err := b.client.ZRevRangeWithScores(ctx, set, 0, int64(n)-1).Result()
	if err != nil {
		return page{}, err
	}
	last := len(ranked) < n
	if !last && n > 0 {
		if ranked, err = b.evened(ctx, set, ranked); err != nil {
			return page{}, err
		}
	}
	slices.SortStableFunc(ranked, func(a, b redis.Z) int {
		x, _ := a.Member.(string)
		y, _ := b.Member.(string)
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(x, y))
	})
	rest := ranked[min(q.from, len(ranked)):] // so that the pages of one order follow each other
	keys, scores := make([]string, 0, len(rest)), make(map[string]float64, len(rest))
	for _, z := range rest {
		key, ok := z.Member.(string)
		if !ok {
			return page{}, bad("a member of %s is no text", clip(set))
		}
		keys, scores[key] = append(keys, key), z.Score
	}
	docs, err := b.documents(ctx, q, keys, scores)
	return page{docs: docs, last: last}, err
}

// evened is a list of members whose last score stands in order of keys.
func (b *redisStore) evened(ctx context.Context, set string, ranked []redis.Z) ([]redis.Z, error) {
	score := ranked[len(ranked)-1].Score
	first := len(ranked)
	for first > 0 && ranked[first-1].Score == score {
		first--
	}
	at := strconv.FormatFloat(score, 'g', -1, 64)
	equal, err := b.client.ZRangeByScoreWithScores(ctx, set, &redis.ZRangeBy{Min: at, Max: at, Count: int64(len(ranked) - first)}).Result()
	if err != nil {
		return nil, err
	}
	return append(ranked[:first:first], equal...), nil
}

// fault implements backend, by the first word of what Redis says.
func (b *redisStore) fault(err error) fault {
	var said redis.Error
	switch {
	case errors.As(err, new(*misuse)):
		return fault{kind: op.RemoteInvalid, message: err.Error()}
	case errors.As(err, new(*frameError)):
		return fault{kind: op.RemoteBad, message: reason(err)}
	case errors.As(err, &said):
		word, _, _ := strings.Cut(said.Error(), " ")
		switch word {
		case "WRONGPASS", "NOAUTH", "NOPERM":
			return fault{kind: op.RemoteInvalid, message: said.Error(), locked: true}
		case "LOADING", "BUSY", "TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "OOM", "READONLY", "ASK", "MOVED":
			return fault{kind: op.RemoteRefused, message: said.Error()}
		case "WRONGTYPE":
			return fault{kind: op.RemoteBad, message: said.Error()}
		}
		if strings.Contains(said.Error(), "AUTH") || strings.Contains(said.Error(), "max number of clients") {
			return fault{kind: op.RemoteRefused, message: said.Error(), locked: strings.Contains(said.Error(), "AUTH")}
		}
		return fault{kind: op.RemoteInvalid, message: said.Error()}
	case broken(err), errors.Is(err, redis.ErrPoolTimeout), errors.Is(err, redis.ErrPoolExhausted):
		return fault{kind: op.RemoteRefused, message: "it can't be reached, or broke off: " + reason(err)}
	}
	return fault{kind: op.RemoteBad, message: reason(err)}
}
