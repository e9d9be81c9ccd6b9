package shell

import "strings"

// operators are programs by which a machine, its services or a cluster are kept: what one
// of them does, unless it only looks, is work by itself.
const operators = " systemctl service launchctl supervisorctl pm2 journalctl crontab docker docker-compose podman kubectl oc helm kill pkill killall mount umount swapon swapoff sysctl ip iptables nft ufw firewall-cmd nmcli hostnamectl timedatectl useradd usermod userdel adduser groupadd passwd loginctl zfs zpool lvextend lvresize resize2fs parted fdisk mkfs fsck certbot a2ensite a2enmod snap flatpak terraform tofu ansible-playbook vagrant virsh flyctl heroku "

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
		words = unwrapped(words, all)
		if len(words) > 0 && strings.Contains(operators, " "+commandName(words[0])+" ") && !runsWithin(words) {
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
