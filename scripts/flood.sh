#!/usr/bin/env bash
# flood.sh [SECONDS]: floods the demo's start page over HTTP, once while its scenes
# only watch and once while they act, and prints both side by side. The server and
# its database have one processor, the generator another. The peak is 2.2 times
# what the server answers of full plans, the rate before and after an eighth of it.
# A run in which the generator was late is void. Needs two processors that do
# nothing else; SECONDS is how long each of the two lasts, 60 if not said.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60} addr=${FLOOD_ADDR:-127.0.0.1:7799} scene=home
for program in taskset curl node; do
	command -v "$program" >/dev/null || { echo "flood.sh: $program is missing" >&2; exit 2; }
done
[ "$(nproc)" -ge 2 ] || { echo 'flood.sh: needs two processors' >&2; exit 2; }
[ -x bin/riffle ] || { echo 'flood.sh: make build first' >&2; exit 2; }

base=$(mktemp -d "${TMPDIR:-/tmp}/riffle-flood.XXXXXX")
server=
cleanup() {
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

# load ARGUMENTS: a load test from the other processor; it prints the report.
load() {
	taskset -c 1 bin/riffle loadtest "$scene" --server "http://$addr" --team demo --token "$token" \
		--tiers newcomers=3,loyal=1 "$@" || true
}
mode() { ask PUT "teams/demo/scenes/$scene/degradation/override" "{\"action\":\"$1\",\"reason\":\"flood\",\"for_s\":3600}" >/dev/null; }

mode watch
load --closed --rate 8 --duration 15s --no-keep --json >"$base/full.json"
capacity=$(field 'd.sums.ok / d.took_s' <"$base/full.json")
peak=$(node -p "Math.round(2.2 * $capacity)") rate=$(node -p "Math.max(1, Math.round(2.2 * $capacity / 8))")
echo "full plans: $(node -p "Math.round($capacity)") a second; flood: $rate to $peak a second"
for what in watch act; do
	mode "$what"
	sleep 10 # what was behind is done
	echo "— $what"
	load --profile spike --rate "$rate" --peak "$peak" --duration "${seconds}s" --note "$what"
	ask GET "teams/demo/scenes/$scene/degradation" | field '`afterwards: ${d.state}, level ${d.level}, capacity ${d.capacity.toFixed(2)} cores, kept ${(100 * d.gain).toFixed(1)} %`'
	ask GET "teams/demo/scenes/$scene/degradation/events" | field 'd.items.slice(0, 20).map((e) => `  ${e.at.slice(11, 19)} ${e.from} → ${e.to} ${e.plan} ${e.why}`).join("\n")'
done
