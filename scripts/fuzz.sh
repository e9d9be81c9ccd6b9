#!/usr/bin/env bash
# Runs every fuzz target for FUZZTIME. Targets are found, not listed, so none can
# be forgotten; none found is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
n=0
while IFS=: read -r file name; do
	n=$((n + 1))
	echo "fuzz $name ($(dirname "$file"))"
	"$go" test "./$(dirname "$file")" -run '^$' -fuzz "^$name\$" -fuzztime "${FUZZTIME:-10s}" -parallel "${FUZZPROCS:-2}"
done < <(grep -rnoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' cmd internal | sed -E 's/:[0-9]+:func /:/' | sort)
if [ "$n" -eq 0 ]; then
	echo "fuzz: no target found" >&2
	exit 1
fi
echo "fuzz: $n targets"
