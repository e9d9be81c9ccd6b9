#!/bin/sh
# What deploy/ says, held against the programs that read it, as far as these are here; what
# is missing is named and passed over. Nothing is started and no image is fetched.
set -eu
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
missing=
have() { command -v "$1" >/dev/null 2>&1 || { missing="$missing $1"; return 1; }; }

if have systemd-analyze; then
	# It looks for the program, which is not installed here.
	sed "s#^ExecStart=/usr/local/bin/prism#ExecStart=$(command -v true)#" deploy/prism.service >"$tmp/prism.service"
	systemd-analyze verify "$tmp/prism.service"
	echo "prism.service: $(systemd-analyze security --offline=true "$tmp/prism.service" | sed -n 's/.*Overall exposure level for prism.service: //p')"
fi

if have helm; then
	helm lint --quiet --strict deploy/helm
	helm template prism deploy/helm >"$tmp/plain.yaml"
	helm template prism deploy/helm --set 'hosts={prism.example,other.example}' --set replicas=3 >"$tmp/named.yaml"
	[ "$(grep -c -- '--host=' "$tmp/named.yaml")" = 2 ]
	# Its schemas come over the network unless KUBECONFORM_SCHEMAS says where they lie.
	if have kubeconform; then # it needs the network, or schemas that are here
		kubeconform -strict ${KUBECONFORM_SCHEMAS:+-schema-location "$KUBECONFORM_SCHEMAS"} "$tmp/plain.yaml" "$tmp/named.yaml"
	fi
	echo "helm: lint and template pass"
fi

compose=
if command -v docker-compose >/dev/null 2>&1; then compose=docker-compose
elif docker compose version >/dev/null 2>&1; then compose="docker compose"
else missing="$missing docker-compose"; fi
if [ -n "$compose" ]; then
	if env -u POSTGRES_PASSWORD $compose -f deploy/compose.yaml config >/dev/null 2>&1 && [ ! -e deploy/.env ]; then
		echo "compose.yaml: it starts without a password" >&2
		exit 1
	fi
	POSTGRES_PASSWORD=word $compose -f deploy/compose.yaml config >"$tmp/compose.yaml"
	grep -q 'postgres://prism:word@postgres:5432/prism' "$tmp/compose.yaml"
	echo "compose.yaml: its form is right"
fi

if have hadolint; then
	hadolint deploy/Dockerfile && echo "Dockerfile: hadolint passes"
fi
[ -z "$missing" ] || echo "not here, and so not checked:$missing"
