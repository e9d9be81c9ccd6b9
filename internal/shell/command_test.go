package shell

import (
	"strings"
	"testing"
	"time"
)

func TestCommandClass(t *testing.T) {
	tests := []struct {
		line    string
		want    Class // bits that must be set
		mutates bool
	}{
		// Readers that an option, a second operand or a script turns into something else.
		{"sed -Ei 's/a/b/' a.go", ClassWrite, true},
		{"sed -E 's/i/j/' a.go", ClassRead, false},
		{"sed 's/a/b/w out' a.go", ClassWrite, true},
		{"sed -n 's|a|b|gw out.txt' a.go", ClassWrite, true},
		{"sed -n '/total/w found.txt' a.go", ClassWrite, true},
		{"sed -e 1d -e 'w copy.go' a.go", ClassWrite, true},
		{"sed --expression='s/a/b/w out' a.go", ClassWrite, true},
		{"sed '1,5w head.txt' a.go", ClassWrite, true},
		{"sed -n 's/a/b/w /dev/stdout' a.go", ClassRead, false},
		{"sed 's/w x/b/; s/row/w y/' a.go", ClassRead, false},
		{"sed 's/a\\/w b/c/g' a.go", ClassRead, false},
		{"sed '/^$/d;s/  */ /g' w out", ClassRead, false},
		{"sed -n -e 's/i/j/p' a.go", ClassRead, false},
		{"curl -sSLo out https://example.org", ClassWrite, true},
		{"curl -fsSLO https://example.org/x", ClassWrite, true},
		{"curl -sSLo /dev/null -w '%{http_code}' https://example.org", ClassRead, false},
		{"curl -sL -H 'Accept: x' https://example.org", ClassRead, false},
		{"curl -Haccept:POST https://example.org", ClassRead, false},
		{"curl -sXPOST https://example.org", ClassUnknown, true},
		{"curl -sXGET https://example.org", ClassRead, false},
		{"yq -i '.a = 1' f.yml", ClassWrite, true},
		{"yq '.a' f.yml", ClassRead, false},
		{"xxd -r -p in out", ClassWrite, true},
		{"xxd -l 64 in", ClassRead, false},
		{"uniq in out", ClassWrite, true},
		{"sort f | uniq -c", ClassRead, false},
		{"date -s 12:00", ClassWrite, true},
		{"date +%s", ClassRead, false},
		{"source env.sh && ls", ClassUnknown, true},
		{". ./env.sh", ClassUnknown, true},
		{"command -v go", ClassRead, false},
		{"command rm x", ClassWrite, true},
		{"java -version", ClassRead, false},
		{"jest -u", ClassTest | ClassWrite, true},
		{"npx vitest run --update", ClassTest | ClassWrite, true},
		{"[[ $a > $b ]] && ls", ClassRead, false},
		{"[[ -f x ]] > out", ClassWrite, true},
		{"docker exec -it web ls /", ClassRead, false},
		{"docker exec web rm x", ClassWrite, true},
		{"docker run --rm img ls", ClassRun, true},
		{`psql -c "select a from dataset limit 5 offset 5"`, ClassRead, false},
		{`psql -c "begin;update t set a=1"`, ClassUnknown, true},

		// Readers, and how they are joined and redirected.
		{"ls -la", ClassRead, false},
		{"cat a.go | head -20", ClassRead, false},
		{"cd /tmp && git status; git diff | head", ClassRead, false},
		{"grep -rn 'a > b' . 2>/dev/null", ClassRead, false},
		{"grep foo bar 2>&1 | tail -5", ClassRead, false},
		{"echo \"a; rm -rf x\"", ClassRead, false},
		{"echo hi > out.txt", ClassWrite, true},
		{"echo hi >> out.txt", ClassWrite, true},
		{"cmd=$(ls | wc -l)", ClassRead, false},
		{"echo $(rm -rf build)", ClassWrite, true},
		{"echo `touch x`", ClassWrite, true},
		{"cat <<'EOF'\nrm -rf /\nEOF", ClassRead, false},
		{"cat > x.txt <<EOF\nhello\nEOF", ClassWrite, true},
		{"FOO=bar sudo cat /etc/hosts", ClassRead, false},
		{"time timeout 30 ls", ClassRead, false},
		{"for f in *.go; do grep -n x $f; done", ClassRead, false},
		{"if [ -f x ]; then cat x; else echo no; fi", ClassRead, false},
		{"find . -name '*.go' -exec grep -l x {} +", ClassRead, false},
		{"find . -name '*.tmp' -delete", ClassWrite, true},
		{"find . -name x | xargs rm", ClassWrite, true},
		{"find . -name x | xargs -n1 grep y", ClassRead, false},
		{"sed -n 1,20p a.go", ClassRead, false},
		{"sed -i 's/a/b/' a.go", ClassWrite, true},
		{"sed -i.bak s/a/b/ a.go", ClassWrite, true},
		{"awk '{print $1}' f", ClassRead, false},
		{"curl -s https://example.org", ClassRead, false},
		{"curl -X POST https://example.org -d x", ClassRun, true},
		{"curl -o f https://example.org", ClassWrite, true},
		{"frobnicate --all", ClassUnknown, true},
		{"bash -c 'git log | head'", ClassRead, false},
		{"bash -c 'rm x'", ClassWrite, true},
		{"rm -rf node_modules && npm test", ClassTest | ClassWrite, true},
		{"diff <(sort a) <(sort b)", ClassRead, false},
		{"ls &> /dev/null", ClassRead, false},
		{"ls &> log", ClassWrite, true},
		{"Get-Content a.txt | Where-Object { $_ }", ClassRead, false},
		{"base64 -d f", ClassRead, false},
		{"# just a comment", 0, false},
		{"", 0, false},
		// Tests of many ecosystems.
		{"go test ./... 2>&1 | tail -20", ClassTest, false},
		{"pytest -x tests/", ClassTest, false},
		{"python -m pytest -q", ClassTest, false},
		{"python3 -m unittest", ClassTest, false},
		{"uv run pytest", ClassTest, false},
		{"poetry run pytest -k x", ClassTest, false},
		{"cargo test --workspace", ClassTest, false},
		{"cargo +nightly test", ClassTest, false},
		{"npm test", ClassTest, false},
		{"npm run test:unit -- --watch=false", ClassTest, false},
		{"pnpm test", ClassTest, false},
		{"pnpm -r test", ClassTest, false},
		{"yarn test", ClassTest, false},
		{"bun test", ClassTest, false},
		{"bun run test", ClassTest, false},
		{"npx vitest run", ClassTest, false},
		{"npx --yes jest", ClassTest, false},
		{"make check", ClassTest, false},
		{"make -C sub test", ClassTest, false},
		{"dotnet test", ClassTest, false},
		{"mvn -q verify", ClassTest, false},
		{"./mvnw test", ClassTest, false},
		{"ctest --output-on-failure", ClassTest, false},
		{"bundle exec rspec", ClassTest, false},
		{"vendor/bin/phpunit", ClassTest, false},
		{"flutter test", ClassTest, false},
		{"mise run test", ClassTest, false},
		{"mise run test:ci", ClassTest, false},
		{"mise exec -- go test ./...", ClassTest, false},
		{"mise run test -- -run TestX 2>&1 | tail", ClassTest, false},
		{"just test", ClassTest, false},
		{"bin/rails test", ClassTest, false},
		{"bin/rails routes", ClassRead, false},
		{"ssh -p 22 web1 'tail -n 5 /var/log/app.log'", ClassRead, false},
		{"ssh web1 'rm -rf /srv/x'", ClassWrite, true},
		{"ssh web1", ClassRun, true},
		{"ssh -T git@example.com", ClassRead, false},
		{"kubectl delete --help", ClassRead, false},
		{"fly status", ClassRead, false},
		{"fly secrets set A=b", ClassRun, true},
		{"heroku pg:info", ClassRead, false},
		{"ansible-playbook site.yml --check", ClassRead, false},
		{"terraform state list", ClassRead, false},
		{"terraform state rm a.b", ClassRun, true},
		{"kubectl config use-context prod", ClassRun, true},
		{"kubectl exec web-0 -- cat /etc/hosts", ClassRead, false},
		{"npm run deploy:prod", ClassRun, true},
		{"npm run db:seed:test", ClassRun, true},
		{"npm run test:deploy", ClassTest, false},
		{"./gradlew installDebug", ClassInstall, true},
		{"openssl x509 -in c.pem -noout -text", ClassRead, false},
		{"openssl x509 -in c.pem -out d.pem", ClassRun, true},
		{"coverage run -m pytest", ClassTest, false},
		{"jj describe -m x", ClassGit, true},
		{"Get-Service | Sort-Object Status", ClassRead, false},
		{"Get-ChildItem | ForEach-Object { Remove-Item $_ }", ClassWrite, true},
		{"Get-ChildItem | ForEach-Object { $_.Name }", ClassRead, false},
		{"$env:PATH -split ';'", ClassRead, false},
		{"Invoke-WebRequest https://example.org", ClassRead, false},
		{"Invoke-WebRequest https://example.org -OutFile a", ClassWrite, true},
		{"Update-Module Pester", ClassUnknown, true},
		{"php artisan route:list", ClassRead, false},
		{"php artisan migrate:status", ClassRead, false},
		{"mix phx.routes", ClassRead, false},
		{"bin/rails db:migrate", ClassUnknown, true},
		{"php artisan migrate", ClassUnknown, true},
		{"sometool test -p x", ClassTest | ClassUnknown, true},
		{"./scripts/test.sh", ClassTest | ClassRun, true},
		{"bash scripts/run-tests.sh", ClassTest | ClassRun, true},
		{"./gradlew :app:testDebugUnitTest", ClassTest, false},
		{"gradle test", ClassTest, false},
		{"mix test", ClassTest, false},
		{"deno test -A", ClassTest, false},
		{"swift test", ClassTest, false},
		{"zig build test", ClassTest, false},
		{"php artisan test", ClassTest, false},
		{"python manage.py test", ClassTest, false},
		{"docker compose exec web pytest", ClassTest, false},
		// Builds, linters, types, formatters.
		{"go build ./... && go vet ./...", ClassBuild | ClassLint, false},
		{"docker build -t x .", ClassBuild, false},
		{"make", ClassBuild, false},
		{"npm run build", ClassBuild, false},
		{"cmake --build build", ClassBuild, false},
		{"cargo clippy -- -D warnings", ClassLint, false},
		{"cargo check", ClassTypeCheck, false},
		{"npx tsc --noEmit", ClassTypeCheck, false},
		{"mypy src", ClassTypeCheck, false},
		{"ruff check .", ClassLint, false},
		{"ruff check --fix .", ClassLint | ClassWrite, true},
		{"eslint . --fix", ClassLint | ClassWrite, true},
		{"golangci-lint run", ClassLint, false},
		{"gofmt -l .", ClassFormat, false},
		{"gofmt -w .", ClassFormat | ClassWrite, true},
		{"prettier --check .", ClassFormat, false},
		{"prettier --write .", ClassFormat | ClassWrite, true},
		{"black --check .", ClassFormat, false},
		{"black .", ClassFormat | ClassWrite, true},
		{"cargo fmt --check", ClassFormat, false},
		{"npm run lint", ClassLint, false},
		{"npm run format", ClassFormat | ClassWrite, true},
		// Git and forges.
		{"git log --oneline -5", ClassRead, false},
		{"git -C sub status", ClassRead, false},
		{"git branch", ClassRead, false},
		{"git branch -D x", ClassGit, true},
		{"git stash list", ClassRead, false},
		{"git stash", ClassGit, true},
		{"git add -A && git commit -m \"fix: x\"", ClassStage | ClassCommit, true},
		{"git commit -m \"$(cat <<'EOF'\nfix; rm it\nEOF\n)\"", ClassCommit, true},
		{"git push -u origin main", ClassPush, true},
		{"git revert HEAD", ClassRevert, true},
		{"git checkout -- a.go", ClassCheckout, true},
		{"git restore a.go", ClassRestore, true},
		{"git reset --hard HEAD~1", ClassReset, true},
		{"gh pr view 12", ClassRead, false},
		{"gh pr create --fill", ClassPull, true},
		{"gh api repos/a/b/pulls", ClassRead, false},
		{"gh api -X POST repos/a/b/issues", ClassGit, true},
		{"gh run list", ClassRead, false},
		// The rest.
		{"npm install", ClassInstall, true},
		{"go mod tidy", ClassInstall, true},
		{"pip install x", ClassInstall, true},
		{"python script.py", ClassRun, true},
		{"node server.js", ClassRun, true},
		{"go run ./cmd/x", ClassRun, true},
		{"./bin/tool --version", ClassRun, true},
		{"kubectl get pods", ClassRead, false},
		{"kubectl apply -f x.yaml", ClassRun, true},
		{"psql -c 'select 1'", ClassRead, false},
		{"psql -c 'drop table x'", ClassRun, true},
		{"mkdir -p a/b", ClassWrite, true},
	}
	for _, tt := range tests {
		got := commandClass(tt.line)
		if got&tt.want != tt.want {
			t.Errorf("%q: class %b lacks %b", tt.line, got, tt.want&^got)
		}
		if mutatingCommand(tt.line) != tt.mutates {
			t.Errorf("%q: mutating %v, want %v (class %b)", tt.line, !tt.mutates, tt.mutates, got)
		}
	}
}

func TestNameMutates(t *testing.T) {
	for name, want := range map[string]bool{
		"create_pull_request": true, "get_pull_request": false, "list_issues": false,
		"executeSql": true, "write_file": true, "readFile": false, "search_code": false,
		"updateIssue": true, "": false, "search_and_replace": true, "mark_done": true, "search_for_creators": false,
		"resolve-library-id": false, "resolve_thread": true,
	} {
		if got := NameMutates(name); got != want {
			t.Errorf("%s: mutating %v, want %v", name, got, want)
		}
	}
}

func TestStashes(t *testing.T) {
	for line, want := range map[string][2]bool{
		"git stash":                                   {true, false},
		"git stash -u && go test ./...":               {true, false},
		"git -C sub stash push -m \"half done\" a.go": {true, false},
		"git stash; go test; git stash pop":           {true, true},
		"git stash save later":                        {true, false},
		"git stash pop":                               {false, true},
		"git stash apply stash@{0}":                   {false, true},
		"git stash branch again":                      {false, true},
		"git apply fix.patch":                         {false, true},
		"git stash list":                              {false, false},
		"git stash show -p":                           {false, false},
		"git stash drop":                              {false, false},
		"echo 'git stash'":                            {false, false},
		"grep -rn stash docs":                         {false, false},
		"kubectl apply -f web.yaml":                   {false, false},
	} {
		if away, back := Stashes(line); away != want[0] || back != want[1] {
			t.Errorf("%s: away %v, back %v, want %v", line, away, back, want)
		}
	}
}

func TestGitUndos(t *testing.T) {
	tests := []struct{ line, want string }{
		{"git checkout -- a.go b.go", "checkout /src/a.go /src/b.go"},
		{"git checkout HEAD~1 -- a.go", "checkout /src/a.go @HEAD~1"},
		{"git checkout .", "checkout ALL"},
		{"git checkout main", ""},
		{"git checkout -b feature/a.go", ""},
		{"git checkout a.go", "checkout /src/a.go"},
		{"git restore a.go", "restore /src/a.go"},
		{"git restore --staged a.go", ""},
		{"git restore -SW .", "restore ALL"},
		{"git reset --hard HEAD~2", "reset ALL @HEAD~2"},
		{"git reset HEAD a.go", ""},
		{"git reset --soft HEAD~1", ""},
		{"git revert --no-edit abc1234", "revert @abc1234"},
		{"git revert --abort", ""},
		{"cd sub && git checkout -- a.go", "checkout /src/sub/a.go"},
		{"git status && git restore x.py", "restore /src/x.py"},
		{"rm a.go", "delete /src/a.go"},
		{"cat a.go >> b.go && rm a.go", ""},
		{"cp a.go lib/a.go && rm a.go b.go", "delete /src/b.go"},
		{"cd sub && tar czf a.tgz a.go; rm a.go", ""},
		{"cat a.go && rm a.go", "delete /src/a.go"},
		{"rm a.go && cp b.go a.go", "delete /src/a.go"},
	}
	for _, tt := range tests {
		var out []string
		for _, u := range Undos(tt.line, "/src") {
			s := u.Kind
			if u.All {
				s += " ALL"
			}
			for _, p := range u.Paths {
				s += " " + p
			}
			for _, r := range u.Refs {
				s += " @" + r
			}
			out = append(out, s)
		}
		if got := strings.Join(out, "; "); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.line, got, tt.want)
		}
	}
}

// A line of nothing but parentheses is not read to its end from each of them.
func TestManyParentheses(t *testing.T) {
	for _, one := range []string{"(", "if (( ", "((", "( ("} {
		line := strings.Repeat(one, 1<<17/len(one))
		began := time.Now()
		commandClass(line)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%q… took %s", one, took)
		}
	}
	if commandClass("(( 3 > 2 )) && ls").Mutates() {
		t.Error("a calculation writes nothing")
	}
}

// FuzzCommandClass holds the reader to any line: it ends, and what it does not
// know mutates.
func FuzzCommandClass(f *testing.F) {
	for _, s := range []string{"ls | wc", "a=$(b `c`) > d", "cat <<X\ny\nX", "'", "\"$(", "((((", "for x in y; do z; done", "git commit -m \"$(cat <<'E'\nE\n)\""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c := commandClass(line)
		if c.Has(ClassUnknown) && !mutatingCommand(line) {
			t.Error("unknown, yet not mutating")
		}
		Undos(line, "/src")
		StagedPaths(line)
		if left := Commands(line); len(left) > len(line) || !strings.Contains(line, "<<") && left != line {
			t.Errorf("%q gives %q", line, left)
		}
	})
}

// What a program is given to read is no command of the script.
func TestCommands(t *testing.T) {
	for script, want := range map[string]string{
		"ls\ncp a b": "ls\ncp a b",
		"psql shop <<'EOF'\nmkdir x\nEOF\ncp a b":   "psql shop <<'EOF'\ncp a b",
		"cat <<-A <<B | wc\nrm x\n\tA\nrm y\nB\nls": "cat <<-A <<B | wc\nls",
		"x=$(cat <<E\nrm x\nE\n)\ncp a b":           "x=$(cat <<E\n)\ncp a b",
		"echo 'a << b'\nrm x\nb":                    "echo 'a << b'\nrm x\nb",
		"echo $((1 << 2))\nrm x":                    "echo $((1 << 2))\nrm x",
		"cat <<< word\nrm x":                        "cat <<< word\nrm x",
		"cat <<E\nnever ended":                      "cat <<E\n",
	} {
		if got := Commands(script); got != want {
			t.Errorf("%q gives %q, want %q", script, got, want)
		}
	}
}

// commandClass tells what a shell line does.
func commandClass(line string) Class { return ParseLine(line).Class() }

// mutatingCommand reports whether a shell line has side effects: unless every
// command in it is a reader, a test or a build, and nothing is redirected into a
// file. Unknown commands mutate (DESIGN.md, Facts).
func mutatingCommand(line string) bool {
	return commandClass(line).Mutates()
}
