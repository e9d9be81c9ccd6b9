package conformance

// fourthACommands: one shell call in a session; "M" mutates, "-" does not.
var fourthACommands = `
- ls -la packages/core
- cat Cargo.toml | head -40
- rg --files-with-matches 'NOTE\(perf\)' crates/
- find . -name '*.tsx' -newer package.json
- find . -type f -size +1M -print0 | xargs -0 ls -lh
- grep -rn "price > 100" app/models
- awk '$3 > 50 {print $1}' metrics.tsv
- wc -l $(git ls-files '*.py')
- diff -u old.cfg new.cfg
- stat -c '%s %n' dist/*.js
- tree -L 2 services
- du -sh node_modules | sort -h
- ps aux | grep gunicorn
- which ruby && ruby --version
- echo "a -> b" | cat
- printf '%s\n' one two three | sort -u | uniq -c
- sed -n '10,60p' lib/router.ex
- jq '.dependencies | keys' package.json
- test -f .env && echo yes || echo no
- [ -d vendor ] && ls vendor
- (( 7 > 2 )) && echo bigger
- if [[ $(nproc) -gt 2 ]]; then echo many; fi
- for f in src/*.c; do wc -l "$f"; done
- git status --short
- git log --oneline -15 --graph
- git diff HEAD~2 -- src/ | head -200
- git show 4f2a9c1:README.md
- git blame -L 20,40 main.py
- git branch -a
- git branch --show-current
- git remote -v
- git stash list
- git tag --list 'v2.*'
- git rev-parse --abbrev-ref HEAD
- git ls-files | grep -c test
- git grep -n "deprecated" -- '*.java'
- git worktree list
- git config --get user.email
- git -C ../shared log -3
- git reflog | head
- git merge-base main HEAD
- git shortlog -sn
- gh pr view 482 --json title,body
- gh pr list --state open
- gh run view 99123 --log-failed
- gh issue view 17
- gh pr checks 482
- gh pr diff 482
- go test ./... -run TestParse -count=1
- go vet ./... && go build ./...
- gofmt -l .
- go list -m all
- golangci-lint run
- cargo test --workspace
- cargo clippy -- -D warnings
- cargo check
- cargo build --release 2>&1 | tail -5
- cargo fmt --check
- cargo tree -d
- npm test -- --coverage=false
- npm run build
- npm run lint
- npx tsc --noEmit
- npx eslint src --max-warnings 0
- npx prettier --check .
- npx jest src/cart.test.ts
- npx vitest run
- npm ls react
- npm view lodash version
- npm outdated
- yarn test
- pnpm run typecheck
- pnpm -r test
- bun test
- deno test --allow-read
- deno lint
- pytest -q tests/test_api.py::test_login
- python -m pytest -x
- python3 -m unittest discover
- ruff check .
- ruff format --check src
- black --check .
- isort --check-only .
- flake8 src
- mypy src --strict
- pip list --outdated
- pip show requests
- uv run pytest
- poetry run pytest -k smoke
- tox -e py312
- mvn -q test
- mvn verify -DskipITs
- ./gradlew test --tests '*CartTest'
- ./gradlew build
- dotnet test
- dotnet build -c Release
- bundle exec rspec spec/models
- bundle exec rubocop
- bin/rails routes | grep admin
- mix test test/web
- mix credo
- mix format --check-formatted
- phpunit --filter Invoice
- vendor/bin/phpstan analyse
- composer show
- swift test
- xcodebuild test -scheme App
- flutter analyze
- flutter test
- make test
- make -j4
- cmake --build build
- ctest --test-dir build
- ninja -C out
- bazel test //...
- terraform plan
- terraform validate
- terraform fmt -check
- kubectl get pods -n staging
- kubectl logs deploy/api --tail=100
- kubectl describe node worker-2
- docker ps -a
- docker logs web --since 10m
- docker images
- docker compose ps
- helm list -A
- helm template ./chart
- aws s3 ls s3://reports
- systemctl status nginx
- journalctl -u sshd -n 50
- curl -s https://api.example.org/health
- curl -sI localhost:8080 2>/dev/null
- ping -c 1 db.internal
- dig +short example.org
- ss -ltnp
- shellcheck scripts/*.sh
- hadolint Dockerfile
- cd services/api && cat go.mod && go test ./...
- cat <<'EOF'\nnothing > here\nEOF
- (cd web && npm test) 2>&1 | tee /dev/null
- timeout 60 pytest -q
- time make check
- NODE_ENV=test npx mocha
- env | sort | grep AWS
- go test ./... >/dev/null 2>&1; echo $?
- sleep 5
- sqlite3 --version
- history | tail -20
M touch notes/today.md
M mkdir -p build/out
M rm -rf dist
M mv a.txt b.txt
M cp -r template new-service
M ln -s ../shared lib
M chmod +x run.sh
M echo "DEBUG=1" >> .env
M cat a b > c
M printf 'x' >| out.txt
M cat > config.yml <<EOF\nport: 80\nEOF
M sed -i 's/foo/bar/g' lib/*.rb
M sed -i.bak '/debug/d' app.py
M perl -pi -e 's/old/new/' *.pl
M perl -i -ne 'print unless /x/' f
M echo hi | tee greeting.txt
M sort names.txt -o names.txt
M find . -name '*.orig' -delete
M find . -name '*.log' -exec rm {} +
M ls *.tmp | xargs rm
M git ls-files -z '*.md' | xargs -0 sed -i 's/a/b/'
M dd if=/dev/zero of=disk.img bs=1M count=1
M truncate -s 0 app.log
M tar xzf release.tgz
M unzip bundle.zip -d vendor
M patch -p1 < fix.diff
M git add -A
M git commit -m "parser: accept tabs"
M git push origin HEAD
M git checkout -b feature/x
M git switch -c topic
M git checkout -- src/app.ts
M git restore --staged .
M git reset --hard HEAD~1
M git rebase origin/main
M git merge --no-ff dev
M git cherry-pick 9a1b2c3
M git stash
M git stash pop
M git revert --no-edit HEAD
M git tag v1.2.0
M git branch -D old
M git rm legacy.js
M git clean -fd
M git apply hotfix.patch
M git worktree add ../wt main
M git config user.name "Bot"
M git pull --rebase
M git submodule update --init
M gh pr create --fill
M gh pr merge 12 --squash
M gh issue comment 4 --body "done"
M gh release create v3
M gh pr review 9 --approve
M go get example.org/x@latest
M go mod tidy
M gofmt -w internal
M go generate ./...
M go install ./cmd/tool
M go test ./render -update
M golangci-lint run --fix
M cargo add serde
M cargo fmt
M cargo fix --allow-dirty
M cargo clippy --fix --allow-dirty
M cargo insta accept
M cargo install ripgrep
M cargo publish
M npm install
M npm i -D vitest
M npm ci
M npm uninstall moment
M npm version patch
M npm run lint -- --fix
M npx eslint --fix src
M npx prettier --write .
M npx jest -u
M npx vitest run --update
M npx prisma migrate dev
M npm publish
M yarn add zod
M pnpm up --latest
M bun install
M deno fmt
M pip install -r requirements.txt
M pip uninstall -y six
M uv add httpx
M poetry add pendulum
M ruff check --fix
M ruff format .
M black src
M isort .
M autopep8 --in-place a.py
M python manage.py migrate
M python scripts/backfill.py
M pytest --snapshot-update
M alembic upgrade head
M mvn deploy
M ./gradlew spotlessApply
M dotnet add package Serilog
M dotnet format
M dotnet ef database update
M bundle install
M bundle exec rubocop -a
M bin/rails db:migrate
M bin/rails generate model Order
M mix deps.get
M mix format
M mix ecto.migrate
M composer require monolog/monolog
M vendor/bin/php-cs-fixer fix
M flutter pub get
M dart format lib
M pod install
M make install
M make deploy
M cmake --install build
M terraform apply -auto-approve
M terraform fmt
M terraform destroy
M terraform import aws_s3_bucket.b b
M kubectl apply -f deploy.yaml
M kubectl delete pod web-0
M kubectl scale deploy/api --replicas=3
M kubectl rollout restart deploy/api
M docker run --rm -v $PWD:/w alpine touch /w/x
M docker compose up -d
M docker rm -f web
M docker push org/app:1
M docker exec db psql -c 'drop table t'
M helm upgrade --install api ./chart
M helm uninstall api
M aws s3 cp build s3://site --recursive
M aws lambda update-function-code --function-name f --zip-file fileb://a.zip
M gcloud run deploy api --source .
M systemctl restart nginx
M sudo apt-get install -y jq
M brew install fd
M ssh prod 'sudo systemctl restart app'
M scp dist.tgz host:/srv
M rsync -a build/ host:/www
M curl -X POST https://api.example.org/jobs -d '{}'
M curl -o model.bin https://example.org/m
M wget https://example.org/a.zip
M crontab -r
M kill -9 4411
M bash scripts/release.sh
M ./scripts/seed.sh
M python - <<'PY'\nopen('a','w').write('x')\nPY
M node scripts/codemod.js
M (cd docs && rm old.md)
M ls && touch done
M true || rm lock
M bash -c 'echo 1 > /srv/flag'
M eval "rm x"
M sh -c "cat a > b"
M cd /srv/app; npm install --omit=dev
M ls $(mkdir tmpdir && echo tmpdir)
M psql -c "DELETE FROM users WHERE id = 4"
M redis-cli FLUSHALL
M frobnicate --all
`

// fourthAWindows: the same in PowerShell.
var fourthAWindows = `
- Get-ChildItem -Recurse -Filter *.cs
- Get-Content .\appsettings.json | Select-String "Port"
- Test-Path C:\build\out
- dotnet test .\Api.sln
- Get-Process | Where-Object { $_.CPU -gt 100 }
M Set-Content -Path notes.txt -Value "done"
M Remove-Item -Recurse -Force .\bin
M New-Item -ItemType Directory logs
M Copy-Item a.txt b.txt
M "x" | Out-File log.txt
M Get-Content a.txt > b.txt
M Move-Item .\a .\b
`

// fourthATools: calls by name.
var fourthATools = `
- Read {"file_path":"/home/dev/app/a.go"}
- Grep {"pattern":"main"}
- Glob {"pattern":"**/*.go"}
- WebFetch {"url":"https://example.org","prompt":"x"}
- WebSearch {"query":"sqlite wal"}
- TodoWrite {"todos":[]}
- mcp__github__get_issue {"n":1}
- mcp__github__list_pull_requests {}
- mcp__linear__search_issues {"q":"x"}
- mcp__notion__query_database {}
- mcp__postgres__describe_table {}
- mcp__sentry__find_errors {}
- mcp__context7__resolve-library-id {}
- mcp__filesystem__read_text_file {"path":"a"}
- mcp__filesystem__directory_tree {"path":"."}
- mcp__slack__slack_get_channel_history {}
- mcp__jira__fetchIssue {}
M mcp__github__create_pull_request {"title":"x"}
M mcp__github__add_issue_comment {}
M mcp__github__merge_pull_request {}
M mcp__linear__update_issue {}
M mcp__notion__append_block_children {}
M mcp__slack__slack_post_message {}
M mcp__gmail__draft_email {}
M mcp__gmail__send_email {}
M mcp__github__request_copilot_review {}
M mcp__filesystem__write_file {"path":"a"}
M mcp__filesystem__move_file {}
M mcp__calendar__deleteEvent {}
M mcp__jira__transitionIssue {}
M mcp__supabase__apply_migration {}
M mcp__figma__set_variable {}
M mcp__drive__upload_file {}
M mcp__vercel__deploy_project {}
M mcp__asana__assign_task {}
M NotebookEdit {"notebook_path":"/home/dev/app/a.ipynb","new_source":"x","cell_type":"code","edit_mode":"insert"}
M MultiEdit {"file_path":"/home/dev/app/a.go","edits":[{"old_string":"a","new_string":"b"}]}
`
