package shell

import (
	"slices"
	"strings"

	"prism/internal/shell/looks"
)

// Delivers is the set of classes by which work is handed over: commits, pushes, pull requests.
const Delivers = ClassCommit | ClassPush | ClassPull

// forgeReads are the verbs of gh and glab that only look, whatever they are about.
var forgeReads = wordSet(`view list ls status watch get diff checks token code commits issues prs repos trace check verify
	search logs item-list field-list trusted-root version help`)

// forgeNouns are what gh and glab have verbs for, beside pull requests and the API itself.
var forgeNouns = wordSet(`issue run release repo workflow gist label secret variable cache project ci pipeline auth org ruleset
	search status browse config extension help version codespace cs alias ssh-key gpg-key attestation preview job incident iteration
	milestone schedule snippet user token deploy-key cluster changelog`)

// forgeClass classifies gh and glab.
func forgeClass(args []string) Class {
	const valued = " -R --repo --hostname -g --group "
	noun, rest := firstWord(args, valued)
	verb, _ := firstWord(rest, valued)
	switch {
	case hasArg(args, "--help"), hasArg(args, "--dry-run") && (noun == "pr" || noun == "mr") && verb == "create":
		return ClassRead
	case noun == "api":
		return forgeCall(verb, rest)
	case noun == "pull-request": // of hub
		return ClassPull
	case noun == "pr" || noun == "mr" || noun == "pulls":
		switch {
		case verb == "" || forgeReads()[verb] || verb == "show":
			return ClassRead
		case verb == "checkout":
			return ClassCheckout
		}
		return ClassPull
	case noun == "" || noun == "help" || verb == "" && forgeNouns()[noun]:
		return ClassRead
	case !forgeNouns()[noun]:
		return ClassUnknown
	case forgeReads()[verb] || noun == "search":
		return ClassRead
	case verb == "download":
		return ClassWrite
	}
	return ClassGit
}

// forgeCall classifies a call of a forge's API: by the method that is named, else by
// whether anything is sent along.
func forgeCall(path string, args []string) Class {
	sends := false
	for i, a := range args {
		flag, value, glued := strings.Cut(a, "=")
		if !strings.HasPrefix(a, "--") && len(a) > 2 && a[0] == '-' {
			flag, value, glued = a[:2], a[2:], true // -XPOST
		}
		if !glued && i+1 < len(args) {
			value = args[i+1]
		}
		switch flag {
		case "-X", "--method":
			if slices.Contains([]string{"POST", "PUT", "PATCH", "DELETE"}, strings.ToUpper(strings.TrimPrefix(value, "="))) {
				return ClassGit | opensPull(args)
			}
			return ClassRead
		case "-f", "-F", "--field", "--raw-field", "--input":
			sends = true
		}
	}
	if sends && (path != "graphql" || containsText(args, "mutation")) {
		return ClassGit | opensPull(args)
	}
	return ClassRead
}

// opensPull is ClassPull where what a command names has a forge open a pull request.
func opensPull(args []string) Class {
	if containsText(args, "merge_request.create") || slices.ContainsFunc(args, func(a string) bool { return strings.HasSuffix(a, "/pulls") || strings.HasSuffix(a, "/merge_requests") }) {
		return ClassPull
	}
	return 0
}

// cloudReads are the verbs of gcloud and az that only look; those of aws stand before what
// they are about, so that package looks knows them.
var cloudReads = wordSet(`list ls describe show get read tail cat du exists query what-if validate log browse list-versions hash
	print-access-token print-identity-token print-settings get-value get-access-token history search`)

// cloudClass classifies gcloud and az by the first verb that tells, behind groups that
// nobody need know: "compute instances delete list" deletes.
func cloudClass(name string, args []string) Class {
	if len(args) == 1 && args[0] == "--version" {
		return ClassRead
	}
	if name == "aws" {
		return ClassRun | ClassUnknown
	}
	for i, w := range looks.SubCommands(name, args) {
		if cloudReads()[w] {
			return ClassRead
		}
		if i == 1 && w == "pr" && args[0] == "repos" {
			return forgeClass(args[1:])
		}
		verb, about, more := strings.Cut(w, "-")
		switch {
		case w == "get-credentials" || w == "get-started": // writes them down
			return ClassRun | ClassUnknown
		case more && (verb == "get" || verb == "list" || verb == "show" || verb == "describe" || verb == "check") && about != "":
			return ClassRead
		case w != "deployment" && (writeVerbs()[verb] || firstVerbs()[verb] && w != "run" && w != "call"):
			return ClassRun | ClassUnknown
		}
	}
	return ClassRun | ClassUnknown
}
