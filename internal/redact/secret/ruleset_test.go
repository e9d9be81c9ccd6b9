package secret

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"prism/internal/redact/given"
)

// A rule file as rules/gen writes it, with its hash, and enough rules.
func ruleFile(lines ...string) string {
	body := strings.Join(lines, "\n") + "\n"
	for n := range leastRules {
		body += fmt.Sprintf("rule filler-%d\nregex zq%04dzq\nkeywords zq%04dzq\n", n, n, n)
	}
	sum := sha256.Sum256([]byte(body))
	return "gitleaks v1 " + hex.EncodeToString(sum[:]) + "\n" + body
}

// built makes a Finder of the rules of a file and the project's own.
func built(t *testing.T, lines ...string) *Finder {
	t.Helper()
	patterns, err := parseRules(ruleFile(lines...))
	if err != nil {
		t.Fatal(err)
	}
	r, err := build(patternRules(patterns), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestParseRules(t *testing.T) {
	list, err := parseRules(ruleFile("global", "allow OR secret", "except ^zz", "rule acme-key", "text A key.", "regex \\bacme_[a-z]+", "path x$",
		"group 1", "entropy 2.5", "keywords acme_\tacme-", "allow AND match", "except foo", "stop bar\tbaz", "rule by-name", "path secrets.json$"))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != leastRules+1 {
		t.Fatalf("%d rules: one that has only a file's name finds nothing in a text", len(list))
	}
	p := list[0]
	if p.id != "acme-key" || p.about != "A key." || p.source != `\bacme_[a-z]+` || p.path != "x$" || p.group != 1 || p.entropy != 2.5 {
		t.Errorf("rule %+v", p)
	}
	if strings.Join(p.keywords, " ") != "acme_ acme-" {
		t.Errorf("keywords %q", p.keywords)
	}
	if len(p.global) != 1 || p.global[0].all || p.global[0].target != "secret" || len(p.global[0].regexes) != 1 {
		t.Errorf("exceptions of all rules: %+v", p.global)
	}
	if len(p.allow) != 1 || !p.allow[0].all || p.allow[0].target != "match" || strings.Join(p.allow[0].stop, " ") != "bar baz" {
		t.Errorf("exceptions of the rule: %+v", p.allow)
	}
	if len(list[1].allow) != 0 || len(list[1].global) != 1 {
		t.Error("exceptions of one rule hold for the next, or those of all do not")
	}
}

// Going on without a rule would let out what it guards.
func TestUnsoundRuleFiles(t *testing.T) {
	few := "rule a\nregex b\nkeywords c\n"
	sum := sha256.Sum256([]byte(few))
	for name, file := range map[string]string{
		"too few rules":           "gitleaks v1 " + hex.EncodeToString(sum[:]) + "\n" + few,
		"another tool's file":     strings.Replace(ruleFile("rule a", "regex b", "keywords c"), "gitleaks", "other", 1),
		"no version":              strings.Replace(ruleFile("rule a", "regex b", "keywords c"), "gitleaks v1", "gitleaks", 1),
		"a rule without keywords": ruleFile("rule a", "regex b"),
		"an unknown key":          ruleFile("rule a", "regex b", "keywords c", "wish d"),
		"a key outside a rule":    ruleFile("regex b", "rule a", "regex b", "keywords c"),
		"no number for a group":   ruleFile("rule a", "regex b", "keywords c", "group x"),
		"no number for entropy":   ruleFile("rule a", "regex b", "keywords c", "entropy x"),
		"exceptions of nothing":   ruleFile("except x", "rule a", "regex b", "keywords c"),
	} {
		if _, err := parseRules(file); !errors.Is(err, errRules) {
			t.Errorf("%s: %v", name, err)
		}
	}
	patterns, err := parseRules(ruleFile("rule email", "regex b", "keywords c"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := build(patternRules(patterns), nil); !errors.Is(err, errRules) {
		t.Errorf("two rules of one name: %v", err)
	}
}

// A finding of the vendored rules is what their scanner reports: the group,
// more random than it asks for, and no exception.
func TestFindingsOfTheFile(t *testing.T) {
	for _, c := range []struct {
		why   string
		rules []string
		raw   string
		want  string
	}{
		{"the first group", []string{"rule a-key", `regex acme_([a-z]+)_([a-z]+)`, "keywords acme_"}, "x acme_qwertyu_asdfghj y", "x acme_[A_KEY_1]_asdfghj y"},
		{"the group that is named", []string{"rule a-key", `regex acme_([a-z]+)_([a-z]+)`, "group 2", "keywords acme_"}, "x acme_qwertyu_asdfghj y", "x acme_qwertyu_[A_KEY_1] y"},
		{"a group that is not there", []string{"rule a-key", `regex acme_([a-z]+)_([a-z]+)`, "group 3", "keywords acme_"}, "x acme_qwertyu_asdfghj y", "x acme_[A_KEY_1]_asdfghj y"},
		{"an empty group is passed over", []string{"rule a-key", `regex acme_([0-9]*)([a-z]+)`, "keywords acme_"}, "x acme_qwertyuiop y", "x acme_[A_KEY_1] y"},
		{"no group: all of it", []string{"rule a-key", `regex acme_[a-z]+`, "keywords acme_"}, "x acme_qwertyuiop y", "x [A_KEY_1] y"},
		{"two of them", []string{"rule a-key", `regex acme_[a-z]+`, "keywords acme_"}, "x acme_qwertyuiop acme_asdfghjkl y", "x [A_KEY_1] [A_KEY_2] y"},
		{"far apart", []string{"rule a-key", `regex acme_[a-z]+`, "keywords acme_"}, "acme_qwertyuiop" + strings.Repeat(" lorem", 99) + " acme_asdfghjkl", "[A_KEY_1]" + strings.Repeat(" lorem", 99) + " [A_KEY_2]"},
		{"a long one", []string{"rule a-key", `regex acme_[a-z]+`, "keywords acme_"}, "x acme_" + strings.Repeat("abcdefghij", 300) + " y", "x [A_KEY_1] y"},
		{"only as random as that", []string{"rule a-key", `regex acme_([a-z]+)`, "entropy 2", "keywords acme_"}, "x acme_abcdabcd y", "x acme_abcdabcd y"},
		{"more random", []string{"rule a-key", `regex acme_([a-z]+)`, "entropy 2", "keywords acme_"}, "x acme_abcdabce y", "x acme_[A_KEY_1] y"},
		{"an exception by its secret", []string{"rule a-key", `regex acme_([a-z]+)`, "keywords acme_", "allow OR secret", "except ^qwe"}, "acme_qwertyu acme_rqwertyu", "acme_qwertyu acme_[A_KEY_1]"},
		{"an exception by its match", []string{"rule a-key", `regex acme_([a-z]+)`, "keywords acme_", "allow OR match", "except ^acme_q"}, "acme_qwertyu acme_rqwertyu", "acme_qwertyu acme_[A_KEY_1]"},
		{"an exception by its line", []string{"rule a-key", `regex acme_([a-z]+)`, "keywords acme_", "allow OR line", "except test"}, "a test acme_qwertyu x\nacme_rqwertyu\ntest", "a test acme_qwertyu x\nacme_[A_KEY_1]\ntest"},
		{"a word that stops it", []string{"rule a-key", `regex acme_([a-z]+)`, "keywords acme_", "allow OR secret", "stop ert\tzzz"}, "acme_qwertyu acme_rqwxrtyu", "acme_qwertyu acme_[A_KEY_1]"},
		{"both conditions, one holds", []string{"rule a-key", `regex acme_([a-z]+)`, "keywords acme_", "allow AND secret", "except ^q", "stop zzz"}, "acme_qwertyu", "acme_[A_KEY_1]"},
		{"both conditions, both hold", []string{"rule a-key", `regex acme_([a-z]+)`, "keywords acme_", "allow AND secret", "except ^q", "stop ert"}, "acme_qwertyu", "acme_qwertyu"},
		{"an exception of all rules", []string{"global", "allow OR secret", "except ^q", "rule a-key", `regex acme_([a-z]+)`, "keywords acme_"}, "acme_qwertyu acme_rqwertyu", "acme_qwertyu acme_[A_KEY_1]"},
		{"a boundary before the keyword", []string{"rule a-key", `regex \bacme_[a-z]+`, "keywords acme_"}, "acme_qwertyuiop xacme_asdfghjkl", "[A_KEY_1] xacme_asdfghjkl"},
		{"a name, an operator and a value", []string{"rule a-key", `regex (?i)` + assignLead + `(?:acme)` + assignGap + assignTail + `([a-z0-9]{12})(?:[\x60'"\s;]|\\[nr]|$)`, "keywords acme"},
			"ACME_ID = 'q1w2e3r4t5y6' acme: q1w2e3r4t5y6z x", "ACME_ID = '[A_KEY_1]' acme: q1w2e3r4t5y6z x"},
		{"a name with more to it", []string{"rule a-key", `regex (?i)` + assignLead + `(?:acme.?(?:id|key))` + assignGap + assignTail + `([a-z0-9]{12})(?:[\x60'"\s;]|\\[nr]|$)`, "keywords acme"},
			"acme.id=q1w2e3r4t5y6 acme.no=q1w2e3r4t5y6", "acme.id=[A_KEY_1] acme.no=q1w2e3r4t5y6"},
		{"values too short to look at", []string{"rule a-key", `regex (?i)` + assignLead + `(?:acme)` + assignGap + assignTail + `([a-z0-9]{4,7})(?:[\x60'"\s;]|\\[nr]|$)`, "keywords acme"}, "acme=q1w2e3r", "acme=q1w2e3r"},
	} {
		r := built(t, c.rules...)
		if got := hide(t, r, c.raw); got != c.want {
			t.Errorf("%s: %.80q is %.80q, want %.80q", c.why, c.raw, got, c.want)
		}
	}
}

// All operators that code, headers and files put between a name and its value.
func TestOperatorsOfTheFile(t *testing.T) {
	r := built(t, "rule a-key", `regex (?i)`+assignLead+`(?:acme)`+assignGap+assignTail+`([a-z0-9]{12})(?:[\x60'"\s;]|\\[nr]|$)`, "keywords acme")
	const value = "q1w2e3r4t5y6"
	for _, between := range []string{"=", " = ", ":", ": ", "=>", " => ", ":=", "::=", ":::=", "||=", "||", "?=", ">", ",", ", ", `": "`, "' , '", "=`", "_id = ", ".x.y: ", "\n="} {
		if got := hide(t, r, "acme"+between+value+"\n"); got != "acme"+between+"[A_KEY_1]\n" {
			t.Errorf("%q: %q", between, got)
		}
	}
	for _, between := range []string{" ", "", "?", "|", "+", "(", " is ", "=======", "abcdefghijklmnopqrstu = "} {
		raw := "acme" + between + value + "\n"
		if got := hide(t, r, raw); got != raw {
			t.Errorf("%q: %q", between, got)
		}
	}
	for end, hidden := range map[string]bool{"": true, " ": true, "'": true, "`": true, ";": true, `\n`: true, `\r`: true, `\t`: true, `\q`: false, ",": false, ")": false} {
		if got := hide(t, r, "acme="+value+end); strings.Contains(got, "[A_KEY_1]") != hidden {
			t.Errorf("ended by %q: %q", end, got)
		}
	}
}

// The generic rule takes values of two forms; letters and dashes alone are names.
func TestGenericValue(t *testing.T) {
	for value, want := range map[string]bool{
		"a1b2c3d4e5": true, "a1b2c3d4e": false, "abcdefghij": false, "abc-def.ghi_jk": false,
		strings.Repeat("a1", 75): true, strings.Repeat("a1", 75) + "b": true, strings.Repeat("a.", 75) + "b": false,
		"a1b2c3d4e5f/": true, "a1b2c3d4e5/": false, "/1b2c3d4e5f6": false, "a1b2c3d4e5f/===": true, "a1b2c3d4e5f/====": false,
	} {
		for _, end := range []string{"", ";", " "} {
			if _, _, ok := genericValue(value+end, 0); ok != want {
				t.Errorf("%.40q ended by %q: %v, want %v", value, end, ok, want)
			}
		}
	}
}

func TestEntropy(t *testing.T) {
	for s, want := range map[string]float64{"": 0, "aaaa": 0, "abab": 1, "abcd": 2, "aabc": 1.5} {
		if got := given.Entropy(s); math.Abs(got-want) > 1e-9 {
			t.Errorf("entropy of %q is %v, want %v", s, got, want)
		}
	}
}

// Rules of the file that are guarded by code: what a look at a few bytes lets through.
func TestGuardedRules(t *testing.T) {
	line := "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+/" + "\n"
	checkMarked(t, []marked{
		{"a key in a block", "-----BEGIN RSA PRIVATE KEY-----«\n" + line + line + "»-----END RSA PRIVATE KEY-----"},
		{"twilio", "x «SK" + hexLong(32) + "» y"},
		{"curl with a user", "curl -X POST -u «'bob:Zx81kkq'» https://x.test"},
		{"curl with a header", `curl -H "X-Api-Key: «` + long(20) + `»" https://x.test`},
		{"a manifest", "kind: Secret\ndata:\n  «pw: " + "WngxOGtrcVp4MThra3E=" + "»\n"},
		{"vault's old tokens", "x «s." + long(24) + "» y"},
		{"of letters alone", "x s.abcdefghijklmnopqrstuvwx y"},
		{"a sentence's end", "it is."},
		{"airtable", "airtable x «pat" + long(14) + "." + hexLong(64) + "» y"},
		{"airtable: another length", "airtable pat" + long(13) + "." + long(20)[:9] + " y"},
		{"facebook", "x «123456789012345|" + long(27) + "» y"},
	})
}

// Names of the configuration: which words are looked for.
func TestNameWords(t *testing.T) {
	got := strings.Join(nameWords([]string{"Zed", "  bob ", "al", "bob", "---", "ÉLAN", ""}), " ")
	if want := "bob zed Élan élan"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRulesAreComplete(t *testing.T) {
	for _, ru := range newFinder(t).rules {
		if ru.pattern == nil {
			continue
		}
		if _, err := ru.pattern.re.get(ru.pattern.source); err != nil {
			t.Errorf("%s: %v", ru.ID, err)
		}
		if _, err := ru.pattern.identRE.get(ru.pattern.ident); err != nil {
			t.Errorf("%s: %v", ru.ID, err)
		}
		if _, err := ru.pattern.valueRE.get(ru.pattern.value); err != nil {
			t.Errorf("%s: %v", ru.ID, err)
		}
		for _, list := range append(ru.pattern.allow, ru.pattern.global...) {
			if _, err := list.holds("x", "x", func() string { return "x" }); err != nil {
				t.Errorf("%s: exceptions: %v", ru.ID, err)
			}
		}
	}
}

func TestBrokenRulesAreAnError(t *testing.T) {
	for name, file := range map[string]string{
		"empty":   "",
		"no head": "rule x\nregex y\n",
		"cut":     compiledRules[:len(compiledRules)/2],
		"changed": compiledRules[:len(compiledRules)-2] + "x\n",
	} {
		if _, err := parseRules(file); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestFoldedNameWithDash(t *testing.T) {
	got := hide(t, newFinder(t), "see /Users/anna-lee/code and -Users-anna-lee-code")
	if want := "see /Users/[USER_1]/code and -Users-[USER_1]-code"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A pattern that does not compile is an error where it is needed first.
func TestBrokenPatternIsAnError(t *testing.T) {
	patterns, err := parseRules(compiledRules) // its own: those of New are shared
	if err != nil {
		t.Fatal(err)
	}
	f, err := build(patternRules(patterns), nil)
	if err != nil {
		t.Fatal(err)
	}
	f.byID["aws-access-token"].pattern.source = "("
	if _, err := f.Find("key AKIA" + "QWERTYUIOPASDFGH" + " here"); !errors.Is(err, errRules) {
		t.Errorf("error %v", err)
	}
}

func TestPlaceholderName(t *testing.T) {
	for id, want := range map[string]string{
		"aws-access-token": "AWS_ACCESS_KEY", "generic-api-key": "SECRET", "jwt-base64": "JWT", "github-pat": "GITHUB_PAT",
	} {
		if got := placeholderName(id); got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
}
