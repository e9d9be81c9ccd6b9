# Everything a contributor runs. Only Go is needed, but for `race` (a C compiler)
# and for `e2e` and the peer in `bench` (npm; skipped with a word where it is absent).

GO        ?= go
BIN       ?= bin/prism
HOOK      ?= bin/prism-hook
TESTFLAGS ?=
FUZZTIME  ?= 10s
MAX_MB    ?= 60
PKG       ?= ./internal/redact ./internal/redact/secret ./internal/rework
N         ?= 30
SEED      ?= 1
MIN       ?= 0
HOOK_MB   ?= 4
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

# Pinned tools live in a module of their own, so that nothing of theirs reaches ours.
TOOL = $(GO) tool -modfile=tools/go.mod

.PHONY: help test test-apart browser deploy-check faults pictures fmt vet lint vuln race build check-binary cross fuzz bench eval e2e mutate tidy-check clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

# One package more at a time than there are processors: some wait for a server or a time.
AT_ONCE := $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)

test: fmt vet ## gofmt, go vet and all tests
	$(GO) test -p $(AT_ONCE) $(TESTFLAGS) ./...

test-apart: ## tests that live in modules of their own, so that what they need never reaches the product
	$(GO) -C internal/redact/difftest test $(TESTFLAGS) ./...
	$(GO) -C tools test $(TESTFLAGS) ./mutate

browser: build ## the dashboard in a real browser (needs npm and the system's Chromium)
	cd test/browser && npm ci --no-audit --no-fund --silent && npm test

faults: ## servers that are killed, stopped, full, poisoned, a day wrong, without their database; migrations that break off
	PRISM_LONG=1 PRISM_SERVER_KILLS=100 PRISM_DATABASE_STOPS=8 PRISM_PLANTED=1 PRISM_SEED=$(SEED) $(GO) test ./internal/cli -v -count=1 -timeout 30m \
		-run 'TestKilledServer|TestHostileClients|TestDatabaseGone|TestFullDisk|TestHungWorker|TestPoison|TestClockSkew|TestPlantedSecretsInAServer|TestPasswordsOfDatabases'
	PRISM_LONG=1 PRISM_MIGRATION_KILLS=100 $(GO) test ./internal/store/sqlite ./internal/store/postgres -run TestInterruptedMigrations -v -count=1 -timeout 30m

pictures: build ## pictures of every page in test/browser/shots, to be looked at
	cd test/browser && npm ci --no-audit --no-fund --silent && node shots.mjs

fmt: ## fail where gofmt would change a file
	@bad=$$(gofmt -l cmd internal tools); if [ -n "$$bad" ]; then \
		echo "gofmt would change these files; run: gofmt -w cmd internal tools"; echo "$$bad"; exit 1; fi

vet: ## go vet
	$(GO) vet ./...

lint: ## golangci-lint, pinned by tools/go.mod
	$(TOOL) golangci-lint run ./...

vuln: ## known vulnerabilities in what the program calls; needs the online database
	scripts/vuln.sh

# What starts many processes is left out: the detector sees one, and each would take ten times as long.
race: ## the tests under the race detector (needs a C compiler; the product does not)
	CGO_ENABLED=1 $(GO) test -race -short -timeout 30m $(TESTFLAGS) ./...

build: ## the static binaries: prism, and prism-hook for an agent's hooks
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -o $(BIN) ./cmd/prism
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -o $(HOOK) ./cmd/prism-hook

check-binary: build ## the binaries are static and small
	$(GO) -C tools run ./checkbin -max-mb $(MAX_MB) $(abspath $(BIN))
	$(GO) -C tools run ./checkbin -max-mb $(HOOK_MB) $(abspath $(HOOK))

cross: ## the product builds for every platform it promises
	@for p in $(PLATFORMS); do echo "build $$p"; \
		for c in prism prism-hook; do \
			CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build -trimpath -o /dev/null ./cmd/$$c || exit 1; done; done

fuzz: ## each fuzz target for FUZZTIME (default 10s), from its kept corpus
	GO="$(GO)" FUZZTIME=$(FUZZTIME) scripts/fuzz.sh

bench: build ## Go benchmarks, then prism beside ccusage over PRISM_CORPUS
	GO="$(GO)" BIN="$(BIN)" scripts/bench.sh

eval: build ## accuracy over labelled transcripts, refitted without what is measured (PRISM_GOLD, PRISM_CORPUS)
	BIN="$(BIN)" scripts/eval.sh

e2e: build ## the real Claude Code, from npm, with the plugin and a server (npm and tmux; skipped with a word without)
	GO="$(GO)" BIN_DIR="$(CURDIR)/bin" scripts/e2e.sh

mutate: ## would the tests of PKG notice a wrong line? N random ones by SEED; SKIP='regexp' leaves tests out, MIN=75 fails below
	$(GO) -C tools run ./mutate -dir $(CURDIR) -n $(N) -seed $(SEED) -min $(MIN) -skip '$(SKIP)' $(PKG)

deploy-check: ## deploy/ held against systemd, helm, kubeconform, compose and hadolint, as far as they are here
	scripts/deploy-check.sh

tidy-check: ## go.mod and go.sum are what `go mod tidy` would write
	GO="$(GO)" scripts/tidy-check.sh

clean: ## remove what was built
	rm -rf bin
