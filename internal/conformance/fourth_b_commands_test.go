package conformance

var fourthBCommands = `
- nl -ba Makefile
- less +F server.log
- od -c blob.bin | head
- xxd -l 64 firmware.bin
- sha256sum release.tar.gz
- readlink -f bin/tool
- basename $(pwd)
- comm -12 <(sort a) <(sort b)
- cut -d: -f1 /etc/passwd
- column -t data.tsv
- tr a-z A-Z <<< "shout"
- find src -name '*.py' -exec grep -l asyncio {} +
- find . -maxdepth 1 -type d -exec du -sh {} \;
- fd -e md
- ag 'class .*Handler' app
- bat --plain src/lib.rs
- yq '.services' compose.yaml
- xmllint --noout feed.xml
- awk -F, 'NR>1 && $2>=10' sales.csv
- echo '<b>bold</b>'
- grep -c '=>' src/*.js
- ls 2>/dev/null || echo none
- make -n install
- make lint
- make --dry-run deploy
- command -v pnpm
- type -a python
- man tar | head -30
- sudo cat /var/log/syslog | tail
- sudo -u postgres ls /var/lib
- git log --since='2 weeks ago' --author=ana --pretty=format:'%h %s'
- git diff --stat origin/main...HEAD
- git log -S'oldName' --oneline
- git cat-file -p HEAD
- git status && git diff
- git --no-pager log -5
- git describe --tags
- git rev-list --count HEAD
- git check-ignore -v dist
- git ls-remote origin
- git stash show -p
- git bisect log
- git remote show origin
- git branch --contains 4fd21
- gh auth status
- gh repo view
- gh api repos/o/r/pulls
- gh search issues panic
- glab mr list
- hg log -l 5
- svn info
- zig build test
- stack test
- cabal test
- dune runtest
- dune build
- Rscript -e 'testthat::test_dir("tests")'
- julia --project -e 'using Pkg; Pkg.test()'
- lein test
- sbt test
- sbt compile
- ansible-lint site.yml
- ansible-playbook site.yml --check
- ansible-playbook site.yml --syntax-check
- pulumi preview
- tflint
- terraform output
- terraform show
- terraform state list
- kubectl get events --sort-by=.lastTimestamp
- kubectl top pods
- kubectl diff -f k8s/
- kubectl explain pod.spec
- kubectl config current-context
- kubectl apply -f k8s/ --dry-run=client
- docker inspect web
- docker stats --no-stream
- docker compose logs api
- docker compose config
- docker version
- podman ps
- helm lint chart
- helm status api
- helm get values api
- aws sts get-caller-identity
- aws ec2 describe-instances
- aws logs tail /ecs/api --since 1h
- gcloud projects list
- az account show
- heroku logs --tail
- fly status
- npm audit
- npm run type-check
- npm run test:unit
- npm run format:check
- yarn why react
- yarn lint
- pnpm list --depth 0
- npx biome check src
- npx playwright test
- npx cypress run
- npx knip
- npx stylelint '**/*.css'
- node --test
- node --version
- node --check server.js
- tsc -p . --noEmit
- bunx tsc --noEmit
- pyright
- python -m mypy pkg
- python -m py_compile app.py
- python --version
- pip check
- pip freeze
- pylint src
- bandit -r src
- coverage report -m
- poetry show --tree
- uv pip list
- uv run ruff check .
- poetry run mypy .
- hatch run test
- nox -s tests
- go list ./...
- go env GOPATH
- go doc net/http
- go test -race -bench . ./...
- staticcheck ./...
- govulncheck ./...
- gofmt -d internal
- cargo bench
- cargo nextest run
- cargo metadata --no-deps
- cargo audit
- cargo doc --no-deps
- rustc --version
- mvn dependency:tree
- mvn compile
- gradle tasks
- gradle check
- ./mvnw test
- bundle exec rake test
- bundle exec rspec
- rails test
- ruby -c app.rb
- rake -T
- php -l index.php
- php artisan route:list
- php artisan test
- composer validate
- vendor/bin/phpunit
- vendor/bin/pint --test
- mix compile
- mix dialyzer
- dotnet --list-sdks
- dotnet format --verify-no-changes
- swiftlint
- swift build
- ktlint
- clang-format --dry-run -Werror src/a.c
- clang-tidy src/a.c
- cppcheck src
- gcc -fsyntax-only a.c
- meson test -C build
- nix flake check
- psql -c 'SELECT count(*) FROM users'
- psql -l
- sqlite3 app.db '.schema'
- sqlite3 app.db "select * from t where n > 3"
- mysql -e 'show tables'
- redis-cli GET session:1
- openssl x509 -in cert.pem -noout -text
- curl -sS -H 'Accept: application/json' https://example.org/v1
- curl --head https://example.org
- curl -s localhost:3000 | jq .
- wget -qO- https://example.org
- http GET :8080/ping
- nc -zv db 5432
- nslookup example.org
- lsof -i :3000
- netstat -tlnp
- df -h && free -m && uptime
- uname -a; lsb_release -a
- id; whoami; hostname
- ssh web1 'tail -n 50 /var/log/app.log'
- ssh web1 uptime
- while read -r l; do echo "$l"; done < list.txt
- cd /tmp && ls && cd - >/dev/null
- export CI=1 && npm test
- set -e; go build ./...; go test ./...
- diff <(git show HEAD:a) a
- echo "a > b" && grep '>>' x
- crontab -l
- strings a.out | grep GLIBC
- file dist/*
- apt list --installed
- dpkg -l | grep ssl
- brew list
- cat a.json 2>&1 | jq -r '.x | select(. > 4)'
- cat <<< "x > y"
- "echo" hi
- jest --ci
- eslint . --fix-dry-run
- rubocop --parallel
M : > empty.txt
M > cleared.log
M ls > listing.txt 2>&1
M make 2> errors.log
M npm test &> test.log
M git diff > my.patch
M jq '.v = 2' p.json > p2.json && mv p2.json p.json
M exec 3> /srv/fd3
M printf '%s' "$K" | sudo tee /etc/k
M echo y | tee -a log.txt > /dev/null
M yq -i '.a = 1' a.yml
M awk '{print > "out.txt"}' in.txt
M sed -n -i '1,3p' f.txt
M sed --in-place 's/a/b/' f
M gsed -i '' 's/x/y/' z
M ed -s f.txt <<< $'1d\nw'
M find . -name '*.bak' -exec mv {} /old \;
M find . -type f -exec sed -i 's/a/b/' {} +
M find . -empty -type d -delete
M fd -e tmp -x rm
M cat files.txt | xargs -n1 -I{} cp {} backup/
M grep -rl old src | xargs sed -i 's/old/new/g'
M ls | parallel gzip {}
M gzip big.log
M install -m 755 tool /usr/bin
M rmdir empty
M unlink link
M shred -u secret
M mktemp -d
M chown -R app:app /srv
M chgrp staff f
M split -l 100 big.csv part_
M xz -d a.xz
M zip -r out.zip src
M tar -czf a.tgz src
M cpio -id < a.cpio
M git init
M git clone https://example.org/r.git
M git fetch origin && git reset --hard origin/main
M git commit --amend --no-edit
M git add . && git commit -qm wip && git push
M git mv a b
M git stash push -m x
M git stash drop
M git branch -m old new
M git branch new-topic
M git tag -a v1 -m v1
M git tag -d v1
M git remote add up https://example.org/x
M git remote set-url origin x
M git config --global core.editor vim
M git am < p.mbox
M git restore src/a.ts
M git switch main
M git checkout main
M git checkout .
M git bisect start
M git rebase --continue
M git merge --abort
M git worktree remove ../x
M git push --tags
M git push --delete origin old
M git update-index --assume-unchanged f
M git notes add -m x
M git gc
M git filter-branch --tree-filter x
M git -C sub commit -am x
M cd sub && git commit -am "x"
M gh pr edit 5 --add-label bug
M gh pr close 5
M gh pr comment 5 --body ok
M gh pr checkout 5
M gh issue create --title x
M gh issue close 5
M gh workflow run ci.yml
M gh run rerun 99
M gh api -X POST repos/o/r/issues -f title=x
M gh api repos/o/r/issues -f title=x
M gh repo create o/x
M gh secret set K
M gh gist create a.txt
M glab mr create
M hg commit -m x
M svn commit -m x
M jj describe -m x
M zig fmt src
M ocamlformat -i a.ml
M dune fmt
M dune promote
M stack install
M cabal install x
M nix profile install x
M opam install x
M Rscript -e 'install.packages("x")'
M julia -e 'using Pkg; Pkg.add("X")'
M ansible-playbook site.yml
M pulumi up --yes
M vagrant up
M packer build x.json
M terraform init
M terraform state rm x
M terraform taint x
M terragrunt apply
M cdk deploy
M sls deploy
M sam deploy
M kubectl edit deploy x
M kubectl create ns x
M kubectl patch deploy x -p '{}'
M kubectl set image deploy/x x=y
M kubectl label pod x a=b
M kubectl drain n1
M kubectl cordon n1
M kubectl exec pod -- rm /x
M kubectl cp a pod:/a
M kubectl replace -f x
M kubectl config use-context prod
M kubectl annotate ns x a=b
M docker compose down -v
M docker compose restart api
M docker stop web
M docker rmi x
M docker volume rm x
M docker system prune -f
M docker network create n
M docker tag a b
M docker cp a web:/a
M docker kill web
M docker start web
M podman run -d x
M helm install x ./c
M helm rollback x 1
M helm repo add a b
M aws s3 rm s3://b/k
M aws s3 sync a s3://b
M aws ecs update-service --service x
M aws dynamodb put-item --table-name t
M aws ec2 terminate-instances --instance-ids i
M gcloud compute instances create x
M gcloud config set project x
M az group create -n x
M az webapp restart -n x
M heroku config:set A=b
M fly deploy
M vercel --prod
M netlify deploy
M firebase deploy
M wrangler publish
M npm run format
M npm run db:seed
M npm run deploy
M npm run generate
M npm link
M npm dedupe
M npm audit fix
M npm pkg set name=x
M npm cache clean --force
M npm init -y
M npm update
M npx create-react-app x
M npx husky init
M npx prisma generate
M npx drizzle-kit push
M npx biome check --write
M npx biome format --write src
M npx stylelint --fix a.css
M npx playwright test --update-snapshots
M npx playwright install
M npx jest --updateSnapshot
M npx ng generate component x
M yarn install
M yarn remove x
M yarn upgrade
M yarn publish
M pnpm install --frozen-lockfile
M pnpm dlx degit a b
M bun add x
M bun remove x
M deno run -A seed.ts
M pip install -e .
M pip3 install x
M python3 -m pip install x
M python -m venv .venv
M python setup.py install
M conda install x
M pipenv install x
M poetry install
M poetry lock
M poetry remove x
M uv sync
M uv lock
M uv pip install x
M uvx ruff format
M pdm add x
M black .
M python -m black src
M isort src
M ruff check . --fix-only
M docformatter -i a.py
M pyupgrade a.py
M django-admin startproject x
M python manage.py makemigrations
M python manage.py loaddata x
M flask db upgrade
M alembic revision -m x
M celery -A x purge -f
M pre-commit install
M pre-commit autoupdate
M pytest --inline-snapshot=fix
M pytest --force-regen
M go mod init x
M go work sync
M goimports -w .
M gofumpt -w .
M go fix ./...
M go run ./cmd/migrate
M go test ./... -update-golden
M UPDATE_GOLDEN=1 go test ./...
M go clean -cache
M cargo update
M cargo remove x
M cargo new x
M cargo run --bin seed
M cargo insta review
M INSTA_UPDATE=always cargo test
M cargo sqlx prepare
M cargo clean
M rustup update
M rustfmt src/a.rs
M mvn versions:set -DnewVersion=2
M mvn spotless:apply
M mvn release:prepare
M gradle publish
M ./gradlew installDebug
M ./gradlew wrapper --gradle-version 8
M ktlint -F
M google-java-format -i A.java
M gem install x
M bundle update
M bundle add x
M rubocop -A
M rubocop --autocorrect
M standardrb --fix
M rails db:seed
M rails g migration x
M rails db:rollback
M rake db:migrate
M php artisan migrate
M php artisan make:model X
M php artisan cache:clear
M composer install
M composer update
M vendor/bin/pint
M vendor/bin/rector process
M mix ecto.gen.migration x
M mix phx.gen.html A B c
M mix deps.update --all
M mix archive.install x
M dotnet new console
M dotnet tool install x
M dotnet restore
M dotnet nuget push x
M nuget install x
M swift package update
M swiftformat .
M swiftlint --fix
M fastlane beta
M flutter create x
M flutter clean
M dart fix --apply
M dart pub add x
M pod update
M clang-format -i a.c
M clang-tidy --fix a.c
M make clean
M make migrate
M make fmt
M make db-reset
M just deploy
M task migrate
M meson install -C b
M bazel run //tools:update
M psql -f schema.sql
M psql -c "UPDATE t SET a=1"
M createdb x
M dropdb x
M pg_restore -d x d.dump
M pg_dump x > d.sql
M mysql -e 'drop table x'
M sqlite3 a.db "insert into t values (1)"
M mongosh --eval 'db.t.drop()'
M redis-cli SET a 1
M redis-cli DEL a
M curl -X DELETE https://example.org/1
M curl -XPUT localhost:9200/i
M curl --data @b.json https://example.org
M curl -F f=@a https://example.org
M curl -O https://example.org/a
M curl -fsSL https://example.org/i.sh | sh
M http POST :8080/x a=b
M ssh web1 "rm -rf /srv/x"
M ssh web1 < script.sh
M sftp host
M systemctl enable x
M systemctl daemon-reload
M service nginx reload
M launchctl load x
M ufw allow 22
M iptables -F
M useradd x
M passwd x
M mount /dev/x /mnt
M sysctl -w a=1
M apt-get update
M apt remove x
M yum install x
M dnf upgrade
M pacman -S x
M apk add x
M snap install x
M brew upgrade
M crontab new.cron
M pkill node
M killall java
M nohup ./server &
M tmux kill-server
M reboot
M ./gradlew run
M sh install.sh
M python migrate.py
M ruby script.rb
M perl fix.pl
M php cron.php
M lua gen.lua
M osascript -e 'x'
M python3 -c "open('f','w').write('x')"
M node -e "require('fs').writeFileSync('a','b')"
M ruby -i -pe 'gsub(/a/,"b")' f
M ruby -e 'File.write("a","b")'
M cat <<'EOF' | tee conf.d/a.conf\nlisten 80\nEOF
M cat <<EOF | kubectl apply -f -\nkind: Pod\nEOF
M cat <<'SQL' | psql app\ndelete from t;\nSQL
M for f in *.txt; do mv "$f" "${f%.txt}.md"; done
M if [ ! -d x ]; then mkdir x; fi
M while read f; do rm "$f"; done < list
M case $1 in a) rm a;; esac
M { echo a; echo b; } > both
M ( echo a ) >> log
M echo $(rm x)
M echo \qtouch y\q
M x=$(mktemp) && cat a > $x
M test -f a || cp b a
M time npm install
M timeout 5 rm -rf x
M env A=1 make install
M sudo rm x
M doas rm x
M nice -n 10 cargo install x
M xargs rm < list
M watch -n 1 'rm x'
M bash <<'EOF'\nrm x\nEOF
M pandoc a.md -o a.pdf
M convert a.png b.jpg
M ffmpeg -i a.mov b.mp4
M openssl genrsa -out k.pem 2048
M ssh-keygen -t ed25519 -f k
M gpg --sign a
M base64 -d a > b
M graphql-codegen
M buf generate
M sqlc generate
M mockgen -source a.go -destination b.go
M wire ./...
M stringer -type X
M openapi-generator generate -i a
`

var fourthBWindows = `
- Get-Content .\log.txt -Tail 20
- Select-String -Path *.cs -Pattern "NOTE"
- Get-Service | Sort-Object Status
- Get-Item .\a.txt | Format-List
- dir
- type a.txt
- git status
- npm test
- Write-Host "a > b"
- Get-Date
- Measure-Command { dotnet build }
- Compare-Object (Get-Content a) (Get-Content b)
- Get-ChildItem | ForEach-Object { $_.Name }
- $env:PATH -split ';'
- Resolve-Path .\src
- Invoke-WebRequest https://example.org -UseBasicParsing
M Add-Content a.txt "x"
M Rename-Item a b
M del a.txt
M mkdir logs
M rmdir /s /q bin
M copy a b
M move a b
M ni a.txt
M ri -Recurse bin
M Clear-Content a.txt
M Set-ItemProperty HKCU:\x y 1
M Start-Process setup.exe
M Stop-Process -Name node
M Install-Module Pester
M Expand-Archive a.zip
M Compress-Archive a b.zip
M Invoke-WebRequest https://example.org -OutFile a
M Invoke-RestMethod https://example.org -Method Post -Body x
M "a" | Set-Content b
M "a" >> b.txt
M Get-ChildItem *.tmp | Remove-Item
M Get-ChildItem | ForEach-Object { Remove-Item $_ }
M New-Service x
M Restart-Service x
M winget install x
M choco install x
M dotnet add package X
M (Get-Content a) -replace 'x','y' | Set-Content a
M [IO.File]::WriteAllText("a","b")
M Export-Csv -Path a.csv
M Tee-Object -FilePath a.txt
`

var fourthBTools = `
- mcp__github__get_file_contents {}
- mcp__github__search_code {}
- mcp__github__pull_request_read {}
- mcp__gitlab__list_merge_requests {}
- mcp__playwright__browser_snapshot {}
- mcp__playwright__browser_console_messages {}
- mcp__atlassian__getJiraIssue {}
- mcp__atlassian__searchConfluenceUsingCql {}
- mcp__sentry__get_issue_details {}
- mcp__datadog__query_metrics {}
- mcp__grafana__list_dashboards {}
- mcp__memory__read_graph {}
- mcp__memory__search_nodes {}
- mcp__slack__conversations_history {}
- mcp__figma__get_design_context {}
- mcp__supabase__list_tables {}
- mcp__ide__getDiagnostics {}
- mcp__context7__get-library-docs {}
- mcp__fetch__fetch {"url":"https://example.org"}
- mcp__brave__web_search {}
- mcp__deepwiki__ask_question {}
- mcp__filesystem__list_directory {}
- mcp__stripe__list_customers {}
- ToolSearch {"query":"x"}
- BashOutput {"bash_id":"1"}
- AskUserQuestion {"questions":[]}
- LSP {"operation":"hover"}
M mcp__github__push_files {}
M mcp__github__create_branch {}
M mcp__github__delete_file {}
M mcp__github__fork_repository {}
M mcp__github__pull_request_review_write {}
M mcp__github__issue_write {}
M mcp__gitlab__create_merge_request {}
M mcp__gitlab__createNote {}
M mcp__atlassian__createJiraIssue {}
M mcp__atlassian__addCommentToJiraIssue {}
M mcp__atlassian__updateConfluencePage {}
M mcp__linear__create_comment {}
M mcp__linear__save_issue {}
M mcp__notion__notion-create-pages {}
M mcp__notion__notion-update-page {}
M mcp__memory__create_entities {}
M mcp__memory__add_observations {}
M mcp__memory__delete_relations {}
M mcp__slack__conversations_add_message {}
M mcp__gmail__reply_to_thread {}
M mcp__gcal__create-event {}
M mcp__todoist__close_task {}
M mcp__trello__moveCard {}
M mcp__trello__archiveCard {}
M mcp__stripe__create_refund {}
M mcp__stripe__cancel_subscription {}
M mcp__twilio__send_sms {}
M mcp__discord__post_message {}
M mcp__kubernetes__scale_deployment {}
M mcp__kubernetes__restart_pod {}
M mcp__docker__remove_container {}
M mcp__aws__put_object {}
M mcp__postgres__insert_rows {}
M mcp__mongo__drop-collection {}
M mcp__redis__set {}
M mcp__filesystem__edit_file {}
M mcp__filesystem__create_directory {}
M mcp__drive__share_file {}
M mcp__drive__rename_file {}
M mcp__wordpress__publish_post {}
M mcp__hubspot__batch_create_objects {}
M mcp__airtable__update_records {}
M mcp__sheets__append_rows {}
M mcp__jenkins__trigger_build {}
M mcp__argocd__sync_application {}
M mcp__pagerduty__acknowledge_incident {}
M mcp__sentry__resolve_issue {}
M mcp__github__request_review {}
M mcp__github__enable_auto_merge {}
M mcp__netlify__rollback_deploy {}
M mcp__serena__replace_symbol_body {}
M mcp__serena__insert_after_symbol {}
M mcp__serena__rename_symbol {}
M mcp__terraform__apply {}
`
