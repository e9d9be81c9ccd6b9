package shell

import (
	"strings"
	"sync"
)

// This file tells which tests, linters and formatters change what they look at:
// fixers, and runners that write their expectations anew. By their name they only
// look; an option, a variable, a sub-command or a task's name says that they write
// (DESIGN.md, Facts: Mutating).

// rewriteWords are the words of an option or a variable that make a runner write:
// --fix, --updateSnapshot, -update-golden, UPDATE_EXPECT=1, BLESS=1.
var rewriteWords = wordSet(`fix autofix write rewrite overwrite update updates bless accept regenerate regen
	autocorrect autocorrection correct inplace apply reformat alter writebaseline createstub`)

// looseWords stand in the name of an option that only speaks of rewriting:
// --fix-dry-run, --no-update, --exit-non-zero-on-fix, --update-check.
var looseWords = wordSet(`no not non dry check diff skip without disable show exit type fail ignore notifier`)

// rewriteValues turn an option or a variable on that names what is written.
var rewriteValues = wordSet(`fix write rewrite overwrite update always all new create once accept unseen missing trim inplace
	new_episodes`)

// offValues turn an option or a variable off.
var offValues = wordSet(`0 false no none off never n f disable disabled`)

// shortRewrites are the one-letter options by which a tool writes, by tool.
var shortRewrites = sync.OnceValue(func() map[string]string {
	t := make(map[string]string)
	for flags, tools := range map[string]string{
		" -w ":       "gofmt goimports gofumpt golines gci prettier shfmt codespell typos buf zprint",
		" -a -A -x ": "rubocop standardrb erb_lint haml-lint",
		" -F ":       "ktlint ktlint-cli",
		" -i ": `clang-format autopep8 yapf autoflake docformatter swift-format ormolu fourmolu jsonnetfmt ocamlformat
			cljfmt nixpkgs-fmt`,
		" -i -r ": "google-java-format",
		" -u ":    "jest vitest ava playwright tap tape bun npm pnpm yarn deno task",
	} {
		for tool := range strings.FieldsSeq(tools) {
			t[tool] = flags
		}
	}
	return t
})

// printers are the formatters that print their result unless told to write it.
var printers = wordSet(`gofmt goimports gofumpt golines gci shfmt prettier clang-format autopep8 yapf autoflake docformatter
	swift-format ormolu fourmolu google-java-format jsonnetfmt ocamlformat sqlformat zprint biome buf`)

// onceFlags are whole options by which a checker leaves a file of its own.
var onceFlags = wordSet(`--init --add-noqa --install-types --auto-gen-config --generate-baseline --create-baseline
	--set-baseline --generate-todo --gen-files --write-locks --write-verification-metadata`)

// settled adds to what a test, linter or formatter is by its name whether it writes,
// by what it was told.
func settled(name string, c Class, args []string) Class {
	switch {
	case c.Has(ClassFormat):
		if looksOnly(args, true) || printers()[name] && !rewrites(name, args) {
			return c &^ ClassWrite
		}
	case c.Has(Verifies) && rewrites(name, args) && !looksOnly(args, false):
		return c | ClassWrite
	}
	return c
}

// rewrites reports whether a runner was told to change files.
func rewrites(name string, args []string) bool {
	short := shortRewrites()[name]
	for i, a := range args {
		if a == "" {
			continue
		}
		if a[0] != '-' {
			if isAssignment(a) && rewritesByVariable(a) {
				return true // make test UPDATE=1
			}
			continue
		}
		next := ""
		if i+1 < len(args) {
			next = args[i+1]
		}
		if onceFlags()[a] || strings.Contains(short, " "+a+" ") || rewritesByOption(a, next) {
			return true
		}
	}
	return false
}

// rewritesByOption reads one option, with its value glued on or behind it.
func rewritesByOption(option, next string) bool {
	name, value, glued := strings.Cut(strings.TrimLeft(option, "-"), "=")
	if len(name) < 3 || glued && offValues()[strings.ToLower(value)] {
		return false
	}
	if (name[0] == 'D' || name[0] == 'P') && len(name) > 4 { // -Dsnapshot.update=true, -PupdateSnapshots
		name = name[1:]
	}
	words := nameWords(name)
	names, loose, kept := false, false, false
	for i, w := range words {
		switch {
		case looseWords()[w]:
			loose = true
		case rewriteWords()[w] || w == "place" && i > 0 && words[i-1] == "in":
			names = true
		case w == "record" || w == "snapshot" || w == "snapshots" || w == "golden" || w == "lint" || w == "mode" || w == "cassette":
			kept = true
		}
	}
	if loose {
		return false
	}
	if !glued {
		value = next
		kept = kept && hasWord(words, "record") // --record-mode once
	}
	return names || kept && rewriteValues()[strings.ToLower(value)]
}

// rewritesByVariable reports whether a variable tells a runner to write its
// expectations anew: UPDATE_GOLDEN=1, INSTA_UPDATE=always, RECORD=all.
func rewritesByVariable(assignment string) bool {
	name, value, _ := strings.Cut(assignment, "=")
	value = strings.ToLower(strings.Trim(value, `"'`))
	if value == "" || offValues()[value] {
		return false
	}
	words := nameWords(name)
	found := rewriteValues()[value] && (hasWord(words, "trybuild") || hasWord(words, "snapshot") || hasWord(words, "snapshots"))
	for _, w := range words {
		if looseWords()[w] {
			return false
		}
		found = found || rewriteWords()[w] || w == "record"
	}
	return found
}

// rewritesTask reports whether a word of a task's name says that it writes:
// lint:fix, update-snapshots, recordPaparazziDebug.
func rewritesTask(word string) bool {
	return rewriteWords()[word] || word == "record" || word == "u" || word == "reset"
}

// looksOnly reports whether a fixer was told to change nothing: --check, --diff,
// --dry-run. Only a formatter's options are read for "check" and its kin: a linter
// that fixes may check file names besides.
func looksOnly(args []string, formatter bool) bool {
	for i, a := range args {
		if formatter && (a == "check" || a == "-") {
			return true
		}
		if len(a) < 2 || a[0] != '-' {
			continue
		}
		if formatter && (a == "-c" || a == "-l" && !hasArg(args, "-w") || a == "-d" && !hasArg(args, "-w") || a == "-n") {
			return true
		}
		name, value, glued := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if glued && offValues()[strings.ToLower(value)] {
			if formatter && (name == "output" || name == "write") {
				return true // dart format --output=none
			}
			continue
		}
		if !glued && i+1 < len(args) {
			value = args[i+1]
		}
		if formatter && (name == "o" || name == "output") && (value == "none" || value == "show" || value == "json") {
			return true
		}
		if formatter && name == "mode" && (value == "check" || value == "diff" || value == "print_if_changed") {
			return true
		}
		for j, w := range nameWords(name) {
			switch w {
			case "dry", "dryrun":
				return true
			case "diff":
				if j == 0 || formatter {
					return true
				}
			case "check", "checkonly", "verify", "validate", "lint", "test", "different", "stdin":
				if formatter {
					return true
				}
			}
		}
	}
	return false
}

// asksOnly reports whether a command is asked for its version or its help.
func asksOnly(args []string) bool {
	if len(args) == 0 {
		return false
	}
	switch args[len(args)-1] {
	case "--version", "--help":
		return true
	case "-V", "-h", "version", "help":
		return len(args) == 1
	}
	return false
}

// toolVerbs maps the sub-commands of tools that do several things to what they do;
// "" is the tool alone. A verb that is missing here leaves what the name tells.
var toolVerbs = sync.OnceValue(func() verbTable {
	const unknown = ClassRun | ClassUnknown
	t := make(verbTable)
	put := t.put
	put("ruff", ClassFormat|ClassWrite, "format")
	put("ruff", ClassRead, "rule config linter")
	put("ruff", ClassWrite, "clean")
	put("biome", ClassFormat|ClassWrite, "format")
	put("biome", ClassWrite, "migrate init")
	put("biome", unknown, "start stop")
	put("golangci-lint", ClassFormat|ClassWrite, "fmt")
	put("golangci-lint", ClassRead, "linters formatters config")
	put("golangci-lint", ClassWrite, "migrate cache custom")
	put("sqlfluff", ClassFormat|ClassWrite, "fix format")
	put("dprint taplo cljfmt csharpier", ClassLint, "lint")
	put("php-cs-fixer", ClassRead, "describe list-files")
	put("swiftlint", ClassLint|ClassWrite, "autocorrect fix")
	put("swiftlint", ClassRead, "rules")
	put("swift-format", ClassLint, "lint")
	put("buf", ClassLint, "lint breaking")
	put("buf", ClassBuild, "build")
	put("buf", ClassFormat|ClassWrite, "format")
	put("gci", ClassFormat, "print diff list")
	put("gci", ClassFormat|ClassWrite, "write")
	put("pre-commit lefthook", ClassInstall, "install uninstall autoupdate install-hooks migrate-config")
	put("pre-commit", ClassWrite, "clean gc")
	put("pre-commit", ClassRead, "sample-config")
	put("playwright cypress", ClassInstall, "install install-deps uninstall")
	put("playwright cypress", unknown, "open codegen show-report show-trace")
	put("cypress", ClassRead, "verify info cache")
	put("parcel webpack rspack rsbuild snowpack mkdocs mdbook sphinx-build hugo", unknown,
		`dev serve start preview server watch develop generate new add create init deploy gh-deploy`)
	put("next nuxt ng", ClassLint, "lint")
	put("nuxt astro", ClassTypeCheck, "check typecheck")
	put("ng mdbook", ClassTest, "test e2e")
	put("vite next nuxt astro remix ng svelte-kit", ClassBuild, "build package")
	put("dmypy", unknown, "start stop restart")
	put("mutmut stryker", ClassTest, "run")
	put("semgrep", ClassRead, "login logout")
	put("vale", ClassInstall, "sync")
	put("tflint", ClassInstall, "--init")
	put("eslint stylelint", ClassWrite, "--init")
	put("tsc", ClassWrite, "--init")
	put("commitlint", ClassRead, "--print-config")
	return t
})

// toolClass classifies a tool whose name tells what it is, by its sub-command and
// by what it is told.
func toolClass(name string, c Class, args []string) Class {
	if c.Has(Verifies|ClassFormat|ClassInstall) && asksOnly(args) {
		return ClassRead
	}
	verb, _ := firstWord(args, runnerValued)
	if verb == "" && len(args) > 0 {
		verb = args[0]
	}
	if v, ok := toolVerbs()[name][verb]; ok {
		c = v
	}
	return settled(name, c, args)
}
