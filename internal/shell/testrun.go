package shell

import (
	"path"
	"slices"
	"strings"
)

// testRun finds commands that run tests though neither their name nor a sub-command says
// it: the aliases of clj, a target of mill, a flag or a piece of code that names the runner.
func testRun(name string, args []string, depth int) (Class, bool) {
	switch name {
	case "clojure", "clj":
		for _, a := range args {
			if len(a) > 2 && a[0] == '-' && (a[1] == 'M' || a[1] == 'X' || a[1] == 'T') && namesTests(a[2:]) {
				return ClassTest, true
			}
		}
	case "mill":
		target, rest := firstWord(args, " -j -D ")
		if c := taskClass(target[strings.LastIndexByte(target, '.')+1:], rest...); c.Has(Verifies | ClassFormat) {
			return c, true
		}
	case "opam":
		if verb, rest := firstWord(args, " --switch "); verb == "exec" {
			if i := indexOf(rest, "--"); i >= 0 {
				rest = rest[i+1:]
			}
			return wordsClass(skipOptions(rest, wrapper{valued: " --switch "}), depth+1), true
		}
	case "node", "tsx":
		if hasArg(args, "--test") && !hasArg(args, "--test-update-snapshots") && slices.IndexFunc(args, func(a string) bool { return a != "" && a[0] != '-' }) != 0 {
			return ClassTest, true
		}
	case "nim":
		if (hasArg(args, "-r") || hasArg(args, "--run")) && ofTests(lastWord(args)) {
			return ClassTest | ClassRun, true
		}
	case "perl", "guile", "sbcl", "runhaskell", "runghc", "racket", "swipl", "Rscript", "julia":
		if name == "perl" && oneLiner(args) {
			return 0, false
		}
		file := lastWord(args)
		for _, runner := range []string{"testthat::", "devtools::test(", "tinytest::", "test_check(", "RUnit", "run_tests", "Pkg.test("} {
			if containsText(args, runner) {
				return ClassTest, true
			}
		}
		if ofTests(file) || name == "perl" && path.Ext(file) == ".t" {
			return ClassTest | ClassRun, true
		}
	case "R":
		if len(args) > 1 && args[0] == "CMD" && args[1] == "check" {
			return ClassTest, true
		}
	case "erl":
		if hasArg(args, "eunit") {
			return ClassTest | ClassRun, true
		}
	case "rdmd", "dmd", "ldc2":
		if hasArg(args, "-unittest") || hasArg(args, "--unittest") {
			return ClassTest | ClassRun, true
		}
	case "emacs", "nvim", "godot", "godot4":
		for _, runner := range []string{"ert-run-tests", "buttercup-run", "PlenaryBusted", "gut_cmdln", "gdUnit"} {
			if containsText(args, runner) {
				return ClassTest | ClassRun, true
			}
		}
	case "terraform", "tofu", "helm", "inspec", "aptos", "sui", "stestr", "bru", "kitchen", "great_expectations":
		verb, rest := firstWord(args, " -n --namespace --kube-context ")
		if verb == "move" {
			verb, rest = firstWord(rest, "")
		}
		switch {
		case verb == "test" && name != "helm", verb == "unittest", name == "inspec" && verb == "exec", (name == "stestr" || name == "bru") && verb == "run", name == "kitchen" && verb == "verify", verb == "checkpoint":
			return settled(name, ClassTest, rest), true
		case verb == "test": // in a cluster
			return ClassTest | ClassRun, true
		}
	case "pixi":
		switch verb, rest := firstWord(args, " --manifest-path -e --environment "); verb {
		case "run", "exec":
			return innerClass(name, rest, depth), true
		case "list", "info", "tree", "search":
			return ClassRead, true
		case "install", "add", "remove", "update", "lock":
			return ClassInstall, true
		}
	case "uv":
		if module := moduleOf(args); module != nil {
			return scriptClass("python", module, depth), true
		}
	case "cabal", "dart":
		if verb, rest := firstWord(args, runnerValued); verb == "run" {
			if target, _ := firstWord(rest, ""); namesTests(target) {
				return ClassTest | ClassRun, true
			}
		}
	case "dotnet":
		if len(args) > 0 && args[0] == "run" {
			if i := indexOf(args, "--project"); i >= 0 && i+1 < len(args) && namesTests(path.Base(strings.ReplaceAll(args[i+1], `\`, "/"))) {
				return ClassTest | ClassRun, true
			}
		}
	case "rebar3":
		if len(args) > 1 && args[0] == "do" {
			var c Class
			for _, a := range args[1:] {
				if v, ok := runnerVerbs()[name][strings.Trim(a, ",")]; ok {
					c |= v
				}
			}
			return c, c != 0
		}
	case "cargo":
		if len(args) > 1 && args[0] == "hack" {
			if verb, rest := firstWord(args[1:], " --package -p --features --exclude-features --group-features "); verb == "test" || verb == "nextest" || verb == "check" || verb == "clippy" || verb == "build" {
				return settled(name, runnerVerbs()[name][verb], rest), true
			}
		}
	case "earthly":
		for _, a := range args {
			if i := strings.IndexByte(a, '+'); i >= 0 && taskClass(a[i+1:]).Has(Verifies) {
				return taskClass(a[i+1:]), true
			}
		}
	case "lerna":
		if len(args) > 1 && args[0] == "run" {
			return taskClass(args[1], args[2:]...), true
		}
	case "pg_prove", "pgtap", "testament", "elm-test-rs", "ward", "pytest-3", "zope-testrunner", "uvu", "ert-runner", "vusted", "cucumber-js", "web-test-runner", "test-storybook",
		"pact-verifier", "vstest.console", "nunit3-console", "xunit.console", "yath", "tasty-discover", "arch-unit", "storycap", "pabot":
		if asksOnly(args) {
			return ClassRead, true
		}
		return settled(name, ClassTest, args), true
	}
	return 0, false
}

// googleTest is the class of a program that nobody knows by the options that tests built
// with GoogleTest take.
func googleTest(args []string) (Class, bool) {
	switch {
	case !slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "--gtest_") }):
		return 0, false
	case hasArg(args, "--gtest_list_tests"):
		return ClassRead, true
	}
	return ClassTest | ClassRun, true
}

// oneLiner reports whether perl is given its program on the command line, or only checks
// one: the files behind it are what it reads or rewrites.
func oneLiner(args []string) bool {
	for _, a := range args {
		if len(a) < 2 || a[0] != '-' {
			return false
		}
		if a[1] != 'I' && a[1] != 'M' && a[1] != 'm' && a[1] != '-' && strings.ContainsAny(a[1:], "eEnpic") {
			return true
		}
	}
	return false
}

// moduleOf is what follows "uv run" from the -m on that is its own, not that of a command
// which it runs: "uv run pytest -m slow" has none.
func moduleOf(args []string) []string {
	if len(args) == 0 || args[0] != "run" {
		return nil
	}
	for i := 1; i+1 < len(args) && strings.HasPrefix(args[i], "-"); i++ {
		if args[i] == "-m" || args[i] == "--module" {
			return args[i:]
		}
		if strings.Contains(" --with --with-requirements --python -p --package --project --directory --extra --group --env-file --index ", " "+args[i]+" ") {
			i++
		}
	}
	return nil
}

// namesTests reports whether a name speaks of tests: ":dev:test", "cart-tests", "Shop.Tests".
func namesTests(name string) bool {
	return slices.ContainsFunc(nameWords(name), func(w string) bool { return w == "test" || w == "tests" || w == "spec" || w == "specs" })
}

// lastWord is the last argument that is no option; "" where there is none.
func lastWord(args []string) string {
	for i := len(args) - 1; i >= 0; i-- {
		if args[i] != "" && args[i][0] != '-' {
			return args[i]
		}
	}
	return ""
}

// ofTests reports whether a file that is run is one of tests, and makes nothing for them:
// "test/make_data.jl" does.
func ofTests(file string) bool {
	if file == "" || strings.ContainsAny(file, "(; ") || path.Ext(file) == "" {
		return false
	}
	stem := strings.TrimSuffix(path.Base(strings.ReplaceAll(file, `\`, "/")), path.Ext(file))
	for _, w := range nameWords(stem) {
		switch w {
		case "make", "gen", "generate", "build", "setup", "seed", "create", "prepare", "download", "fetch", "data", "fixture", "fixtures", "helper", "helpers", "util", "utils":
			return slices.Contains(nameWords(stem), "test")
		}
	}
	return TestFile(file)
}

// TestFile reports whether a file is one of tests, by its folder or its name.
func TestFile(file string) bool {
	file = strings.ToLower(strings.ReplaceAll(file, `\`, "/"))
	for dir := range strings.SplitSeq(path.Dir(file), "/") {
		switch dir {
		case "test", "tests", "spec", "specs", "__tests__", "e2e":
			return true
		}
	}
	base := path.Base(file)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if namesTests(base) || strings.HasPrefix(stem, "runtests") {
		return true
	}
	for _, word := range []string{"latest", "contest", "fastest", "attest", "protest"} {
		if strings.HasSuffix(stem, word) {
			return false
		}
	}
	return strings.HasSuffix(stem, "test") || strings.HasSuffix(stem, "tests") // "carttest.java"
}
