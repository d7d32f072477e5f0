package chaos

import (
	"os"
	"testing"
	"time"
)

// Whatever is asked does what it likes: every answer is right, or says truly
// what it lacks, and nothing is left behind. How fast they come is looked at by
// `riffle chaos` alone.
func TestChaos(t *testing.T) {
	w, err := New(Options{Requests: 500, Together: 8, Seed: uint64(time.Now().UnixNano()), Log: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	res, err := w.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", *res)
	for _, s := range res.Wrong {
		t.Error("wrong: ", s)
	}
	for _, s := range res.Untrue {
		t.Error("untrue: ", s)
	}
}
