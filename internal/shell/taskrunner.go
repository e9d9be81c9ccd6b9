package shell

import (
	"strings"
	"sync"
)

// runnerVerbs maps sub-commands of build tools to what they do; a tool missing
// here, or a verb, falls back to the words in the task's name.
var runnerVerbs = sync.OnceValue(runnerTable)

// verbTable maps tools, and of each its sub-commands, to what they do.
type verbTable map[string]map[string]Class

// put says of sub-commands of tools what they do; both are parted by blanks.
func (t verbTable) put(tools string, c Class, verbs string) {
	for tool := range strings.FieldsSeq(tools) {
		if t[tool] == nil {
			t[tool] = make(map[string]Class)
		}
		for v := range strings.FieldsSeq(verbs) {
			t[tool][v] = c
		}
	}
}

func runnerTable() verbTable {
	const unknown = ClassRun | ClassUnknown
	t := make(verbTable)
	put := t.put
	put("go", ClassTest, "test")
	put("go", ClassBuild, "build")
	put("go", ClassLint, "vet")
	put("go", ClassFormat|ClassWrite, "fmt fix")
	put("go", ClassRead, "list env version doc help")
	put("go", ClassInstall, "get install mod work clean telemetry")
	put("go", unknown, "run generate tool")
	put("cargo", ClassTest, "test t nextest bench miri tarpaulin llvm-cov mutants")
	put("cargo", ClassBuild, "build b rustc doc d zigbuild")
	put("cargo", ClassTypeCheck, "check c")
	put("cargo", ClassLint, "clippy audit deny machete udeps outdated hack semver-checks")
	put("cargo", ClassFormat|ClassWrite, "fmt fix")
	put("cargo", ClassRead, "tree metadata search --version -V --list help pkgid locate-project info expand")
	put("cargo", ClassInstall, "install add remove update fetch vendor uninstall")
	put("cargo", unknown, "run r publish new init clean xtask")
	put("dotnet", ClassTest, "test vstest")
	put("dotnet", ClassBuild, "build publish pack msbuild")
	put("dotnet", ClassFormat|ClassWrite, "format")
	put("dotnet", ClassInstall, "restore add remove tool new workload nuget")
	put("dotnet", ClassRead, "list --version --info --list-sdks --list-runtimes")
	put("dotnet", unknown, "run watch ef clean")
	for _, m := range []string{"mvn", "mvnw"} {
		put(m, ClassTest, "test verify integration-test surefire:test failsafe:integration-test")
		put(m, ClassBuild, "compile package install test-compile site process-classes")
		put(m, ClassRead, "dependency:tree help:effective-pom --version -v versions:display-dependency-updates")
		put(m, ClassLint, "checkstyle:check spotbugs:check pmd:check validate spotless:check")
		put(m, ClassFormat|ClassWrite, "spotless:apply fmt:format")
		put(m, unknown, "deploy clean exec:java spring-boot:run")
	}
	put("gradle gradlew", ClassRead, "tasks projects dependencies properties help dependencyInsight buildEnvironment javaToolchains --version -v")
	put("swift", ClassTest, "test")
	put("swift", ClassBuild, "build")
	put("swift", unknown, "run package")
	put("xcodebuild", ClassTest, "test test-without-building")
	put("xcodebuild", ClassBuild, "build build-for-testing archive")
	put("flutter", ClassTest, "test drive")
	put("flutter", ClassBuild, "build assemble")
	put("flutter", ClassLint, "analyze")
	put("flutter", ClassRead, "doctor devices --version")
	put("flutter", ClassInstall, "pub create upgrade gen-l10n")
	put("flutter", unknown, "run clean")
	put("dart", ClassTest, "test")
	put("dart", ClassBuild, "compile")
	put("dart", ClassLint, "analyze")
	put("dart", ClassFormat|ClassWrite, "format fix")
	put("dart", ClassInstall, "pub")
	put("dart", unknown, "run")
	put("mix", ClassTest, "test coveralls espec test.watch")
	put("mix", ClassBuild, "compile release")
	put("mix", ClassLint, "credo dialyzer")
	put("mix", ClassFormat|ClassWrite, "format")
	put("mix", ClassInstall, "deps.get deps.update")
	put("zig", ClassBuild, "build build-exe build-lib build-obj")
	put("zig", ClassTest, "test")
	put("zig", ClassFormat|ClassWrite, "fmt")
	put("sbt", ClassTest, "test testOnly testQuick")
	put("sbt", ClassBuild, "compile package assembly Test/compile")
	put("stack", ClassTest, "test")
	put("stack", ClassBuild, "build")
	put("cabal", ClassTest, "test")
	put("cabal", ClassBuild, "build")
	put("dune", ClassTest, "test runtest")
	put("dune", ClassBuild, "build")
	put("lein", ClassTest, "test midje")
	put("rebar3", ClassTest, "eunit ct proper")
	put("rebar3", ClassBuild, "compile")
	for _, b := range []string{"bazel", "bazelisk", "buck2", "pants"} {
		put(b, ClassTest, "test coverage")
		put(b, ClassBuild, "build")
		put(b, ClassRead, "query cquery aquery info version targets")
		put(b, ClassLint, "lint check")
	}
	put("composer", ClassLint, "validate audit")
	put("composer", ClassRead, "show outdated why")
	put("composer", ClassInstall, "install update require remove dump-autoload")
	for _, p := range []string{"pip", "pip3", "conda", "mamba"} {
		put(p, ClassRead, "list show freeze check search info --version index")
		put(p, ClassInstall, "install uninstall download wheel create update remove")
	}
	put("uv", ClassInstall, "sync add remove lock pip venv tool python init")
	put("uv", ClassRead, "tree --version")
	put("uv", ClassBuild, "build")
	put("poetry", ClassInstall, "install add remove lock update")
	put("poetry", ClassRead, "show --version check")
	put("poetry", ClassBuild, "build")
	put("bundle", ClassInstall, "install update add")
	put("bundle", ClassRead, "list show info outdated")
	put("forge", ClassTest, "test coverage")
	put("forge", ClassTest|ClassWrite, "snapshot")
	put("forge", ClassBuild, "build compile")
	put("forge", ClassFormat|ClassWrite, "fmt")
	put("anchor", ClassTest, "test")
	put("anchor", ClassBuild, "build")
	put("nix", ClassBuild, "build")
	put("nix", ClassTest, "flake-check")
	put("nix", ClassRead, "eval search show path-info flake-show")
	put("wasm-pack", ClassTest, "test")
	put("wasm-pack", ClassBuild, "build")
	put("trunk", ClassBuild, "build")
	put("ninja", ClassBuild, "")
	put("hugo", ClassBuild, "")
	put("meson", ClassTest, "test")
	put("meson", ClassBuild, "compile setup")
	put("turbo", ClassRead, "ls")
	put("mise", ClassRead, "ls list tasks which doctor env --version current where")
	put("mise", ClassInstall, "install use trust upgrade")
	put("just", ClassRead, "--list -l --summary --show")
	put("task", ClassRead, "--list -l --list-all -a")
	return t
}

// runnerValued are options of build tools that take the next word.
const runnerValued = " -C -f -j -p -P --project --dir --directory --manifest-path -pl -scheme -destination -project -workspace -configuration --filter --target --features --package --preset --with --extra --group --env-file -k -m -o "

// runnerClass classifies build tools and task runners by their verb.
func runnerClass(name string, args []string, depth int) Class {
	name = strings.TrimSuffix(strings.TrimPrefix(name, "./"), "w.bat")
	verb, rest := firstWord(args, runnerValued)
	switch name {
	case "bundle", "poetry", "pipenv", "uv", "hatch", "pdm", "rye", "mise", "nix", "conda", "mamba", "stack", "pixi":
		// These also run a command inside an environment.
		if sub, _ := firstWord(rest, ""); name == "uv" && (verb == "pip" || verb == "python" || verb == "tool") && uvReads()[sub] {
			return ClassRead
		}
		switch verb {
		case "run", "r":
			if task, more := firstWord(rest, runnerValued); name == "mise" {
				return taskClass(task, more...)
			}
			return innerClass(name, rest, depth)
		case "exec", "x", "tool", "shell", "develop":
			return innerClass(name, rest, depth)
		case "flake":
			switch sub, _ := firstWord(rest, ""); sub {
			case "check":
				return ClassTest
			case "show", "metadata", "info":
				return ClassRead
			}
		case "fmt", "format":
			return settled(name, ClassFormat|ClassWrite, rest)
		}
	case "tox", "nox":
		for i, a := range args[:max(len(args)-1, 0)] {
			if a == "-e" || a == "-s" || a == "--session" {
				if c := taskClass(args[i+1], args[i+2:]...); c.Has(Verifies | ClassFormat) {
					return c
				}
			}
		}
		return settled(name, ClassTest, args)
	case "cmake":
		return cmakeClass(args)
	case "composer":
		if verb == "run" || verb == "run-script" || verb == "exec" {
			task, more := firstWord(rest, "")
			return taskClass(task, more...)
		}
	case "zig":
		if verb == "build" && hasArg(rest, "test") {
			return ClassTest
		}
	case "go":
		switch {
		case verb == "mod" && len(rest) > 0 && (rest[0] == "graph" || rest[0] == "why" || rest[0] == "verify" || hasArg(rest, "-diff") || rest[0] == "edit" && (hasArg(rest, "-json") || hasArg(rest, "-print"))):
			return ClassRead
		case verb == "env" && (hasArg(rest, "-w") || hasArg(rest, "-u")):
			return ClassInstall
		case verb == "tool":
			if tool, more := firstWord(rest, ""); tool != "" {
				if tool == "cover" || tool == "pprof" || tool == "trace" || tool == "nm" || tool == "objdump" {
					return ClassRead
				}
				return wordsClass(append([]string{tool}, more...), depth+1)
			}
		case verb == "run":
			// go run example.org/cmd/linter@version is that linter.
			if tool, more := firstWord(rest, " -mod -tags -exec "); strings.Contains(tool, "@") {
				tool = tool[:strings.IndexByte(tool, '@')]
				if c := wordsClass(append([]string{commandName(tool)}, more...), depth+1); c.Has(Verifies | ClassFormat) {
					return c
				}
			}
		}
	case "cargo":
		switch verb {
		case "insta":
			return instaClass(rest)
		case "make":
			if task, more := firstWord(rest, " --makefile --profile -p "); task != "" {
				return taskClass(task, more...)
			}
		case "audit":
			if hasArg(rest, "fix") {
				return ClassLint | ClassWrite
			}
		case "publish", "package":
			if hasArg(rest, "--dry-run") {
				return ClassBuild
			}
		}
	case "swift", "xcodebuild", "mvn", "mvnw", "gradle", "gradlew", "sbt", "ant", "ninja", "make", "gmake", "just", "task", "rake", "turbo", "nx", "invoke", "inv", "mage", "moon", "lein":
		return taskList(name, args)
	}
	if name == "mix" && asksFramework(verb) {
		return ClassRead
	}
	if c, ok := runnerVerbs()[name][verb]; ok {
		switch {
		case !c.Has(ClassUnknown) && asksOnly(rest), c == ClassInstall && hasOption(rest, "--dry-run"):
			return ClassRead
		case name == "dart" && verb == "fix" && !hasArg(rest, "--apply"), name == "forge" && verb == "snapshot" && looksOnly(rest, true):
			return c &^ ClassWrite
		}
		return settled(name, c, rest)
	}
	if verb == "" {
		if len(args) > 0 {
			if c, ok := runnerVerbs()[name][args[0]]; ok {
				return c
			}
			if args[0] == "--version" || args[0] == "--help" || args[0] == "-V" {
				return ClassRead
			}
		}
		if name == "hugo" {
			return ClassBuild
		}
		return ClassRun | ClassUnknown
	}
	return taskClass(verb, rest...)
}

// uvReads are what only looks in uv's groups: uv pip list, uv tool dir.
var uvReads = wordSet(`list show freeze check tree find dir`)

// cmakeClass classifies cmake: it configures, builds targets, installs them.
func cmakeClass(args []string) Class {
	c := ClassBuild
	for i, a := range args {
		next := ""
		if i+1 < len(args) {
			next = args[i+1]
		}
		switch a {
		case "--version", "--help":
			return ClassRead
		case "-E", "-P":
			if a == "-E" && (next == "echo" || next == "cat" || next == "environment" || next == "capabilities" || next == "compare_files" || next == "md5sum" || next == "sha256sum") {
				return ClassRead
			}
			return ClassRun | ClassUnknown // a command or a script of its own
		case "--install":
			return ClassInstall
		case "--target", "-t":
			c |= taskClass(next)
		}
	}
	return c
}

// instaClass classifies cargo's reviewer of snapshots.
func instaClass(args []string) Class {
	switch verb, rest := firstWord(args, ""); verb {
	case "test":
		return settled("cargo", ClassTest, rest)
	case "pending-snapshots", "show", "help", "":
		return ClassRead
	default: // accept, reject, review
		return ClassWrite
	}
}

// innerClass is the class of what an environment runner runs: a known command,
// else a task of that name (mise run test, hatch run lint:style).
func innerClass(name string, rest []string, depth int) Class {
	words := skipOptions(rest, wrapper{valued: runnerValued + "-c --command -n --name --python --from "})
	if name == "mise" {
		if i := indexOf(rest, "--"); i >= 0 {
			words = rest[i+1:]
		}
	}
	if len(words) == 0 {
		if i := indexOf(rest, "-c"); i >= 0 && i+1 < len(rest) {
			return classOf(strings.Join(rest[i+1:], " "), depth+1)
		}
		return ClassRun | ClassUnknown
	}
	task := words[0]
	if i := strings.LastIndexByte(task, ':'); name == "hatch" && i >= 0 && taskClass(task[i+1:]).Has(ClassFormat) {
		task = task[i+1:] // environment:script, and the script writes
	}
	if task == "test" || task == "check" || task == "fmt" || task == "format" || task == "lint" {
		return taskClass(task, words[1:]...) // a script of that name, and no word of the shell
	}
	c := wordsClass(words, depth+1)
	if c == ClassUnknown || c == 0 {
		return taskClass(task, words[1:]...)
	}
	return c
}

// taskList classifies a runner that takes several tasks at once: make lint test.
func taskList(name string, args []string) Class {
	var c Class
	tasks := 0
	for i := 0; i < len(args); i++ {
		a := args[i]
		if v, ok := runnerVerbs()[name][a]; ok {
			c |= settled(name, v, args[i+1:])
			tasks++
			continue
		}
		if a == "" || a[0] == '-' || isAssignment(a) {
			switch {
			case a == "-n" || a == "--dry-run" || a == "--version" || a == "--help":
				return ClassRead
			case strings.Contains(runnerValued, " "+a+" "):
				if (name == "make" || name == "gmake" || name == "ninja") && a == "-j" {
					if i+1 < len(args) && onlyDigits([]byte(args[i+1])) {
						i++
					}
					continue
				}
				if a != "-o" && a != "-k" && a != "-m" || name == "xcodebuild" {
					i++
				}
			}
			continue
		}
		switch name {
		case "gradle", "gradlew", "sbt", "mvn", "mvnw":
			a = a[strings.LastIndexByte(a, ':')+1:]
		case "turbo", "nx", "moon":
			if a == "run" || a == "run-many" || a == "affected" || a == "exec" {
				continue
			}
			if j := strings.IndexByte(a, ':'); j >= 0 && name == "nx" {
				a = a[j+1:]
			}
		}
		tasks++
		c |= taskClass(a, args...)
		if name == "just" || name == "task" || name == "invoke" || name == "inv" || name == "nx" {
			break // what follows are the task's own arguments
		}
	}
	if tasks == 0 {
		return ClassBuild
	}
	return c
}

func indexOf(args []string, want string) int {
	for i, a := range args {
		if a == want {
			return i
		}
	}
	return -1
}
