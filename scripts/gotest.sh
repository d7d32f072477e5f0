#!/bin/sh
# gotest.sh [ARGUMENTS]: go test with the race detector, or without it where
# there is no C compiler, which the detector needs. RIFFLE_CI refuses that.
set -eu
cd "$(dirname "$0")/.."
race=-race
if ! command -v "$(go env CC)" >/dev/null 2>&1; then
	race=
	export CGO_ENABLED=0
	if [ -n "${RIFFLE_CI:-}" ]; then
		echo 'gotest.sh: no C compiler, and RIFFLE_CI does not allow tests without the race detector' >&2
		exit 1
	fi
	echo 'note: no C compiler found, so the tests run without the race detector (apt-get install gcc libc6-dev)'
fi
exec go test $race -timeout 20m "${@:-./...}"
