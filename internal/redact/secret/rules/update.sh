#!/bin/sh
# Fetches the rule file of gitleaks through the Go module proxy and compiles it
# into the form that package redact embeds.
#
#   internal/redact/secret/rules/update.sh [version]
set -eu
version=${1:-v8.30.1}
cd "$(dirname "$0")"
module=github.com/zricethezav/gitleaks/v8@$version
dir=$(go mod download -json "$module" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$/\1/p')
[ -n "$dir" ] || { echo "update: cannot fetch $module" >&2; exit 1; }
rm -f gitleaks.toml LICENSE.gitleaks
cp "$dir/config/gitleaks.toml" gitleaks.toml
cp "$dir/LICENSE" LICENSE.gitleaks
chmod 644 gitleaks.toml LICENSE.gitleaks
go run ./gen -version "$version" -in gitleaks.toml -out gitleaks.rules
