package shell

import "strings"

// lookVerbs are sub-commands that only look, of platforms, deployers and migrators, whose
// other commands nobody need know.
var lookVerbs = wordSet(`logs log status info ls list show describe get view preview diff plan validate check lint version
	help whoami ps releases history top inspect tail current heads routes branches events search doctor synth
	members catalog read can-i url urls --version --help -h`)

// platformValued are options of platforms that take the next word.
const platformValued = " -a --app -p --project -s --stack --stage -r --remote --region -e --env --environment -c --config "

// noWord reports whether nothing but options is left.
func noWord(args []string) bool {
	w, _ := firstWord(args, platformValued)
	return w == ""
}

// platformClass classifies the command line of a platform or deployer by its sub-commands:
// "fly status", "doctl compute droplet list", "heroku pg:info". A verb that writes before
// the one that looks decides.
func platformClass(args []string) Class {
	rest := args
	for range 3 {
		var word string
		if word, rest = firstWord(rest, platformValued); word == "" {
			break
		}
		last := word[strings.LastIndexByte(word, ':')+1:]
		if lookVerbs()[last] || word == "config" && noWord(rest) {
			return ClassRead
		}
		if writeVerbs()[last] || firstVerbs()[last] {
			break
		}
	}
	if len(args) > 0 && lookVerbs()[args[0]] {
		return ClassRead
	}
	return ClassRun | ClassUnknown
}

// playbookClass classifies ansible: a rehearsal and a listing change nothing.
func playbookClass(args []string) Class {
	for _, a := range args {
		switch a {
		case "--check", "-C", "--syntax-check", "--list-tasks", "--list-hosts", "--list-tags", "--version":
			return ClassRead
		}
	}
	return ClassRun | ClassUnknown
}

// remoteClass classifies what ssh runs on another machine; a shell there is unknown.
func remoteClass(args []string, depth int) Class {
	host, command := firstWord(args, " -i -p -l -o -F -J -L -R -D -b -c -E -e -m -Q -S -W -w -B ")
	if host == "" || len(command) == 0 {
		if hasArg(args, "-V") || strings.HasPrefix(host, "git@") { // which greets, and runs nothing
			return ClassRead
		}
		return ClassRun | ClassUnknown
	}
	if command[0] == "--" {
		command = command[1:]
	}
	return classOf(strings.Join(command, " "), depth+1)
}

// opensslClass tells looking at certificates and connections from making them.
func opensslClass(args []string) Class {
	verb, rest := firstWord(args, "")
	for _, a := range rest {
		switch a {
		case "-out", "-keyout", "-outdir", "-sign", "-CA", "-signkey", "-writerand":
			return ClassRun | ClassUnknown
		}
	}
	switch verb {
	case "version", "verify", "s_client", "ciphers", "dgst", "x509", "crl", "asn1parse", "list", "speed", "errstr", "pkey", "rsa", "ec":
		return ClassRead
	case "req", "pkcs12":
		if hasArg(rest, "-noout") {
			return ClassRead
		}
	}
	return ClassRun | ClassUnknown
}

// coverageClass classifies Python's coverage: what it runs, or the report of it.
func coverageClass(args []string, depth int) Class {
	switch verb, rest := firstWord(args, ""); verb {
	case "run":
		return scriptClass("python", rest, depth)
	case "report", "debug", "help":
		return ClassRead
	}
	return ClassRun | ClassUnknown
}

// setupClass classifies a setup.py by its command.
func setupClass(args []string) Class {
	switch verb, _ := firstWord(args, ""); {
	case verb == "test":
		return ClassTest
	case verb == "install" || verb == "develop":
		return ClassInstall
	case verb == "check" || verb == "--version" || verb == "--name":
		return ClassRead
	case verb == "upload" || verb == "register":
		return ClassRun | ClassUnknown
	}
	return ClassBuild
}
