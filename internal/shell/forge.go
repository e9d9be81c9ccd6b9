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
		return forgeCall(args)
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
func forgeCall(args []string) Class {
	_, args = firstWord(args, "") // "api"
	path, _ := firstWord(args, " -X --method -H --header -f -F --field --raw-field --input -q --jq -t --template -p --preview --cache --hostname ")
	opens := ClassGit
	if pullsPath(path) || path == "graphql" && slices.ContainsFunc(args, mutatesPull) {
		opens |= ClassPull
	}
	method, sends := "", false
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
			method = strings.ToUpper(strings.TrimPrefix(value, "="))
		case "-f", "-F", "--field", "--raw-field", "--input":
			sends = true
		}
	}
	switch {
	case method == "POST", method == "" && sends && (path != "graphql" || containsText(args, "mutation")):
		return opens
	case method == "PUT", method == "PATCH", method == "DELETE":
		return ClassGit
	}
	return ClassRead
}

// pullsPath reports whether an address of a forge's API is where pull requests are opened:
// "repos/o/r/pulls", "https://git.example.com/api/v4/projects/7/merge_requests".
func pullsPath(address string) bool {
	address, _, _ = strings.Cut(address, "?")
	parts := strings.Split(strings.TrimRight(address, "/"), "/")
	n := len(parts) - 1
	switch parts[n] {
	case "pulls":
		return n >= 3 && parts[n-3] == "repos"
	case "merge_requests":
		return n >= 2 && parts[n-2] == "projects"
	case "pullrequests":
		return n >= 3 && parts[n-3] == "repositories"
	}
	return false
}

// mutatesPull reports whether a text calls what opens a pull request in a forge's GraphQL.
func mutatesPull(text string) bool {
	for _, name := range []string{"createPullRequest", "mergeRequestCreate"} {
		if _, behind, ok := strings.Cut(text, name); ok && strings.HasPrefix(strings.TrimLeft(behind, " \n"), "(") {
			return true
		}
	}
	return false
}

// pushOpensPull is ClassPull where an option of git push has a forge open a merge request.
func pushOpensPull(args []string) Class {
	for i, a := range args {
		option, ok := strings.CutPrefix(a, "--push-option=")
		switch {
		case ok:
		case i > 0 && (args[i-1] == "-o" || args[i-1] == "--push-option"):
			option = a
		case strings.HasPrefix(a, "-o"):
			option = a[2:]
		default:
			continue
		}
		if option == "merge_request.create" {
			return ClassPull
		}
	}
	return 0
}

// pullClass classifies "az repos pr" by the words behind it; what belongs to a pull request, its
// policies and reviewers, has verbs of its own.
func pullClass(words []string) Class {
	switch verb := words[len(words)-1]; {
	case cloudReads()[verb]:
		return ClassRead
	case verb == "checkout":
		return ClassCheckout
	case len(words) > 1:
		return ClassGit
	}
	return ClassPull
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
	words := looks.SubCommands(name, args)
	if len(words) > 2 && words[0] == "repos" && words[1] == "pr" {
		return pullClass(words[2:])
	}
	for _, w := range words {
		if cloudReads()[w] {
			return ClassRead
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
