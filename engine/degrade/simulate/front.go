package simulate

import (
	"context"
	"fmt"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// Front stands between what was decided and the machine: a queue. It is handed
// in, so that the one that serves is the one that is simulated.
type Front interface {
	// Ask for the machine on behalf of a request that was not refused. tell is
	// called once, also before Ask returns: it came in, or was refused. At giveUp it
	// waits no longer; withdraw has tell called.
	Ask(scene, tier int, d *degrade.Decision, until time.Time, tell func(in bool)) (giveUp time.Time, withdraw func())
	// Leave is called with the cost of a request that came in.
	Leave(cost time.Duration)
	// Tick tells what the machine can do, ten times a second, and how long requests wait
	// on others while there is room.
	Tick(cores float64, stay, apart time.Duration)
}

// RunBehind runs the controller in a scenario behind a front, made for what the
// controller is told of the scenes.
func RunBehind(ctx context.Context, sc Scenario, seed uint64, front func(now func() time.Time, scenes []degrade.Spec) Front) (Result, error) {
	w := newWorld(&sc, seed)
	w.policy = newOurs(w)
	w.front = front(func() time.Time { return epoch.Add(seconds(w.now)) }, w.told)
	r := w.run(ctx.Done())
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	r.Policy = policies[0].name
	best, err := yardstick(&sc, w.slots)
	if err != nil {
		return Result{}, fmt.Errorf("yardstick of %s: %w", sc.Name, err)
	}
	r.finish(w, best)
	return *r, nil
}

// waiter is a request before the front.
type waiter struct {
	scene, tier int
	ticket      ticket
	noise       float64
	pick        uint64
	came        float64
	over        bool
	withdraw    func()
}

// ask the front to let a request in.
func (w *world) ask(x *waiter) {
	until := epoch.Add(seconds(x.came) + w.told[x.scene].Deadline)
	giveUp, withdraw := w.front.Ask(x.scene, x.tier, &x.ticket.decision, until, func(in bool) { w.answer(x, in) })
	if x.over {
		return
	}
	x.withdraw = withdraw
	w.waiters = append(w.waiters, x)
	w.later(giveUp.Sub(epoch).Seconds(), evGiveUp, int32(len(w.waiters)-1), 0)
}

func (w *world) answer(x *waiter, in bool) {
	x.over = true
	if in {
		w.begin(x)
		return
	}
	x.ticket.decision.Drop()
	if x.came >= warmUp.Seconds() {
		w.out.scenes[x.scene].shed++
	}
}
