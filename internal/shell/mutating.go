package shell

import (
	"slices"
	"strings"
	"sync"
)

// This file is the one table of which commands have side effects (DESIGN.md,
// Facts), by name. command.go and runner.go only look things up here and follow
// sub-commands.

// wrapper is a command that only runs another one.
type wrapper struct {
	operands int    // fixed operands before the wrapped command: timeout 5 …
	valued   string // options that take the next word, each between blanks
	verbs    string // words of its own before a wrapped command, each between blanks: rtk test …
}

// wrappers are seen through.
var wrappers = map[string]wrapper{
	"sudo":     {valued: " -u -g -h -p -C "},
	"doas":     {valued: " -u "},
	"time":     {valued: " -f -o "},
	"gtime":    {valued: " -f -o "},
	"env":      {valued: " -u -C "},
	"nohup":    {},
	"nice":     {valued: " -n "},
	"ionice":   {valued: " -c -n "},
	"timeout":  {operands: 1, valued: " -s -k --signal --kill-after "},
	"gtimeout": {operands: 1, valued: " -s -k --signal --kill-after "},
	"command":  {},
	"builtin":  {},
	"exec":     {},
	"stdbuf":   {valued: " -i -o -e "},
	"unbuffer": {},
	"uvx":      {valued: " --from --with -p --python "},
	"xargs":    {valued: " -I -n -P -L -d -s -a -E "},
	"parallel": {valued: " -j "},
	"then":     {}, "else": {}, "do": {}, "if": {}, "elif": {}, "while": {}, "until": {}, "!": {}, "{": {},
	"rtk": {verbs: " test err summary proxy "}, "direnv": {operands: 2}, "dotenv": {valued: " -f -e "}, "dotenvx": {operands: 1, valued: " -f "},
	"xvfb-run": {valued: " -s "}, "caffeinate": {}, "watch": {valued: " -n "}, "cross-env": {}, "op": {operands: 1},
	"doppler": {operands: 1}, "arch": {}, "chronic": {},
}

// plainCommands are the commands whose name tells all, whatever follows.
var plainCommands = sync.OnceValue(plainTable)

func plainTable() map[string]Class {
	t := make(map[string]Class, 400)
	put := func(c Class, names string) {
		for _, n := range strings.Fields(names) {
			t[n] = c
		}
	}
	// Readers: of files, of the system, and words of the shell itself.
	put(ClassRead, `cat bat batcat less more head tail tac nl wc ls ll la dir tree exa eza lsd stat file du df
		grep egrep fgrep rg ag ack zgrep zcat git-grep cut tr uniq paste join comm column fold fmt rev expand
		diff colordiff cmp difft delta base64 base32 uuidgen javap md5sum sha1sum sha256sum sha512sum shasum md5 cksum b2sum
		jq yq xq fx gron dasel xmllint xsltproc csvlook xsv qsv hexdump xxd od strings nm objdump readelf ldd otool
		echo printf true false : test [ [[ (( pwd cd pushd popd dirs which where whereis type hash whoami id
		hostname uname arch date cal uptime env printenv locale ps pgrep top htop free vmstat iostat lsof ss
		netstat ifconfig ip ping dig nslookup host traceroute getent groups who w last sleep wait seq expr bc
		basename dirname realpath readlink getconf nproc tput stty clear history alias export set unset local
		declare typeset readonly let shift return exit break continue read shopt ulimit umask trap
		for in done fi esac case select function } man help info apropos tldr locate mdfind
		cloc tokei scc loc wslpath cygpath pbpaste ccusage cksum look tsort shuf numfmt column
		get-content get-childitem select-string get-item test-path get-location write-host write-output
		findstr tasklist systeminfo ver vol
	 ffprobe exiftool identify pdftotext pdfinfo mediainfo sw_vers lscpu lsblk
		jwt ldapsearch dumpe2fs journalctl dmesg lsb_release lspci lsusb lsmod findmnt getfacl mpstat ansible-doc ansible-inventory pipdeptree
	 measure-object select-object where-object sort-object format-table foreach-object
		convertfrom-json convertto-json out-string out-null get-process get-command`)
	// Tests, of every ecosystem that has a runner of its own.
	put(ClassTest, `pytest py.test nosetests nose2 unittest trial tox nox behave robot
		jest vitest mocha ava tap tape jasmine karma cypress playwright wtr qunit c8 nyc testcafe nightwatch codecept wdio
		rspec minitest cucumber phpunit pest paratest codeception behat phpspec
		ctest gtest catch2 gotestsum ginkgo gotest richgo tparse nextest cargo-nextest
		busted prove bats shellspec shunit2 testthat lua-test kaocha speclj
	 newman hurl dredd schemathesis detox maestro patrol xctest trybuild
		flutter_test bashunit venom goss molecule terratest conftest`)
	// Builds.
	put(ClassBuild, `gcc g++ cc c++ clang clang++ rustc javac kotlinc scalac ghc ocamlc ocamlopt dmd ldc2 gfortran
		nvcc emcc webpack rollup esbuild tsup parcel swc babel rspack rsbuild snowpack microbundle unbuild
		goreleaser ko buildah kaniko xelatex pdflatex latexmk tectonic lualatex typst mkdocs sphinx-build mdbook
		electron-builder pyinstaller nuitka protoc sass tailwindcss
		postcss lessc wat2wasm wasm-opt ld ar ranlib as nasm javadoc jar dx`)
	put(ClassLint, `eslint eslint_d stylelint tslint oxlint biome xo standard jshint jscpd knip depcheck ls-lint commitlint
		ruff flake8 pylint pycodestyle pydocstyle bandit vulture pyflakes interrogate deptry
		golangci-lint golint staticcheck revive govulncheck gosec errcheck ineffassign nilaway go-vet misspell
		clippy clippy-driver cargo-clippy cargo-deny cargo-audit rubocop reek brakeman standardrb erb_lint haml-lint
		phpcs phpmd phplint shellcheck hadolint yamllint markdownlint markdownlint-cli2 mdl vale proselint
		actionlint zizmor ansible-lint tflint tfsec checkov trivy grype kube-linter kubeval kubeconform sqlfluff
		ktlint detekt checkstyle pmd spotbugs swiftlint clang-tidy cppcheck cpplint luacheck hlint credo dialyzer
		semgrep codespell typos cspell write-good alex lychee gitleaks trufflehog detect-secrets sonar-scanner
		pre-commit lefthook htmlhint djlint curlylint dclint protolint spectral redocly solhint slither ktlint-cli
		axe pa11y lighthouse vacuum editorconfig-checker ec`)
	put(ClassTypeCheck, `tsc vue-tsc svelte-check mypy dmypy pyright basedpyright pyre pytype ty phpstan psalm flow
		sorbet srb steep gopls tsgo attw astro-check`)
	put(ClassFormat|ClassWrite, `gofmt goimports gofumpt gci golines prettier dprint black isort autopep8 yapf autoflake
		rustfmt clang-format shfmt stylua terraform-fmt nixfmt alejandra ormolu fourmolu swiftformat swift-format
		ktfmt google-java-format scalafmt php-cs-fixer pint csharpier taplo sqlformat pyupgrade docformatter
		rufo buildifier ocamlformat mix-format mdformat zprint cljfmt jsonnetfmt`)
	put(ClassRun|ClassUnknown, `vite next nuxt astro remix svelte-kit ng nodemon pm2 ts-node-dev air reflex uvicorn gunicorn hypercorn django-admin streamlit
		jupyter ipython puma sidekiq foreman overmind caddy nginx serve http-server live-server buf
		open xdg-open start scp rsync kill pkill killall prisma drizzle-kit`)
	put(ClassWrite, `rm rmdir unlink shred cp mv ln install mkdir touch chmod chown chgrp truncate dd tee split csplit patch
		mktemp mkfifo trash sponge sd rename convert magick ffmpeg jupytext ast-grep comby codemod jscodeshift gsutil
		set-content add-content out-file new-item remove-item copy-item move-item rename-item del copy move ren xcopy robocopy md rd`)
	put(ClassInstall, `brew apt apt-get apk pipx asdf nvm fnm volta rustup rbenv pyenv sdk gem cpan cpanm luarocks opam ghcup`)
	return t
}

// taskWords tell what a task of a task runner does, by the words in its name.
// The first that fits wins: "test:lint" is a test, "check:lint" checks style.
var taskWords = []struct {
	class Class
	words func() map[string]bool
}{
	{ClassTypeCheck, wordSet(`typecheck types tsc mypy pyright tc typescript checktypes`)},
	{ClassTest, wordSet(`test tests testing spec specs e2e unit integration it itest coverage cov jest vitest pytest
		playwright cypress smoke regression bench benchmark unittest tap rspec phpunit
		ginkgo race acceptance functional testall snapshot mocha`)},
	{ClassLint, wordSet(`lint linter lints eslint vet clippy analyze analyse ruff staticcheck golangci style shellcheck
		audit stan rubocop flake8 precommit stylelint oxlint biome pylint swiftlint ktlint detekt checkstyle spotbugs pmd
		credo dialyzer phpcs phpstan hadolint spellcheck`)},
	{ClassFormat | ClassWrite, wordSet(`fmt format prettier black formatting autofix spotless gofmt rustfmt isort`)},
	{ClassTest, anyCheck},
	{ClassBuild, wordSet(`build compile bundle dist package assemble all release image docker webpack vite
		buildall make debug wasm docs compilejava binary bin prod production`)},
	{ClassFormat | ClassWrite, wordSet(`fix`)},
	{ClassInstall, wordSet(`install deps bootstrap setup dependencies i restore vendor`)},
	{ClassRun | ClassUnknown, wordSet(`start dev serve run server watch preview demo up example`)},
}

// taskWrites make a task one with side effects, whatever else its name says, unless it
// begins with what only checks: test:deploy.
var taskWrites = wordSet(`deploy publish push upload migrate seed rollback destroy reset drop promote provision`)

// checksByName reports whether a word is one of tasks that look, test or lint.
func checksByName(w string) bool {
	for _, t := range taskWords {
		if t.class&(ClassTest|ClassLint|ClassTypeCheck) != 0 && t.words()[w] {
			return true
		}
	}
	return false
}

// anyCheck are the words of tasks that check, and do not say what.
var anyCheck = wordSet(`check verify ci qa validate`)

// ChecksAnything reports whether a command is a test only because it names a task that
// checks, and not what: "make verify-pages", "just check".
func ChecksAnything(command string) bool {
	vague := false
	for w := range strings.FieldsFuncSeq(strings.ToLower(command), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if anyCheck()[w] {
			vague = true
			continue
		}
		for _, t := range taskWords {
			if t.class == ClassTest && t.words()[w] {
				return false
			}
		}
	}
	return vague
}

// checkWords make a formatter's task a check of style: format:check, verify-fmt.
var checkWords = wordSet(`check verify validate ci lint`)

// taskClass classifies a task by its name, as in make test, npm run build:prod,
// just check-types, and by what it is told (npm run lint -- --fix). An unknown
// task runs something unknown.
func taskClass(name string, args ...string) Class {
	words := nameWords(name)
	switch {
	case len(words) > 1 && words[0] == "install":
		return ClassInstall // installDebug is no build
	case len(words) > 1 && !slices.ContainsFunc(words[:1], checksByName) && slices.ContainsFunc(words, func(w string) bool { return taskWrites()[w] }):
		return ClassRun | ClassUnknown // deploy:prod neither, db:seed:test is no test
	}
	for _, t := range taskWords {
		for _, w := range words {
			if !t.words()[w] {
				continue
			}
			c := t.class
			if c.Has(Verifies) && slices.ContainsFunc(words, rewritesTask) || c == ClassLint && formats(words) {
				c |= ClassWrite
			}
			if c.Has(ClassFormat) && !hasWord(words, "fix") && !hasWord(words, "apply") {
				if hasWord(words, "diff") {
					c &^= ClassWrite
				} else if slices.ContainsFunc(words, func(w string) bool { return checkWords()[w] }) {
					c = ClassLint
				}
			}
			return settled("task", c, args)
		}
	}
	return ClassRun | ClassUnknown
}

// formats reports whether a linter's task also writes what it found: ktlintFormat.
func formats(words []string) bool {
	return (hasWord(words, "format") || hasWord(words, "fmt")) && !hasWord(words, "check") && !hasWord(words, "diff")
}

func hasWord(words []string, want string) bool {
	for _, w := range words {
		if w == want {
			return true
		}
	}
	return false
}

// wordSet is a set of words, made when it is first asked for.
func wordSet(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := make(map[string]bool)
		for w := range strings.FieldsSeq(words) {
			m[w] = true
		}
		return m
	})
}
