#!/usr/bin/env bash
# flood.sh [SECONDS]: floods a page of the demo over HTTP, once while its scene only
# watches and once while it acts, and prints both side by side with a verdict. The
# server and its database have one processor, the generator another. The peak is 2.2
# times what the server answers of full plans, the rate before and after an eighth of
# a fifth less: 8.8 times. A run in which the generator was late is void. Needs two
# processors that do nothing else; SECONDS is how long each of the two lasts, 60 if
# not said, and the acting one goes on at its base for a quarter longer: long enough
# to see it come back. FLOOD_WRITE=1 writes the rows to docs/benchmarks.md, FLOOD_KEEP
# names a folder for all that was measured. Exits 1 when the verdict is not passed.
#
# Before the floods each plan is forced upon everybody, with as many users as keep the
# processor busy: how many requests a second it answers is what the plan costs, and
# what was given of what was asked is what it gains. The optimum is made of these, and
# knows nothing of what the controller believes.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60} addr=${FLOOD_ADDR:-127.0.0.1:7799} scene=flood
for program in taskset curl node; do
	command -v "$program" >/dev/null || { echo "flood.sh: $program is missing" >&2; exit 2; }
done
[ "$(nproc)" -ge 2 ] || { echo 'flood.sh: needs two processors' >&2; exit 2; }
[ -x bin/riffle ] || { echo 'flood.sh: make build first' >&2; exit 2; }

base=$(mktemp -d "${TMPDIR:-/tmp}/riffle-flood.XXXXXX")
server= looking=
cleanup() {
	[ -z "$looking" ] || kill "$looking" 2>/dev/null || true
	[ -z "$server" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }
	rm -rf "$base"
}
trap cleanup EXIT

GOMAXPROCS=1 taskset -c 0 bin/riffle up --demo --home "$base/home" --addr "$addr" --log-level warn >"$base/log" 2>&1 &
server=$!
for _ in $(seq 300); do
	grep -q 'login demo, password' "$base/log" && break
	kill -0 "$server" 2>/dev/null || { cat "$base/log"; exit 1; }
	sleep 1
done
password=$(sed -n 's/.*login demo, password \(\S*\).*/\1/p' "$base/log" | head -1)
[ -n "$password" ] || { cat "$base/log"; echo 'flood.sh: the demo did not come up' >&2; exit 1; }

api=http://$addr/api/v1
# ask METHOD PATH [BODY]: with the session of the demo's user.
ask() {
	curl -fsS -X "$1" "$api/$2" -b "$base/jar" -c "$base/jar" -H 'X-Riffle-CSRF: 1' \
		-H 'Content-Type: application/json' ${3:+-d "$3"}
}
# field EXPRESSION: of the JSON on the standard input, called d.
field() { node -e 'const d = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(eval(process.argv[1]))' "$1"; }

ask POST login "{\"login\":\"demo\",\"password\":\"$password\"}" >/dev/null
token=$(ask POST teams/demo/tokens '{"name":"flood","role":"editor","scopes":["serve","read","write"]}' | field 'd.secret')
ask PUT teams/demo/traffic '{"rate":1,"running":false}' >/dev/null

mkdir "$base/project"
cp examples/store/*.riffle scripts/flood.riffle "$base/project/"
bin/riffle apply "$base/project" --team demo --server "http://$addr" --token "$token" --yes --note flood >/dev/null
node scripts/flood.mjs requests >"$base/requests"

# load ARGUMENTS: a load test from the other processor, its report as JSON.
load() {
	taskset -c 1 bin/riffle loadtest "${of:-$scene}" --server "http://$addr" --team demo --token "$token" \
		--from "$base/requests" --no-keep --json "$@" 2>/dev/null || true
}
state() { ask GET "teams/demo/scenes/${of:-$scene}/degradation"; }
watching() { ask PUT "teams/demo/scenes/$scene/degradation/override" '{"action":"watch","reason":"flood","for_s":3600}' >/dev/null; }

# The index is made, the version is live and its plans are there.
for _ in $(seq 200); do
	behind=$(ask GET teams/demo/resources | field 'd.items.some((r) => !r.docs || r.lag > 0)')
	[ "$behind" = false ] && state >/dev/null 2>&1 && break
	sleep 1
done
watching
load --rate 50 --duration 5s >/dev/null # what is cold

# What the plans cost and gain, from the full one to the cheapest.
of=flood_plans load --closed --rate 1 --duration 4s >/dev/null # its costs are learnt
levels=$(ask GET teams/demo/scenes/flood_plans/degradation/plans | field 'd.items.filter((p) => p.tier === "").length')
for round in 0 1 2; do # what disturbs one round does not disturb the others
	for level in $(seq 0 $((levels - 1))); do
		how="\"level\":$level" long=1 plan=$base/plan.$round.$level
		[ "$level" -gt 0 ] || { how='"full":true' long=3; }
		ask PUT teams/demo/scenes/flood_plans/degradation/override "{\"action\":\"force\",$how,\"reason\":\"flood\",\"for_s\":600}" >/dev/null
		of=flood_plans load --closed --rate 8 --duration "${long}s" >"$plan.json"
		of=flood_plans state >"$plan.after.json"
	done
done
ask DELETE teams/demo/scenes/flood_plans/degradation/override >/dev/null
capacity=$(node scripts/flood.mjs capacity "$base" "$levels")
peak=$(node -p "Math.round(2.2 * $capacity)") rate=$(node -p "Math.max(1, Math.round(2.2 * $capacity / 8.8))")
echo "full plans: $(node -p "Math.round($capacity)") a second; flood: $rate to $peak a second"
if [ -n "${FLOOD_KEEP:-}" ]; then # how it stood every second
	(while sleep 1; do curl -fsS "$api/teams/demo/scenes/$scene/degradation" -b "$base/jar" && echo; done) >"$base/states" 2>/dev/null &
	looking=$!
fi
for what in watch act; do
	[ "$what" = watch ] || ask DELETE "teams/demo/scenes/$scene/degradation/override" >/dev/null # nobody's hand is on it
	sleep 10                                                                                     # what was behind is done
	state >"$base/$what.before.json"
	load --profile spike --rate "$rate" --peak "$peak" --duration "${seconds}s" >"$base/$what.json"
	[ "$what" = watch ] || ask GET "teams/demo/scenes/$scene/degradation/plans" >"$base/believed.json"
	[ "$what" = watch ] || load --rate "$rate" --duration "$((seconds / 4))s" >"$base/tail.json"
	state >"$base/$what.after.json"
	ask GET "teams/demo/scenes/$scene/degradation/events" >"$base/$what.events.json"
done
[ -z "${FLOOD_KEEP:-}" ] || { mkdir -p "$FLOOD_KEEP"; cp "$base"/*.json "$base/states" "$base/log" "$FLOOD_KEEP/"; }
node scripts/flood.mjs judge "$base" "$rate" "$peak" "$seconds" "$levels"
