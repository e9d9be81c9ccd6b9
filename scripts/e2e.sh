#!/bin/sh
# The real Claude Code, with the plugin, against a stand-in and a server: internal/e2e.
# CLIENTS are the versions that are fetched with npm (pinned, newest); all scenarios run with
# each on SQLite, E2E_PARALLEL at a time (6), and some with the last one on PostgreSQL. They
# run in a network namespace that has loopback only, where that can be made.
# E2E_FLAGS='-test.run Fork' runs some; PRISM_E2E_KEEP=DIR keeps what each left behind. Skips with a word where
# npm, its registry or tmux is not there.
set -eu
cd "$(dirname "$0")/.."
clients=${CLIENTS:-"2.1.288 latest"}
go=${GO:-go}
bin=${BIN_DIR:-$PWD/bin}
command -v npm >/dev/null || { echo "e2e: skipped: npm is not there"; exit 0; }
command -v tmux >/dev/null || { echo "e2e: skipped: tmux is not there"; exit 0; }
keep=${E2E_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/prism-e2e}
list=
last=
for version in $clients; do
	exact=$(npm view "@anthropic-ai/claude-code@$version" version 2>/dev/null | tail -1) || exact=
	[ -n "$exact" ] || { echo "e2e: skipped: npm's registry does not answer for $version"; exit 0; }
	[ "$exact" != "$last" ] || continue # the newest is the pinned one
	last=$exact
	dir=$keep/$exact
	if ! ls "$dir"/node_modules/@anthropic-ai/claude-code-*/claude >/dev/null 2>&1; then
		mkdir -p "$dir"
		npm install --no-save --no-audit --no-fund --prefix "$dir" "@anthropic-ai/claude-code@$exact" >/dev/null 2>&1 ||
			{ echo "e2e: skipped: Claude Code $exact could not be fetched"; exit 0; }
	fi
	list=$list${list:+:}$(ls "$dir"/node_modules/@anthropic-ai/claude-code-*/claude | head -1)
done
echo "e2e: Claude Code $clients"
test=$(mktemp) said=$(mktemp)
trap 'rm -f "$test" "$said" "$said.ok"' EXIT
$go test -c -o "$test" ./internal/e2e
unset CLAUDECODE CLAUDE_CODE_SESSION_ID CLAUDE_CODE_ENTRYPOINT CLAUDE_CONFIG_DIR || :
export PRISM_E2E="$list" PRISM_E2E_BIN="$bin" PRISM_E2E_POSTGRES="${PRISM_E2E_POSTGRES-1}"
if unshare -rn true 2>/dev/null && command -v ip >/dev/null; then
	if [ "$(id -u)" = 0 ]; then ALONE="unshare -n"; else ALONE="unshare -rn"; fi
	up="ip link set lo up &&"
else
	echo "e2e: no network namespace can be made here; it runs beside the network"
	ALONE= up=
fi
# run PARALLEL FLAG...: the scenarios; what they say is kept in $said, too.
run() {
	rm -f "$said.ok"
	parallel=$1
	shift
	{ $ALONE sh -c "$up cd internal/e2e && exec \"\$@\"" sh "$test" -test.v -test.timeout 40m -test.parallel "$parallel" "$@" && : >"$said.ok"; } 2>&1 | tee "$said"
	[ -e "$said.ok" ]
}
set -f
run "${E2E_PARALLEL:-6}" ${E2E_FLAGS:-} && exit 0
# A terminal hangs on the time of the machine: what failed has a second chance, in calm.
failed=$(sed -n 's/^--- FAIL: \(Test[A-Za-z0-9_]*\).*/\1/p' "$said" | paste -sd'|' -)
[ -n "$failed" ] || exit 1
echo "e2e: once more: $failed"
run 2 -test.run "^($failed)\$"
