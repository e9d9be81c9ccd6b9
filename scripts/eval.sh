#!/usr/bin/env bash
# The accuracy of the verdicts over labelled transcripts: as fitted without the
# conversation, and without the project or person, that is measured. Labels and
# transcripts are private; where they are absent it says so and ends well.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=${BIN:-bin/prism}
gold=${PRISM_GOLD:-../shared/gold/labels}
corpus=${PRISM_CORPUS:-${XDG_CACHE_HOME:-$HOME/.cache}/prism-corpus}
for dir in "$gold" "$corpus"; do
	if [ ! -d "$dir" ]; then
		echo "eval: no folder $dir; PRISM_GOLD names the labels, PRISM_CORPUS the labelled transcripts"
		exit 0
	fi
done
for leave in conversation project; do
	"$bin" eval --gold "$gold" "$corpus" --cross-validate "$leave" "$@"
done
echo
echo "By label file, project or person left out:"
"$bin" eval --gold "$gold" "$corpus" --cross-validate project --by labels --resamples 0 "$@"
