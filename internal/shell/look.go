package shell

import (
	"strings"
	"sync"
)

// lookers are programs by the words with which they only look: the first argument, or the
// first two with a slash between. A word that ends on a star begins one, a full stop is none
// at all, and a star by itself is whatever they are called with.
var lookers = sync.OnceValue(func() map[string][]string {
	m := make(map[string][]string)
	for line := range strings.SplitSeq(`
systemctl list-timers list-sockets list-unit-files list-jobs list-dependencies list-machines list-paths is-failed is-system-running get-default cat
launchctl print print-disabled list blame
loginctl . list-* show-* session-status user-status seat-status
hostnamectl . status
timedatectl . status show timesync-status list-timezones
localectl . status list-*
resolvectl . status query statistics
nmcli . -v dev/show dev/status device/show device/status con/show connection/show general/status d/show d/status c/show g/status
bluetoothctl devices show info list
networksetup -list* -get*
scutil --dns --proxy --get --nwi
pmset -g
diskutil list info apfs/list
mount . -l
blkid *
sensors *
nvidia-smi . -L -q --query* -l
ufw status show
iptables -L* -S -n/-L
ip6tables -L* -S
fail2ban-client status ping version
certbot certificates
gpg --list-* --fingerprint --verify -k -K --version
ssh-add -l -L
security find-* list-* dump-trust-settings show-keychain-info
codesign -d* -v* --verify --display
spctl -a* --assess --status
defaults read read-type domains find
plutil -p -lint
sips -g --getProperty
mdls *
mdfind *
kubectl events wait
kind get/*
istioctl proxy-status proxy-config analyze version ps pc
apt-cache *
dpkg -L -S -s -c -p -I --listfiles --search --status --contents --info --print-architecture
pacman -Q* -Ss -Si -Sl -F*
rpm -q*
gem list info search environment env specification outdated which contents
jupyter kernelspec/list --paths --version lab/list notebook/list
nix-store -q* --query
redis-cli info ping dbsize
screen -ls -list
code --list-extensions --version --status
pm2 list ls l status logs log show describe jlist prettylist id monit
supervisorctl . status avail pid tail
nginx -t -T -v -V
apachectl configtest -t -S -M -v status
httpd -t -S -M -v
caddy validate version list-modules adapt
docker context/ls context/show context/inspect
podman context/ls
skopeo inspect list-tags
crane manifest digest ls config catalog
syft *
R --version
nmap *
fzf *
`, "\n") {
		if name, words, ok := strings.Cut(line, " "); ok {
			m[name] = strings.Fields(words)
		}
	}
	return m
})

// looks reports whether a program only looks, called so.
func looks(name string, args []string) bool {
	words := lookers()[name]
	if len(words) == 0 {
		return false
	}
	first, two := ".", ""
	if len(args) > 0 {
		first = args[0]
	}
	if len(args) > 1 {
		two = first + "/" + args[1]
	}
	for _, w := range words {
		head, open := strings.CutSuffix(w, "*")
		switch {
		case w == first, w == two, w == "*":
			return true
		case open && head != "" && (strings.HasPrefix(first, head) || strings.HasPrefix(two, head)):
			return true
		}
	}
	return false
}
