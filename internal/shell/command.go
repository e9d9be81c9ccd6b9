// Package shell tells what a command line does: reads, tests, builds, installs,
// commits, takes work back. It knows commands by name from tables and follows
// wrappers, runners and substitutions; what it does not know counts as having
// side effects. It promises an answer in bounded time to any text, and it runs
// nothing.
package shell

import (
	"path"
	"slices"
	"strings"

	"prism/internal/shell/looks"
	"prism/internal/shell/sed"
)

// Class says what a shell command does, as a set of bits: a line of several
// commands has the bits of each.
type Class uint32

// The classes. A command on no table has ClassUnknown.
const (
	ClassRead      Class = 1 << iota // looks at files, git or the forge; changes nothing
	ClassTest                        // runs tests
	ClassBuild                       // compiles, bundles, builds an image
	ClassLint                        // checks style or correctness without running
	ClassTypeCheck                   // checks types only
	ClassFormat                      // formats; with ClassWrite unless it only checks
	ClassRun                         // runs a program, a script, a server
	ClassInstall                     // adds dependencies or tools
	ClassStage                       // git add and the like
	ClassCommit                      // git commit
	ClassPush                        // git push
	ClassPull                        // opens, edits or merges a pull request
	ClassRevert                      // git revert
	ClassCheckout                    // git checkout or switch
	ClassRestore                     // git restore
	ClassReset                       // git reset
	ClassGit                         // another git command that writes
	ClassWrite                       // writes files: cp, mv, rm, sed -i, a redirection …
	ClassUnknown                     // on no table
)

// Verifies is the set of classes that tell whether work holds.
const Verifies = ClassTest | ClassBuild | ClassLint | ClassTypeCheck

// harmless are the classes of the one table that DESIGN.md names: readers,
// tests and builds.
const harmless = ClassRead | Verifies | ClassFormat

// Has reports whether c has any of the given bits.
func (c Class) Has(bits Class) bool { return c&bits != 0 }

// Mutates reports whether what a command does has side effects: unless all of it
// is reading, testing or building. Unknown commands mutate (DESIGN.md, Facts).
func (c Class) Mutates() bool { return c&^harmless != 0 }

// Line is a command line taken apart.
type Line struct{ parts []shellPart }

// ParseLine takes a command line apart. It never fails: what it cannot follow
// is an unknown command.
func ParseLine(line string) Line { return Line{splitShell(line)} }

// Class tells what the line does.
func (l Line) Class() Class { return partsClass(l.parts, 0) }

// Chain is the language of the tool chain that the line runs, "shell" for other
// commands.
func (l Line) Chain() string { return toolChain(l.parts) }

func classOf(line string, depth int) Class {
	if depth > shellDepth {
		return ClassUnknown
	}
	return partsClass(splitShell(line), depth)
}

func partsClass(parts []shellPart, depth int) Class {
	var c Class
	told := false
	for _, p := range parts {
		one := wordsClass(p.words, depth)
		if told && one.Has(Verifies|ClassFormat) {
			one |= ClassWrite
		}
		c |= one
		if len(p.words) > 1 && p.words[0] == "export" && slices.ContainsFunc(p.words[1:], rewritesByVariable) {
			told = true
		}
		if p.writes() {
			c |= ClassWrite
		}
	}
	return c
}

// wordsClass classifies one simple command, seeing through whatever only wraps it.
func wordsClass(words []string, depth int) Class {
	if depth > shellDepth {
		return ClassUnknown
	}
	told := false // a variable tells the command to write its expectations anew
	for len(words) > 0 {
		w := words[0]
		if isAssignment(w) {
			told = told || rewritesByVariable(w)
			words = words[1:]
			if len(words) == 0 {
				return ClassRead // sets a variable of this shell
			}
			continue
		}
		name := commandName(w)
		if name == "command" && len(words) > 1 && (words[1] == "-v" || words[1] == "-V") {
			return ClassRead // asks where a command is
		}
		if c, ok := measureClass(words, depth); ok {
			return c
		}
		if skip, ok := wrappers[name]; ok {
			words = skipOptions(words[1:], skip)
			if len(words) == 0 {
				return ClassRead
			}
			continue
		}
		c := nameClass(name, words, depth)
		if told && c.Has(Verifies|ClassFormat) {
			c |= ClassWrite
		}
		return c
	}
	return 0
}

// commandName strips the folder and what Windows appends.
func commandName(w string) string {
	if i := strings.LastIndexByte(w, '\\'); i >= 0 {
		w = w[i+1:]
	}
	w = path.Base(w)
	if i := strings.IndexByte(w, '@'); i > 0 {
		w = w[:i] // a version: ruff@latest
	}
	w = strings.TrimSuffix(strings.TrimSuffix(w, ".exe"), ".cmd")
	return w
}

func isAssignment(w string) bool {
	i := strings.IndexByte(w, '=')
	if i <= 0 {
		return false
	}
	for j := 0; j < i; j++ {
		c := w[j]
		if !(c == '_' || c == '+' && j == i-1 || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || j > 0 && '0' <= c && c <= '9') {
			return false
		}
	}
	return true
}

// unwrapped drops from a command what stands before it: variables that are set for it, and
// the programs that only run another one, as far as they are to be dropped.
func unwrapped(words []string, drops func(name string, w wrapper) bool) []string {
	for len(words) > 0 {
		if isAssignment(words[0]) {
			words = words[1:]
			continue
		}
		name := commandName(words[0])
		w, ok := wrappers[name]
		if !ok || !drops(name, w) {
			break
		}
		words = skipOptions(words[1:], w)
	}
	return words
}

// skipOptions drops a wrapper's options, its own verb and its fixed operands.
func skipOptions(words []string, w wrapper) []string {
	for len(words) > 0 {
		o := words[0]
		if o == "--" {
			words = words[1:]
			break
		}
		if len(o) < 2 || o[0] != '-' {
			break
		}
		words = words[1:]
		if len(words) > 0 && strings.Contains(w.valued, " "+o+" ") {
			words = words[1:]
		}
	}
	if len(words) > 1 && strings.Contains(w.verbs, " "+words[0]+" ") {
		words = words[1:]
	}
	for i := 0; i < w.operands && len(words) > 0; i++ {
		words = words[1:]
	}
	return words
}

// nameClass classifies a command by name and words; words[0] is the name as written.
func nameClass(name string, words []string, depth int) Class {
	args := words[1:]
	if c, ok := testRun(name, args, depth); ok {
		return c
	}
	if looks.Only(name, args) || onlyAsks(words) {
		return ClassRead
	}
	switch name {
	case "git":
		return gitClass(args)
	case "gh", "glab", "hub", "tea":
		return forgeClass(args)
	case "bash", "sh", "zsh", "dash", "ash", "fish", "pwsh", "powershell":
		return shellClass(args, depth)
	case "find", "fd", "fdfind":
		return findClass(args, depth)
	case "sed", "gsed", "perl", "ruby":
		if inPlace(args) || name != "perl" && name != "ruby" && sed.Writes(args) {
			return ClassWrite
		}
		if name == "perl" || name == "ruby" {
			return scriptClass(name, args, depth)
		}
		return ClassRead
	case "awk", "gawk", "mawk":
		if hasArg(args, "inplace") || slices.ContainsFunc(args, awkWrites) {
			return ClassWrite
		}
		return ClassRead
	case "sort", "yq", "xxd", "date", "uniq":
		return readerClass(name, args)
	case "tee":
		if !slices.ContainsFunc(args, func(a string) bool { return a != "" && a[0] != '-' && !harmlessTarget(a) }) {
			return ClassRead
		}
		return ClassWrite
	case "curl", "wget", "http", "https", "xh", "curlie":
		return webClass(name, args)
	case "tar", "unzip", "zip", "7z", "gzip", "gunzip", "xz":
		return archiveClass(name, args)
	case "docker", "podman", "nerdctl", "docker-compose", "podman-compose":
		return containerClass(args, depth)
	case "kubectl", "oc", "helm", "terraform", "tofu", "aws", "gcloud", "az", "systemctl", "launchctl", "brew", "apt", "apt-get", "dpkg", "rpm", "dnf", "yum", "pacman", "snap", "choco", "winget", "scoop", "sqlite3", "psql", "mysql", "redis-cli", "adb", "xcrun", "tmux", "crontab", "jj", "hg", "svn":
		return operatorClass(name, args, depth)
	case "python", "python2", "python3", "py", "pypy", "pypy3", "node", "deno", "bun", "php", "lua", "Rscript", "julia", "guile", "runhaskell", "runghc", "elixir", "java", "osascript", "tsx", "ts-node":
		return scriptClass(name, args, depth)
	case "npm", "pnpm", "yarn", "npx", "bunx", "pnpx", "corepack":
		return packageClass(name, args, depth)
	case "make", "gmake", "just", "task", "mise", "rake", "invoke", "inv", "nox", "tox", "moon", "nx", "turbo", "lerna", "rush", "earthly", "mage", "ninja", "cmake", "meson", "bazel", "bazelisk", "buck2", "pants", "gradle", "gradlew", "mvn", "mvnw", "sbt", "ant", "lein", "mix", "rebar3", "cabal", "stack", "dune", "zig", "swift", "xcodebuild", "flutter", "dart", "dotnet", "msbuild", "go", "cargo", "composer", "bundle", "poetry", "pipenv", "uv", "hatch", "pdm", "rye", "pip", "pip3", "conda", "mamba", "nix", "melos", "fastlane", "hugo", "jekyll", "forge", "anchor", "crystal", "nim", "gleam", "artisan", "spin", "wasm-pack", "trunk", "cross":
		return runnerClass(name, args, depth)
	}
	switch name {
	case "ssh":
		return remoteClass(args, depth)
	case "openssl":
		return opensslClass(args)
	case "rsync":
		return syncClass(args)
	case "coverage":
		return coverageClass(args, depth)
	case "nc", "ncat", "netcat":
		if slices.ContainsFunc(args, func(a string) bool { return len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.Contains(a, "z") }) {
			return ClassRead
		}
		return ClassRun | ClassUnknown
	case "ansible-playbook", "ansible":
		return playbookClass(args)
	case "heroku", "fly", "flyctl", "vercel", "netlify", "railway", "firebase", "wrangler", "serverless", "sls", "sam", "cdk", "cdktf",
		"pulumi", "vagrant", "doctl", "hcloud", "nomad", "consul", "vault", "argocd", "flux", "istioctl", "eksctl", "minikube", "k3d",
		"packer", "supabase", "alembic", "knex", "sequelize", "flask", "render", "ansible-galaxy":
		return platformClass(args)
	}
	if c, ok := cmdletClass(name, args, depth); ok {
		return c
	}
	if c, ok := valueClass(words, depth); ok {
		return c
	}
	c, ok := plainCommands()[name]
	if !ok && strings.Contains(name, "-") {
		c, ok = plainCommands()[strings.ToLower(name)] // PowerShell: Get-Content
	}
	if ok {
		return toolClass(name, c, args)
	}
	if c, ok := googleTest(args); ok {
		return c
	}
	base := strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(name, ".sh"), ".py"))
	verb, _ := firstWord(args, "")
	switch {
	case name == "rails" && (verb == "test" || verb == "spec"):
		return ClassTest
	case name == "rails" && asksFramework(verb):
		return ClassRead
	case strings.ContainsAny(words[0], `/\`):
		// A program or script of the project: what its name says is all there is to go by.
		c := taskClass(base)
		if !c.Has(Verifies) {
			c = verbClass(verb)
		}
		return c&Verifies | ClassRun | ClassUnknown
	case strings.HasSuffix(base, "test") && base != "latest" && len(base) <= 16:
		return ClassTest // a runner on PATH
	}
	return verbClass(verb)&Verifies | ClassUnknown
}

// onlyAsks reports whether a program is asked for its version or its help and nothing else;
// what lies in a folder is the project's own, and may do anything.
func onlyAsks(words []string) bool {
	if len(words) < 2 || strings.ContainsAny(words[0], `/\`) {
		return false
	}
	last := words[len(words)-1]
	return (len(words) == 2 || len(words) == 3 && words[1] != "" && words[1][0] == '+') && (last == "--version" || last == "--help")
}

// frameworkReads are the commands by which frameworks tell of a project: rails routes,
// artisan route:list, mix phx.routes, manage.py showmigrations.
var frameworkReads = wordSet(`routes about stats notes middleware initializers version help list env inspire
	phx.routes deps.tree hex.info hex.outdated xref app.tree showmigrations diffsettings --version --help -h -V -T -P --tasks`)

// asksFramework reports whether a framework's command only looks; what lies in a group
// says it behind the colon: config:show, migrate:status.
func asksFramework(verb string) bool {
	if frameworkReads()[verb] {
		return true
	}
	_, last, ok := strings.Cut(verb, ":")
	return ok && (last == "list" || last == "show" || last == "status" || last == "version" || last == "about")
}

// verbClass is the class of a command that nobody knows by its first argument:
// most tools of every ecosystem spell their tests "tool test".
func verbClass(verb string) Class {
	switch verb {
	case "test", "tests", "spec", "e2e", "check", "verify", "lint", "build", "compile", "typecheck":
		return taskClass(verb)
	}
	return 0
}

// shellClass looks into `bash -c "…"`; a script file is a program of its own.
func shellClass(args []string, depth int) Class {
	for i, a := range args {
		if len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.HasSuffix(a, "c") || strings.EqualFold(a, "-command") {
			if i+1 < len(args) {
				return classOf(args[i+1], depth+1)
			}
			return ClassUnknown
		}
		if a == "-n" { // only checks the syntax
			return ClassLint
		}
		if len(a) > 0 && a[0] != '-' {
			if c := taskClass(strings.TrimSuffix(path.Base(a), ".sh")); c.Has(Verifies) {
				return c | ClassRun
			}
			return ClassRun | ClassUnknown
		}
	}
	return ClassUnknown
}

func findClass(args []string, depth int) Class {
	c := ClassRead
	for i, a := range args {
		switch a {
		case "-delete", "-fprint", "-fprintf", "-fls":
			c |= ClassWrite
		case "-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch":
			end := i + 1
			for end < len(args) && args[end] != ";" && args[end] != "+" {
				end++
			}
			c |= wordsClass(args[i+1:end], depth+1)
		}
	}
	return c
}

// readerClass classifies readers that one option, or a second operand, turns into
// writers.
func readerClass(name string, args []string) Class {
	writes := false
	switch name {
	case "sort":
		writes = hasOption(args, "-o") || hasOption(args, "--output")
	case "yq":
		writes = inPlace(args) || hasArg(args, "--inplace")
	case "date":
		writes = hasArg(args, "-s") || hasOption(args, "--set")
	case "xxd", "uniq": // input, then output
		operands := 0
		for i := 0; i < len(args); i++ {
			switch a := args[i]; {
			case strings.Contains(" -c -g -l -s -o -n -f -w -cols -len -seek ", " "+a+" ") && i+1 < len(args) && onlyDigits([]byte(args[i+1])):
				i++
			case a == "-" || a != "" && a[0] != '-':
				operands++
			}
		}
		writes = operands > 1
	}
	if writes {
		return ClassWrite
	}
	return ClassRead
}

// awkWrites reports whether a program of awk prints into a file or runs a command.
// Without a print before it, > compares; in print's parentheses too.
func awkWrites(program string) bool {
	if strings.Contains(program, "system(") {
		return true
	}
	for statement := range strings.FieldsFuncSeq(program, func(r rune) bool { return r == ';' || r == '{' || r == '}' || r == '\n' }) {
		_, rest, ok := strings.Cut(statement, "print")
		if !ok {
			continue
		}
		open, quoted := 0, false
		for i := range len(rest) {
			switch c := rest[i]; {
			case c == '"' && (i == 0 || rest[i-1] != '\\'):
				quoted = !quoted
			case quoted:
			case c == '(':
				open++
			case c == ')':
				open--
			case open <= 0 && (c == '>' || c == '|'):
				target := strings.Trim(strings.TrimLeft(rest[i:], ">| "), `" `)
				if !harmlessTarget(target) && (c == '>' || !strings.HasPrefix(target, "|")) {
					return true
				}
				quoted = false
			}
		}
	}
	return false
}

// inPlace finds -i, -i.bak, -pi, --in-place.
func inPlace(args []string) bool {
	for _, a := range args {
		if strings.HasPrefix(a, "--in-place") {
			return true
		}
		if len(a) > 1 && a[0] == '-' && a[1] != '-' {
			for _, o := range a[1:] {
				if o == 'i' {
					return true
				}
				if o == 'e' || o == 'f' || o == 'l' || o == 'I' || o == 'M' { // these take the rest as their value
					break
				}
			}
		}
	}
	return false
}

func archiveClass(name string, args []string) Class {
	if len(args) == 0 {
		return ClassUnknown
	}
	first := strings.TrimLeft(args[0], "-")
	switch name {
	case "tar":
		if strings.HasPrefix(first, "t") || args[0] == "--list" {
			return ClassRead
		}
	case "unzip":
		if strings.HasPrefix(first, "l") || strings.HasPrefix(first, "p") || first == "t" {
			return ClassRead
		}
	case "7z":
		if first == "l" {
			return ClassRead
		}
	case "gzip", "gunzip", "xz":
		if strings.ContainsAny(first, "cl") && args[0][0] == '-' {
			return ClassRead
		}
	}
	return ClassWrite
}

func hasArg(args []string, want string) bool {
	for _, a := range args {
		if a == want {
			return true
		}
	}
	return false
}

// hasOption finds an option alone or with its value glued on.
func hasOption(args []string, want string) bool {
	for _, a := range args {
		if a == want || strings.HasPrefix(a, want+"=") {
			return true
		}
	}
	return false
}

func containsText(args []string, text string) bool {
	for _, a := range args {
		if strings.Contains(a, text) {
			return true
		}
	}
	return false
}

// ClassUndo are the git commands that may take work back.
const ClassUndo = ClassRevert | ClassCheckout | ClassRestore | ClassReset
