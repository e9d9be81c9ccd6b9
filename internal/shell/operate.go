package shell

// operators are programs by which a machine, its services or a cluster are kept: what one
// of them does, unless it only looks, is work by itself.
var operators = map[string]bool{
	"systemctl": true, "service": true, "launchctl": true, "supervisorctl": true, "pm2": true, "journalctl": true, "crontab": true,
	"docker": true, "docker-compose": true, "podman": true, "kubectl": true, "oc": true, "helm": true,
	"kill": true, "pkill": true, "killall": true, "mount": true, "umount": true, "swapon": true, "swapoff": true, "sysctl": true,
	"ip": true, "iptables": true, "nft": true, "ufw": true, "firewall-cmd": true, "nmcli": true, "hostnamectl": true, "timedatectl": true,
	"useradd": true, "usermod": true, "userdel": true, "adduser": true, "groupadd": true, "passwd": true, "loginctl": true,
	"zfs": true, "zpool": true, "lvextend": true, "lvresize": true, "resize2fs": true, "parted": true, "fdisk": true, "mkfs": true, "fsck": true,
	"certbot": true, "a2ensite": true, "a2enmod": true, "ufw-docker": true, "snap": true, "flatpak": true,
	"terraform": true, "tofu": true, "ansible-playbook": true, "vagrant": true, "virsh": true, "flyctl": true, "heroku": true,
}

// Operates reports whether a command line does something to a machine, a service, a
// repository's history or branches, or what is installed, and not only looks: work that
// changes no file of a project. To run a program, also in a container, is none.
func Operates(line string) bool {
	for _, p := range splitShell(line) {
		words := p.words
		c := wordsClass(words, 0)
		if c.Has(ClassReset | ClassRestore | ClassRevert | ClassGit | ClassInstall) {
			return true
		}
		if !c.Has(ClassUnknown) {
			continue
		}
		for len(words) > 0 {
			if isAssignment(words[0]) {
				words = words[1:]
				continue
			}
			skip, ok := wrappers[commandName(words[0])]
			if !ok {
				break
			}
			words = skipOptions(words[1:], skip)
		}
		if len(words) > 0 && operators[commandName(words[0])] && !runsWithin(words) {
			return true
		}
	}
	return false
}

// runsWithin reports whether a command runs a program in a container.
func runsWithin(words []string) bool {
	for _, w := range words[1:min(len(words), 4)] {
		if w == "run" || w == "exec" || w == "up" || w == "attach" || w == "port-forward" {
			return true
		}
	}
	return false
}
