// Package looks knows programs by what they are called with where they only look: packages,
// clusters, clouds, services, version managers. It promises a yes only to what its table
// holds.
package looks

import (
	"strings"
	"sync"
)

// look is how one program is called where it only looks.
type look struct {
	words   []string // sub-commands, those of a group behind a slash: state/list
	options []string // options that make any call a look
	writes  []string // options with which it does not only look, whatever else it is told
	valued  string   // options that take the next word, each between blanks
	greedy  bool     // all options but plain switches take the next word
}

// lookers are programs by what they are called with where they only look: packages,
// clusters, clouds, services, version managers. A line is the programs and what follows
// them; sub-commands are found behind whatever options come first. Of sub-commands: a star
// at the end begins one, a star alone is anything, a full stop is no argument at all, two
// are no sub-command. Of options: a star at the end begins one, ~L is the letter among
// others (-nvL), ! makes any call more than a look, + takes the next word.
var lookers = sync.OnceValue(func() map[string]*look {
	m := make(map[string]*look)
	for line := range strings.SplitSeq(lookTable, "\n") {
		names, tokens, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		for name := range strings.SplitSeq(names, ",") {
			l := m[name]
			if l == nil {
				l = &look{valued: " "}
				m[name] = l
			}
			l.add(tokens)
		}
	}
	return m
})

func (l *look) add(tokens string) {
	for t := range strings.FieldsSeq(tokens) {
		switch {
		case t == "++":
			l.greedy = true
		case t[0] == '+':
			l.valued += t[1:] + " "
		case t[0] == '!':
			l.writes = append(l.writes, t[1:])
		case t[0] == '-' || t[0] == '~':
			l.options = append(l.options, t)
		default:
			l.words = append(l.words, t)
		}
	}
}

const lookTable = `
systemctl +-H +--host +-M +--machine +-t +--type +-p +--property +-P +-n +--lines +-o +--output +-s +--state +-q
systemctl .. --version --help status show cat help list-* is-* get-default show-environment
launchctl list print print-* blame getenv managername manageruid managerpid dumpstate hostinfo version help
loginctl,hostnamectl,timedatectl,localectl,resolvectl,networkctl,machinectl +-H +--host +-M +--machine +-p +--property +-n +--lines +-o +--output
loginctl .. list-* show-* session-status user-status seat-status
hostnamectl .. status
timedatectl .. status show timesync-status show-timesync list-timezones
localectl .. status list-*
resolvectl .. status query service openpgp tlsa statistics
networkctl .. list status lldp
machinectl .. list list-images status show image-status
coredumpctl .. list info
busctl .. list status tree introspect monitor get-property
nmcli . -v +-f +--fields +-g +--get-values +-c +--colors +-e +--escape +-m +--mode +-w +--wait
nmcli dev/. dev/show dev/status dev/wifi/list device/. device/show device/status device/wifi/list d/. d/show d/status con/. con/show connection/. connection/show c/. c/show general general/status g g/status radio/.
bluetoothctl devices show info list
networksetup -list* -get*
scutil --dns --proxy --get --nwi
pmset -g
diskutil list info apfs/list
mount . -l
lvs,vgs,pvs,blkid,sensors,iwconfig,stern,nmap,syft,fzf,mdls,mdfind,apt-cache,dpkg-query,lsattr,getcap,getenforce,sestatus,lshw,hwinfo,inxi,neofetch *
nvidia-smi . -L -q --query* -l dmon pmon topo
smartctl -a -i -H -x -A --all --info --health --scan
iw list dev phy
ethtool * !-s !-K !-G !-L !-C !-A !-E !-f !-p
hdparm -i -I -g -t -T
zpool status list history iostat get
zfs list get
ufw status show
iptables,ip6tables,iptables-legacy,ip6tables-legacy ~L ~S --list --list-rules !--append !--delete !--insert !--flush !~A !~D !~I !~F !~X !~P !~Z !~N
nft list/* -c
firewall-cmd --list-* --state --get-* --query-* --info-*
sysctl -a ~a !-w !-p !--system !--load -n
fail2ban-client status ping version get
certbot certificates
gpg,gpg2 --list-* -k -K --fingerprint --verify --check-* --version --show-keys --card-status
ssh-add -l -L
ssh-keygen -l -lf -F -y
security find-* list-* dump-trust-settings show-keychain-info verify-cert cms
codesign ~d ~v --display --verify --verbose* --validate-constraint !~s !--sign !--remove-signature !~f !--force
spctl -a* --assess --status !--add !--enable !--disable !--remove !--master-*
defaults +-host read read-type domains find
plutil -p -lint
sips -g --getProperty !-s !-z !-Z !-r !-f !-c !--setProperty !--out !-o
xcode-select -p --print-path -v --version
xcrun +--sdk +--toolchain +--set -f --find --show-* --version simctl/list simctl/getenv simctl/get_app_container simctl/appinfo simctl/listapps
xcrun notarytool/history notarytool/info notarytool/log stapler/validate devicectl/list xctrace/list
adb +-s +-t +-H +-P +-L devices logcat version get-state get-serialno get-devpath wait-for-device wait-for-* bugreport help
adb shell/getprop shell/dumpsys shell/pm/list shell/pm/path shell/settings/get shell/settings/list shell/wm/size shell/wm/density shell/logcat
kubectl,oc +-n +--namespace +--context +--cluster +--kubeconfig +--as +--as-group +--user +-s +--server +--token +-v +--request-timeout +-l +--selector +-o +--output +--field-selector +-c +--container
kubectl,oc get describe logs log explain version cluster-info api-resources api-versions top events wait diff options kustomize completion help
kubectl,oc config/. config/view config/current-context config/get-* auth/can-i auth/whoami rollout/status rollout/history annotate/list plugin/list whoami status projects project/.
helm +-n +--namespace +--kube-context +--kubeconfig +--registry-config +--repository-config +--kube-apiserver
helm list ls status get show inspect history hist search template version env help completion verify repo/list repo/ls dependency/list dependency/ls dep/list dep/ls plugin/list plugin/ls diff
istioctl proxy-status proxy-config analyze version ps pc
cilium,velero status version get describe logs
argocd,flux get
kind get/*
terraform,tofu plan show output graph providers version console metadata state/list state/show state/pull workspace/. workspace/list workspace/show -help --help
terragrunt plan show output graph version state/list state/show run-all/plan run-all/output run/plan output-all graph-dependencies
brew --prefix* --cellar* --cache* --caskroom* --repo* --version -v --env --config --dry-run
brew list ls info abv search outdated deps uses leaves doctor dr config cat desc home homepage log missing formulae casks tap-info tap/. livecheck audit style services/. services/list services/info bundle/check !--fix bundle/list analytics/. analytics/state options shellenv commands command help docs which-formula
apt,apt-get,aptitude +-o +-c +-t list search show policy depends rdepends changelog indextargets check moo why --version --dry-run --simulate --just-print --no-act --recon ~s
apt-mark showauto showmanual showhold showinstall showremove
apt-config dump shell
apt-key list finger fingerprint
apt-file search find list show
dpkg -l -L -S -s -c -p -I -C -V --list --listfiles --search --status --contents --info --field --print-* --get-selections --audit --verify --compare-versions --version
rpm -q* --query -V* --verify --eval --showrc --version -K --checksig
dnf,yum,microdnf,dnf5 +-c +-x +--repo +--enablerepo +--disablerepo +--releasever +--setopt
dnf,yum,microdnf,dnf5 list info search repolist repoinfo repoquery provides whatprovides check-update check deplist history/. history/list history/info group/list group/info module/list updateinfo --version help
pacman -Q* -Ss* -Si* -Sl* -Sg* -Sp* -F -Fl* -Fs* -Fx* -T --query -q -V
apk +-X +--repository list info search policy stats version dot
snap list info find search services connections interfaces changes tasks known version get logs model warnings
flatpak list info search remotes remote-ls history ps
choco list search find info outdated config/list source/list --version
winget list search show --version --info source/list
scoop list search status info which home cat
port installed search info list outdated deps contents provides variants version
npm,pnpm,yarn get config/. config/get config/list config/ls team/ls access/list access/get access/ls dist-tag/ls dist-tags/ls owner/ls org/ls token/list token/ls profile/get cache/ls cache/verify cache/dir cache/list diff query sbom completion stars hook/ls
npm,pnpm,yarn docs bugs repo workspaces/list workspaces/info workspaces/. global/list global/bin global/dir store/path store/status versions npm/info npm/audit npm/whoami npm/tag/list
npm +--prefix +-C +-w +--workspace +--registry
pnpm +-C +--dir +--prefix +--filter +-F +--registry list ls ll why outdated licenses root bin 
yarn +--cwd +-w +--workspace
pip,pip3 +--python +--proxy +--cache-dir +--log +--timeout +--index-url +-i list show freeze check search index config/list config/get config/debug cache/list cache/dir cache/info debug hash inspect help --version -V --dry-run
uv +--directory +--project +--cache-dir +--config-file +--python +-p
uv pip/list export pip/show pip/freeze pip/tree pip/check tree python/list python/find python/dir tool/list tool/dir cache/dir cache/size version/. self/version help auth/dir --version -V --dry-run --check
poetry +-C +--directory +-P +--project show env/list env/info check search version/. about source/show config/. -V --version help
conda,mamba,micromamba list info search env/list env/export config/. compare --version -V doctor
conda,mamba,micromamba --show --show-sources --get --dry-run
pipx list environment --version runpip/*/list
rustup show which check doc toolchain/list target/list component/list override/list run/*/rustc/--version --version
nvm ls list current which version ls-remote version-remote --version
fnm list ls list-remote ls-remote current env default/. completions
volta list ls which help
asdf list current where which plugin/list plugin-list latest info version shim-versions
pyenv,rbenv,nodenv,jenv,goenv versions version which whence root prefix commands hooks shims version-name version-file version-origin init
sdk list ls current c version v help home
luarocks list show search path which doc help
opam list show switch/. switch/list switch/show env var config/env info search
gem list info search environment env specification outdated which contents dependency stale check --version
cargo config/get help --list -V --version
go tool/. tool/dist/list version env/.
dotnet tool/list nuget/list sln/list workload/list workload/search list help ef/migrations/list ef/dbcontext/list ef/dbcontext/info
dotnet sln/*/list
composer depends why why-not prohibits diagnose info licenses status search browse check-platform-reqs fund suggests about suggest help -V --version
bundle platform config/. config/list config/get licenses doctor env viz
flutter emulators pub/deps pub/outdated channel/. symbolize
dart pub/deps pub/outdated info
swift package/describe package/show-dependencies package/dump-package package/tools-version
nix profile/list profile/history flake/show flake/metadata flake/info store/ls store/cat why-depends hash derivation/show registry/list config/show doctor
nix-env -q* --query
nix-store -q* --query
nx show graph list report print-affected
lerna ls list ll la changed diff info
rush list
conan list search inspect graph/info profile/list profile/show remote/list
vcpkg list search version depend-info
jupyter kernelspec/list --paths --version lab/list notebook/list
hatch,pdm,rye version show list info config/. env/show
docker,podman,nerdctl +--context +-c +--host +-H +--log-level +-l +--config +--tlscacert +--tlscert +--tlskey +--connection +-n +--namespace
docker,podman,nerdctl context/ls context/list context/show context/inspect context/export builder/du buildx/ls buildx/du buildx/inspect buildx/imagetools/inspect buildx/version manifest/inspect stack/ls stack/ps stack/services stack/config service/ls service/ps service/logs service/inspect node/ls node/ps node/inspect secret/ls secret/inspect config/ls config/inspect swarm/ca plugin/ls plugin/inspect trust/inspect trust/view model/list model/ls model/status
docker,podman,nerdctl scout/cves scout/quickview scout/recommendations scout/compare wait machine/list machine/ls machine/inspect machine/info pod/ls pod/ps pod/inspect pod/logs pod/top pod/stats
docker,podman,nerdctl checkpoint/ls system/df system/info system/events volume/ls volume/inspect network/ls network/inspect healthcheck help
skopeo inspect list-tags
crane manifest digest ls config catalog
colima,limactl,multipass,lxc,incus list ls info status version find help networks show-ssh
virsh +-c +--connect list dominfo domstate dumpxml net-list pool-list vol-list nodeinfo version dom* capabilities
virt-top *
redis-cli,valkey-cli +-h +-p +-n +-a +-u +-s +--user +--pass +-i +-r --scan --bigkeys --memkeys --hotkeys --stat --latency* --version
redis-cli,valkey-cli info ping dbsize get mget strlen exists type ttl pttl keys scan hget hgetall hmget hkeys hvals hlen hscan llen lrange lindex smembers scard sismember sscan srandmember zrange zrevrange zcard zscore zcount zrank zrangebyscore zscan xlen xrange xinfo xread config/get client/list client/info cluster/info cluster/nodes memory/usage memory/stats slowlog/get monitor object lastsave time role acl/list acl/whoami command pfcount bitcount randomkey dump
redis-cli,valkey-cli INFO PING DBSIZE GET MGET EXISTS TYPE TTL KEYS SCAN HGET HGETALL HKEYS LLEN LRANGE SMEMBERS SCARD ZRANGE ZCARD XLEN MONITOR
mysqladmin +-u +-h +-P status ping version variables processlist extended-status
pg_isready,pg_config,pg_controldata *
rabbitmqctl,rabbitmq-diagnostics status list_* cluster_status ping report environment
tmux +-L +-S +-f ls list-* lsw lsp lsk lscm capture-pane capturep has-session has display-message display show show-* showw info -V
screen -ls -list
code,cursor,codium --list-extensions --version --status
pm2 list ls l status logs log show describe jlist prettylist id monit env
supervisorctl +-c +-s +-u +-p . status avail pid tail
nginx -t -T -v -V
apachectl configtest -t -S -M -v status
httpd -t -S -M -v
caddy validate version list-modules adapt
crontab ~l
at,atq -l .
jj +-R +--repository +--at-op +--config st status log show diff interdiff evolog obslog op/log op/show operation/log operation/show bookmark/list branch/list git/remote/list config/list config/get config/path file/list file/show file/annotate file/search workspace/list workspace/root tag/list root version help cat
hg +-R +--repository +--cwd +--config status st log id identify heads branches bookmarks/. tags cat diff annotate blame summary sum parents paths manifest files grep incoming outgoing in out root showconfig config verify version help tip
svn +--username +--password status st log info cat diff blame annotate list ls propget pg proplist pl help
rails routes
vagrant global-status
kustomize build version
ollama list ls ps show
huggingface-cli,hf whoami auth/whoami auth/list scan-cache cache/scan cache/ls env version models/* datasets/info
wandb status
dvc status diff list dag metrics/show metrics/diff params/diff plots/show remote/list cache/dir version
claude,codex,gemini mcp/list mcp/get -v -V
rclone +--config ls lsd lsl lsf lsjson listremotes size about cat check tree md5sum sha1sum version config/show config/file config/paths
mc,s3cmd ls stat tree du find diff la info cat
s5cmd ls du cat head
restic,borg,kopia +-r +--repo snapshots stats ls list check diff find info cat
wg . show showconf
tailscale status ip netcheck ping version whois dns/status serve/status funnel/status cert/--help
cloudflared tunnel/list tunnel/info version
ngrok version config/check
gsutil +-o +-h +-u ls cat du stat version hash help iam/get acl/get cors/get lifecycle/get versioning/get
bq +--project_id +--format +--location +--dataset_id ls show head version help get-iam-policy
R --version
aws ++ help */help s3/ls s3/presign */describe* */list* */get-* */head-* */batch-get-* */filter-* */search* */scan */query */lookup-* */select-* */estimate-* */simulate-* */validate-* */test-* */detect-* */wait */tail */start-query */preview-* */view-* configure/list* configure/get
gcloud ++ info version help topic cheat-sheet search-help feedback
az ++ version find feedback bicep/version bicep/build
`

// Only reports whether a program only looks, called so.
func Only(name string, args []string) bool {
	l := lookers()[name]
	if l == nil {
		return false
	}
	for _, a := range args {
		for _, w := range l.writes {
			if isOption(a, w) {
				return false
			}
		}
	}
	for i, a := range args {
		if a == "--" {
			break
		}
		for _, o := range l.options {
			if !isOption(a, o) || i > 0 && strings.Contains(l.valued, " "+args[i-1]+" ") {
				continue
			}
			if before := l.path(args[:i]); len(before) == 0 || !belongsTo(before[0], o) {
				return true
			}
		}
	}
	path := l.path(args)
	for _, w := range l.words {
		switch {
		case w == ".":
			if len(args) == 0 {
				return true
			}
		case w == "..":
			if len(path) == 0 {
				return true
			}
		case w == "*" || underPath(path, w):
			return true
		}
	}
	return false
}

// belongsTo reports whether an option that makes a call a look says something else behind a
// sub-command: "install rails --version 7.0", "run deploy.py --check".
func belongsTo(command, option string) bool {
	switch option {
	case "--version", "-v", "-V", "--info", "-f", "--find", "--show", "--get":
		return true
	case "--check", "--dry-run":
		return command == "run" // the program's own
	}
	return false
}

// Valued are the options of a program that take the next word, each between blanks.
func Valued(name string) string {
	if l := lookers()[name]; l != nil {
		return l.valued
	}
	return ""
}

// SubCommands are the words of a program's call that are neither options nor their values.
func SubCommands(name string, args []string) []string {
	if l := lookers()[name]; l != nil {
		return l.path(args)
	}
	return nil
}

// maxPath is how many sub-commands a look is told by: "docker buildx imagetools inspect".
const maxPath = 4

// path is the sub-commands of a call, the options between them left out.
func (l *look) path(args []string) []string {
	var out []string
	for i := 0; i < len(args) && len(out) < maxPath; i++ {
		a := args[i]
		switch {
		case a == "":
		case a == "--":
			return out
		case a[0] != '-' && a[0] != '+':
			out = append(out, a)
		case strings.Contains(l.valued, " "+a+" "), l.greedy && !isSwitch(a):
			i++
		}
	}
	return out
}

// isSwitch reports whether an option of a cloud's command line takes no value.
func isSwitch(a string) bool {
	switch a {
	case "--debug", "--quiet", "-q", "--verbose", "--only-show-errors", "--recursive", "--help", "-h", "--version":
		return true
	}
	return strings.HasPrefix(a, "--no-") || strings.Contains(a, "=")
}

// underPath reports whether a call's sub-commands begin with those of an entry. An entry
// that ends on a full stop is a group by itself.
func underPath(path []string, entry string) bool {
	for i := 0; ; i++ {
		word, rest, more := strings.Cut(entry, "/")
		if word == "." {
			return len(path) == i
		}
		if i >= len(path) {
			return false
		}
		head, open := strings.CutSuffix(word, "*")
		if word != path[i] && (!open || !strings.HasPrefix(path[i], head)) {
			return false
		}
		if !more {
			return true
		}
		entry = rest
	}
}

// isOption reports whether an argument is an option of a table: as it is or with a value
// glued on, beginning so (-list*), or with a letter among others (~L: -nvL).
func isOption(a, option string) bool {
	if letter, ok := strings.CutPrefix(option, "~"); ok {
		return len(a) > 1 && a[0] == '-' && a[1] != '-' && !strings.Contains(a, "=") && strings.Contains(a, letter)
	}
	if head, open := strings.CutSuffix(option, "*"); open {
		return strings.HasPrefix(a, head)
	}
	rest, ok := strings.CutPrefix(a, option)
	return ok && (rest == "" || rest[0] == '=' && strings.HasPrefix(option, "--"))
}
