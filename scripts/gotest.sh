#!/bin/sh
# gotest.sh [ARGUMENTS]: go test with the race detector, or without it where
# there is no C compiler, which the detector needs. RIFFLE_CI refuses that.
# Without arguments all packages are tested, those of norace.txt without it.
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
if [ $# -gt 0 ]; then
	exec go test $race -timeout 20m "$@"
fi
calm=$(sed -e '/^#/d' -e '/^$/d' -e 's|^|riffle.dev/riffle/|' scripts/norace.txt)
busy=$(go list ./... | grep -vxF "$calm")
# Two packages more at once than processors: many tests wait for a database or a process.
at_once=$(($(getconf _NPROCESSORS_ONLN) + 2))
failed=0
# make lint vets all of it.
go test -vet=off -timeout 20m $calm || failed=1
go test $race -vet=off -timeout 20m -p "$at_once" $busy || failed=1
exit $failed
