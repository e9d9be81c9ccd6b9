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
	# On a busy machine the go command may miss the end of the time and call that a
	# failure, without any failing input: that is tried once more.
	if ! run "$dir" "$name"; then
		if grep -q 'Failing input' "$log" || ! grep -q 'context deadline exceeded' "$log"; then
			exit 1
		fi
		run "$dir" "$name"
	fi
done < <(grep -rnoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' cmd internal | sed -E 's/:[0-9]+:func /:/' | sort)
if [ "$n" -eq 0 ]; then
	echo "fuzz: no target found" >&2
	exit 1
fi
echo "fuzz: $n targets"
