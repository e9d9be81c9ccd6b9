package shell

import (
	"path"
	"strings"
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
	whatchanged cherry check-ignore check-attr diff-tree diff-index diff-files range-diff fsck verify-commit
	show-branch annotate bugreport fetch --version --help`)

// gitClass classifies a git command by its sub-command.
func gitClass(args []string) Class {
	sub, rest := firstWord(args, " -C -c --git-dir --work-tree --namespace ")
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
		return ClassPush
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
	case "stash":
		if w, _ := firstWord(rest, ""); w == "list" || w == "show" {
			return ClassRead
		}
		return ClassGit
	case "clean":
		if dryGit(rest) {
			return ClassRead
		}
		return ClassGit
	case "remote":
		if w, _ := firstWord(rest, ""); w == "" || w == "show" || w == "get-url" {
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
	case "worktree", "submodule", "bisect", "notes", "lfs", "sparse-checkout":
		if w, _ := firstWord(rest, ""); w == "list" || w == "status" || w == "" || w == "log" || w == "show" || w == "ls-files" {
			return ClassRead
		}
		return ClassGit
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

// forgeClass classifies gh and glab.
func forgeClass(args []string) Class {
	noun, rest := firstWord(args, " -R --repo ")
	verb, more := firstWord(rest, " -R --repo ")
	switch noun {
	case "api":
		if hasOption(rest, "-X") || hasOption(rest, "--method") {
			for _, a := range rest {
				if a == "POST" || a == "PUT" || a == "PATCH" || a == "DELETE" || strings.HasSuffix(a, "=POST") {
					return ClassGit
				}
			}
			return ClassRead
		}
		if hasArg(rest, "-f") || hasArg(rest, "-F") || hasArg(rest, "--field") || hasArg(rest, "--raw-field") || hasArg(rest, "--input") {
			if verb == "graphql" && !containsText(rest, "mutation") {
				return ClassRead
			}
			return ClassGit
		}
		return ClassRead
	case "pr", "mr":
		switch verb {
		case "view", "list", "diff", "checks", "status", "":
			return ClassRead
		case "checkout":
			return ClassCheckout
		}
		return ClassPull
	case "issue", "run", "release", "repo", "workflow", "gist", "label", "secret", "variable", "cache", "project", "ci", "pipeline", "auth", "org", "ruleset", "search", "status", "browse", "config", "extension", "help", "version", "":
		switch verb {
		case "view", "list", "status", "watch", "ls", "get", "diff", "token", "code", "commits", "issues", "prs", "repos", "trace", "":
			return ClassRead
		case "download":
			return ClassWrite
		}
		_ = more
		return ClassGit
	}
	return ClassUnknown
}

// containerClass classifies docker and its kin; exec and run look at the command inside.
func containerClass(args []string, depth int) Class {
	sub, rest := firstWord(args, " -f --file -p --project-name -c --context -H ")
	if sub == "compose" || sub == "container" || sub == "image" || sub == "buildx" || sub == "volume" || sub == "network" || sub == "system" {
		sub, rest = firstWord(rest, " -f --file -p --project-name --profile --env-file ")
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

// operatorReads are the sub-commands of package managers, clusters and services that only look.
var operatorReads = wordSet(`get describe logs log list ls show status info search explain version --version -v config view
	top cluster-info api-resources api-versions history template lint plan validate output state graph providers
	is-active is-enabled list-units cat-file diff blame annotate outdated deps desc policy cache-policy -l -L -s -q -qa
	capture-pane list-sessions list-panes devices simctl`)

func operatorClass(name string, args []string, depth int) Class {
	sub, rest := firstWord(args, " -n --namespace --context -f -C ")
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
		for _, a := range args {
			for _, w := range []string{"describe", "list", "get", "show", "ls", "read", "tail"} {
				if a == w || strings.HasPrefix(a, w+"-") {
					return ClassRead
				}
			}
		}
		return ClassRun | ClassUnknown
	case "sqlite3", "psql", "mysql", "redis-cli":
		return sqlClass(args)
	case "adb", "xcrun":
		if sub == "logcat" || sub == "devices" || sub == "simctl" && hasArg(rest, "list") {
			return ClassRead
		}
		return ClassRun | ClassUnknown
	case "jj", "hg", "svn":
		if (operatorReads()[sub] || gitReaders()[sub]) && !(name == "jj" && (sub == "describe" || sub == "desc")) {
			return ClassRead
		}
		if sub == "commit" || sub == "ci" {
			return ClassCommit
		}
		return ClassGit
	case "brew", "apt", "apt-get", "dpkg", "rpm", "dnf", "yum", "pacman", "snap", "choco", "winget", "scoop":
		if operatorReads()[sub] {
			return ClassRead
		}
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
		if hasArg(args, "-l") {
			return ClassRead
		}
		return ClassWrite
	}
	switch name + " " + sub {
	case "kubectl config", "oc config", "terraform state", "tofu state", "terraform workspace", "tofu workspace", "helm repo", "helm dependency", "helm plugin", "kubectl rollout", "oc rollout", "kubectl auth", "oc auth", "helm annotate", "kubectl annotate", "oc annotate":
		verb, _ := firstWord(rest, "")
		if groupReads()[verb] {
			return ClassRead
		}
		return ClassRun | ClassUnknown
	case "kubectl exec", "oc exec":
		if i := indexOf(rest, "--"); i >= 0 && i+1 < len(rest) {
			return wordsClass(rest[i+1:], depth+1)
		}
	}
	if operatorReads()[sub] {
		return ClassRead
	}
	return ClassRun | ClassUnknown
}

// groupReads are what only looks among sub-commands that come in groups: terraform state
// list, kubectl config view, kubectl rollout status.
var groupReads = wordSet(`list ls show pull view current-context get-contexts get-clusters get-users status history can-i whoami`)

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
	for _, verb := range []string{"select", ".schema", ".tables", "pragma", "explain", `\d`, `\l`, "show ", "get ", "keys ", "-l", "--version", ".dump", "with "} {
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
	sub, rest := firstWord(args, " -C --dir --prefix --filter -F -w --workspace --cwd ")
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
	case "config":
		return ClassRead
	case "pkg":
		if w, _ := firstWord(rest, ""); w == "get" {
			return ClassRead
		}
		return ClassInstall
	case "install", "i", "add", "ci", "remove", "rm", "uninstall", "un", "update", "up", "upgrade", "link", "dedupe", "prune", "rebuild", "import", "install-test", "fetch", "cache", "patch", "approve-builds":
		return ClassInstall
	case "publish", "version", "pack", "init", "create", "login", "logout", "set", "enable", "unlink", "deprecate", "start", "stop", "restart", "deploy":
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
