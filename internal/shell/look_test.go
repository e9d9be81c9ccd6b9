package shell

import (
	"strings"
	"testing"
)

// What only looks has no side effects, whatever options stand in front of it; what does more
// has them, also where a word that looks is a name or an option's value.
func TestLooks(t *testing.T) {
	for _, c := range []struct {
		mutates bool
		table   string
	}{{false, onlyLooks}, {true, doesMore}} {
		for line := range strings.Lines(c.table) {
			name, calls, ok := strings.Cut(strings.TrimSpace(line), ":")
			if !ok {
				continue
			}
			for call := range strings.SplitSeq(calls, " ·") {
				if call = name + " " + strings.TrimSpace(call); commandClass(call).Mutates() != c.mutates {
					t.Errorf("%s: %s, mutates should be %v", call, commandClass(call).names(), c.mutates)
				}
			}
		}
	}
}

// A look that is typed for another machine, a pane or a container is one there, too.
func TestLooksThroughWrappers(t *testing.T) {
	checkClasses(t, map[string]string{
		"read": `sudo systemctl --no-pager status nginx
			ssh box systemctl --user list-timers
			sudo -u app pm2 -s list
			KUBECONFIG=x kubectl -n web get pods | grep api
			docker exec web redis-cli -n 2 get key
			time terraform -chdir=infra plan`,
		"run unknown": `sudo systemctl --no-pager restart nginx
			ssh box systemctl --user start x
			KUBECONFIG=x kubectl -n web delete pod x`,
	})
}

const onlyLooks = `
systemctl: list-timers · --user list-timers · --user list-timers --all · --no-pager status nginx · --user --no-pager list-units --type=service
systemctl: -t service list-units · -H root@box status nginx · -M web is-active x · show -p MainPID nginx · --no-pager cat nginx.service
systemctl: is-failed x · is-system-running · --failed · list-unit-files --state=enabled · get-default ·  · --version · show-environment
systemctl: list-dependencies
launchctl: list · print system/com.apple.x · print-disabled user/501 · getenv PATH · blame x
kubectl: get pods · -n web get pods · --namespace=web get pods · --namespace web describe pod x · --context prod -n web logs deploy/x
kubectl: --kubeconfig ~/.kube/x get nodes · --kubeconfig=/x get nodes · events -n web · -n web events · -n web wait --for=condition=ready pod/x
kubectl: -n web rollout status deploy/x · --context x rollout history deploy/x · config current-context · config get-contexts · config view --minify
kubectl: auth can-i get pods · diff -f x.yaml · -n web top pods · version --client · api-resources · explain pod · cluster-info
kubectl: apply -f x.yaml --dry-run=client · exec -n web pod -- ls / · -n web exec -it pod -- cat /etc/hosts · --as admin get pods · -v 6 get pods
kubectl: -v=6 get pods · -l app=x get pods · -o json get pods · kustomize overlays/dev
oc: -n x get pods · whoami · status
docker: ps -a · --context prod ps · -c prod ps · --host tcp://x:1 ps · -H tcp://x ps · --log-level debug images · container ls · container ls -a
docker: image ls · image inspect x · image history x · volume ls · volume inspect x · network ls · network inspect x · system df · system info
docker: system events · compose ps · compose -f x.yml ps · compose --profile dev logs -f web · compose config · compose images · compose top
docker: compose ls · compose version · --version · -v · version · buildx ls · buildx inspect x · buildx imagetools inspect x · buildx du
docker: builder du · manifest inspect x · context ls · --context x context show · stack ls · stack ps x · service ls · service logs x · service ps x
docker: node ls · swarm ca · secret ls · scout cves x · scout quickview · plugin ls · exec web ls /app · exec -it web cat /etc/hosts
docker: compose exec web cat x · compose exec -T web env · --help · run --help · wait x · compose -p x -f a.yml -f b.yml config --services
docker: logs --tail 50 web · trust inspect x · model list
docker-compose: -f x.yml logs
gh: pr view 12 · -R a/b pr view 12 · --repo a/b pr list · pr checks 12 · pr list -R a/b · pr status · run list · run view 123 --log-failed
gh: run watch 12 · -R a/b run list · issue list · issue view 3 · repo view · repo list · release list · release view v1 · workflow list
gh: workflow view x · api repos/a/b · api -X GET repos/a/b · api --method GET repos/a/b -f per_page=100
gh: api graphql -f query='query { viewer { login } }' · api repos/a/b --jq .name --paginate · api -H 'Accept: x' /user · auth status · auth token
gh: search code foo · search repos x · gist list · gist view x · label list · secret list · variable list · variable get X · cache list
gh: project list · project view 1 · project item-list 1 · project field-list 1 · ruleset list · ruleset check main · status · version · --version
gh: extension list · extension search x · codespace list · codespace logs · org list · alias list · config get editor · config list · ssh-key list
gh: gpg-key list · attestation verify x · release verify v1 · pr diff --name-only 12 · help pr · pr create --help · pr create --dry-run
gh: run view --job 1 --log · browse --no-browser
glab: mr list · mr view 12 · mr diff 12 · ci status · ci view · ci list · ci trace · pipeline list · repo view · issue view 2 · api projects/x
git: --no-pager log · -P log -3 · -C /x status · -c core.pager=cat diff · --git-dir=/x/.git log · --work-tree=/x status · --no-optional-locks status
git: config --get-regexp x · config --show-origin --list · config --global --get user.name · config --global user.name · config --file x --list
git: --exec-path · rev-parse HEAD · remote -v · remote --verbose · remote -v show · branch -vv · branch -r · branch --show-current
git: branch --all --contains x · branch -av · branch --no-color · branch --list 'x*' -v · tag --sort=-creatordate · tag --list 'v*' · tag -v v1
git: tag --points-at HEAD · verify-tag v1 · stash list · stash show -p stash@{0} · worktree list --porcelain · submodule status --recursive
git: submodule · submodule summary · submodule foreach git status · notes list · bisect log · bisect view · bisect visualize · lfs ls-files
git: lfs env · lfs status · lfs version · archive --list · blame -L 1,2 x · log --output-indicator-new=x · grep foo · diff --no-index a b
git: diff --check · merge-tree a b · rev-list --count HEAD · ls-remote --heads origin · check-mailmap x · check-ref-format x · get-tar-commit-id
git: request-pull v1 x · merge-file -p a b c · format-patch --stdout HEAD~1 · show-index · verify-pack -v x · column · interpret-trailers
git: hash-object x · patch-id · bundle verify x · bundle list-heads x · remote update --dry-run · fetch --dry-run · sparse-checkout list
git: rerere status · rerere diff · stripspace · help log · cherry -v main · fsck · fast-export --all · push origin main --dry-run · clean -n
git: clean -nd · add -n . · rm --dry-run x · add --dry-run . · commit --dry-run · merge --help · replace -l · replace · multi-pack-index verify
git: commit-graph verify
brew: list · --prefix · --prefix node · --version · --cellar · --cache x · --repo · info node · search x · outdated · deps --tree x · uses x
brew: leaves · doctor · config · services list · services info x · services · cat x · desc x · home x · log x · missing · formulae · casks
brew: tap-info x · tap · livecheck x · audit x · style x · list --cask · --quiet list · -q list · bundle check · bundle list · bundle check --file=x
brew: analytics state · options x · deps x · shellenv · commands · autoremove --dry-run · upgrade --dry-run · install --dry-run x
apt: list --installed · show x · search x · policy x · -qq list · -q search x · depends x · rdepends x · changelog x · --version
apt-cache: policy x · search x
apt-get: -s install x · --simulate upgrade · --dry-run install x · check · changelog x · -s upgrade · indextargets
apt-mark: showhold · showmanual
apt-config: dump
apt-key: list
dpkg: -l · -l | grep x · --list · -S /bin/ls · --get-selections · --audit · --compare-versions 1 lt 2
dpkg-query: -W · -l x
rpm: -qa · -qi x · --query x · -V x · --eval %x
dnf: list installed · -q list · info x · repolist · repoquery x · provides x · check-update · history · -C search x
yum: list · check-update · repolist · whatprovides x
pacman: -Qi x · -Ss x · -Si x
snap: list · info x · find x · services · connections
choco: list · search x · outdated
winget: list · search x · show x
scoop: list · search x · status
npm: ls · list -g --depth=0 · -g ls · --prefix web ls · view react version · --silent view react · info react · outdated · --json outdated · audit
npm: audit --json · config get registry · config list · config ls -l · get registry · root -g · bin · prefix -g · whoami · pkg get name · explain x
npm: why x · fund · search x · help · --version · -v · run · team ls · access list packages · dist-tag ls x · owner ls x · org ls x · token list
npm: profile get · cache ls · cache verify · diff · docs x · repo x · bugs x · query .x · sbom · pack --dry-run · publish --dry-run · completion
npm: doctor · stars · hook ls
yarn: list · why x · info x · outdated · --version · -v · config list · config get x · workspaces list · workspaces info · licenses list
yarn: global list · global bin · cache dir · cache list · bin x · npm info x · npm audit · audit · check
pnpm: ls · list -r · -r ls · --filter web list · -w list · why x · outdated · store path · store status · config get x · licenses list · root · bin
pnpm: audit
pip: list · --version · -V · show x · freeze · check · index versions x · config list · config get x · config debug · cache list · cache dir
pip: cache info · debug · hash x · inspect · list --outdated · --disable-pip-version-check list · -q list · --no-color list · help · install --help
pip: install --dry-run x · search x
python: -m pip list · -m pip --version
python3: -m pip show x
uv: pip list · pip show x · pip freeze · pip tree · pip check · tree · python list · python find · tool list · tool dir · cache dir · cache size
uv: version · --version · self version · export · lock --check · sync --check · --directory x pip list · -q pip list
poetry: show · --version · env list · env info · check · config --list · search x · version · about
conda: list · info · env list · env export · search x · config --show · --version
pipx: list · environment · --version
terraform: plan · -chdir=infra plan · -chdir=infra show · show · output · output -json · state list · state show x · state pull
terraform: -chdir=x state list · workspace list · workspace show · providers · providers schema -json · version · graph · validate · console
terraform: metadata functions · fmt -check · init -help · plan -out=x · test
tofu: plan
terragrunt: plan · output · run-all plan
helm: list · ls -A · -n web list · --namespace web list · --kube-context x list · status x · get values x · get manifest x · history x
helm: show values x · inspect chart x · search repo x · search hub x · repo list · template x . · lint . · version · env · dependency list
helm: dep list · dep ls · plugin list · upgrade --install x . --dry-run · diff upgrade x . · verify x · completion bash
aws: s3 ls · --profile x s3 ls s3://b · --region eu-west-1 ec2 describe-instances · sts get-caller-identity · --output json iam list-users
aws: configure list · configure list-profiles · configure get region · logs tail /x · logs filter-log-events · logs start-query
aws: s3api head-object --bucket x · s3api head-bucket --bucket x · s3api get-bucket-policy --bucket x · s3 presign s3://x/y
aws: dynamodb scan --table-name x · dynamodb query --table-name x · dynamodb batch-get-item x · cloudformation validate-template --template-body x
aws: cloudformation detect-stack-drift · ecr get-login-password · lambda list-functions · --version · help · s3 ls s3://x --recursive
aws: cloudwatch get-metric-statistics · ec2 wait instance-running · iam simulate-principal-policy · codecommit batch-get-commits
aws: pricing get-products · ce get-cost-and-usage · ssm get-parameter --name x · secretsmanager get-secret-value --secret-id x
aws: ecs describe-services · eks describe-cluster --name x · route53 test-dns-answer · sso login --help
gcloud: projects list · --project x compute instances list · config list · config get-value project · config get project
gcloud: config configurations list · auth list · auth print-access-token · auth print-identity-token · info · version · --version · components list
gcloud: logging read x · run services describe x · container clusters list · app browse · app logs tail · builds log x · iam roles describe x
gcloud: storage ls · storage cat gs://x · storage du gs://x · topic filters · help · compute instances get-serial-port-output x
gcloud: projects get-iam-policy x · sql instances list · beta run services list · search-help x
gsutil: ls gs://x · cat gs://x/y · du gs://x · stat gs://x · -m ls gs://x · version · ls -l gs://x
bq: ls · show x · head x
az: account show · account list · --version · version · vm list · group show -n x · webapp log tail · webapp log show · monitor metrics list
az: monitor activity-log list · account get-access-token · storage blob list · storage blob exists · ad signed-in-user show · find x
az: group exists -n x · deployment group what-if · deployment group validate · graph query -q x · monitor log-analytics query
az: acr repository show-tags · acr check-health · --output table vm list · -o table vm list · bicep build -f x · bicep version · feedback
az: interactive --help
journalctl: -u nginx
loginctl: list-sessions · --no-pager list-sessions
hostnamectl:  · status
timedatectl:  · --no-pager status
resolvectl: status · --no-pager status
nmcli: -t dev status · -t -f NAME connection show · device status
codesign: -dv --verbose=4 x.app · --verify --deep --strict x.app · -d --entitlements - x.app · -vvv x.app · --display --verbose=2 x · -v x.app
codesign: --verbose=4 --verify x · --verbose -d x
spctl: -a -vv x.app · --assess --verbose x.app · -a -t exec -vv x.app · --status · -vv --assess x
gpg: --list-keys · -K · --homedir x --list-keys · --batch --list-secret-keys · --no-tty -k
redis-cli: ping · -h x ping · -p 6380 info · -h x -p 1 -n 2 get foo · -u redis://x keys '*' · -h x llen q · hgetall x · ttl x · scan 0 · --scan
redis-cli: exists x · lrange q 0 -1 · config get maxmemory · client list · type x · smembers x · zrange x 0 -1 · monitor · --bigkeys · --version
pm2: list · -s list · --no-color logs
supervisorctl: -c x status · status
nginx: -t · -c x -t
caddy: validate --config x
pmset: -g · -g batt
diskutil: list
defaults: read x · -currentHost read x
plutil: -p x · -lint x
sips: -g pixelWidth x
security: find-identity -v -p codesigning · -q find-identity
xcrun: simctl list devices · simctl list · --show-sdk-path · --find clang · --sdk iphoneos --show-sdk-path · -f clang · notarytool history
xcrun: notarytool info x · notarytool log x · stapler validate x · devicectl list devices · xctrace list devices · simctl --set x list
xcrun: simctl get_app_container booted x
xcodebuild: -list · -version · -showBuildSettings · -showsdks
xcode-select: -p · --version · --print-path
adb: devices · -s x logcat -d · logcat · -s emulator-5554 shell getprop · shell dumpsys battery · shell ls /sdcard · version · get-state
adb: -s x get-serialno
tmux: ls · list-sessions · capture-pane -p -t x · -L s list-sessions · has-session -t x · display-message -p x · show-options -g · list-windows -t x
tmux: list-keys · -V · info
screen: -ls
crontab: -l · -u x -l
iptables: -L · -t nat -L · -nvL · -t nat -S · --list
ip6tables: -L
nft: list ruleset · -a list ruleset
firewall-cmd: --list-all · --state
ufw: status verbose
sysctl: -a · -n kern.x
virsh: list · -c qemu:///system list --all · dominfo x
lxc: list · info x
multipass: list · info x
colima: status · list
limactl: list · ls
vagrant: status · global-status
minikube: status
kind: get clusters
k3d: cluster list
stern: x
kustomize: build .
flux: get all
argocd: app list · app get x · app diff x
istioctl: analyze
cilium: status
velero: get backups
heroku: logs · -a x logs · config -a x · ps
fly: status · logs -a x · -a x status · secrets list
vercel: ls · env ls · inspect x · logs x
netlify: status
wrangler: tail · whoami · d1 list · kv key list
railway: status · logs
firebase: projects:list
supabase: status · projects list · migration list
psql: -c 'select 1' · -h x -U y -c '\dt' · -l · --version · -At -c 'select 1'
mysql: -e 'show tables' · -u root -e 'select 1' · -e 'describe x'
mysqladmin: status · ping
sqlite3: x.db .tables · x.db .schema · -header -column x.db 'select * from y' · x.db .indexes · x.db '.mode column' 'select 1' · --version
hg: status · log · -R x log · id · heads · branches · cat x
svn: status · info · cat x · --version · propget x
jj: log · st · --no-pager log · -R x status · diff · show · op log · bookmark list · git remote list · config list · file list · workspace list
rustup: show · toolchain list · target list --installed · component list · --version · which rustc · check · doc
nvm: ls · current · list · --version · which 18
fnm: list · current · env
volta: list · which node
asdf: list · current · plugin list · where x · which x
pyenv: versions · version · which python · --version · root
rbenv: versions · version
sdk: list java · current
gem: list · env · --version · which x
luarocks: list
opam: list · switch list · show x
cargo: tree · --version · +nightly --version · -V · metadata --format-version 1 · search x · pkgid · install --list · owner --list · config get
go: version · env · -C x list ./... · mod graph · mod why x · mod verify · list -m all · tool pprof -top x · tool cover -func=x · tool nm x
go: tool dist list · tool trace x · tool objdump x · doc x · tool · mod edit -json
dotnet: list package · --info · --version · tool list · nuget list source · ef migrations list · sln list · workload list
composer: show · outdated · --version · -V · why x · depends x · diagnose · info · check-platform-reqs
bundle: list · show x · outdated · info x · exec rails routes · platform · config · --version · config list
mvn: dependency:tree · -q dependency:tree · -version · help:effective-pom
gradle: tasks · -q dependencies · --version
./gradlew: tasks · dependencies
flutter: doctor · devices · --version · emulators · pub deps · pub outdated
dart: --version · pub deps · info
swift: --version · package describe · package show-dependencies · package dump-package
nix: flake show · flake metadata · search x · --version · eval x · profile list · path-info x
nix-env: -q
mise: ls · current
bazel: query x
buck2: targets
turbo: ls
nx: graph · show projects · list · report
lerna: ls · changed
rush: list
conan: list x · search x
vcpkg: list · search x
ollama: list · ps · show x · --version
huggingface-cli: whoami · scan-cache
hf: auth whoami
wandb: status
dvc: status · diff · list .
claude: --version · mcp list · mcp get x · --help
codex: --version
cursor: --version
nvidia-smi: --query-gpu=x --format=csv · dmon
rclone: ls x: · lsd x: · listremotes · size x: · -v ls x:
mc: ls x · stat x
s3cmd: ls
restic: snapshots · -r x snapshots
borg: list x
zpool: status · list
zfs: list · get all
lvs:
vgs:
pvs:
smartctl: -a /dev/sda
hdparm: -i /dev/sda
ethtool: eth0
iw: dev
iwconfig:
wg: show ·
tailscale: status · ip · netcheck · ping x
cloudflared: tunnel list · --version
ngrok: version
`

const doesMore = `
gem: install rails --version 7.0
choco: install nodejs --version 18
winget: install --version 1.2 Foo
cargo: install ripgrep --version 14.0.0
brew: install -v jq · style --fix x
xcrun: altool --upload-app -f app.ipa
uv: run deploy.py --check
systemctl: restart nginx · --user restart x · --no-pager restart status · daemon-reload · -t service stop x · enable --now x · set-default x
systemctl: -H root@box restart nginx · edit x · --user edit list · kill x · mask x · reset-failed · isolate x
launchctl: load x · bootstrap gui/501 x · kickstart -k x · unload x · setenv X y
kubectl: apply -f x · -n web apply -f x · -n get delete pod x · delete pod x · --context get delete pod x · -n web scale deploy x
kubectl: rollout restart deploy x · -n web rollout undo deploy x · config use-context x · config set-context x · exec pod -- rm -rf /x
kubectl: -n web exec -it pod -- sh · patch x · edit x · label pod x a=b · annotate pod x a=b · create ns x · cp a b · drain x · cordon x · run x
kubectl: expose x · set image x · apply -f x --dry-run=none · port-forward x 1
docker: rm x · container rm x · image rm x · rmi x · --context ps rm x · -H ps rm x · volume rm x · network create x · system prune -f · image prune
docker: builder prune · compose up -d · compose -f x.yml up · compose down · compose restart · compose exec web rm -rf x · pull x · push x · tag a b
docker: stop x · kill x · start x · cp a b · load -i x · save x -o y · login · commit x y · context use x · swarm init · service update x
docker: stack deploy x · secret create x · scout enroll x · buildx create · buildx rm x · buildx prune · run --rm x · volume prune · image push x
docker: image pull x · image tag a b · image load · compose config -o x.yml · plugin install x · trust sign x · manifest push x
docker: exec web sh -c 'rm x'
gh: pr create --fill · pr merge 12 · -R a/b pr merge 12 · pr comment 12 -b x · pr close 12 · pr edit 12 · pr ready · pr review --approve
gh: issue create · issue close 3 · run rerun 1 · run cancel 1 · workflow run x · release create v1 · release delete v1 · release upload v1 x
gh: release download v1 · repo create x · repo clone x · repo fork · repo delete x · repo edit · repo sync · repo archive x · api -X POST repos/a/b
gh: api -XPOST repos/a/b · api --method=DELETE repos/a/b · api repos/a/b -f title=x · api repos/a/b --field title=x
gh: api repos/a/b --raw-field=title=x · api graphql -f query='mutation { x }' · secret set X · variable set X · label create x · auth login
gh: auth logout · config set editor x · extension install x · alias set x y · cache delete x · codespace create · gist create x · gist edit x
gh: project item-add 1 · project create · ssh-key add x · run download 1 · workflow disable x
glab: mr create · mr merge · ci run · ci retry 1 · issue create · repo clone x
git: --no-pager commit -m x · -C x push · -c x=y checkout main · config user.name x · config --global user.name x · config --unset x
git: config --global --unset x · config set x y · config --add x y · config --file x a.b c · remote add x y · remote set-url x y · remote rm x
git: remote -v add x y · remote prune origin · branch x · branch -f x · branch -d x · branch --set-upstream-to=x · tag v1 · tag -a v1 -m x
git: tag -d v1 · stash · stash pop · stash -u · stash drop · worktree add x · worktree remove x · worktree prune · submodule update --init
git: submodule foreach git checkout main · submodule add x · notes add -m x · bisect start · bisect good · bisect run x · lfs pull · lfs install
git: lfs track x · archive -o x.tar HEAD · merge x · rebase x · cherry-pick x · pull · clone x · init · gc · prune · clean -fd · am x
git: format-patch HEAD~1 · filter-branch · update-ref x · update-index --assume-unchanged x · rerere clear · replace a b · bundle create x
git: sparse-checkout set x · read-tree x · maintenance start · hash-object -w x · config --edit · symbolic-ref HEAD refs/heads/x · mergetool
git: apply x · commit --amend --no-edit
brew: install x · upgrade · -q install x · services start x · services restart list · services stop x · tap x/y · untap x · link x · update
brew: uninstall x · cleanup · bundle · bundle install · bundle dump · pin x · reinstall x · install list
apt: install -y x · update · upgrade
apt-get: install -y list · -y install x · -qq update · remove x · autoremove
apt-mark: hold x
apt-key: add x
dpkg: -i x · --install x · --configure -a · --purge x · -r x · --set-selections
rpm: -i x · -Uvh x · -e x · --import x
dnf: install -y x · -q install x · -y remove list · history undo 3
yum: install x
pacman: -S x · -Syu · -R x · -Sc · -Fy
snap: install x · remove x · refresh
choco: install x
winget: install x
scoop: install x
npm: install · i x · -g install x · --prefix web install · ci · config set x y · config delete x · config edit · set x y · pkg set x=y · pkg fix
npm: audit fix · cache clean --force · publish · version patch · dist-tag add x y · owner add x y · access grant x · token create · profile set x y
npm: link · unpublish x · deprecate x y · dedupe · team add x · login · star x · hook add x
yarn:  · add x · install · config set x y · global add x · cache clean · npm publish · set version x · dlx x · upgrade
pnpm: add x · -w add x · --filter web add x · store prune · config set x y · -r update · patch x
pip: install x · -q install x · --quiet install x · install -r list · uninstall -y x · download x · wheel x · config set x y · config unset x
pip: cache purge · cache remove x
python: -m pip install x
uv: pip install x · -q pip install x · pip sync x · pip uninstall x · add x · sync · lock · tool install x · python install x · cache clean · venv
uv: init · self update · version --bump patch · publish
poetry: add x · config x y · version patch · env remove x · env use x · publish
conda: install x · env create · env remove · create -n x · config --add channels x
pipx: install x
terraform: apply · -chdir=infra apply · destroy · import x y · init · -chdir=x init · state rm x · state mv x y · state push x · -chdir=x state rm y
terraform: workspace new x · workspace select x · taint x · force-unlock x · login · apply plan · fmt
terragrunt: apply · run-all apply
helm: install x · upgrade x . · -n web upgrade x . · --namespace list uninstall x · uninstall x · rollback x 1 · repo add x y · repo update
helm: dependency update · dep update · dependency build · plugin install x · push x · pull x · create x · package .
aws: s3 cp a s3://b · s3 sync a s3://b · s3 rm s3://b/x · --profile list s3 rm s3://b · s3 mb s3://x · ec2 run-instances
aws: ec2 terminate-instances --instance-ids x · lambda update-function-code --function-name get · lambda invoke x · configure
aws: configure set region x · iam create-user --user-name list · sns publish x · sqs send-message x · s3api put-object x
aws: s3api delete-object --bucket list · ecs update-service --service show · cloudformation deploy x · cloudformation create-stack x
aws: ssm put-parameter x · dynamodb put-item x · dynamodb delete-item x · ec2 create-tags --tags list · logs create-log-group · sso login
aws: s3 cp s3://x/y z
gcloud: config set project x · compute instances create x · compute instances delete list · app deploy · run deploy x · auth login
gcloud: components install x · builds submit · storage cp a b · storage rm gs://x · functions deploy get · projects add-iam-policy-binding x
gcloud: container clusters get-credentials x · services enable x · sql instances patch x · compute scp a b
gsutil: cp a b · rm x · mb x · -m cp a b · rsync a b
bq: mk x · load x · rm x · query 'delete from x'
az: vm create -n list · vm start -n x · group delete -n show · login · account set -s x · storage blob upload x · webapp deploy
az: webapp restart -n list · deployment group create · acr build x · keyvault secret set x · config set x · aks get-credentials -n x
az: extension add x
codesign: -v -s X x.app · -s - x.app · --sign X --verify x · -f -s X x · --force --verify --sign X x · --remove-signature x · --verbose -s X x.app
codesign: -vs X x.app · -fs X x · --deep --force --sign - x
spctl: --add x · --master-disable · --enable
gpg: --import x · --gen-key · --batch --gen-key x · --delete-keys x · --encrypt x
redis-cli: set x y · -h x set a b · del x · flushall · -n 2 flushdb · lpush q x · config set x y · hset x y z · expire x 1 · publish x y · shutdown
redis-cli: rpush q list · eval x 0 · incr x
pm2: start x · restart x · -s restart list · delete x
supervisorctl: restart x · -c x restart y
nginx: -s reload
caddy: run
pmset: sleepnow · -a sleep 0
diskutil: eraseDisk x
defaults: write x · delete x
plutil: -convert json x · -replace x
sips: -Z 100 x · -s format png x --out y · -g pixelWidth -s format png x
security: add-generic-password x · delete-identity · import x
xcrun: simctl boot x · simctl install booted x · simctl launch booted list · simctl erase all · notarytool submit x · altool --upload-app
xcrun: stapler staple x
xcode-select: -s x · --install
adb: install x · shell rm x · shell input tap 1 2 · push a b · pull a b · reboot · uninstall x · shell pm uninstall devices
tmux: new -d -s x · send-keys -t x 'ls' Enter · kill-session -t list · kill-server · -L s new -d
crontab: -e · -r · x
iptables: -A INPUT x · -F · -t nat -A x · -D INPUT 1
ufw: allow 22 · enable
sysctl: -w x=y · -p
virsh: start x · destroy list
lxc: launch x
multipass: launch
colima: start
limactl: start x
psql: -c 'insert into x' · -f x.sql
mysql: -e 'drop table x'
mysqladmin: create x
sqlite3: x.db 'delete from y'
mongosh: --eval 'db.x.deleteMany({})'
hg: commit -m x · update · push
svn: commit -m x · update · propset x y
jj: commit -m x · describe -m x · new · git push · bookmark set x · config set x y · op undo
rustup: install x · update · target add x · default nightly · component add x · toolchain install x
nvm: install 18 · use 18
fnm: use x
volta: install x
asdf: install · plugin add x · global x y
pyenv: install x · global x · local x
sdk: install x
gem: install x · push x
opam: install x · switch create x
cargo: install x · publish · add x · clean · run
go: mod tidy · mod edit -replace x=y · get x · install x · clean · env -w X=y · run . · generate ./... · work sync
dotnet: add package x · tool install x · nuget push x · ef database update · ef migrations add x · nuget add source x
composer: require x · config x y
bundle: install · config set x y
mvn: deploy · versions:set x
gradle: publish
flutter: pub get · pub add x · config --enable-web
swift: package update · package init · package resolve
nix: profile install x · flake update · run x
nix-env: -i x
ollama: pull x · rm x · run x
huggingface-cli: download x
dvc: push · add x
claude: mcp add x · -p x
rclone: copy a b · sync a b · delete x:
mc: cp a b · rm x
s3cmd: put x
restic: backup x
borg: create x
zpool: create x
zfs: destroy x
wg: set x
tailscale: up · set x
nohup: systemctl restart x
sudo: systemctl restart x · -u x kubectl delete pod y
`
