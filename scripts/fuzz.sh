#!/usr/bin/env bash
# fuzz.sh [duration] [target…]: fuzzes the language from text to graph, each
# target for the duration (10m when not said), and prints the seconds and the
# executions of each. What it finds interesting stays in Go's cache; with
# FUZZ_KEEP=n the n smallest such inputs of each are copied into testdata, where
# every test run tries them again.
set -euo pipefail
cd "$(dirname "$0")/.."

targets=(
	FuzzLex:./dsl/parse FuzzIsland:./dsl/parse FuzzParse:./dsl/parse
	FuzzFormat:./dsl/format FuzzCheck:./dsl/check FuzzCompile:./engine/enginetest
)
duration=10m
if [[ ${1:-} =~ ^[0-9] ]]; then duration=$1; shift; fi
wanted=" $* "

for entry in "${targets[@]}"; do
	name=${entry%%:*} package=${entry#*:}
	[ "$wanted" = "  " ] || [[ $wanted == *" $name "* ]] || continue
	log=$(mktemp)
	started=$SECONDS
	# Inputs are small and minimising them is slow: a few tries are enough.
	if ! go test "$package" -run '^$' -fuzz "^$name\$" -fuzztime "$duration" \
		-fuzzminimizetime 10x -parallel "${FUZZ_PARALLEL:-1}" >"$log" 2>&1; then
		cat "$log"
		echo "$name failed after $((SECONDS - started))s" >&2
		exit 1
	fi
	runs=$(grep -o 'execs: [0-9]*' "$log" | tail -1 | cut -d' ' -f2)
	printf '%-12s %6ss %12s executions\n' "$name" "$((SECONDS - started))" "${runs:-0}"
	rm -f "$log"
	if [ -n "${FUZZ_KEEP:-}" ]; then
		kept=$package/testdata/fuzz/$name
		cache=$(go env GOCACHE)/fuzz/$(go list "$package")/$name
		mkdir -p "$kept"
		[ ! -d "$cache" ] || find "$cache" -type f -size -4k -printf '%s %p\n' | sort -n | awk -v n="$FUZZ_KEEP" "NR <= n" |
			cut -d' ' -f2- | xargs -r cp -n -t "$kept"
	fi
done
