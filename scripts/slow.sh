#!/usr/bin/env bash
# slow.sh [SECONDS]: a service comes down to a third of its speed for SECONDS, 20 if not
# said, while the processor of the server idles, and prints what moved with a verdict.
# One scene's page asks the service, the scene beside it does not; both are asked 50
# times a second. The service does one thing at a time, 11 ms each: well, it is busy for
# .55 of the time, and then it would have to be for 1.65 of it. The server has one
# processor; the generator and the service have another. SLOW_WRITE=1 writes the rows to
# docs/benchmarks.md, SLOW_KEEP names a folder for all that was measured. Exits 1 when the
# verdict is not passed.
set -euo pipefail
cd "$(dirname "$0")/.."
name=slow addr=${SLOW_ADDR:-127.0.0.1:7796} seconds=${1:-20} rate=50 service=127.0.0.1:9107
. scripts/pinned.sh

taskset -c 1 node scripts/slow.mjs serve "$service" 11 &
started=$!
up
with scripts/slow.riffle slow_uses slow_beside

well=15 after=${SLOW_AFTER:-120}
load slow_uses --rate 40 --duration 4s >/dev/null # what is cold
load slow_beside --rate 40 --duration 4s >/dev/null
sleep 3
# Both scenes, every half second, until all is over.
(while sleep .5; do
	for scene in slow_uses slow_beside; do state "$scene" && echo; done
done) >"$base/states" 2>/dev/null &
started="$! $started"
for scene in slow_uses slow_beside; do state "$scene" >"$base/$scene.before.json"; done
for scene in slow_uses slow_beside; do
	load "$scene" --rate "$rate" --duration "$((well + seconds + after))s" >"$base/$scene.json" &
	eval "$scene=\$!"
done
sleep "$well"
date -u +%Y-%m-%dT%H:%M:%S.%NZ >"$base/from"
curl -fsS -X PUT "http://$service/slow/3" >/dev/null
sleep "$seconds"
curl -fsS -X PUT "http://$service/slow/1" >/dev/null
date -u +%Y-%m-%dT%H:%M:%S.%NZ >"$base/to"
wait "$slow_uses" "$slow_beside"
for scene in slow_uses slow_beside; do
	state "$scene" >"$base/$scene.after.json"
	events "$scene" >"$base/$scene.events.json"
done
[ -z "${SLOW_KEEP:-}" ] || { mkdir -p "$SLOW_KEEP"; cp "$base"/*.json "$base/states" "$base/from" "$base/to" "$base/log" "$SLOW_KEEP/"; }
node scripts/slow.mjs judge "$base" "$rate"
