package shell

import (
	"path"
	"strings"
	"sync"

	"prism/internal/shell/looks"
)

// firstWord returns the first argument that is no option, and what follows it.
// Options named in valued take the next word.
func firstWord(args []string, valued string) (string, []string) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "" {
			continue
		}
		if a[0] != '-' && a[0] != '+' {
			return a, args[i+1:]
		}
		if strings.Contains(valued, " "+a+" ") {
			i++
		}
	}
	return "", nil
}

var gitReaders = wordSet(`status log diff show blame grep ls-files ls-tree ls-remote rev-parse rev-list describe
	shortlog reflog cat-file name-rev merge-base for-each-ref show-ref symbolic-ref var version help count-objects
	whatchanged cherry check-ignore check-attr diff-tree diff-index diff-files range-diff fsck verify-commit verify-tag
	merge-tree check-mailmap check-ref-format get-tar-commit-id request-pull show-index verify-pack column patch-id
	stripspace fast-export show-branch annotate bugreport fetch --version --help`)

// gitGroups are the sub-commands of git that stand for several, and what of each only
// looks; by itself such a one lists.
var gitGroups = sync.OnceValue(func() map[string]func() map[string]bool {
	return map[string]func() map[string]bool{
		"worktree": wordSet("list"), "submodule": wordSet("status summary"), "bisect": wordSet("log view visualize terms"),
		"notes": wordSet("list show get-ref"), "lfs": wordSet("ls-files env status version logs locks"), "sparse-checkout": wordSet("list check-rules"),
		"bundle": wordSet("verify list-heads"), "rerere": wordSet("status diff remaining"), "multi-pack-index": wordSet("verify"),
		"commit-graph": wordSet("verify"), "stash": wordSet("list show"), "remote": wordSet("show get-url"),
	}
})

// gitClass classifies a git command by its sub-command.
func gitClass(args []string) Class {
	sub, rest := firstWord(args, " -C -c --git-dir --work-tree --namespace ")
	if hasArg(args, "--help") {
		return ClassRead
	}
	if reads, ok := gitGroups()[sub]; ok {
		w, more := firstWord(rest, "")
		switch {
		case w == "foreach":
			return wordsClass(skipOptions(more, wrapper{}), 1)
		case reads()[w], w == "" && sub != "stash" && sub != "rerere":
			return ClassRead
		case sub == "remote" && w == "update" && hasArg(more, "--dry-run"):
			return ClassRead
		}
		return ClassGit
	}
	if gitReaders()[sub] || sub == "" {
		if sub == "symbolic-ref" && len(rest) > 1 || sub == "reflog" && (hasArg(rest, "expire") || hasArg(rest, "delete")) {
			return ClassGit
		}
		if hasOption(rest, "--output") && (sub == "diff" || sub == "log" || sub == "show") {
			return ClassWrite
		}
		return ClassRead
	}
	switch sub {
	case "add", "stage", "rm", "mv":
		if dryGit(rest) {
			return ClassRead
		}
		return ClassStage
	case "commit":
		if hasArg(rest, "--dry-run") {
			return ClassRead
		}
		return ClassCommit
	case "push":
		if hasArg(rest, "--dry-run") || hasArg(rest, "-n") {
			return ClassRead
		}
		return ClassPush | pushOpensPull(rest)
	case "revert":
		return ClassRevert
	case "checkout", "switch":
		return ClassCheckout
	case "restore":
		return ClassRestore
	case "reset":
		return ClassReset
	case "branch", "tag":
		for _, a := range rest {
			if strings.HasPrefix(a, "--set-upstream-to=") {
				return ClassGit
			}
			if a == "-v" && sub == "tag" {
				return ClassRead // verifies
			}
			switch a {
			case "-d", "-D", "-m", "-M", "-f", "-u", "--delete", "--move", "--set-upstream-to", "-a", "-s", "--unset-upstream":
				if a == "-a" && sub == "branch" {
					continue
				}
				return ClassGit
			case "-l", "--list", "--contains", "--merged", "--no-merged", "--points-at", "-n", "--sort":
				return ClassRead
			}
		}
		if w, _ := firstWord(rest, " --sort --format --contains --merged --no-merged --points-at "); w != "" {
			return ClassGit
		}
		return ClassRead
	case "clean":
		if dryGit(rest) {
			return ClassRead
		}
		return ClassGit
	case "config":
		if hasArg(rest, "--get") || hasArg(rest, "--list") || hasArg(rest, "-l") || hasArg(rest, "--get-all") || hasArg(rest, "get") || hasArg(rest, "list") {
			return ClassRead
		}
		if w, more := firstWord(rest, ""); w != "" && len(more) == 0 && !hasArg(rest, "--unset") {
			return ClassRead
		}
		return ClassGit
	case "archive":
		if hasArg(rest, "--list") || hasArg(rest, "-l") {
			return ClassRead
		}
	case "format-patch":
		if hasArg(rest, "--stdout") {
			return ClassRead
		}
		return ClassGit | ClassWrite
	case "hash-object", "interpret-trailers":
		if hasArg(rest, "-w") || hasArg(rest, "--in-place") {
			return ClassGit
		}
		return ClassRead
	case "merge-file":
		if hasArg(rest, "-p") || hasArg(rest, "--stdout") {
			return ClassRead
		}
	case "replace":
		if w, _ := firstWord(rest, ""); w == "" || hasArg(rest, "-l") || hasArg(rest, "--list") {
			return ClassRead
		}
	case "apply":
		if hasArg(rest, "--check") || hasArg(rest, "--stat") || hasArg(rest, "--numstat") || hasArg(rest, "--summary") {
			return ClassRead
		}
		return ClassGit | ClassWrite
	}
	return ClassGit
}

// dryGit reports whether a git command only says what it would do: -n, --dry-run,
// alone or among other letters (clean -nd).
func dryGit(args []string) bool {
	for _, a := range args {
		if a == "--" {
			return false
		}
		if a == "--dry-run" || len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.IndexByte(a, 'n') > 0 {
			return true
		}
	}
	return false
}

// containerClass classifies docker and its kin; exec and run look at the command inside.
func containerClass(args []string, depth int) Class {
	sub, rest := firstWord(args, " -f --file -p --project-name -c --context -H --host --log-level -l --config ")
	if sub != "exec" && sub != "run" && hasArg(args, "--help") || len(rest) > 0 && rest[0] == "--help" {
		return ClassRead
	}
	if sub == "compose" || sub == "container" || sub == "image" || sub == "buildx" || sub == "volume" || sub == "network" || sub == "system" {
		sub, rest = firstWord(rest, " -f --file -p --project-name --profile --env-file ")
	}
	if sub == "config" && (hasOption(rest, "-o") || hasOption(rest, "--output")) {
		return ClassWrite
	}
	switch sub {
	case "ps", "images", "logs", "inspect", "version", "info", "ls", "stats", "top", "port", "history", "config", "events", "df", "search", "diff", "":
		return ClassRead
	case "build", "bake":
		return ClassBuild
	case "exec", "run":
		// A command in a container that is already there is that command; a new
		// container is a side effect of its own.
		run := ClassRun
		if sub == "exec" {
			run = 0
		}
		words := skipOptions(rest, wrapper{operands: 1, valued: " -e -v -w -u -p --name --env --volume --workdir --user --network --entrypoint --mount --platform -l --label --env-file --user "})
		if len(words) > 0 {
			return wordsClass(words, depth+1) | run
		}
		return ClassRun | ClassUnknown
	}
	return ClassRun | ClassUnknown
}

// operatorClass classifies what does more than look: package managers,
// clusters, clouds, databases, other keepers of versions.
func operatorClass(name string, args []string, depth int) Class {
	sub, rest := firstWord(args, looks.Valued(name))
	if sub == "" && len(args) > 0 {
		sub = args[0]
	}
	if hasArg(args, "--help") && name != "tmux" { // that is typed into a pane
		return ClassRead
	}
	if hasOption(args, "--dry-run") && !hasArg(args, "--dry-run=none") && (name == "kubectl" || name == "oc" || name == "helm") {
		return ClassRead
	}
	switch name {
	case "aws", "gcloud", "az":
		return cloudClass(name, args)
	case "sqlite3", "psql", "mysql", "redis-cli":
		return sqlClass(args)
	case "adb":
		if sub == "shell" && len(rest) > 0 {
			return wordsClass(rest, depth+1)
		}
	case "jj", "hg", "svn":
		if sub == "commit" || sub == "ci" {
			return ClassCommit
		}
		return ClassGit
	case "brew", "apt", "apt-get", "dpkg", "rpm", "dnf", "yum", "pacman", "snap", "choco", "winget", "scoop":
		return ClassInstall
	case "terraform", "tofu":
		if sub == "validate" {
			return ClassLint
		}
		if sub == "fmt" {
			if hasOption(rest, "-check") || hasOption(rest, "--check") || hasArg(rest, "-write=false") {
				return ClassFormat
			}
			return ClassFormat | ClassWrite
		}
	case "helm":
		if sub == "lint" {
			return ClassLint
		}
	case "crontab":
		return ClassWrite
	case "kubectl", "oc":
		if i := indexOf(rest, "--"); sub == "exec" && i >= 0 && i+1 < len(rest) {
			return wordsClass(rest[i+1:], depth+1)
		}
	}
	return ClassRun | ClassUnknown
}

// sqlClass reads the statement for a verb that writes.
func sqlClass(args []string) Class {
	// A blank in front, so that a verb is a word of its own: "offset 5" sets nothing.
	words := strings.Fields(strings.NewReplacer(";", " ", "(", " ").Replace(strings.ToLower(strings.Join(args, " "))))
	text := " " + strings.Join(words, " ")
	for _, verb := range []string{" insert ", " update ", " delete ", " drop ", " create ", " alter ", " truncate ", " replace ", " grant ", " set ", " del ", " flush", ".import", ".read", " vacuum"} {
		if strings.Contains(text, verb) {
			return ClassRun | ClassUnknown
		}
	}
	for _, verb := range []string{"select", ".schema", ".tables", "pragma", "explain", `\d`, `\l`, "show ", "describe ", "desc ", ".indexes", ".indices", ".databases", ".dbinfo", ".fullschema", "get ", "keys ", "-l", "--version", ".dump", "with "} {
		if strings.Contains(text, verb) {
			return ClassRead
		}
	}
	return ClassRun | ClassUnknown
}

// scriptClass classifies interpreters: a module may be a known tool, code given
// on the command line is a program.
func scriptClass(name string, args []string, depth int) Class {
	if len(args) == 0 {
		return ClassRun | ClassUnknown
	}
	switch args[0] {
	case "--version", "-version", "-V", "-v", "--help", "-h":
		return ClassRead
	case "-m":
		if len(args) < 2 {
			return ClassUnknown
		}
		switch mod := args[1]; mod {
		case "unittest", "doctest":
			return ClassTest
		case "py_compile", "compileall":
			return ClassBuild
		case "json.tool", "tokenize", "ast", "dis", "timeit", "cProfile", "site", "sysconfig":
			return ClassRead
		case "pip", "ensurepip", "venv", "virtualenv":
			return wordsClass(append([]string{"pip"}, args[2:]...), depth+1)
		case "build":
			return ClassBuild
		default:
			return wordsClass(append([]string{strings.ReplaceAll(mod, "_", "-")}, args[2:]...), depth+1)
		}
	case "--test":
		if hasArg(args, "--test-update-snapshots") {
			return ClassTest | ClassWrite
		}
		return ClassTest
	case "--check", "-c":
		if name == "node" || name == "ruby" || name == "perl" || args[0] == "--check" {
			return ClassLint // syntax check
		}
		return ClassRun | ClassUnknown
	case "-l":
		if name == "php" {
			return ClassLint
		}
	case "test":
		if name == "bun" || name == "deno" || name == "elixir" {
			return settled(name, ClassTest, args[1:])
		}
	case "info", "doc", "types":
		if name == "deno" {
			return ClassRead
		}
	case "check", "lint", "fmt", "bench":
		if name == "deno" {
			c := map[string]Class{"check": ClassTypeCheck, "lint": ClassLint, "fmt": ClassFormat | ClassWrite, "bench": ClassTest}[args[0]]
			return settled(name, c, args[1:])
		}
	case "build", "bundle", "compile":
		if name == "bun" || name == "deno" {
			return ClassBuild
		}
	case "install", "add", "remove", "i", "update", "upgrade", "link", "pm":
		if name == "bun" || name == "deno" {
			return ClassInstall
		}
	case "x":
		if name == "bun" {
			return wordsClass(skipOptions(args[1:], wrapper{}), depth+1)
		}
	case "run", "task":
		if name == "bun" || name == "deno" {
			if task, more := firstWord(args[1:], " --cwd --filter "); task != "" && path.Ext(task) == "" {
				return taskClass(task, more...)
			}
		}
	case "artisan":
		if len(args) > 1 && args[1] == "test" {
			return ClassTest
		}
		if len(args) > 1 && asksFramework(args[1]) {
			return ClassRead
		}
		return ClassRun | ClassUnknown
	case "-jar":
		return ClassRun | ClassUnknown
	case "manage.py":
		if len(args) > 1 && args[1] == "test" {
			return ClassTest
		}
		if len(args) > 1 && (args[1] == "check" || args[1] == "showmigrations") {
			return ClassLint
		}
		return ClassRun | ClassUnknown
	}
	file, rest := firstWord(args, "")
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	if base == "manage.py" && len(rest) > 0 && rest[0] == "test" {
		return ClassTest
	}
	stem := strings.ToLower(strings.TrimSuffix(base, path.Ext(base)))
	switch {
	case plainCommands()[base].Has(Verifies | ClassFormat):
		return wordsClass(append([]string{base}, rest...), depth+1)
	case strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, ".test") || strings.HasPrefix(stem, "test-") || stem == "test" || stem == "tests" || stem == "runtests":
		return ClassTest | ClassRun
	case name == "python" && base == "setup.py" || name == "python3" && base == "setup.py":
		return setupClass(rest)
	case name == "Rscript" || name == "julia":
		if containsText(args, "testthat::") || containsText(args, "Pkg.test(") || containsText(args, "devtools::test(") {
			return ClassTest
		}
	}
	return ClassRun | ClassUnknown
}

// packagedTool is the command of a package as npx names it: eslint@9,
// @biomejs/biome@2; "" where a package of a scope tells no command that is known.
func packagedTool(pkg string) string {
	if !strings.HasPrefix(pkg, "@") {
		return strings.SplitN(pkg, "@", 2)[0]
	}
	scope, tool, _ := strings.Cut(pkg[1:], "/")
	tool = strings.SplitN(tool, "@", 2)[0]
	for _, name := range []string{tool, scope} {
		if c, ok := plainCommands()[name]; ok && c.Has(Verifies|ClassFormat) && !c.Has(ClassTest) || name == "playwright" {
			return name
		}
	}
	return ""
}

// packageClass classifies npm and its kin.
func packageClass(name string, args []string, depth int) Class {
	if name == "npx" || name == "bunx" || name == "pnpx" {
		words := skipOptions(args, wrapper{valued: " -p --package -c "})
		if len(words) > 0 {
			words = append([]string{packagedTool(words[0])}, words[1:]...)
			if words[0] == "" {
				return ClassRun | ClassUnknown
			}
		}
		return wordsClass(words, depth+1)
	}
	sub, rest := firstWord(args, looks.Valued(name))
	if hasArg(rest, "--dry-run") && (sub == "publish" || sub == "pack" || sub == "install" || sub == "i" || sub == "ci" || sub == "update" || sub == "dedupe" || sub == "prune" || sub == "version") {
		return ClassRead
	}
	switch sub {
	case "test", "t", "tst":
		return settled(name, ClassTest, rest)
	case "run", "run-script", "rum":
		task, more := firstWord(rest, " -w --workspace --filter --prefix ")
		if task == "" {
			return ClassRead // lists the scripts
		}
		return taskClass(task, more...)
	case "exec", "dlx", "x":
		return wordsClass(skipOptions(rest, wrapper{valued: " -c --filter "}), depth+1)
	case "ls", "list", "view", "info", "outdated", "why", "explain", "search", "root", "bin", "prefix", "help", "whoami", "ping", "show", "v", "ll", "doctor", "fund", "licenses":
		return ClassRead
	case "audit":
		if hasArg(rest, "fix") {
			return ClassInstall
		}
		return ClassLint
	case "pkg":
		if w, _ := firstWord(rest, ""); w == "get" {
			return ClassRead
		}
		return ClassInstall
	case "install", "i", "add", "ci", "remove", "rm", "uninstall", "un", "update", "up", "upgrade", "link", "dedupe", "prune", "rebuild", "import", "install-test", "fetch", "cache", "patch", "approve-builds":
		return ClassInstall
	case "config", "publish", "version", "pack", "init", "create", "login", "logout", "set", "enable", "unlink", "deprecate", "start", "stop", "restart", "deploy":
		return ClassRun | ClassUnknown
	case "":
		if hasArg(args, "--version") || hasArg(args, "-v") || hasArg(args, "--help") {
			return ClassRead
		}
		return ClassInstall // bare yarn
	}
	if name == "npm" {
		return ClassUnknown
	}
	// yarn and pnpm run scripts and binaries without "run".
	if c := taskClass(sub, rest...); c.Has(Verifies | ClassFormat) {
		return c
	}
	return wordsClass(append([]string{sub}, rest...), depth+1)
}
