# pinned.sh is sourced by scripts that measure the demo over HTTP: the server and its
# database have one processor, the generator another. The one that sources it stands
# in the repository and has set name, its own, and addr, where the server listens.

for program in taskset curl node; do
	command -v "$program" >/dev/null || { echo "$name: $program is missing" >&2; exit 2; }
done
[ "$(nproc)" -ge 2 ] || { echo "$name: needs two processors" >&2; exit 2; }
[ -x bin/riffle ] || { echo "$name: make build first" >&2; exit 2; }

base=$(mktemp -d "${TMPDIR:-/tmp}/riffle-$name.XXXXXX")
started=
cleanup() {
	for pid in $started; do kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; done
	rm -rf "$base"
}
trap cleanup EXIT

api=http://$addr/api/v1
# ask METHOD PATH [BODY]: with the session of the demo's user.
ask() {
	curl -fsS -X "$1" "$api/$2" -b "$base/jar" -c "$base/jar" -H 'X-Riffle-CSRF: 1' \
		-H 'Content-Type: application/json' ${3:+-d "$3"}
}
# field EXPRESSION: of the JSON on the standard input, called d.
field() { node -e 'const d = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(eval(process.argv[1]))' "$1"; }

# up: the demo on its processor, without its own traffic; sets token.
up() {
	GOMAXPROCS=1 taskset -c 0 bin/riffle up --demo --home "$base/home" --addr "$addr" --log-level warn >"$base/log" 2>&1 &
	local server=$! password
	started="$server $started"
	taskset -cp 1 $$ >/dev/null # who asks is not beside it either
	for _ in $(seq 300); do
		grep -q 'login demo, password' "$base/log" && break
		kill -0 "$server" 2>/dev/null || { cat "$base/log"; exit 1; }
		sleep 1
	done
	password=$(sed -n 's/.*login demo, password \(\S*\).*/\1/p' "$base/log" | head -1)
	[ -n "$password" ] || { cat "$base/log"; echo "$name: the demo did not come up" >&2; exit 1; }
	ask POST login "{\"login\":\"demo\",\"password\":\"$password\"}" >/dev/null
	token=$(ask POST teams/demo/tokens "{\"name\":\"$name\",\"role\":\"editor\",\"scopes\":[\"serve\",\"read\",\"write\"]}" | field 'd.secret')
	ask PUT teams/demo/traffic '{"rate":1,"running":false}' >/dev/null
}

# with FILE SCENE…: the demo's project and the file beside it; waits for the index and
# for the plans of the scenes.
with() {
	local file=$1 scene behind
	shift
	mkdir "$base/project"
	cp examples/store/*.riffle "$file" "$base/project/"
	bin/riffle apply "$base/project" --team demo --server "http://$addr" --token "$token" --yes --note "$name" >/dev/null
	for _ in $(seq 200); do
		behind=$(ask GET teams/demo/resources | field 'd.items.some((r) => !r.docs || r.lag > 0)')
		for scene; do state "$scene" >/dev/null 2>&1 || behind=true; done
		[ "$behind" = false ] && break
		sleep 1
	done
	node scripts/flood.mjs requests >"$base/requests"
}

# load SCENE ARGUMENTS: a load test from the other processor, its report as JSON.
load() {
	local scene=$1
	shift
	taskset -c 1 bin/riffle loadtest "$scene" --server "http://$addr" --team demo --token "$token" \
		--from "$base/requests" --no-keep --json "$@" 2>/dev/null || true
}
state() { ask GET "teams/demo/scenes/$1/degradation"; }
events() { ask GET "teams/demo/scenes/$1/degradation/events?limit=200"; }
override() { ask PUT "teams/demo/scenes/$1/degradation/override" "$2" >/dev/null; }
release() { ask DELETE "teams/demo/scenes/$1/degradation/override" >/dev/null; }
