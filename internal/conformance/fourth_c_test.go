package conformance

import "testing"

// The third set: what failed most in the first two, written before it was run.
var fourthCShifts = []fourthShift{
	{"plain", "The sitemap lists pages that are marked as drafts", "seo/sitemap.rb", "Drafts are skipped now.", "Put together a docker-compose file with Postgres, Redis and Mailhog for newcomers", "dev/docker-compose.yml", "The stack starts with one command."},
	{"plain", "Sort the team page alphabetically", "pages/team.astro", "Sorted.", "Our nightly backup to the NAS stopped working two days ago, find out what happened", "", "The NAS certificate had expired."},
	{"plain", "Give the loader a timeout of five seconds", "core/loader.go", "It times out after 5 s.", "Implement a Kanban board with drag and drop in plain JavaScript", "kanban/board.js", "Cards can be dragged."},
	{"plain", "what is the licence of the fonts we ship?", "", "SIL Open Font License.", "Generate random test customers with plausible names and addresses as CSV", "fixtures/customers.csv", "500 rows generated."},
	{"plain", "Use the shared button in the login dialog", "src/LoginDialog.tsx", "It uses the shared button.", "Write an nginx config that rate-limits crawlers by user agent", "src/nginx.conf", "Crawlers are limited to 1 r/s."},
	{"plain", "Drop the unused GraphQL resolvers", "src/resolvers.ts", "Three resolvers removed.", "Create a small CLI that renames photos by their EXIF date", "src/rename-photos.ts", "The CLI renames them."},
	{"plain", "Remove the trailing comma in package.json", "package.json", "Removed.", "Design an onboarding questionnaire for volunteers of the animal shelter", "shelter/questionnaire.md", "Ten questions drafted."},
	{"plain", "Explain what a semaphore is", "", "A counter that limits concurrent access.", "Plan a two-week trip through Patagonia by bus with overnight stops", "", "Fourteen stops from Bariloche to Ushuaia."},
	{"plain", "Make the CSV delimiter configurable", "io/csv.py", "There is a delimiter option.", "The thermostat firmware reboots whenever the Wi-Fi drops. Please debug.", "firmware/wifi.c", "A null handle was dereferenced on reconnect."},
	{"plain", "Kürze die Fehlermeldung beim Login", "auth/messages.de.json", "Gekürzt.", "Programmiere einen Vokabeltrainer mit Karteikarten für meine Tochter", "vokabeln/app.py", "Der Trainer läuft."},
	{"plain", "Setze die Schriftgröße im Footer auf 14px", "web/footer.css", "Gesetzt.", "Unser Jenkins findet den Maven-Cache nicht mehr, bitte untersuchen", "", "Das Volume war nicht gemountet."},
	{"plain", "Supprime la bannière de Noël", "web/banner.vue", "Supprimée.", "Rédige un cahier des charges pour une application de covoiturage", "covoiturage/cdc.md", "Rédigé."},
	{"plain", "Quita los logs de depuración", "src/debug.js", "Quitados.", "Diseña una base de datos para una clínica veterinaria con citas y vacunas", "vet/schema.sql", "Diseñada."},
	{"plain", "Renomeie a variável total para soma", "calc.py", "Renomeada.", "Crie um jogo da velha em React com placar e botão de reiniciar", "velha/App.jsx", "Jogo criado."},
	{"plain", "Убери лишний пробел в шапке", "web/header.html", "Убрал.", "Напиши телеграм-бота, который присылает курс валют каждое утро", "bot/rates.py", "Бот написан."},
	{"plain", "Usuń zbędne importy", "src/App.vue", "Usunięte.", "Napisz skrypt w Bashu archiwizujący stare zdjęcia na dysk zewnętrzny", "foto/archive.sh", "Skrypt gotowy."},
	{"plain", "余分な空白を削除して", "web/header.html", "削除しました。", "家計簿アプリのデータベース設計を考えてください", "kakeibo/schema.sql", "設計しました。"},
	{"plain", "把按钮改成绿色", "web/button.css", "已修改。", "用Python写一个贪吃蛇小游戏，带计分功能", "snake/main.py", "写好了。"},
	{"plain", "버튼을 초록색으로 바꿔줘", "web/button.css", "바꿨습니다.", "파이썬으로 날씨 정보를 수집하는 크롤러를 만들어줘", "weather/crawl.py", "만들었습니다."},
	{"plain", "Verwijder de oude logo's", "web/logo.svg", "Verwijderd.", "Bouw een reserveringssysteem voor tennisbanen met kalender", "tennis/app.ts", "Gebouwd."},

	{"follow-up", "Write a script that resizes the product photos", "tools/resize.py", "It resizes them to 800 px.", "It should skip files that were already processed", "tools/resize.py", "Already processed files are skipped."},
	{"follow-up", "Create a REST endpoint for bookings", "api/bookings.go", "POST and GET /bookings exist.", "Return 409 when the slot is taken", "api/bookings.go", "409 is returned."},
	{"follow-up", "Build a landing page for the bakery", "web/index.html", "The page is built.", "Use a warmer colour palette and larger headings", "web/style.css", "Palette and headings changed."},
	{"follow-up", "Set up a GitHub Action that runs the linter", ".github/workflows/lint.yml", "The workflow is there.", "Run it only on pull requests against main", ".github/workflows/lint.yml", "Restricted to pull requests."},
	{"follow-up", "Add a search box to the wiki", "wiki/search.ts", "A search box is there.", "Debounce the input by 300 ms and show a spinner", "wiki/search.ts", "Debounced, with spinner."},
	{"follow-up", "Write a parser for the bank's statement format", "bank/parser.kt", "It parses statements.", "Amounts with a trailing minus sign are negative, handle that", "bank/parser.kt", "Handled."},
	{"follow-up", "Implement login with magic links", "auth/magic.rb", "Links are mailed and verified.", "Expire them after fifteen minutes", "auth/magic.rb", "They expire."},
	{"question", "Introduce optimistic updates in the todo list", "todo/store.ts", "Introduced.", "What if the server rejects the change?", "", "The old state is restored."},
	{"question", "Explain our branching model", "", "Trunk-based with short-lived branches.", "How do hotfixes get to production then?", "", "By cherry-pick onto the release tag."},
	{"question", "Move image processing to a worker", "worker/image.go", "Moved.", "Does that survive a restart of the queue?", "", "Yes, jobs are persisted."},
	{"correction", "Write the release announcement", "blog/release.md", "Written.", "Too long, two paragraphs at most", "blog/release.md", "Shortened."},
	{"correction", "Add a retry to the uploader", "up/retry.py", "Three attempts.", "exponential backoff, not a fixed delay", "up/retry.py", "Backoff is exponential."},
	{"complaint", "Add a date filter to the report", "report/filter.vue", "Added.", "selecting a range clears the page", "report/filter.vue", "State was reset; fixed."},
	{"pasted", "Create a Dockerfile for the API", "Dockerfile", "Created.", "docker build fails:\nERROR: failed to solve: process \"/bin/sh -c npm ci\" did not complete successfully: exit code: 1", "Dockerfile", "Lockfile is copied first now."},
	{"german", "Baue ein Kontaktformular", "web/kontakt.html", "Gebaut.", "Pflichtfelder bitte mit Sternchen kennzeichnen", "web/kontakt.html", "Gekennzeichnet."},
	{"french", "Écris un script de sauvegarde", "ops/save.sh", "Écrit.", "Il faut aussi garder les sept dernières versions", "ops/save.sh", "Sept versions gardées."},
	{"spanish", "Crea un formulario de registro", "web/registro.vue", "Creado.", "La contraseña debe tener al menos doce caracteres", "web/registro.vue", "Validado."},
	{"japanese", "お問い合わせフォームを作って", "web/contact.vue", "作りました。", "送信後に確認メッセージを表示して", "web/contact.vue", "表示します。"},
	{"russian", "Сделай форму обратной связи", "web/feedback.vue", "Готово.", "Поле телефона должно быть необязательным", "web/feedback.vue", "Сделал необязательным."},
	{"same area", "Add an index page for the docs", "docs/index.md", "Added.", "Add a sidebar with all chapters", "docs/_sidebar.md", "Sidebar added."},
}

var fourthCCommands = `
- ssh -p 2222 deploy@web1 "df -h"
- ssh web1 -- systemctl status api
- kubectl rollout status deploy/api
- kubectl exec web-0 -- cat /etc/hosts
- terraform workspace list
- heroku config
- vercel logs api
- doctl compute droplet list
- pulumi stack ls
- cdk diff
- argocd app list
- vault status
- consul members
- alembic current
- flask routes
- ansible-inventory --list
- minikube status
- eksctl get cluster
- npm run test:deploy
- make check-migrations
- yarn test:upload
- openssl s_client -connect example.org:443
- uv tool list
- ./gradlew dependencies
- nix flake show
- coverage run -m pytest
- pipdeptree
- cargo outdated
- bundle outdated
- pnpm why vite
- deno info
- go version
- kubectl api-resources
- istioctl version
- supabase status
- git config --list
- git log main..HEAD
- gh release list
- gh workflow list
- sed -e 's/a/b/' f
- awk 'length > 80' a.txt
- python -m json.tool a.json
- lsblk
M ssh web1 'docker restart api'
M ssh -i key deploy@web1 "cd /srv && git pull"
M kubectl rollout undo deploy/api
M kubectl exec web-0 -- sh -c 'echo 1 > /tmp/x'
M terraform workspace new stage
M heroku ps:scale web=2
M heroku run rails db:migrate
M vercel deploy
M doctl compute droplet create x
M pulumi destroy
M cdk bootstrap
M argocd app sync api
M vault kv put secret/a b=c
M consul kv put a b
M alembic downgrade -1
M flask db migrate
M minikube start
M eksctl create cluster
M npm run deploy:prod
M npm run db:seed:test
M yarn docker:push
M make publish-docs
M openssl req -x509 -newkey rsa:2048 -out c.pem
M uv tool install ruff
M ./gradlew publishToMavenLocal
M nix flake update
M npm run build:deploy
M fly secrets set A=b
M railway up
M supabase db push
M netlify deploy --prod
M git config --unset user.name
M gh workflow disable ci
M gh release upload v1 a.zip
`

var fourthCWindows = `
- Get-ChildItem | Where-Object { $_.Length -gt 1MB } | Sort-Object Length
- Get-Content a.json | ConvertFrom-Json
- $env:NODE_ENV
- Get-EventLog -LogName System -Newest 10
- Test-NetConnection db -Port 5432
- Split-Path C:\a\b.txt
- Get-CimInstance Win32_OperatingSystem
- irm https://example.org/api
- $files = Get-ChildItem *.cs
- Import-Csv a.csv | Group-Object type
- Invoke-Pester
- npx tsc --noEmit
- Get-ChildItem | ForEach-Object { Get-Content $_ }
M Get-ChildItem | % { Remove-Item $_ }
M $x = New-Item a.txt
M Get-Content a.txt | Out-File b.txt
M Invoke-RestMethod https://example.org -Method PUT
M iwr https://example.org -OutFile a.zip
M Set-Location C:\a; Remove-Item b
M Enable-WindowsOptionalFeature -FeatureName X
M Disable-ScheduledTask x
M Update-Module Pester
M Uninstall-Module Pester
M Get-Process node | Stop-Process
M Register-ScheduledTask x
M git commit -m "x"
`

func TestFourthC(t *testing.T) {
	f, n := fourthMutations(t, fourthCCommands, "$")
	fourthReport(t, "commands", f, n)
	f, n = fourthMutations(t, fourthCWindows, "ps")
	fourthReport(t, "powershell", f, n)
	f, n = fourthShifts(t, fourthCShifts)
	fourthReport(t, "shifts", f, n)
}
