#!/usr/bin/env bash
# Fails where `go mod tidy` would change go.mod or go.sum, of the product and of
# the modules that lie apart in it. Nothing is written.
set -uo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
bad=0
for dir in $(find . -name go.mod -not -path "*/node_modules/*" -exec dirname {} \; | sort); do
	if ! diff=$("$go" -C "$dir" mod tidy -diff 2>&1); then
		echo "$diff" | head -60
		echo "tidy: $dir/go.mod or $dir/go.sum is not tidy; run: go -C $dir mod tidy, look at the change, commit both files" >&2
		echo "tidy: if that fails on golang.org/x/exp, keep the pin that docs/dependencies.md names" >&2
		bad=1
	fi
done
exit $bad
