package given

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// WordFile holds the words that matchers ask for, in sections.
//
//go:embed words.txt
var WordFile string

// Each list is read when it is first asked for; the file says what it is.
var (
	owners       = wordList("owners")
	Mounts       = wordList("mounts")
	Versions     = wordList("versions")
	VersionMarks = wordList("version-marks")
	Addresses    = wordList("addresses")
	IPv6Starts   = wordList("ipv6-starts")
	aboutSecrets = wordList("about-secrets")
	passwordWord = wordList("names-password")
	putOneHere   = wordList("put-one-here")
	plainKeys    = wordList("plain-keys")
	idStarts     = wordList("ids")
	formNames    = wordList("form-names")
	passNames    = wordList("pass-names")
	givers       = wordList("givers")
	tellers      = wordList("tellers")
	setters      = wordList("setters")
	valueFlags   = wordList("value-flags")
	NotCodes     = wordList("not-codes")
	SQLAccounts  = wordList("sql-accounts")

	connectionNames = wordList("connection-names")
	connectionParts = wordList("connection-parts")

	typeNames    = wordSet("types")
	NotPasswords = wordSet("not-passwords")
	notTold      = wordSet("not-told")
	SayWords     = wordSet("said")
	LinkWords    = wordSet("linking")
	fillers      = wordSet("fillers")
	testCalls    = wordSet("test-calls")
	wrappers     = wordSet("wrappers")
	commitVerbs  = wordSet("commit-verbs")
	FileEndings  = wordSet("files")
	CodeEndings  = wordSet("countries")
	SharedUsers  = wordSet("accounts")
)

// section returns the words of a section.
func section(name string) []string {
	_, rest, _ := strings.Cut(WordFile, "\n["+name+"]\n")
	lines, _, _ := strings.Cut(rest, "\n\n")
	list := strings.Fields(lines)
	for i, w := range list {
		list[i] = Blanks(w)
	}
	return list
}

// Blanks puts blanks where the rule files show them.
func Blanks(word string) string { return strings.ReplaceAll(word, "␠", " ") }

func wordList(name string) func() []string {
	return sync.OnceValue(func() []string { return section(name) })
}

func wordSet(name string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for _, w := range section(name) {
			set[w] = true
		}
		return set
	})
}

// AnyOf reports whether s matches a word in the way of strings.Contains,
// strings.HasPrefix or strings.HasSuffix.
func AnyOf(matches func(s, word string) bool, s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return matches(s, w) })
}

// NamesPassword reports a value that is a name for a password, as in
// password: newPassword or password: "your-password".
func NamesPassword(folded string) bool { return AnyOf(strings.Contains, folded, passwordWord()) }

// PlaceholderLike reports a value that tells the reader to put one there.
func PlaceholderLike(folded string) bool { return AnyOf(strings.Contains, folded, putOneHere()) }

// vagueName reports names ending in "key" or "auth" that are no secrets.
func vagueName(name string) bool { return AnyOf(strings.Contains, name, plainKeys()) }

// identifier reports ids that tools and programs give to things, and hashes
// that name what they are.
func identifier(value string) bool { return AnyOf(strings.HasPrefix, value, idStarts()) }

// isTypeName reports a type, as it stands between a name and its value.
func isTypeName(t string) bool { return typeNames()[strings.Trim(strings.ToLower(t), "[]|?.&")] }

// notSecretSuffix reports ends of names that make a value something about a
// secret: its length, its type, the place where it is kept.
func notSecretSuffix(suffix string) bool {
	if suffix == "" {
		return false
	}
	return AnyOf(func(s, end string) bool {
		lead, ok := strings.CutSuffix(s, end)
		return ok && (lead == "" || strings.HasSuffix(lead, "_") || strings.HasSuffix(lead, "-"))
	}, suffix, aboutSecrets())
}
