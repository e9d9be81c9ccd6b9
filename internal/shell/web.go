package shell

import (
	"slices"
	"strings"
)

// webClass classifies what asks a server; what opens a pull request there is one.
func webClass(name string, args []string) Class {
	c := asksWeb(name, args)
	if c.Has(ClassRun) {
		c |= webOpensPull(name, args)
	}
	return c
}

func asksWeb(name string, args []string) Class {
	if name == "wget" {
		for i, a := range args {
			if strings.HasPrefix(a, "-qO-") || a == "-O-" || strings.HasPrefix(a, "--spider") || (a == "-O" || a == "-qO") && i+1 < len(args) && args[i+1] == "-" {
				return ClassRead
			}
		}
		return ClassWrite
	}
	for i, a := range args {
		next := ""
		if i+1 < len(args) {
			next = args[i+1]
		}
		switch {
		case a == "-o" || a == "--output":
			if !harmlessTarget(next) && next != "-" {
				return ClassWrite
			}
		case a == "-O" || a == "--remote-name" || strings.HasPrefix(a, "--upload") || a == "-T":
			return ClassWrite
		case name == "curl" && isCluster(a):
			// Flags run together: -sSLo FILE, -fsSLO. The first that takes a value ends them.
			if c := curlCluster(a[1:], next); c != ClassRead {
				return c
			}
		case a == "-d" || strings.HasPrefix(a, "--data") || a == "-F" || strings.HasPrefix(a, "--form") || a == "--json":
			return ClassRun | ClassUnknown
		case a == "-X" || a == "--request":
			if next != "GET" && next != "HEAD" && next != "OPTIONS" {
				return ClassRun | ClassUnknown
			}
		case name != "curl" && (a == "POST" || a == "PUT" || a == "DELETE" || a == "PATCH"):
			return ClassRun | ClassUnknown
		}
	}
	return ClassRead
}

// isCluster reports whether an argument is several one-letter flags, or one with
// its value glued on.
func isCluster(a string) bool { return len(a) > 2 && a[0] == '-' && a[1] != '-' }

// curlCluster classifies curl's one-letter flags run together; next is the word
// behind them.
func curlCluster(flags, next string) Class {
	for i := range len(flags) {
		value := flags[i+1:]
		if value == "" {
			value = next
		}
		switch flags[i] {
		case 'O', 'T':
			return ClassWrite
		case 'o':
			if harmlessTarget(value) || value == "-" {
				return ClassRead
			}
			return ClassWrite
		case 'd', 'F':
			return ClassRun | ClassUnknown
		case 'X':
			if value == "GET" || value == "HEAD" || value == "OPTIONS" {
				return ClassRead
			}
			return ClassRun | ClassUnknown
		case 'A', 'b', 'c', 'D', 'e', 'E', 'H', 'K', 'm', 'u', 'w', 'x', 'r', 'C', 'U', 'y', 'Y', 'z', 'P', 'Q', 't', 'h':
			return ClassRead // takes what follows
		}
	}
	return ClassRead
}

// webOpensPull is ClassPull where what is sent to an address opens a pull request there.
func webOpensPull(name string, args []string) Class {
	for i, a := range args {
		if (a == "PUT" || a == "DELETE" || a == "PATCH") && (i == 0 || name != "curl" || args[i-1] == "-X" || args[i-1] == "--request") {
			return 0
		}
	}
	if slices.ContainsFunc(args, pullsPath) || slices.ContainsFunc(args, func(a string) bool { return strings.HasSuffix(a, "/graphql") }) && slices.ContainsFunc(args, mutatesPull) {
		return ClassPull
	}
	return 0
}
