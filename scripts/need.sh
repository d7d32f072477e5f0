#!/bin/sh
# need.sh PROGRAM... : ends with an error that says what to install when one of
# the programs is missing or too old. Versions come from go.mod and package.json.
set -u
cd "$(dirname "$0")/.." || exit 1
failed=0

missing() {
	printf 'missing: %s\n  %s\n' "$1" "$2" >&2
	failed=1
}

# newer HAVE WANT: is version HAVE at least WANT?
newer() {
	[ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]
}

for program in "$@"; do
	case $program in
	go)
		want=$(sed -n 's/^go //p' go.mod)
		# Newer Go fetches the version that go.mod asks for by itself.
		if ! have=$(go env GOVERSION 2>/dev/null); then
			missing "Go $want" "install Go 1.21 or newer (Debian 13: apt-get install golang-go; Debian 12: golang-go from bookworm-backports)"
		elif ! newer "${have#go}" "$want"; then
			missing "Go $want, found ${have#go}" "install a newer Go, or let Go fetch it: unset GOTOOLCHAIN"
		fi
		;;
	node)
		want=$(sed -n 's/.*"node": *">=\([0-9.]*\)".*/\1/p' package.json | head -n 1)
		if ! have=$(node --version 2>/dev/null); then
			missing "Node $want" "install Node 20 or newer (Debian 13: apt-get install nodejs npm)"
		elif ! newer "${have#v}" "$want"; then
			missing "Node $want, found ${have#v}" "install a newer Node (Debian 12 has 18: take one from the Node project)"
		fi
		;;
	npm | git)
		command -v "$program" >/dev/null || missing "$program" "apt-get install $program"
		;;
	*)
		echo "need.sh: knows nothing of $program" >&2
		exit 2
		;;
	esac
done
exit $failed
