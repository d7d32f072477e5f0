package exec

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// counted is a service that answers how often it was asked.
func counted(calls *atomic.Int64) answers {
	return func(context.Context, *op.Question) (column.Value, error) { return calls.Add(1), nil }
}

func TestCacheKeeps(t *testing.T) {
	b, n := asking(t)
	n.Cache = &dag.Cache{For: int64(time.Hour)}
	p, cache := b.plan(), NewCache(1<<20)
	var calls atomic.Int64
	ask := func(q int64) (column.Value, bool) {
		res := answer(t, p, Input{Budget: 10 * time.Second, Remote: counted(&calls), Cache: cache, Values: map[string]column.Value{"q": q}})
		return res.Fields[0], res.Spans[0].Cached
	}
	for _, c := range []struct {
		q, want int64
		cached  bool
	}{{1, 1, false}, {1, 1, true}, {2, 2, false}, {1, 1, true}, {2, 2, true}} {
		if got, cached := ask(c.q); got != c.want || cached != c.cached {
			t.Errorf("q %d: call %v, cached %v, want %d, %v", c.q, got, cached, c.want, c.cached)
		}
	}
	if k := cache.Counts(); k.Hits != 3 || k.Misses != 2 || k.Entries != 2 {
		t.Errorf("%+v", k)
	}
	other := b.plan() // of the same graph: the same meaning
	res := answer(t, other, Input{Budget: 10 * time.Second, Remote: counted(&calls), Cache: cache, Values: map[string]column.Value{"q": int64(1)}})
	if res.Fields[0] != int64(1) {
		t.Errorf("prepared again: %v", res.Fields[0])
	}
	drills := drillsOf{"s": {Err: "drill"}}
	if res := answer(t, p, Input{Budget: 10 * time.Second, Cache: cache, Faults: drills, Values: map[string]column.Value{"q": int64(1)}}); res.Failed != "s" {
		t.Error("a drill is hidden by the cache")
	}
}

func TestCacheEnds(t *testing.T) {
	b, n := asking(t)
	n.Cache = &dag.Cache{For: 1}
	p, cache := b.plan(), NewCache(1<<20)
	var calls atomic.Int64
	for range 3 {
		time.Sleep(time.Microsecond)
		answer(t, p, Input{Budget: 10 * time.Second, Remote: counted(&calls), Cache: cache, Values: map[string]column.Value{"q": int64(1)}})
	}
	if calls.Load() != 3 || cache.Counts().Entries != 1 {
		t.Errorf("%d calls, %+v", calls.Load(), cache.Counts())
	}
}

func TestCacheBy(t *testing.T) {
	b, n := asking(t)
	n.Cache = &dag.Cache{For: int64(time.Hour), By: &column.Expr{Op: "%", Type: kInt, Args: []*column.Expr{param("q"), constant(2)}}}
	p, cache := b.plan(), NewCache(1<<20)
	var calls atomic.Int64
	for q := range int64(6) {
		answer(t, p, Input{Budget: 10 * time.Second, Remote: counted(&calls), Cache: cache, Values: map[string]column.Value{"q": q}})
	}
	if calls.Load() != 2 {
		t.Errorf("%d calls, want one for even and one for odd", calls.Load())
	}
}

func TestCacheAsksOnceForAll(t *testing.T) {
	b, n := asking(t)
	n.Cache = &dag.Cache{For: int64(time.Hour)}
	p, cache := b.plan(), NewCache(1<<20)
	var calls atomic.Int64
	free := make(chan struct{})
	remote := answers(func(context.Context, *op.Question) (column.Value, error) {
		if calls.Add(1) == 1 {
			<-free
			return nil, errors.New("the first one fails, the next in the row asks")
		}
		return int64(9), nil
	})
	lib := newLibrary(t)
	var good, bad atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			res := &Result{}
			p.Run(context.Background(), Input{Budget: 10 * time.Second, Res: lib, Remote: remote, Cache: cache, Values: map[string]column.Value{"q": int64(1)}}, res, false)
			if res.OK() && res.Fields[0] == int64(9) {
				good.Add(1)
			} else {
				bad.Add(1)
			}
		})
	}
	time.Sleep(5 * time.Millisecond)
	close(free)
	all.Wait()
	if good.Load() != 7 || bad.Load() != 1 || calls.Load() != 2 {
		t.Errorf("%d good, %d bad, %d calls; want 7, 1, 2", good.Load(), bad.Load(), calls.Load())
	}
}

// A source is asked again when its data has changed, and only then.
func TestCacheHoldsForOneViewOfTheData(t *testing.T) {
	b := newBuild(t)
	var calls atomic.Int64
	n := b.node("n", true, func(context.Context, []*batch.Batch) (*batch.Batch, error) { return some(int(calls.Add(1))), nil })
	n.Resource, n.Cache = "r", &dag.Cache{For: int64(time.Hour)}
	b.graph.Resources = []string{"r"}
	last := b.node("last", false, joins, n.ID)
	p, cache, lib := b.plan(), NewCache(1<<20), newLibrary(t)
	ask := func(lib op.Resources) int {
		res := &Result{}
		p.Run(context.Background(), Input{Budget: 10 * time.Second, Res: lib, Cache: cache}, res, true)
		return res.Kept.Outs[last.ID].Set.Len()
	}
	other := newLibrary(t)
	if a, b, c := ask(lib), ask(lib), ask(other); a != 1 || b != 1 || c != 2 {
		t.Errorf("%d %d %d, want 1 1 2", a, b, c)
	}
}

func TestCacheIsBounded(t *testing.T) {
	cache := NewCache(20_000)
	key := func(i int) cacheKey {
		var k cacheKey
		copy(k.sum[:], fmt.Sprint(i))
		return k
	}
	for i := range 1000 {
		_, mine, err := cache.get(context.Background(), key(i), nil, time.Now)
		if err != nil || mine == nil {
			t.Fatal(err)
		}
		text := make([]byte, i)
		cache.put(mine, op.Out{Value: string(text)}, nil, time.Now().Add(time.Hour), time.Now().Add(time.Hour))
		if k := cache.Counts(); k.Bytes > 20_000 {
			t.Fatalf("%d bytes", k.Bytes)
		}
	}
	_, mine, _ := cache.get(context.Background(), key(0), nil, time.Now)
	cache.put(mine, op.Out{Value: string(make([]byte, 10_000))}, nil, time.Now().Add(time.Hour), time.Now().Add(time.Hour))
	if _, mine, _ = cache.get(context.Background(), key(0), nil, time.Now); mine == nil {
		t.Error("an answer that takes half of the room is kept")
	}
	cache.drop(mine)
}

func TestCacheWaitsNoLongerThanTheNode(t *testing.T) {
	cache := NewCache(1 << 20)
	_, mine, _ := cache.get(context.Background(), cacheKey{}, nil, time.Now)
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if _, _, err := cache.get(ctx, cacheKey{}, nil, time.Now); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waited: %v", err)
	}
	cache.drop(mine)
}

func TestDigestTellsValuesApart(t *testing.T) {
	values := []column.Value{nil, int64(0), int64(1), 0.0, 1.0, true, false, "", "a", "ab", []float32{}, []float32{1}, []column.Value{}, []column.Value{"a", "b"},
		[]column.Value{"ab"}, []column.Value{nil}, []column.Value{[]column.Value{}}, map[string]column.Value{}, map[string]column.Value{"a": "b"},
		map[string]column.Value{"a": nil}, []column.Value{"a", []column.Value{"b"}}}
	seen := map[string]int{}
	for i, v := range values {
		sum := sumOf(v)
		if j, twice := seen[sum]; twice {
			t.Errorf("%v and %v look the same", v, values[j])
		}
		seen[sum] = i
	}
	one := map[string]column.Value{"a": 1.0, "b": 2.0, "c": 3.0}
	for range 20 {
		if sumOf(one) != sumOf(map[string]column.Value{"c": 3.0, "b": 2.0, "a": 1.0}) {
			t.Fatal("the order of a record counts")
		}
	}
	same := some(3)
	if sumOf(op.Records(same)) == sumOf(op.Records(some(4))) {
		t.Error("two sets look the same")
	}
}

func sumOf(v column.Value) string {
	d := digest{sha256.New()}
	d.value(v)
	return string(d.Sum(nil))
}
