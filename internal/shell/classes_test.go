package shell

import (
	"strings"
	"testing"

	"prism/internal/shell/sed"
)

// className spells the classes in the tables below.
var className = map[string]Class{
	"read": ClassRead, "test": ClassTest, "build": ClassBuild, "lint": ClassLint, "types": ClassTypeCheck, "format": ClassFormat, "run": ClassRun,
	"install": ClassInstall, "stage": ClassStage, "commit": ClassCommit, "push": ClassPush, "pull": ClassPull, "revert": ClassRevert,
	"checkout": ClassCheckout, "restore": ClassRestore, "reset": ClassReset, "git": ClassGit, "write": ClassWrite, "unknown": ClassUnknown, "nothing": 0,
}

func classNamed(names string) (c Class) {
	for n := range strings.FieldsSeq(names) {
		c |= className[n]
	}
	return c
}

func (c Class) names() string {
	var out []string
	for _, n := range strings.Fields("read test build lint types format run install stage commit push pull revert checkout restore reset git write unknown") {
		if c.Has(className[n]) {
			out = append(out, n)
		}
	}
	return strings.Join(out, " ")
}

// checkClasses holds lines to the class that stands before them.
func checkClasses(t *testing.T, table map[string]string) {
	t.Helper()
	for names, lines := range table {
		want := classNamed(names)
		for line := range strings.Lines(lines) {
			line = strings.TrimSpace(line)
			if line == "" {
				continue
			}
			if got := commandClass(line); got != want {
				t.Errorf("%s: %s, want %s", line, got.names(), want.names())
			}
		}
	}
}

// The classes that DESIGN.md calls harmless: readers, tests, builds, and checks
// of style and types. All others have side effects.
func TestWhatMutates(t *testing.T) {
	for name, c := range className {
		want := !strings.Contains(" read test build lint types format nothing ", " "+name+" ")
		if c.Mutates() != want {
			t.Errorf("%s mutates: %v, want %v", name, !want, want)
		}
	}
	if !(ClassRead | ClassUnknown).Mutates() || (ClassRead | ClassTest).Mutates() {
		t.Error("one command with side effects makes the line have them, and else it has none")
	}
}

func TestGitClasses(t *testing.T) {
	checkClasses(t, map[string]string{
		"read": `git
			git status
			git -C sub -c a.b=c log -3
			git --git-dir x diff
			git --no-pager show
			git fetch origin
			git symbolic-ref HEAD
			git reflog
			git commit --dry-run
			git push --dry-run
			git push -n
			git branch
			git branch -a
			git branch --contains abc
			git branch --list x
			git branch --merged main
			git branch --sort x
			git branch --format x
			git tag
			git tag -l v1
			git tag -n
			git stash list
			git stash show
			git remote
			git remote -v
			git remote show origin
			git remote get-url origin
			git config --get user.name
			git config --get-all user.name
			git config --list
			git config -l
			git config get x
			git config list
			git config user.name
			git worktree list
			git worktree
			git submodule status
			git bisect log
			git notes show
			git lfs ls-files
			git sparse-checkout list
			git apply --check x.patch
			git apply --stat x.patch`,
		"stage":     "git add .\ngit stage a.go\ngit rm a.go\ngit mv a.go b.go",
		"commit":    "git commit -m x\nsudo git commit",
		"push":      "git push\ngit push origin main",
		"revert":    "git revert abc",
		"checkout":  "git checkout main\ngit switch -c x",
		"restore":   "git restore a.go",
		"reset":     "git reset --hard",
		"git write": "git apply x.patch",
		"git": `git symbolic-ref HEAD refs/heads/x
			git reflog expire
			git reflog delete
			git branch new
			git branch -d x
			git branch -m x
			git branch -M x
			git branch -f x
			git branch -u x
			git branch --delete x
			git branch --move x
			git branch --set-upstream-to x
			git branch --unset-upstream
			git tag v1
			git tag -a v1
			git tag -s v1
			git stash
			git stash pop
			git remote add x y
			git config user.name bob
			git config --unset user.name
			git worktree add x
			git submodule update
			git bisect start
			git notes add
			git lfs pull
			git sparse-checkout set x
			git merge x
			git rebase main
			git pull
			git clean -fd
			git cherry-pick abc`,
	})
	checkClasses(t, map[string]string{
		"read": `gh pr view 1
			gh pr list
			az repos pr list
			hub pr show
			tea pulls ls
			gh api repos/a/b/pulls
			gh pr diff
			gh pr checks
			gh pr status
			gh pr
			gh -R a/b pr view
			gh pr --repo a/b view
			gh issue view 1
			gh issue list
			rsync -an src/ dst/
			rsync --dry-run -a src/ dst/
			gh run watch
			gh release ls
			gh workflow get
			gh gist diff
			gh auth token
			gh search code x
			gh search commits x
			gh search issues x
			gh search prs x
			gh search repos x
			gh pipeline trace
			gh
			gh status
			gh api repos/a/b
			gh api -X GET repos/a/b
			gh api --method=GET repos/a/b
			gh api graphql -f query={viewer{login}}
			glab mr view 1`,
		"checkout": "gh pr checkout 1\nglab mr checkout 1",
		"pull":     "gh pr create\ngh pr merge 1\ngh pr edit 1\nglab mr create\nhub pr close\nhub pull-request -m x\naz repos pr create --title x\ntea pulls create\ntimeout 9 gh pr create\nsh -c 'gh pr create --fill'",
		"write":    "gh run download 1",
		"git": `gh issue create
			gh release create v1
			gh repo clone a/b
			gh secret set X
			gh label create x
			gh api -X POST repos/a/b
			gh api --method PUT repos/a/b
			gh api -X PATCH repos/a/b
			gh api -X DELETE repos/a/b
			gh api --method=POST repos/a/b
			gh api repos/a/b -f x=y
			gh api repos/a/b -F x=y
			gh api repos/a/b --field x=y
			gh api repos/a/b --raw-field x=y
			gh api repos/a/b --input f
			gh api graphql -f query=mutation{x}`,
		"unknown": "gh copilot suggest",
	})
}

// Wrappers, shells and substitutions are seen through to the command they run.
func TestSeenThrough(t *testing.T) {
	checkClasses(t, map[string]string{
		"read": `sudo -u bob ls
			doas -u bob ls
			time -f x ls
			env -u X A=b ls
			env
			nohup ls
			nice -n 5 ls
			ionice -c 2 -n 5 ls
			timeout -s KILL 5 ls
			timeout --signal KILL 5 ls
			timeout -k 1 5 ls
			timeout --kill-after 1 5 ls
			gtimeout 5 ls
			stdbuf -o L ls
			unbuffer ls
			xargs -I {} -n 1 -P 2 ls
			xargs -L 1 -d x -s 9 -a f -E e ls
			parallel -j 4 ls
			watch -n 2 ls
			xvfb-run -s x ls
			sudo -- ls
			builtin cd x
			exec ls
			command -V go
			A=b
			A=b C=d ls
			A+=b
			/usr/bin/ls
			ls.cmd
			bash -c ls
			sh -lc 'ls; cat x'
			zsh -c "git status"
			pwsh -Command ls
			ls && cat x || head y; tail z | wc
			ls & cat x
			(cd x; ls)
			{ ls; }
			while ls; do cat x; done
			until ls; do cat x; done
			! ls
			ls $(cat x)
			ls "$(cat x)"
			ls "a ` + "`cat x`" + `"
			ls $((1 + 2))
			ls "$((1 + 2))"
			ls <(cat x)
			ls > >(cat)
			cat <<< rm
			ls # rm x
			ls a#b
			ls 'rm; x'
			ls "rm; x"
			ls rm\;x
			ls 2> /dev/null
			ls > /dev/null 2>&1
			ls >| /dev/null
			ls &> /dev/null
			ls &>> /dev/null
			ls > /dev/stderr
			ls > /dev/fd/3
			ls > $null
			ls 2>&-
			ls |& cat
			[[ a > b ]]
			find . -exec cat {} ;
			find . -execdir cat {} +
			fd -x cat
			fd -X cat
			docker exec -e A=b -w /x web ls
			docker compose exec -u root web ls
			direnv exec . ls
			dotenv -f x ls`,
		"write": `sudo -u bob rm x
			timeout 5 rm x
			timeout -k 1 5 rm x
			xargs -n 1 rm
			nice rm x
			rtk rm x
			rtk proxy rm x
			A=b rm x
			bash -c 'rm x'
			(rm x)
			docker exec web rm x
			docker exec --user root web rm x`,
		"read write": `ls > out
			ls >out
			ls 2> out
			ls 1>out
			ls >> out
			ls &>> out
			ls >| out
			ls > /dev/null > out
			ls || rm x
			sh -ec 'ls; rm x'
			ls && rm x
			ls | rm x
			ls & rm x
			ls $(rm x)
			ls "$(rm x)"
			ls "` + "`rm x`" + `"
			ls <(rm x)
			ls > >(rm x)
			if ls; then rm x; fi
			find . -exec rm {} ;
			find . -ok rm {} ;
			find . -okdir rm {} +
			fd --exec rm
			fd --exec-batch rm
			find . -fprint x
			find . -fprintf x
			find . -fls x
			find . -exec rm {} + -print -exec cat {} +`,
		"unknown": "bash\nsudo frob\nbash -c\nfrob > /dev/null\n$X",
		"lint":    "bash -n x.sh\nbash -n",
		"nothing": "\n# rm x",
	})
	// Deep nesting ends in the unknown.
	line := "rm x"
	for range shellDepth + 2 {
		line = "echo $(" + line + ")"
	}
	if !commandClass(line).Has(ClassUnknown) {
		t.Errorf("nested without end: %s", commandClass(line).names())
	}
	if c := commandClass(strings.Repeat("ls;", shellParts) + "rm x"); !c.Mutates() {
		t.Errorf("commands without end: %s", c.names())
	}
	if c := commandClass(strings.Repeat("ls;", shellParts)); c != ClassRead {
		t.Errorf("as many commands as are looked at: %s", c.names())
	}
}

func TestHereDocuments(t *testing.T) {
	for line, want := range map[string]string{
		"cat <<EOF\nrm x\nEOF":                   "read",
		"cat <<EOF\nrm x\nEOF\nrm y":             "read write",
		"cat <<-'EOF'\n\trm x\n\tEOF\nls":        "read",
		"cat << \"EOF\"\nrm x\nEOF\n":            "read",
		"cat <<A <<B\nrm x\nA\nrm y\nB\nls":      "read",
		"cat <<A <<B\nrm x\nA\nrm y\nB\nrm z":    "read write",
		"cat <<EOF; rm y\nls\nEOF":               "read write",
		"cat <<EOF | sh\nrm x\nEOF":              "read unknown",
		"ls <<EOF\nnever ended\nrm x":            "read",
		"ls \\\n-l":                              "read",
		"ls 'a\nrm b'":                           "read",
		"ls 'never ended; rm x":                  "read",
		"ls \"never ended; rm x":                 "read",
		"ls\nrm x":                               "read write",
		"cat < in > out":                         "read write",
		"cat 0< in":                              "read",
		"# a remark\nls":                         "read",
		"rm x # a remark":                        "write",
		"for f in a b; do cat $f > $f.txt; done": "read write",
		"ls \"a\\\"; rm x\"":                     "read",
		"ls \"$(echo \"a b\" | rm x)\"":          "read write",
		"while read l; do echo $l; done < f":     "read",
		"case $x in a) rm y;; esac":              "read write",
		"ls \"$((1+2\"":                          "read",
		"ls $((1+2)); rm x":                      "read write",
	} {
		if got := commandClass(line); got != classNamed(want) {
			t.Errorf("%q: %s, want %s", line, got.names(), want)
		}
	}
}

// Readers that an option or an operand turns into writers.
func TestReadersThatWrite(t *testing.T) {
	checkClasses(t, map[string]string{
		"read": `sort x
			sort -n x
			yq .a x
			date
			date +%s
			xxd x
			xxd -l 5 x
			xxd -c 5 -g 2 -s 3 x
			uniq
			uniq -f 1 x
			uniq -
			awk '{print}' x
			sed -n 1p x
			sed -E s/i/j/ x
			sed -e s/i/j/ x
			sed s/a/b/ w x
			sed -n /a/Ip x
			sed y/abc/wxy/ x
			curl x
			curl -o /dev/null x
			curl -o - x
			curl --output - x
			curl -so /dev/null x
			curl -X GET x
			curl -X HEAD x
			curl -X OPTIONS x
			curl --request GET x
			curl -sXHEAD x
			curl -I x
			curl -Lu a:dF x
			curl -sH 'O: d' x
			wget -qO- x
			wget -O- x
			wget -O - x
			wget -qO - x
			wget --spider x
			http GET x
			xh x
			tar tf x.tar
			tar -tvf x.tar
			tar --list -f x
			unzip -l x
			unzip -p x
			unzip -t x
			7z l x
			gzip -c x
			gunzip -l x
			xz -lc x
			crontab -l`,
		"write": `sort -o x x
			sort --output=x x
			yq -i .a x
			yq --inplace .a x
			date -s x
			date --set=x
			xxd x y
			xxd -r x y
			uniq x y
			uniq - y
			awk -i inplace '{print}' x
			awk 'BEGIN{system("x")}'
			awk '{print > "x"}' y
			awk '{print >"x"}' y
			sed -i s/a/b/ x
			sed -ni s/a/b/ x
			sed --in-place=.bak s/a/b/ x
			perl -pi -e s/a/b/ x
			ruby -i -pe x y
			sed -n 'w out' x
			sed '2!w out' x
			sed '/a\/b/w out' x
			sed '/a/,/b/w out' x
			sed 's/a/b/;w out' x
			curl -O x
			curl --remote-name x
			curl --upload-file x y
			curl -T x y
			curl -o x y
			curl --output x y
			curl -sO x
			curl -sT x y
			curl -sox y
			curl -so x y
			wget x
			wget -O x y
			wget -q x
			tar xf x.tar
			tar czf x.tar y
			unzip x
			zip x y
			7z x y
			gzip x
			gunzip x
			xz x
			gzip cl
			crontab x`,
		"run unknown": `curl -d x y
			curl --data-raw x y
			curl -F a=b y
			curl --form a=b y
			curl --json x y
			curl -X POST y
			curl -X DELETE y
			curl --request PUT y
			curl -sd x y
			curl -sF x y
			curl -sXPUT y
			http POST y
			http PUT y
			xh DELETE y
			https PATCH y`,
		"unknown": "tar\nzip",
	})
	for script, want := range map[string]bool{
		"w out": true, "W out": true, "w /dev/stdout": false, "w /dev/stderr": false, "w": false, "p": false, "1,5w x": true, "$!w x": true, "1~2w x": true, "/a/,+3w x": true,
		"s/a/b/w x": true, "s/a/b/gw x": true, "s|a|b|w x": true, "s/a/b/w /dev/stdout": false, "s/a/b/g": false, "s/a/b": false, "s": false, "s/a/b/;w x": true, "s/a/w x/": false,
		"s/a\\/b/c/w x": true, "y/ab/cd/w x": false, "a w x": false, "i w x": false, "c w x": false, "r w x": false, "# w x": false, "a hi\nw x": true, "/a": false, "/a/Iw x": true, "/a/Mw x": true,
		"{w x": true, "p;p;w x": true, "": false, "5": false, "s/a/b/}w x": true,
	} {
		if got := sed.Writes([]string{script}); got != want {
			t.Errorf("sed %q writes: %v, want %v", script, got, want)
		}
	}
	for line, want := range map[string]bool{
		"sed -e 1d -e 'w x' y": true, "sed -f s.sed w": false, "sed p 'w x'": false, "sed --expression='w x' y": true, "sed -n 'w x' y": true, "sed -n -s p": false,
	} {
		if got := commandClass(line).Has(ClassWrite); got != want {
			t.Errorf("%s writes: %v, want %v", line, got, want)
		}
	}
}

func TestToolClasses(t *testing.T) {
	checkClasses(t, map[string]string{
		"read": `docker ps
			docker images
			docker logs x
			docker compose ps
			docker compose -f x logs
			docker --context x ps
			docker container ls
			docker image history x
			docker system df
			docker volume ls
			docker network inspect x
			docker
			kubectl get pods
			kubectl -n x describe pod y
			kubectl logs x
			helm list
			helm template x
			terraform plan
			terraform show
			aws s3 ls
			aws ec2 describe-instances
			gcloud compute list
			az vm show
			aws logs tail x
			systemctl status x
			systemctl is-active x
			systemctl list-timers --all
			systemctl cat x
			systemctl is-failed x
			launchctl print system
			loginctl
			loginctl list-sessions
			timedatectl
			hostnamectl status
			nmcli dev status
			networksetup -getinfo x
			scutil --dns
			diskutil list
			mount
			blkid
			nvidia-smi
			ufw status
			iptables -L -n
			fail2ban-client status
			certbot certificates
			gpg --list-keys
			ssh-add -l
			security find-identity
			codesign -dv x
			defaults read x
			plutil -p x
			sips -g all x
			mdls x
			kubectl events
			kubectl wait --for=condition=ready pod/x
			kind get clusters
			istioctl proxy-status
			apt-cache policy x
			dpkg -L x
			pacman -Qi x
			gem list
			jupyter kernelspec list
			nix-store -q x
			redis-cli info
			screen -ls
			code --list-extensions
			pm2 logs
			supervisorctl status
			nginx -t
			apachectl configtest
			caddy validate
			docker context ls
			skopeo inspect x
			crane digest x
			nmap x
			brew list
			apt show x
			dpkg -l
			pacman -q
			sqlite3 x.db .schema
			sqlite3 x.db .tables
			sqlite3 x.db 'pragma x'
			psql -l
			psql -c 'explain select 1'
			psql -c '\d x'
			psql -c 'with a as (select 1) select * from a'
			redis-cli get x
			redis-cli keys *
			mysql -e 'show tables'
			adb devices
			adb logcat
			xcrun simctl list
			tmux capture-pane
			tmux list-sessions
			jj log
			hg status
			svn diff
			python --version
			node -v
			python -V
			java -version
			php --help
			python3 -m json.tool x
			python -m timeit x
			npm ls
			npm view x
			npm outdated
			pnpm why x
			yarn info x
			npm run
			npm config get x
			npm help
			npm --version
			yarn -v
			go list ./...
			go env
			go version
			go doc x
			go mod graph
			go mod why x
			go mod verify
			go tool pprof x
			go tool cover x
			cargo tree
			cargo metadata
			cargo --version
			dotnet list
			dotnet --info
			mvn dependency:tree
			mvn --version
			flutter doctor
			bazel query x
			composer show
			pip list
			pip show x
			pip freeze
			uv tree
			poetry show
			bundle list
			nix eval x
			mise ls
			mise list
			just --list
			just -l
			task --list
			make -n
			make --dry-run x
			make --version`,
		"test": `go test ./...
			rtk test go test ./...
			rtk test bun run test
			rtk err go test ./...
			cargo t
			cargo nextest run
			cargo bench
			dotnet test
			mvn integration-test
			./gradlew check
			gradle :a:test
			swift test
			xcodebuild -scheme x test
			flutter test
			flutter drive
			dart test
			mix test
			mix coveralls
			zig test x
			zig build test
			stack test
			cabal test
			dune runtest
			lein test
			rebar3 eunit
			rebar3 ct
			bazel test //...
			bazel coverage //...
			forge test
			forge coverage
			anchor test
			wasm-pack test
			meson test
			tox
			nox -s x
			rake spec
			just test
			just -f x test
			task unit
			turbo run test
			nx test app
			nx run app:test
			moon run test
			npm t
			npm tst
			npm test
			npm run e2e
			npm run-script test
			npm -w x run test
			pnpm --filter x test
			yarn workspace-test
			npx jest
			npx -p x jest
			npx jest@29
			bunx vitest
			pnpm exec jest
			pnpm dlx jest
			yarn dlx jest
			yarn jest
			npm exec jest
			bun test
			deno test
			elixir test
			deno bench
			node --test
			bun x jest
			bun run test
			deno task test
			python -m unittest
			python -m doctest x
			python -m pytest
			python manage.py test
			python ./manage.py test
			php artisan test
			node node_modules/.bin/jest
			python /x/pytest
			rails test
			rails spec
			gotest
			uv run pytest
			uv run --with x pytest
			poetry run pytest
			pipenv run pytest
			pdm run pytest
			bundle exec rspec
			mise run test
			mise x -- pytest
			nix develop -c pytest
			go run gotest.tools/gotestsum@latest
			gotestsum
			make test
			make -j4 test
			make -j 4 test
			make -C x test
			make A=b test
			docker compose exec web pytest`,
		"build": `go build ./...
			cargo b
			cargo doc
			dotnet build
			dotnet publish
			mvn compile
			mvn package
			make
			make -j 4
			make all
			hugo
			swift build
			xcodebuild archive
			flutter build apk
			dart compile exe x
			mix compile
			zig build
			sbt assembly
			stack build
			cabal build
			dune build
			bazel build x
			uv build
			poetry build
			forge build
			nix build
			trunk build
			meson compile
			docker build .
			docker buildx bake
			docker compose build
			npm run build
			npm run build:prod
			pnpm build
			bun build x
			deno compile x
			python -m build
			python -m compileall x
			python -m py_compile x
			python setup.py x
			python3 setup.py x
			cmake --build build`,
		"lint": `go vet ./...
			cargo clippy
			cargo audit
			mvn checkstyle:check
			flutter analyze
			dart analyze
			mix credo
			bazel lint x
			composer validate
			terraform validate
			helm lint x
			npm audit
			npm run lint
			pnpm lint
			ruby -c x
			perl -c x
			node -c x
			node --check x
			php -l x
			deno lint
			python manage.py check
			make lint`,
		"types":  "cargo check\ncargo c\nnpx tsc --noEmit\nnpm run typecheck\ndeno check x\npython -m mypy x\nnode node_modules/.bin/tsc",
		"format": "gofmt -l .\ngofmt .\nprettier x\nprettier --check x\nclang-format x\nblack --check x\nblack --diff x\nrustfmt --check x\ncargo fmt --check\ncargo fmt -- --check\ndotnet format --verify-no-changes\nterraform fmt -check",
		"format write": `gofmt -w .
			gofmt --write .
			prettier --write x
			prettier -w x
			clang-format -i x
			black x
			rustfmt x
			cargo fmt
			cargo fix
			go fmt ./...
			dotnet format
			terraform fmt
			deno fmt
			uv format
			mix format
			npm run format
			npm run fix`,
		"lint write": "ruff check --fix x\neslint --fix x\nrubocop -a\nrubocop -A\nrubocop --autocorrect\nnpm run lint:fix\ncargo clippy --fix\neslint --write x\nbiome check --apply x",
		"test write": "jest -u\njest --updateSnapshot\nvitest --update\nplaywright test --update-snapshots\nava -u\nnpm run test:update",
		"install": `go get x
			go mod tidy
			go install x
			cargo add x
			cargo update
			dotnet restore
			dart pub get
			mix deps.get
			composer install
			pip install x
			pip uninstall x
			uv sync
			uv add x
			poetry add x
			bundle install
			npm install
			npm i x
			npm ci
			npm audit fix
			pnpm add x
			yarn
			yarn add x
			bun install
			bun add x
			brew install x
			apt-get install x
			dnf install x
			python -m pip install x
			mise use x
			make install`,
		"run unknown": `go run .
			go generate ./...
			cargo run
			cargo publish
			dotnet run
			mvn deploy
			swift run
			flutter run
			npm start
			npm publish
			npm init
			node x.js
			node
			python
			python x.py
			python -c x
			php artisan migrate
			python manage.py migrate
			java -jar x
			terraform apply
			kubectl delete pod x
			helm upgrade x
			aws s3 cp x y
			systemctl restart x
			systemctl enable x
			launchctl load x
			kubectl apply -f x
			redis-cli set x 1
			pm2 restart x
			nginx -s reload
			docker context use x
			docker rm x
			docker run
			docker compose up
			docker push x
			psql -f x
			psql -c 'insert into x values (1)'
			psql -c 'delete from x'
			psql -c 'create table x'
			psql -c 'alter table x'
			psql -c 'truncate x'
			sqlite3 x.db '.import a b'
			sqlite3 x.db vacuum
			redis-cli set x y
			redis-cli del x
			redis-cli flushall
			tmux new
			adb install x
			npx @scope/tool
			make deploy
			just deploy
			npm run dev
			npm run frob
			./gradlew bootRun
			hatch run`,
		"commit":            "jj commit\nhg commit\nsvn ci",
		"git":               "jj new\nhg pull",
		"test run":          "python test_x.py\npython x_test.py\nnode x.test.js\npython tests.py\npython test-x.py\npython runtests.py\nbash test.sh\nsh run-tests.sh",
		"test run unknown":  "./test.sh\nscripts/run_tests.py\n./run.sh test\n./x check",
		"build run unknown": "./build.sh\n./x.sh build",
		"test unknown":      "frob test\nfrob spec\nfrob e2e",
		"build unknown":     "frob build\nfrob compile",
		"lint unknown":      "frob lint",
		"types unknown":     "frob typecheck",
		"unknown":           "frob\nfrob x test\npython -m\nnpm frob\ntimedatectl set-timezone x\nhostnamectl set-hostname x\nnmcli con up x\ndiskutil erasedisk x\nmount /dev/x /mnt\nufw allow x\niptables -A INPUT\ngpg --import x\nssh-add x\ndefaults write x\ncodesign -s x\nkind create cluster\nsupervisorctl restart x",
		"lint test":         "make lint test\nmake test lint",
		"read run":          "docker run --rm x ls",
		"write run":         "docker run -v a:b x rm y",
	})
}

// What a task of a task runner does, by the first telling word of its name.
func TestTaskNames(t *testing.T) {
	for names, tasks := range map[string]string{
		"types":        "typecheck types tsc mypy pyright tc typescript checktypes check-types type-types",
		"test":         "test tests testing spec specs e2e unit integration it itest coverage cov jest vitest pytest playwright cypress check verify smoke regression bench benchmark unittest qa validate tap rspec phpunit ginkgo race acceptance functional testall mocha test:unit unit-tests testUnit test_lint",
		"lint":         "lint linter lints eslint vet clippy analyze analyse ruff staticcheck golangci shellcheck audit stan rubocop flake8 precommit lint:js",
		"build":        "build compile bundle dist package assemble all release image docker webpack vite buildall make debug wasm docs compilejava binary bin prod production build:prod",
		"format write": "fmt format prettier fix black formatting autofix",
		"install":      "install deps bootstrap setup dependencies i restore vendor",
		"run unknown":  "start dev serve run server watch preview demo up example frob deploy",
		"lint write":   "lint:fix lint-fix lint:write eslint:fix",
		"test write":   "test:update update-snapshot",
		"format":       "format:diff fmt-diff",
	} {
		for task := range strings.FieldsSeq(tasks) {
			if got := taskClass(task); got != classNamed(names) {
				t.Errorf("%s: %s, want %s", task, got.names(), names)
			}
		}
	}
}

// Commands whose name tells all.
func TestPlainCommands(t *testing.T) {
	for names, commands := range map[string]string{
		"read": `cat bat less more head tail tac nl wc ls tree exa eza stat file du df grep egrep fgrep rg ag ack cut tr paste join comm diff cmp base64
			md5sum sha256sum shasum jq hexdump strings which echo printf pwd true false test [ sleep ps top`,
		"write":        "rm rmdir unlink shred cp mv ln install mkdir touch chmod chown chgrp truncate dd tee split patch mktemp sponge sd rename convert ffmpeg del copy move Set-Content Remove-Item Copy-Item",
		"install":      "apk pipx asdf nvm rustup pyenv gem luarocks opam",
		"test":         "pytest jest vitest mocha rspec phpunit ctest",
		"types":        "tsc mypy pyright phpstan flow sorbet gopls",
		"format write": "black isort rustfmt",
		"format":       "yapf autopep8 shfmt ocamlformat",
		"run unknown":  "nodemon pm2 uvicorn flask jupyter nginx serve vercel heroku cdk pulumi ansible vagrant open ssh scp rsync kill pkill prisma alembic",
	} {
		for c := range strings.FieldsSeq(commands) {
			if got := commandClass(c + " x"); got != classNamed(names) {
				t.Errorf("%s: %s, want %s", c, got.names(), names)
			}
		}
	}
}

// Which language's tools a line runs.
func TestChains(t *testing.T) {
	for chain, lines := range map[string]string{
		"go":         "go test\ngofmt -l .\ngolangci-lint run\nls; go vet\nA=b go build\n/usr/bin/go test\ncd x && go test",
		"rust":       "cargo test\nrustc x\nrustup update",
		"python":     "python x\npython3 x\npytest\npip install x\npip3 x\nuv run x\npoetry x\nruff x\nmypy x\ngo test; pytest",
		"javascript": "node x", "typescript": "tsc\ntsx x\nts-node x\ndeno test",
		"java": "javac x\njava x\nmvn test", "csharp": "dotnet test", "php": "php x\ncomposer x\nphpunit", "ruby": "ruby x\nbundle x\nrspec\nrails x\nrake x",
		"swift": "swift x\nxcodebuild x", "dart": "flutter x\ndart x", "elixir": "mix x\nelixir x", "haskell": "cabal x\nstack x\nghc x", "zig": "zig x", "lua": "lua x",
		"r": "Rscript x", "julia": "julia x", "clojure": "clj x\nlein x", "hcl": "terraform x\ntofu x", "sql": "psql x\nsqlite3 x\nmysql x\nduckdb x\nsqlcmd x", "kotlin": "kotlinc x",
		"shell": "ls\ngit status\nmake test\nnpm test\necho go",
	} {
		for line := range strings.Lines(lines) {
			if got := ParseLine(strings.TrimSpace(line)).Chain(); got != chain {
				t.Errorf("%s: %s, want %s", line, got, chain)
			}
		}
	}
}

// Commands of git that take work back, with what they take.
func TestUndoForms(t *testing.T) {
	for line, want := range map[string]string{
		"git revert abc1234 def5678":          "revert @abc1234 @def5678",
		"git revert --no-commit HEAD~2..HEAD": "revert @HEAD~2..HEAD",
		"git revert":                          "",
		"git revert --continue":               "",
		"git revert --quit":                   "",
		"git revert --skip":                   "",
		"git checkout -- .":                   "checkout ALL",
		"git checkout -- :/":                  "checkout ALL",
		"git checkout -- '*'":                 "checkout ALL",
		"git checkout -f":                     "checkout ALL",
		"git checkout --force main":           "checkout ALL @main",
		"git checkout -B x a.go":              "",
		"git checkout --orphan x a.go":        "",
		"git checkout -t x a.go":              "",
		"git checkout --track x a.go":         "",
		"git checkout main a.go":              "checkout /src/a.go @main",
		"git checkout ./x":                    "checkout /src/x",
		"git checkout x/":                     "checkout /src/x",
		"git checkout --ours a.go":            "checkout /src/a.go",
		"git restore --source=main a.go":      "restore /src/a.go @main",
		"git restore -s main a.go":            "restore /src/a.go @main",
		"git restore --source main a.go":      "restore /src/a.go @main",
		"git restore -s":                      "",
		"git restore -S a.go":                 "",
		"git restore --staged --worktree a":   "restore /src/a",
		"git restore -WS a":                   "restore /src/a",
		"git restore -S -W a":                 "restore /src/a",
		"git restore":                         "",
		"git restore -q a b":                  "restore /src/a /src/b",
		"git reset --hard":                    "reset ALL",
		"git reset --merge HEAD~1":            "reset ALL @HEAD~1",
		"git reset --keep abc":                "reset ALL @abc",
		"git reset --mixed HEAD~1":            "",
		"git reset":                           "",
		"git -C x restore a.go":               "restore /src/a.go",
		"sudo git restore a.go":               "restore /src/a.go",
		"A=b env git restore a.go":            "restore /src/a.go",
		"time git restore a.go":               "restore /src/a.go",
		"command git restore a.go":            "restore /src/a.go",
		"echo git restore a.go":               "",
		"cd /x; git restore a.go":             "restore /x/a.go",
		"cd a && cd ../b && git restore a.go": "restore /src/b/a.go",
		"git restore /x/a.go":                 "restore /x/a.go",
		"git restore a; git revert abc1234":   "restore /src/a; revert @abc1234",
		"git status":                          "",
	} {
		var out []string
		for _, u := range Undos(line, "/src") {
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
		if got := strings.Join(out, "; "); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	many := Undos("git restore "+strings.Repeat("a ", maxUndoNames+9), "/src")
	if len(many) != 1 || len(many[0].Paths) != maxUndoNames {
		t.Errorf("names without end: %d", len(many[0].Paths))
	}
	if u := Undos("git revert "+strings.Repeat("a", 201), "/src"); len(u) != 0 {
		t.Error("a name without end is a commit")
	}
}

func TestStagedPaths(t *testing.T) {
	for line, want := range map[string]string{
		"git add a.go b.go": "a.go b.go", "git stage a.go": "a.go", "git add -A": "*", "git add --all": "*", "git add -u": "*", "git add --update": "*", "git add .": "*",
		"git add -v a.go": "a.go", "git add a && git add b": "a b", "git commit a": "", "add a": "", "git -C x add a": "a",
	} {
		if got := strings.Join(StagedPaths(line), " "); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// A tool of a server writes by the verb in its name; a verb that looks, standing
// first, wins.
func TestToolNames(t *testing.T) {
	for v := range strings.FieldsSeq(`add append apply archive assign attach bulk cancel clear clone close commit copy
		create delete deploy destroy disable drop duplicate edit enable execute exec fork import insert install
		invite link lock mark merge modify move mutate overwrite patch pin post publish push put remove rename reopen
		replace reply reset resolve restart restore revert rollback run save schedule send set start stop submit
		sync toggle transition trigger unassign undo uninstall unlink update upload upsert write`) {
		for _, name := range []string{v + "_thing", "thing_" + v, v + "Thing", "things-" + v} {
			if !NameMutates(name) {
				t.Errorf("%s has no side effects", name)
			}
		}
	}
	for v := range strings.FieldsSeq(`get list read search find fetch query describe show view check count lookup download
		inspect browse explain diff status preview validate take screenshot snapshot`) {
		if NameMutates(v + "_run") {
			t.Errorf("%s_run has side effects", v)
		}
	}
	for name, want := range map[string]string{
		"snake_case": "snake case", "kebab-case": "kebab case", "camelCase": "camel case", "HTTPServer": "httpserver", "getURLNow": "get urlnow", "a.b:c/d e": "a b c d e", "__x__": "x", "": "",
	} {
		if got := strings.Join(nameWords(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
