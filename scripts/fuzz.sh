#!/usr/bin/env bash
# Runs every fuzz target for FUZZTIME. Targets are found, not listed, so none can
# be forgotten; none found is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

run() { # run DIR NAME
	"$go" test "./$1" -run '^$' -fuzz "^$2\$" -fuzztime "${FUZZTIME:-10s}" -parallel "${FUZZPROCS:-2}" 2>&1 | tee "$log"
}

n=0
while IFS=: read -r file name; do
	n=$((n + 1))
	dir=$(dirname "$file")
	echo "fuzz $name ($dir)"
	# Up to Go 1.26 the go command may call the end of the time itself a failure
	# (golang/go#75804; the more, the busier the machine): nothing was found then, and
	# the target ran for its time. Whatever else fails, an input or a worker that hung,
	# says so in other words.
	if ! run "$dir" "$name"; then
		if ! grep -A1 -E "^--- FAIL: $name " "$log" | grep -qx ' *context deadline exceeded' ||
			grep -qE 'Failing input|panic:|hung or terminated' "$log"; then
			exit 1
		fi
		echo "fuzz $name: the time ended, nothing found"
	fi
done < <(grep -rnoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' cmd internal | sed -E 's/:[0-9]+:func /:/' | sort)
if [ "$n" -eq 0 ]; then
	echo "fuzz: no target found" >&2
	exit 1
fi
echo "fuzz: $n targets"
