package server

import (
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/internal/limit"
	"riffle.dev/riffle/server/app"
)

func TestTargetMetrics(t *testing.T) {
	m := newTargetMetrics(func() []string { return []string{"ads"} },
		func(string) []app.Circuit {
			return []app.Circuit{{Kind: "service", Name: "ctr", State: "open", Opened: 2, Refused: 30}, {Kind: "service", Name: "tidy", State: "half_open"}, {Kind: "store", Name: "tickets", State: "closed"}}
		},
		func(string) []exec.BudgetCounts {
			return []exec.BudgetCounts{{Target: "service ctr", BudgetCounts: limit.BudgetCounts{Done: 100, Again: 19, Refused: 5}}}
		})
	const want = `
# HELP riffle_again_total What nodes with retry, hedge or cache asked: first, again, or refused because the budget of again was used up.
# TYPE riffle_again_total counter
riffle_again_total{result="again",target="service ctr",team="ads"} 19
riffle_again_total{result="first",target="service ctr",team="ads"} 100
riffle_again_total{result="refused",target="service ctr",team="ads"} 5
# HELP riffle_circuit_open 1 while a service or store is down and not asked, half open included, else 0.
# TYPE riffle_circuit_open gauge
riffle_circuit_open{kind="service",name="ctr",team="ads"} 1
riffle_circuit_open{kind="service",name="tidy",team="ads"} 1
riffle_circuit_open{kind="store",name="tickets",team="ads"} 0
# HELP riffle_circuit_opened_total How often a circuit opened.
# TYPE riffle_circuit_opened_total counter
riffle_circuit_opened_total{kind="service",name="ctr",team="ads"} 2
riffle_circuit_opened_total{kind="service",name="tidy",team="ads"} 0
riffle_circuit_opened_total{kind="store",name="tickets",team="ads"} 0
# HELP riffle_circuit_refused_total Calls that were not made because the circuit was open.
# TYPE riffle_circuit_refused_total counter
riffle_circuit_refused_total{kind="service",name="ctr",team="ads"} 30
riffle_circuit_refused_total{kind="service",name="tidy",team="ads"} 0
riffle_circuit_refused_total{kind="store",name="tickets",team="ads"} 0
`
	if err := testutil.CollectAndCompare(m, strings.NewReader(want)); err != nil {
		t.Error(err)
	}
}
