package shell

import (
	"strings"
	"testing"
)

// Fixers and updaters among linters, formatters and tests change files, unless
// they are told to look only. What compares, calculates or points at a descriptor
// is no redirection.
func TestRewrites(t *testing.T) {
	checkClasses(t, map[string]string{
		"lint write": `eslint --fix src
			npx eslint . --fix --ext .ts
			npm run lint -- --fix
			yarn lint --fix
			pnpm lint --fix
			ruff check --fix .
			uvx ruff check --fix
			golangci-lint run --fix
			cargo clippy --fix
			npm run lint:fix
			make lint-fix
			swiftlint --fix
			rubocop -a
			rubocop -A
			bundle exec rubocop --autocorrect-all
			standardrb --fix
			stylelint "**/*.css" --fix
			biome check --write .
			npx @biomejs/biome check --write .
			clang-tidy -fix a.c
			codespell -w
			typos --write-changes
			ktlint -F
			./gradlew ktlintFormat
			cargo audit fix`,
		"lint": `eslint --fix-dry-run src
			eslint src
			ruff check --fix --diff .
			ruff check --show-fixes .
			golangci-lint run
			hatch run lint:style
			pipenv run lint
			npm run format:check
			npm run check:format
			make fmt-check
			swiftlint
			rubocop
			biome check .
			npx @biomejs/biome ci .
			next lint
			pre-commit run --all-files
			ktlint
			./gradlew spotlessCheck
			mvn spotless:check
			composer run-script lint
			buf lint
			nox -s lint
			uvx ruff@latest check
			tox -e lint`,
		"format write": `prettier --write .
			ruff format .
			uv run ruff format
			black .
			isort .
			gofmt -l -w .
			goimports -w main.go
			golangci-lint fmt
			go fix ./...
			go fmt ./...
			cargo fix --allow-dirty
			cargo fmt
			hatch run lint:fmt
			hatch fmt
			npm run format
			npm run fix
			make fmt
			dart fix --apply
			dart format .
			mix format
			zig fmt src
			gleam format
			terraform fmt
			swiftformat .
			biome format --write .
			php-cs-fixer fix
			vendor/bin/pint
			dotnet format
			clang-format -i a.c
			shfmt -w .
			sqlfluff fix
			./gradlew spotlessApply
			mvn spotless:apply
			composer cs:fix
			buf format -w
			buildifier BUILD
			autopep8 -i x.py
			yapf -i x
			stylua .
			tox -e fix`,
		"format": `prettier -c .
			ruff format --check
			ruff format --diff .
			uvx black --check .
			black --diff .
			isort --check-only .
			gofmt -d .
			cargo fmt --all -- --check
			hatch fmt --check
			dart fix --dry-run
			dart format --output=none --set-exit-if-changed .
			dart format -o none .
			mix format --check-formatted
			zig fmt --check src
			gleam format --check
			terraform fmt -check -recursive
			swiftformat --lint .
			biome format .
			php-cs-fixer fix --dry-run --diff
			vendor/bin/pint --test
			dotnet format --verify-no-changes
			clang-format --dry-run a.c
			clang-format a.c
			shfmt -d .
			forge fmt --check
			buildifier -mode=check BUILD
			autopep8 x.py
			prettier --list-different .
			npx prettier . --check
			stylua --check .`,
		"test write": `go test ./... -update
			go test ./pkg -run TestGolden -args -update
			cargo insta test --accept
			jest -u
			npx jest --updateSnapshot
			npm test -- -u
			npm t -- --updateSnapshot
			yarn test -u
			vitest -u
			npx vitest run -u
			bun test --update-snapshots
			deno test -A -- --update
			pytest --snapshot-update
			pytest --inline-snapshot=fix
			pytest --force-regen
			pytest --record-mode=rewrite
			UPDATE=1 go test ./...
			UPDATE_SNAPSHOTS=true npm test
			UPDATE_EXPECT=1 cargo test
			INSTA_UPDATE=always cargo test
			TRYBUILD=overwrite cargo test
			env UPDATE_GOLDEN=1 make test
			make test UPDATE=1
			poetry run pytest --snapshot-update
			npm run test:update
			npm run test:u
			flutter test --update-goldens
			npx playwright test --update-snapshots
			npx playwright test -u
			./gradlew test -PupdateSnapshots
			mvn test -Dsnapshot.update=true
			forge snapshot
			node --test --test-update-snapshots
			npm run snapshot:update`,
		"test": `go test -run TestUpdate ./...
			go test -run=TestFixer ./...
			cargo insta test
			npm test -- --watch=false
			vitest run --update=false
			pytest -k update tests/
			pytest --inline-snapshot=report
			pytest --fixtures
			pytest --record-mode none
			INSTA_UPDATE=no cargo test
			CI=1 npm test
			make test CI=1
			HOMEBREW_NO_AUTO_UPDATE=1 go test ./...
			hatch run test
			hatch test
			pdm run test
			npm run check
			npm run verify
			npm run test:unit
			mix test
			php vendor/bin/phpunit
			npx playwright test
			cypress run
			ng test
			./gradlew verifyPaparazziDebug
			composer run test
			cargo make test
			forge snapshot --check
			node --test
			tox -e py311`,
		"install": `go mod tidy
			cmake --install build
			npx playwright install
			pre-commit install
			pre-commit autoupdate
			npm audit fix`,
		"read": `go mod tidy -diff
			cargo insta pending-snapshots
			cmake --version
			pytest --version
			eslint --version
			go test --help
			npm install --dry-run
			git clean -n
			git clean -nd
			git add -n .
			awk '$1 > 3' f
			ls | tee /dev/stderr
			ls | tee /dev/null
			awk '{ if ($3 > "b") print $1 }' f
			awk '{print ($1 > 3)}' f
			awk '{print > "/dev/stderr"}' f
			kubectl apply --dry-run=client -f x
			npm publish --dry-run
			npm pkg get name`,
		"write": `cargo insta accept
			cargo insta review
			tsc --init
			git diff --output=x
			awk '{print > "x"}' f
			tee out
			awk '{print | "sort"}' f`,
		"test run write unknown": `BLESS=1 ./x test`,
		"read test write":        `export UPDATE_GOLDEN=1 && go test ./...`,
		"build": `cmake --build .
			cmake -S . -B build
			cmake ..
			ninja -C build
			vite build
			npx next build
			cargo publish --dry-run`,
		"test build": `cmake --build build -j 8 --target test`,
		"types": `hatch run types:check
			npm run check:types
			php vendor/bin/phpstan analyse
			tsc --noEmit
			tsc -w`,
		"unknown": `phpcbf src
			pod install
			lint-staged
			npx lint-staged`,
		"run unknown": `cypress open
			vite
			next dev
			ng generate component x
			make update-golden
			make golden
			make snapshots`,
		"build write": `./gradlew recordPaparazziDebug`,
		"types write": `mypy --install-types`,
		"git":         `git clean -fd`,
	})
	if c := commandClass("[[ a > b &&\n c > d ]] && ls"); c != ClassRead {
		t.Errorf("a comparison over two lines: %s", c.names())
	}
}

// Whatever only checks writes when it is told to mend or to update, and does not when
// it is told to say what it would do.
func TestEveryCheckerCanBeToldToWrite(t *testing.T) {
	for tool, c := range plainCommands() {
		if !c.Has(Verifies) || c.Mutates() {
			continue
		}
		for _, args := range []string{" --fix x", " x --update-snapshots", " --write x", " x --autocorrect"} {
			if !mutatingCommand(tool + args) {
				t.Errorf("%s%s has no side effects", tool, args)
			}
			if line := tool + args + " --dry-run"; mutatingCommand(line) {
				t.Errorf("%s has side effects", line)
			}
			if line := tool + strings.Replace(args, "--", "--no-", 1); mutatingCommand(line) {
				t.Errorf("%s has side effects", line)
			}
		}
		if line := "UPDATE_GOLDEN=1 " + tool + " x"; !mutatingCommand(line) {
			t.Errorf("%s has no side effects", line)
		}
		if line := "UPDATE_GOLDEN=0 NO_UPDATE=1 " + tool + " x"; mutatingCommand(line) {
			t.Errorf("%s has side effects", line)
		}
	}
}
