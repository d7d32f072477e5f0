#!/usr/bin/env bash
# newcomer.sh [a] [b] [c]: does what a newcomer does, on a fresh clone of HEAD
# with a new HOME, empty caches and an empty environment, and times it.
#
#   a  root, in a folder closed to everybody else
#   b  an ordinary user
#   c  an ordinary user, with the Postgres that npm brings
#
# Each is ready within 6 minutes when cold and within 30 seconds at the second
# start, on a machine that does nothing else: as many times longer on one that has
# as many processes to run for each processor. make test passes in a and b. Needs root, to become somebody else.
# Only what reaches the package registries is taken over from the environment.
set -euo pipefail
cd "$(dirname "$0")/.."

cold_limit=360 second_limit=30
user=${NEWCOMER_USER:-nobody}
modes=("$@")
[ ${#modes[@]} -gt 0 ] || modes=(a b c)

[ "$(id -u)" = 0 ] || { echo 'newcomer.sh: needs root, to become somebody else' >&2; exit 2; }
for program in git curl setpriv go node npm make; do
	command -v "$program" >/dev/null || { echo "newcomer.sh: $program is missing" >&2; exit 2; }
done

base=$(mktemp -d "${TMPDIR:-/tmp}/riffle-newcomer.XXXXXX")
chmod 755 "$base"
running= failed=0
cleanup() {
	[ -z "$running" ] || stop "an unfinished one"
	[ -n "${NEWCOMER_KEEP:-}" ] || rm -rf "$base"
}
trap cleanup EXIT

# What a machine needs to reach its registries, whatever it is set to.
registry_environment() {
	env | grep -E '^(GOPROXY|GONOPROXY|GOSUMDB|GONOSUMDB|GOPRIVATE|GOTOOLCHAIN|https?_proxy|no_proxy|HTTPS?_PROXY|NO_PROXY|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|GIT_SSL_CAINFO|npm_config_[a-z_]+)=' || true
	local name
	for name in GOPROXY GOSUMDB GONOSUMDB; do
		[ -n "${!name:-}" ] || printf '%s=%s\n' "$name" "$(go env "$name")"
	done
}
mapfile -t registries < <(registry_environment)

path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
for program in go node npm; do
	path=$(dirname "$(command -v "$program")"):$path
done

# become MODE: sets the words that run a command as the newcomer of that mode, in
# the clone. They are one process, so its pid is that of the command itself.
become() {
	local home=$base/$1/home
	newcomer=()
	[ "$1" = a ] || newcomer+=(setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups --inh-caps=-all)
	newcomer+=(env -i -C "$home/riffle" PATH="$path" HOME="$home" LANG=C.UTF-8 TERM=dumb "${registries[@]}")
	[ "$1" != c ] || newcomer+=(RIFFLE_POSTGRES=npm)
}

# patient SECONDS: as long as that takes beside what the machine does already.
patient() {
	awk -v s="$1" -v cpus="$(nproc)" '{f = $1 / cpus; print int(s * (f > 1 ? f : 1))}' /proc/loadavg
}

# start MODE SECONDS: sets taken to the time until /readyz answers 200.
start() {
	local mode=$1 limit begin=$SECONDS
	limit=$(patient "$2")
	"${newcomer[@]}" make run ADDR="127.0.0.1:$port" >>"$base/$mode/run.log" 2>&1 &
	running=$!
	while ! curl -fs -m 2 -o /dev/null "http://127.0.0.1:$port/readyz"; do
		if ! kill -0 "$running" 2>/dev/null; then
			taken=ended
			return 1
		fi
		if [ $((SECONDS - begin)) -gt "$limit" ]; then
			taken=">${limit}s"
			return 1
		fi
		sleep 0.2
	done
	taken=$((SECONDS - begin))s
}

stop() {
	local i
	[ -n "$running" ] || return 0
	kill -TERM "$running" 2>/dev/null || true # make passes it on and waits
	for i in $(seq 300); do
		kill -0 "$running" 2>/dev/null || break
		sleep 0.1
	done
	if kill -0 "$running" 2>/dev/null; then
		kill -KILL "$running"
		echo "mode $1: did not stop within 30 s" >&2
		failed=1
	fi
	wait "$running" 2>/dev/null || true
	running=
}

# left MODE: processes that still work in the newcomer's folder.
left() {
	local proc n=0
	for proc in /proc/[0-9]*; do
		case $(readlink "$proc/cwd" 2>/dev/null || true) in
		"$base/$1"*) n=$((n + 1)) ;;
		esac
	done
	echo "$n"
}

table=("mode|who|cold|second|left over|make test")
for mode in "${modes[@]}"; do
	case $mode in
	a) who=root ;;
	b | c) who=$user ;;
	*) echo "newcomer.sh: there is no mode $mode" >&2; exit 2 ;;
	esac
	mkdir -p "$base/$mode/home"
	git clone -q --no-hardlinks . "$base/$mode/home/riffle"
	[ ! -f "$HOME/.npmrc" ] || cp "$HOME/.npmrc" "$base/$mode/home/.npmrc"
	chown -R "$who:$(id -g "$who")" "$base/$mode/home"
	chmod 700 "$base/$mode/home"
	if [ "$mode" = a ]; then chmod 700 "$base/$mode"; fi
	port=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')

	become "$mode"
	echo "mode $mode ($who): make run, cold"
	cold=- second=- over=- tests=-
	start "$mode" "$cold_limit" || { failed=1; tail -n 20 "$base/$mode/run.log"; }
	cold=$taken
	stop "$mode"
	if [[ $cold == *s && $cold != \>* ]]; then
		echo "mode $mode ($who): make run, again"
		start "$mode" "$second_limit" || { failed=1; tail -n 20 "$base/$mode/run.log"; }
		second=$taken
		stop "$mode"
		over=$(left "$mode")
		[ "$over" = 0 ] || failed=1
		if [ "$mode" != c ]; then
			echo "mode $mode ($who): make test"
			begin=$SECONDS
			if "${newcomer[@]}" make test >"$base/$mode/test.log" 2>&1; then
				tests="passed in $((SECONDS - begin))s"
			else
				tests="FAILED in $((SECONDS - begin))s"
				failed=1
				grep -E '^(--- FAIL|FAIL|panic:|make.*Error)|[0-9]+ failed' "$base/$mode/test.log" | head -n 40
				tail -n 20 "$base/$mode/test.log"
			fi
			grep -iE '^note:|skipped' "$base/$mode/test.log" | sort -u | head -n 10 || true
		fi
	fi
	table+=("$mode|$who|$cold|$second|$over|$tests")
done

echo
printf '%s\n' "${table[@]}" | awk -F '|' '{printf "%-5s %-8s %-8s %-8s %-10s %s\n", $1, $2, $3, $4, $5, $6}'
exit $failed
