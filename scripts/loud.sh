#!/usr/bin/env bash
# loud.sh [SECONDS]: a spare scene becomes nine times as loud beside a core scene and a
# quiet normal one, over HTTP, and prints what became of the two with a verdict. Windows
# of SECONDS, 12 if not said, in which the spare scene is calm and in which it is loud
# take turns, five of each; its peak and the others' rates together are over one and a
# half times what the server answers of full plans. The server has one processor, the
# generator another, and neither anything else to do. A run in which the generator was
# late is void. LOUD_WRITE=1 writes the rows to docs/benchmarks.md, LOUD_KEEP names a
# folder for all that was measured. Exits 1 when the verdict is not passed.
set -euo pipefail
cd "$(dirname "$0")/.."
name=loud addr=${LOUD_ADDR:-127.0.0.1:7798} seconds=${1:-12} windows=${LOUD_WINDOWS:-5}
. scripts/pinned.sh

up
with scripts/loud.riffle loud_core loud_normal loud_spare

override loud_spare '{"action":"watch","reason":"loud","for_s":3600}'
load loud_spare --rate 50 --duration 4s >/dev/null # what is cold
load loud_spare --closed --rate 8 --duration 8s >"$base/full.json"
release loud_spare
capacity=$(field 'd.sums.ok / d.took_s' <"$base/full.json")
core=$(node -p "Math.round(.2 * $capacity)") normal=$(node -p "Math.round(.03 * $capacity)") spare=$(node -p "Math.round(.155 * $capacity)")
echo "full plans: $(node -p "Math.round($capacity)") a second; core $core, normal $normal, spare $spare and $((9 * spare))"

# window NAME RATE: all three for so many seconds, the spare one at the rate.
window() {
	local at
	load loud_core --rate "$core" --duration "${seconds}s" --seed "$3" >"$base/$1.core.json" &
	at=$!
	load loud_normal --rate "$normal" --duration "${seconds}s" --seed "$3" >"$base/$1.normal.json" &
	at="$at $!"
	load loud_spare --rate "$2" --duration "${seconds}s" --seed "$3" >"$base/$1.spare.json" &
	wait $at $!
}

sleep 5
window warm "$spare" 9
for scene in core normal spare; do state "loud_$scene" >"$base/$scene.before.json"; done
for k in $(seq "$windows"); do
	window "calm.$k" "$spare" "$k"
	window "loud.$k" "$((9 * spare))" "$k"
	for scene in core normal spare; do state "loud_$scene" >"$base/$scene.loud.$k.json"; done
done
for scene in core normal spare; do events "loud_$scene" >"$base/$scene.events.json"; done
[ -z "${LOUD_KEEP:-}" ] || { mkdir -p "$LOUD_KEEP"; cp "$base"/*.json "$base/log" "$LOUD_KEEP/"; }
node scripts/loud.mjs "$base" "$windows" "$capacity"
