#!/usr/bin/env bash
# Go benchmarks of every room, then the whole of `prism score` beside ccusage, an
# independent program that only adds up tokens, over one and the same folder.
#
#   PRISM_CORPUS   folder with sets of transcripts (default: the user's cache folder + /prism-corpus)
#   BENCH_SET      the set that is timed (default: more)
#   BENCH_RUNS     runs of each program (default: 5)
#   BENCH_ONLY     "go" or "peer": only that half
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go} bin=$(realpath "${BIN:-bin/prism}")
corpus=${PRISM_CORPUS:-${XDG_CACHE_HOME:-$HOME/.cache}/prism-corpus}
set_dir=$corpus/${BENCH_SET:-more}
peer_version=20.0.24

if [ "${BENCH_ONLY:-go}" = go ]; then
	PRISM_CORPUS=$corpus "$go" test -run '^$' -bench . -benchmem -benchtime "${BENCHTIME:-1s}" ./... |
		grep -vE 'no test files|^(goos|goarch|cpu|PASS|ok)|^pkg:' || true
	[ -n "${BENCH_ONLY:-}" ] && exit 0
fi

if [ ! -d "$set_dir" ]; then
	echo "bench: $set_dir is not there, so the whole job was not timed (set PRISM_CORPUS)"
	exit 0
fi
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

# The peer ships a binary per platform inside npm packages; its shim would add Node's start.
peer=
case "$(uname -s)-$(uname -m)" in
Linux-x86_64) platform=linux-x64 ;;
Linux-aarch64) platform=linux-arm64 ;;
Darwin-arm64) platform=darwin-arm64 ;;
Darwin-x86_64) platform=darwin-x64 ;;
*) platform= ;;
esac
cache=${XDG_CACHE_HOME:-$HOME/.cache}/prism-bench/ccusage-$peer_version
if [ -n "$platform" ] && [ ! -d "$cache" ] && command -v npm >/dev/null; then
	mkdir -p "$work/npm"
	if npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" \
		"ccusage@$peer_version" "@ccusage/ccusage-$platform@$peer_version" >"$work/npm.log" 2>&1; then
		mkdir -p "$(dirname "$cache")" && mv "$work/npm" "$cache"
	fi
fi
if [ -n "$platform" ] && [ -d "$cache" ]; then
	peer=$(find "$cache/node_modules/@ccusage/ccusage-$platform" -type f -name 'ccusage*' ! -name '*.md' ! -name '*.json' | head -n 1)
	[ -z "$peer" ] || chmod +x "$peer"
fi

echo
echo "cold: read, cut, judge, rework and store ${set_dir##*/} ($(du -sm "$set_dir" | cut -f1) MB, $(find "$set_dir" -name '*.jsonl' | wc -l | tr -d ' ') files)"
cold="prism cold=PRISM_HOME=$work/home-{run} $bin score --json $set_dir"
if [ -n "$peer" ]; then
	"$go" -C tools run ./compare -n "${BENCH_RUNS:-5}" -a "$cold" \
		-b "ccusage $peer_version=CLAUDE_CONFIG_DIR=$set_dir $peer claude daily --json --offline"
	mine=$( (PRISM_HOME=$work/tokens "$bin" score --json "$set_dir" || true) | tr -d ' \n' | sed -nE 's/.*"tokens":\{[^}]*"total":([0-9]+).*/\1/p')
	theirs=$(CLAUDE_CONFIG_DIR=$set_dir "$peer" claude daily --json --offline | tr -d ' \n' | sed -nE 's/.*"totals":\{[^}]*"totalTokens":([0-9]+).*/\1/p')
	echo "tokens, all dates: prism $mine, ccusage daily $theirs"
	[ -z "$theirs" ] || [ "$mine" = "$theirs" ] || { echo "bench: the two do not agree on tokens" >&2; exit 1; }
else
	echo "ccusage is not here (npm absent, or no package for this platform): prism alone"
	"$go" -C tools run ./compare -n "${BENCH_RUNS:-5}" -a "$cold"
fi

echo
echo "warm: nothing changed since the run before"
PRISM_HOME=$work/warm "$bin" score --json "$set_dir" >/dev/null || [ $? -eq 4 ]
"$go" -C tools run ./compare -n "${BENCH_RUNS:-5}" -a "prism warm=PRISM_HOME=$work/warm $bin score --json $set_dir"
