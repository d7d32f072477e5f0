#!/bin/sh
# drill.sh [ROUNDS]: the long form of the drills, 20 kills if not said
# otherwise: documents posted during a load are found within a second; riffle
# and its database are killed at random moments and lose nothing that was
# acknowledged. Prints what each of them saw; a few minutes.
set -eu
cd "$(dirname "$0")/.."
export RIFFLE_DRILL="${1:-20}"
exec go test -count=1 -timeout 20m -v -run 'Drill' ./cmd/riffle ./internal/postgres
