#!/usr/bin/env bash
# flood.sh [SECONDS]: floods a page of the demo over HTTP, once while its scene only
# watches and once while it acts, and prints both side by side with a verdict. The
# server and its database have one processor, the generator another. The peak is 2.2
# times what the server answers of full plans, the rate before and after an eighth of
# a fifth less: 8.8 times. A run in which the generator was late is void, or in which the
# processor was not as fast after the acting flood as before it. Needs two
# processors that do nothing else; SECONDS is how long each of the two lasts, 60 if
# not said, and the acting one goes on at its base for a quarter longer: long enough
# to see it come back. FLOOD_WRITE=1 writes the rows to docs/benchmarks.md, FLOOD_KEEP
# names a folder for all that was measured. Exits 1 when the verdict is not passed.
#
# Before and after the acting flood each plan is forced upon everybody, with as many users
# as keep the processor busy: how many requests a second it answers is what the plan
# costs, and what was given of what was asked is what it gains. The optimum is made of
# these, and knows nothing of what the controller believes.
set -euo pipefail
cd "$(dirname "$0")/.."

name=flood addr=${FLOOD_ADDR:-127.0.0.1:7799} seconds=${1:-60}
. scripts/pinned.sh

up
with scripts/flood.riffle flood flood_plans
override flood '{"action":"watch","reason":"flood","for_s":3600}'
load flood --rate 50 --duration 5s >/dev/null # what is cold

# What the plans cost and gain, from the full one to the cheapest, in rounds before,
# between and after the floods: a processor that is slower afterwards is found out.
load flood_plans --closed --rate 1 --duration 4s >/dev/null # its costs are learnt
rounds=0
plans() { # plans N: so many rounds
	local level levels how long plan
	for _ in $(seq "$1"); do
		levels=$(ask GET teams/demo/scenes/flood_plans/degradation/plans | field 'd.items.filter((p) => p.tier === "").length')
		for level in $(seq 0 $((levels - 1))); do
			how="\"level\":$level" long=1 plan=$base/plan.$rounds.$level
			[ "$level" -gt 0 ] || { how='"full":true' long=3; }
			override flood_plans "{\"action\":\"force\",$how,\"reason\":\"flood\",\"for_s\":600}"
			load flood_plans --closed --rate 8 --duration "${long}s" >"$plan.json"
			state flood_plans >"$plan.after.json"
		done
		rounds=$((rounds + 1))
	done
	release flood_plans
}
plans 1
capacity=$(node scripts/flood.mjs capacity "$base" "$rounds")
peak=$(node -p "Math.round(2.2 * $capacity)") rate=$(node -p "Math.max(1, Math.round(2.2 * $capacity / 8.8))")
echo "full plans: $(node -p "Math.round($capacity)") a second; flood: $rate to $peak a second"
if [ -n "${FLOOD_KEEP:-}" ]; then # how it stood every second
	(while sleep 1; do state flood && echo; done) >"$base/states" 2>/dev/null &
	started="$! $started"
fi
for what in watch act; do
	sleep 10 # what was behind is done
	if [ "$what" = act ]; then
		plans 2
		release flood         # nobody's hand is on it
		for _ in $(seq 12); do # what the one before made it give up is back: it has to be asked to find that out
			load flood --rate "$rate" --duration 5s >/dev/null
			[ "$(state flood | field 'd.state === "normal" && d.full > 0.999')" = true ] && break
		done
	fi
	state flood >"$base/$what.before.json"
	load flood --profile spike --rate "$rate" --peak "$peak" --duration "${seconds}s" >"$base/$what.json"
	if [ "$what" = act ]; then
		ask GET teams/demo/scenes/flood/degradation/plans >"$base/believed.json"
		load flood --rate "$rate" --duration "$((seconds / 4))s" >"$base/tail.json"
	fi
	state flood >"$base/$what.after.json"
	events flood >"$base/$what.events.json"
done
plans 2
[ -z "${FLOOD_KEEP:-}" ] || { mkdir -p "$FLOOD_KEEP"; cp "$base"/*.json "$base/states" "$base/log" "$FLOOD_KEEP/"; }
node scripts/flood.mjs verdict "$base" "$rate" "$peak" "$seconds" "$rounds"
