package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
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

// built makes a Redactor of the rules of a file and the project's own.
func built(t *testing.T, lines ...string) *Redactor {
	t.Helper()
	patterns, err := parseRules(ruleFile(lines...))
	if err != nil {
		t.Fatal(err)
	}
	r, err := build(patterns, Options{})
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
	if _, err := build(patterns, Options{}); !errors.Is(err, errRules) {
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
		if got := r.Session("x").Text(c.raw).String(); got != c.want {
			t.Errorf("%s: %.80q is %.80q, want %.80q", c.why, c.raw, got, c.want)
		}
	}
}

// All operators that code, headers and files put between a name and its value.
func TestOperatorsOfTheFile(t *testing.T) {
	r := built(t, "rule a-key", `regex (?i)`+assignLead+`(?:acme)`+assignGap+assignTail+`([a-z0-9]{12})(?:[\x60'"\s;]|\\[nr]|$)`, "keywords acme")
	const value = "q1w2e3r4t5y6"
	for _, between := range []string{"=", " = ", ":", ": ", "=>", " => ", ":=", "::=", ":::=", "||=", "||", "?=", ">", ",", ", ", `": "`, "' , '", "=`", "_id = ", ".x.y: ", "\n="} {
		if got := r.Session("x").Text("acme" + between + value + "\n").String(); got != "acme"+between+"[A_KEY_1]\n" {
			t.Errorf("%q: %q", between, got)
		}
	}
	for _, between := range []string{" ", "", "?", "|", "+", "(", " is ", "=======", "abcdefghijklmnopqrstu = "} {
		raw := "acme" + between + value + "\n"
		if got := r.Session("x").Text(raw).String(); got != raw {
			t.Errorf("%q: %q", between, got)
		}
	}
	for end, hidden := range map[string]bool{"": true, " ": true, "'": true, "`": true, ";": true, `\n`: true, `\r`: true, `\t`: true, `\q`: false, ",": false, ")": false} {
		if got := r.Session("x").Text("acme=" + value + end).String(); strings.Contains(got, "[A_KEY_1]") != hidden {
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
		if got := entropy(s); math.Abs(got-want) > 1e-9 {
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

// Placeholders say what was hidden and which one it was.
func TestPlaceholderNames(t *testing.T) {
	for id, want := range map[string]string{
		"aws-access-token": "AWS_ACCESS_KEY", "generic-api-key": "SECRET", "jwt-base64": "JWT", "github-pat": "GITHUB_PAT",
	} {
		if got := placeholderName(id); got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
	r := newRedactor(t)
	for _, c := range []struct{ why, raw, want string }{
		{"ours stay", "[EMAIL_1] [PASSWORD_22] [IP_99999]", "[EMAIL_1] [PASSWORD_22] [IP_99999]"},
		{"the highest counts", "[EMAIL_2] [EMAIL_7] [EMAIL_3] a@mail.test", "[EMAIL_2] [EMAIL_7] [EMAIL_3] [EMAIL_8]"},
		{"a bracket before it", "[[EMAIL_7] a@mail.test", "[[EMAIL_7] [EMAIL_8]"},
		{"one behind the other", "[IP_2][EMAIL_7][EMAIL_9]a@mail.test", "[IP_2][EMAIL_7][EMAIL_9][EMAIL_10]"},
		{"each name has its own count", "[IP_7] a@mail.test", "[IP_7] [EMAIL_1]"},
		{"no leading zero", "[EMAIL_07] a@mail.test", "[EMAIL_07] [EMAIL_1]"},
		{"no other name", "[MAIL_7] a@mail.test", "[MAIL_7] [EMAIL_1]"},
		{"no number", "[EMAIL_x] [EMAIL_] a@mail.test", "[EMAIL_x] [EMAIL_] [EMAIL_1]"},
		{"too long a number", "[EMAIL_123456] a@mail.test", "[EMAIL_123456] [EMAIL_1]"},
		{"not closed", "[EMAIL_7 a@mail.test", "[EMAIL_7 [EMAIL_1]"},
		{"in a value", "password: Zx81[EMAIL_1]kkq9", "password: [PASSWORD_1][EMAIL_1][PASSWORD_2]"},
		{"alone as a value", "password: [EMAIL_1]", "password: [EMAIL_1]"},
		{"with a mark as a value", "password: [EMAIL_1]!", "password: [EMAIL_1]!"},
	} {
		if got := r.Session("x").Text(c.raw).String(); got != c.want {
			t.Errorf("%s: %q is %q, want %q", c.why, c.raw, got, c.want)
		}
	}
}

// A rule whose findings never end lets nothing out.
func TestUnsettledIsWithheld(t *testing.T) {
	r := newRedactor(t)
	r.byID["email"].match = func(s *scan, ru *rule, from, to int) { s.add(ru, from, to); s.add(ru, 0, 1) }
	r.byID["email"].Placeholder = "X@1" // no placeholder that is known again
	s := r.Session("s1")
	if got := s.Text("a@b"); got != Withheld() {
		t.Errorf("%q", got)
	}
	if err := s.Err(); !errors.Is(err, errUnsettled) {
		t.Errorf("error %v", err)
	}
}

// The most replaced rule comes first in a summary; counts are of replacements.
func TestSummaryOrder(t *testing.T) {
	s := newRedactor(t).Session("x")
	s.Text("/home/anna and a@mail.test, a@mail.test; 203.45.67.89 203.45.67.89 203.45.67.89")
	var got []string
	for _, c := range s.Summary() {
		got = append(got, fmt.Sprint(c.ID, " ", c.Count, " ", c.Placeholder, " ", c.Source))
	}
	if want := "ipv4 3 IP prism, email 2 EMAIL prism, home-path 1 USER prism"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	if len(s.Counts()) != 3 || s.Counts()["ipv4"] != 3 {
		t.Errorf("counts %v", s.Counts())
	}
	s.Counts()["ipv4"] = 9
	if s.Counts()["ipv4"] != 3 {
		t.Error("a caller's change of the counts is kept")
	}
	if s.Err() != nil {
		t.Error(s.Err())
	}
}

// Names of the configuration: which words are looked for.
func TestNameWords(t *testing.T) {
	got := strings.Join(nameWords([]string{"Zed", "  bob ", "al", "bob", "---", "ÉLAN", ""}), " ")
	if want := "bob zed Élan élan"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{{0, ""}, {-1, ""}, {1, "…"}, {2, "a…"}, {3, "añ…"}, {4, "añbc"}, {9, "añbc"}} {
		if got := Literal("añbc").Clip(c.n).String(); got != c.want {
			t.Errorf("clipped to %d: %q, want %q", c.n, got, c.want)
		}
	}
	if got, err := Literal("a").MarshalText(); string(got) != "a" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if !Literal("").IsZero() || Literal("a").IsZero() || Restore("a").String() != "a" {
		t.Error("IsZero or Restore is wrong")
	}
	for _, c := range []struct {
		from, to int
		want     string
	}{{0, 5, "añbc"}, {1, 3, "ñ"}, {2, 3, "ñ"}, {3, 4, "b"}, {-2, 1, "a"}, {4, 99, "c"}, {3, 3, ""}, {4, 1, ""}} {
		if got := Literal("añbc").Slice(c.from, c.to).String(); got != c.want {
			t.Errorf("bytes %d to %d: %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

// The automaton says where a keyword ends, tells all that end in one place, and
// refuses what it cannot hold.
func TestKeywords(t *testing.T) {
	if _, err := newAutomaton([]string{"a", ""}); err == nil {
		t.Error("an empty keyword is taken")
	}
	a, err := newAutomaton([]string{"he", "she", "his", "hers"})
	if err != nil {
		t.Fatal(err)
	}
	var kept [chains][]hit
	for _, lead := range []string{"", strings.Repeat(".", 700)} {
		var got []string
		a.scan(lead+"USHERS", &kept, func(h hit) { got = append(got, fmt.Sprint(h.keyword, "@", h.end-len(lead))) })
		if s := strings.Join(got, " "); s != "1@4 0@4 3@6" {
			t.Errorf("behind %d bytes: %s", len(lead), s)
		}
	}
	for text, want := range map[string]bool{"ushers": true, "uSHErs": true, "h e": false, "": false, "xhi": false, "xhis": true} {
		if a.contains(text) != want {
			t.Errorf("contains %q: %v", text, !want)
		}
	}
	for _, n := range []int{10, 600} {
		if seen := a.scan(strings.Repeat("a", n-2)+"%\\", &kept, func(hit) {}); seen != classes['a']|percent|backslash {
			t.Errorf("of %d bytes it saw %b", n, seen)
		}
	}
}

// Sets of bytes that the rules are written in.
func TestByteSets(t *testing.T) {
	for _, c := range []struct {
		set  class
		in   string
		none string
	}{
		{upper, "AMZ", "a[@"}, {lower, "amz", "A{`"}, {digit, "059", "/:a"}, {hexa, "09afAF", "gG@"}, {space, " \t\n\r\f", "a\v"}, {blank, " \t", "\n"},
		{quote, "\"'`", "´\\"}, {high, "\x80\xff", "\x7f"}, {control, "\x00\x01\x1f\x1b\v", "\t\n\f\r \x7f"}, {word, "aZ0_", "-."}, {base64Std, "aZ0+/", "-_="},
		{base64URL, "aZ0-_", "+/="}, {token, "aZ0_-.=+/~", ": "}, {operator, "=>:|?,", ";<"}, {bracket, "()[]{}<", ">"}, {bang, "!*#$^", "?"},
		{semicolon, ";", ":"}, {ampersand, "&", "%"}, {at, "@", "a"}, {backslash, `\`, "/"}, {percent, "%", "&"}, {pipe, "|", "I"}, {tilde, "~", "-"},
	} {
		for _, b := range []byte(c.in) {
			if !is(b, c.set) {
				t.Errorf("%q is not in %b", b, c.set)
			}
		}
		for _, b := range []byte(c.none) {
			if is(b, c.set) {
				t.Errorf("%q is in %b", b, c.set)
			}
		}
	}
	if isAt("a", -1, lower) || isAt("a", 1, lower) || !isAt("a", 0, lower) {
		t.Error("isAt is wrong at the ends of a text")
	}
	if run("aaab", 0, 2, lower) != 2 || run("aa1a", 0, 9, lower) != 2 || runBack("1aab", 3, 9, lower) != 1 || runBack("aaaa", 3, 2, lower) != 1 || runBack("aa", 2, 9, lower) != 0 {
		t.Error("a run is too long or too short")
	}
	if !all("", digit) || all("1a", digit) || count("a1b2", digit) != 2 {
		t.Error("all or count is wrong")
	}
	for text, want := range map[string]bool{"a|": true, "é|": true, "ж|": true, "1|": true, "的|": false, "た|": false, "…|": false, "-|": false, "|": false} {
		if i := strings.IndexByte(text, '|'); inWord(text, i) != want {
			t.Errorf("a word goes on in %q: %v", text, !want)
		}
	}
	for text, want := range map[string]bool{"a": true, "é": true, "1": true, "的": false, "…": false, "-": false, "": false} {
		if wordAt(text, 0) != want {
			t.Errorf("a word begins in %q: %v", text, !want)
		}
	}
}
