package garbage

import (
	"context"
	"runtime/debug"
	"testing"
	"testing/fstest"
)

func TestPercent(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		live, memory uint64
		most, want   int
	}{
		{100 * mb, 24_000 * mb, 300, 300},
		{0, 24_000 * mb, 300, 300},
		{100 * mb, 0, 300, 300}, // nobody knows the memory
		{3_000 * mb, 24_000 * mb, 300, 300},
		{4_000 * mb, 24_000 * mb, 300, 200}, // to half of it
		{6_000 * mb, 24_000 * mb, 300, 100},
		{20_000 * mb, 24_000 * mb, 300, 100},
		{100 * mb, 512 * mb, 300, 156},
		{1, 1, 300, 100},
		{100 * mb, 512 * mb, 50, 50},
	} {
		if got := Percent(c.live, c.memory, c.most); got != c.want {
			t.Errorf("%d MB of %d: %d %%, want %d", c.live/mb, c.memory/mb, got, c.want)
		}
	}
}

func TestMemory(t *testing.T) {
	machine := "MemTotal:       24731648 kB\nMemFree: 1 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  uint64
	}{
		"nothing":      {nil, 0},
		"machine":      {map[string]string{"proc/meminfo": machine}, 24731648 << 10},
		"no limit":     {map[string]string{"proc/meminfo": machine, "sys/fs/cgroup/memory.max": "max\n"}, 24731648 << 10},
		"container":    {map[string]string{"proc/meminfo": machine, "sys/fs/cgroup/memory.max": "536870912\n"}, 512 << 20},
		"old and none": {map[string]string{"proc/meminfo": machine, "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 24731648 << 10},
		"garbage":      {map[string]string{"proc/meminfo": "MemTotal: -1 kB\n", "sys/fs/cgroup/memory.max": "1e9"}, 0},
	} {
		root := fstest.MapFS{}
		for path, text := range c.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := Memory(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// What was there is there again; who asks has what was asked for.
func TestKeep(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	now := func() int {
		n := debug.SetGCPercent(100)
		debug.SetGCPercent(n)
		return n
	}
	none := func(string) string { return "" }
	for name, c := range map[string]struct {
		percent int
		env     func(string) string
		want    int
	}{
		"asked for": {250, func(string) string { return "70" }, 250},
		"GOGC":      {0, func(name string) string { return map[string]string{"GOGC": "70"}[name] }, 100},
		"by itself": {0, none, Growth},
	} {
		stop := Keep(context.Background(), c.percent, c.env)
		if got := now(); got != c.want && name != "by itself" || got < 100 {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
		if stop(); now() != 100 {
			t.Errorf("%s: %d afterwards", name, now())
		}
	}
}
