package plural_test

import (
	"testing"

	"riffle.dev/riffle/internal/plural"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		n          int
		noun, want string
	}{
		{1, "item", "1 item"}, {0, "item", "0 items"}, {2, "item", "2 items"}, {-1, "item", "-1 items"},
		{2, "query", "2 queries"}, {2, "key", "2 keys"}, {2, "match", "2 matches"}, {2, "address", "2 addresses"}, {2, "index", "2 indexes"},
	} {
		if got := plural.Of(c.n, c.noun); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if got := plural.Of(uint64(1), "call"); got != "1 call" {
		t.Error(got)
	}
}
