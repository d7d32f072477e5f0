#!/usr/bin/env bash
# Measures and writes docs/benchmarks.md and build/benchmarks.json. Groups may
# be named: engine demo load; rows of the others stay.
set -euo pipefail
cd "$(dirname "$0")/.."
exec bin/riffle bench "$@"
