package hop

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	ms := time.Millisecond
	for _, c := range []struct {
		sent    Sent
		trusted bool
		want    Hop
	}{
		{want: Hop{}},
		{sent: Sent{Timeout: "80"}, want: Hop{Left: 80 * ms}},
		{sent: Sent{Timeout: "80", EnvoyTimeout: "60", GRPCTimeout: "70m"}, want: Hop{Left: 60 * ms}},
		{sent: Sent{GRPCTimeout: "1S"}, want: Hop{Left: time.Second}},
		{sent: Sent{GRPCTimeout: "99999999H"}, want: Hop{Left: 24 * time.Hour}},
		{sent: Sent{Timeout: "999999999999"}, want: Hop{Left: 24 * time.Hour}},
		{sent: Sent{GRPCTimeout: "1n"}, want: Hop{Left: 1}},
		{sent: Sent{Priority: "u=5, i"}, want: Hop{Lift: 2}},
		{sent: Sent{Priority: "u=1"}, trusted: true, want: Hop{Lift: -2}},
		{sent: Sent{Priority: "u=1"}, want: Hop{}}, // a browser's
		{sent: Sent{Priority: "i, u=7;a=b"}, want: Hop{Lift: 4}},
		{sent: Sent{Priority: "u=1, u=6"}, want: Hop{Lift: 3}},
		{sent: Sent{Priority: "u=8"}, trusted: true, want: Hop{}},
		{sent: Sent{Priority: "u=-1"}, trusted: true, want: Hop{}},
		{sent: Sent{Priority: "u=\"0\""}, trusted: true, want: Hop{}},
		{sent: Sent{Priority: strings.Repeat("u=0,", 1000)}, trusted: true, want: Hop{}},
		{sent: Sent{Cohort: "17"}, trusted: true, want: Hop{Cohort: 17, Cohorted: true}},
		{sent: Sent{Cohort: "17"}, want: Hop{}},
		{sent: Sent{Cohort: "128"}, trusted: true, want: Hop{}},
		{sent: Sent{Cohort: "-1"}, trusted: true, want: Hop{}},
	} {
		got, err := Read(c.sent, c.trusted)
		if err != nil {
			t.Errorf("%+v: %v", c.sent, err)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%+v, trusted %v:\n%s", c.sent, c.trusted, d)
		}
	}
}

func TestTimesThatAreNone(t *testing.T) {
	for _, text := range []string{"0", "-1", "+5", "1.5", "80ms", "1e3", " 80", "80,90", "0x10", "٣", "NaN", strings.Repeat("9", 5000)} {
		for _, s := range []Sent{{Timeout: text}, {EnvoyTimeout: text}, {GRPCTimeout: text}, {GRPCTimeout: text + "m"}} {
			if s.GRPCTimeout == "80m" {
				continue
			}
			h, err := Read(s, true)
			if err == nil {
				t.Errorf("%+v is read as %v", s, h.Left)
			} else if len(err.Error()) > 150 {
				t.Errorf("the error repeats what was sent: %v", err)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("80", "80m", "u=3, i", "5")
	f.Add("99999999999999999999", "1n", "u=", "")
	f.Fuzz(func(t *testing.T, timeout, grpc, priority, cohort string) {
		h, err := Read(Sent{Timeout: timeout, GRPCTimeout: grpc, Priority: priority, Cohort: cohort}, false)
		if err == nil && (h.Left < 0 || h.Left > 24*time.Hour || h.Lift < 0 || h.Lift > 4 || h.Cohorted) {
			t.Errorf("%+v", h)
		}
	})
}

func TestWrite(t *testing.T) {
	h := &Hop{Tells: true, Urges: 1, Cohort: 9, Cohorted: true}
	ctx, cancel := context.WithTimeout(With(context.Background(), h), time.Hour)
	defer cancel()
	got := http.Header{}
	Write(ctx, got)
	if got.Get(Priority) != "u=1" || got.Get(Cohort) != "9" || len(got.Get(Timeout)) != len("3599999") {
		t.Errorf("%v", got)
	}
	got = http.Header{}
	Write(context.Background(), got)
	if len(got) > 0 {
		t.Errorf("%v of nothing", got)
	}
	// What one writes the next reads.
	Write(With(context.Background(), &Hop{Tells: true, Urges: 6}), got)
	next, err := Read(Sent{Priority: got.Get(Priority)}, true)
	if err != nil || next.Lift != 3 {
		t.Errorf("%+v %v", next, err)
	}
}
