package secret

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
	"unicode/utf16"
)

// What stands for a character in strings, URLs and markup is read as that
// character; the secret is hidden where it stands, with its escapes.
func TestEscapedSecrets(t *testing.T) {
	checkOwn(t, []marked{
		{"a letter by its number", `«bob\u0040mail.test» x`},
		{"the first letter by its number", `«\u0062ob@mail.test» x`},
		{"the last letter by its number", `«bob@mail.tes\u0074» x`},
		{"all letters by their numbers", `x «\u0061\u0040\u0062\u002e\u0069\u006f» x`},
		{"between others", `\u0078 «bob@mail.test» \u0078`},
		{"eight digits", `«bob\u{40}mail.test» x`},
		{"a capital U", `«bob\U0040mail.test» x`},
		{"two digits", `«bob\x40mail.test» x`},
		{"small and large digits", `«\x4aoe@mail.test» «\x4Aim@mail.test»`},
		{"many backslashes", `«bob\\\\u0040mail.test» x`},
		{"an invisible one by its number", `«bo\u200bb@mail.test» x`},
		{"half a pair is none", `bo\ud83db x`},
		{"three digits are none", `bob\u004zmail.test x`},
		{"a slash", `/home\/«anna»\/x`},
		{"an at", `«bob\@mail.test» x`},
		{"a dash", `+49\-151\-234`},
		{"a quote", `password: \'«Zx81!k»\'`},
		{"another letter stays as it is", `x\q and C:\new`},
		{"at the end", `x\`},
		{"a percent", `«bob%40mail.test» x`},
		{"small and large digits of a percent", `«%6Aoe@mail.test» «%4aim@mail.test»`},
		{"the lowest that is text", `x%20«bob%40mail.test»`},
		{"a break", `x%0A«bob%40mail.test»`},
		{"no text", `«bob%01@mail.test» x`[len("«bob%01@mail.test» "):]},
		{"a percent of a number", `100% of x%z0`},
		{"an entity", `«bob&commat;mail.test» x`},
		{"a decimal reference", `«bob&#64;mail.test» x`},
		{"a hexadecimal reference", `«bob&#x40;mail.test» x`},
		{"a capital X", `«bob&#X40;mail.test» x`},
		{"an invisible reference", `«bo&#8203;b@mail.test» x`},
		{"not closed", `bob&#64mail.test x`},
		{"no number", `bob&#;mail.test x`},
		{"a name that is none", `bob&foo;mail.test x`},
		{"quotes", `password=&quot;«Zx81!k»&quot;`},
		{"apostrophes", `password=&apos;«Zx81!k»&apos;`},
		{"angles", `x&lt;«bob@mail.test»&gt;`},
		{"ampersands", `/a?x=1&amp;token=«a1b2c3d4»&amp;y`},
		{"blanks", `call&nbsp;«+49&nbsp;151&nbsp;23456789»&nbsp;x`},
		{"colours", "«bo\x1b[31mb@mail.test» \x1b[0m"},
		{"colours of two numbers", "«bo\x1b[1;31mb@mail.test» x"},
	})
	for r := range map[rune]bool{0x200b: true, 0x200f: true, 0x202a: true, 0x202e: true, 0x2060: true, 0x2064: true, 0xfe00: true, 0xfe0f: true, 0xad: true, 0x34f: true, 0x61c: true, 0x180e: true, 0xfeff: true, 0xfffd: true} {
		checkOwn(t, []marked{{"leaves no mark", "write «bo" + string(r) + "b@mail.test» x"}})
	}
	for _, r := range []rune{0x2010, 0x2029, 0x202f, 0x205f, 0x2070, 0xae} {
		checkOwn(t, []marked{{"leaves a mark", "/home/«ann»" + string(r) + "b x"}})
	}
	checkOwn(t, []marked{
		{"a form: plus is a blank", "a=%41&q=the+password+is+«Zx81!k»"},
		{"a query: plus is a blank", "/q?a=the+password+is+«Zx81!k»"},
		{"else it is a plus", "the+password+is+Zx81!k"},
		{"in three layers", `{\"a\":\"{\\\"a\\\":\\\"«bob%40mail.test»\\\"}\"}`},
		{"what is far apart", "«bob%40mail.test»" + strings.Repeat(" lorem", 200) + " «joe%40mail.test» x"},
		{"a place behind many escapes", strings.Repeat(`\"`, 9) + `«bob@mail.test»` + strings.Repeat(`\"`, 9)},
	})
}

// Base64 and hexadecimal that hold text are looked into; a run in which
// something is found is hidden whole. Hashes and words decode to no text.
func TestEncodedSecrets(t *testing.T) {
	plain := "the mail is bob@mail.test, ok?"
	std, url := base64.StdEncoding.EncodeToString, base64.URLEncoding.EncodeToString
	utf := func(s string) (b []byte) {
		for _, u := range utf16.Encode([]rune(s)) {
			b = append(b, byte(u), byte(u>>8))
		}
		return b
	}
	wrap := func(s, sep string, n int) (out string) {
		for len(s) > n {
			out, s = out+s[:n]+sep, s[n:]
		}
		return out + s
	}
	long := std([]byte(strings.Repeat("lorem ipsum ", 8) + plain + strings.Repeat(" lorem ipsum", 4)))
	checkOwn(t, []marked{
		{"base64", "x «" + std([]byte(plain)) + "» y"},
		{"one byte over", "x «" + std([]byte(plain+"?")) + "» y"},
		{"two bytes over", "x «" + std([]byte(plain+"?!")) + "» y"},
		{"without its equals", "x «" + strings.TrimRight(std([]byte(plain+"?")), "=") + "» y"},
		{"the alphabet of URLs", "x «" + url([]byte("ÿþ?>~~ bob@mail.test ÿÿ")) + "» y"},
		{"UTF-16", "x «" + std(utf(plain)) + "» y"},
		{"behind a path", "/a/b/«" + std([]byte(plain)) + "» y"},
		{"behind a name", "data-«" + std([]byte(plain)) + "» y"},
		{"over lines of 76", "x\n«" + wrap(long, "\n", 76) + "»\ny"},
		{"over lines of 64", "x\n«" + wrap(long, "\n", 64) + "»\ny"},
		{"over lines of Windows", "x\n«" + wrap(long, "\r\n", 76) + "»\r\ny"},
		{"hexadecimal", "x «" + hex.EncodeToString([]byte(plain)) + "» y"},
		{"in capitals", "x «" + strings.ToUpper(hex.EncodeToString([]byte(plain))) + "» y"},
		{"in base64 again", "x «" + std([]byte(std([]byte(plain)))) + "» y"},
		{"of letters of other alphabets", "x «" + std([]byte("почта bob@mail.test да")) + "» y"},
		{"nothing in it", "x " + std([]byte("the mail is not here at all")) + " y"},
		{"nothing in it", "x " + hex.EncodeToString([]byte("the mail is not here at all")) + " y"},
		{"no text", "x " + std([]byte("\x01\x02bob@mail.test, and more")) + " y"},
		{"no text", "x " + hex.EncodeToString([]byte("\x01bob@mail.test, and more")) + " y"},
		{"no UTF-8", "x " + hex.EncodeToString([]byte("\xff\xfebob@mail.test, and more")) + " y"},
		{"too short", "x " + std([]byte("a@mail.tst")) + " y"},
		{"long enough", "x «" + std([]byte("ab@mail.test")) + "» y"},
	})
	// Wherever in the text it begins.
	for n := range 17 {
		checkOwn(t, []marked{{"at any place", strings.Repeat(".", n) + " «" + std([]byte("ab@mail.test")) + "» y"}})
		checkOwn(t, []marked{{"at any place", strings.Repeat(".", n) + " «" + hex.EncodeToString([]byte("ab@mail.testing!")) + "» y"}})
	}
}

// One run has one placeholder, of the rule that knows most of what it holds.
func TestEncodedNamesTheBest(t *testing.T) {
	r := newFinder(t)
	for raw, want := range map[string]string{
		"mail a@mail.test at /home/anna":                         "[EMAIL_1]",
		"in /home/anna to a@mail.test":                           "[EMAIL_1]",
		"a@mail.test and ghp_" + long(36):                        "[GITHUB_PAT_1]",
		"Authorization: Bearer " + long(30) + " for a@mail.test": "[AUTHORIZATION_1]",
	} {
		if got := hide(t, r, "x "+base64.StdEncoding.EncodeToString([]byte(raw))+" y"); got != "x "+want+" y" {
			t.Errorf("%q is %q, want %q", raw, got, want)
		}
	}
}

// What overlaps is hidden as one, under the name of the rule that knows most.
func TestOverlapsHaveOneName(t *testing.T) {
	r := newFinder(t)
	for raw, want := range map[string]string{
		"password: ghp_" + long(36):                          "password: [GITHUB_PAT_1]",
		"token=ghp_" + long(36) + " x":                       "token=[GITHUB_PAT_1] x",
		"https://bob:ghp_" + long(36) + "@mail.test/x":       "https://[GITHUB_PAT_1]@mail.test/x",
		"Authorization: Basic " + long(30):                   "Authorization: Basic [AUTHORIZATION_1]",
		"password=a@mail.test x":                             "password=[PASSWORD_1] x",
		"api_key=" + long(24) + " x":                         "api_key=[SECRET_1] x",
		"aws_secret_access_key = " + long(40):                "aws_secret_access_key = [AWS_SECRET_KEY_1]",
		"AKIAQWERTYUIOPASDFGH\n" + long(40) + "\n":           "[AWS_ACCESS_KEY_1]\n[AWS_SECRET_KEY_1]\n",
		"AKIAQWERTYUIOPASDFGH " + hexLong(40):                "[AWS_ACCESS_KEY_1] " + hexLong(40),
		"from AKIAQWERTYUIOPASDFGH then " + long(39) + " at": "from [AWS_ACCESS_KEY_1] then " + long(39) + " at",
	} {
		if got := hide(t, r, raw); got != want {
			t.Errorf("%q is %q, want %q", raw, got, want)
		}
	}
}

// Keys in blocks: all of the key goes, none of the prose round it.
func TestKeyBlocks(t *testing.T) {
	line := long(62) + "ab"
	key := line + "\n" + line + "\n" + long(20) + "\n"
	checkOwn(t, []marked{
		{"whole", "-----BEGIN RSA PRIVATE KEY-----«\n" + key + "»-----END RSA PRIVATE KEY-----\nthen"},
		{"with headers", "-----BEGIN RSA PRIVATE KEY-----«\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,A1\n\n" + key + "»-----END RSA PRIVATE KEY-----"},
		{"without its foot", "-----BEGIN OPENSSH PRIVATE KEY-----«\n" + key + "»(a sentence, with marks)"},
		{"prose behind of the same letters", "-----BEGIN PRIVATE KEY-----«\n" + key + "»this is a sentence"},
		{"without its head", "«" + key + "»-----END PRIVATE KEY-----"},
		{"prose before it", "the key follows here\n«" + key + "»-----END PRIVATE KEY-----"},
		{"small letters", "-----begin private key-----«\n" + key + "»-----end private key-----"},
		{"24 letters are a key", "-----BEGIN PRIVATE KEY-----«\n" + long(24) + "\n»"},
		{"23 are an example", "-----BEGIN PRIVATE KEY-----\n" + long(23) + "\n"},
		{"24 before its foot", "«" + long(24) + "\n»-----END PRIVATE KEY-----"},
		{"23 before its foot", long(23) + "\n-----END PRIVATE KEY-----"},
		{"a public key's foot", key + "-----END PUBLIC KEY-----"},
		{"two keys", "-----BEGIN PRIVATE KEY-----«\n" + key + "»-----END PRIVATE KEY-----\n-----BEGIN PRIVATE KEY-----«\n" + key + "»-----END PRIVATE KEY-----\n"},
		{"PuTTY's", "Private-Lines: 2«\n" + key + "»"},
		{"PuTTY's of 24 letters", "Private-Lines: 1«\n" + long(24) + "\n»"},
		{"PuTTY's of 23 letters", "Private-Lines: 1\n" + long(23) + "\n"},
		{"PuTTY's without a key", "Private-Lines: 2\nshort\n"},
	})
	checkOwn(t, []marked{
		{"three parts", "x «eyJ" + long(20) + "." + long(9) + "." + long(9) + "» y"},
		{"five parts, encrypted", "x «eyJ" + long(20) + "." + long(9) + "." + long(9) + "." + long(9) + "." + long(9) + "» y"},
		{"a dot of the sentence", "x «eyJ" + long(20) + "." + long(9) + "." + long(9) + "». y"},
		{"one part", "x eyJ" + long(40) + " y"},
		{"twenty-four in all", "x «eyJ" + long(10) + "." + long(10) + "» y"},
		{"twenty-three", "x eyJ" + long(10) + "." + long(9) + " y"},
		{"in a word", "xeyJ" + long(20) + "." + long(20)},
		{"in small letters", "x eyj" + long(20) + "." + long(20)},
	})
	words := "apple brave cloud dwarf eagle flame grape horse ivory jelly knife lemon"
	checkOwn(t, []marked{
		{"twelve words", "mnemonic: «" + words + "»"},
		{"eleven", "mnemonic: " + strings.TrimSuffix(words, " lemon")},
		{"commas", "mnemonic: «" + strings.ReplaceAll(words, " ", ", ") + "»"},
		{"a sentence behind", "mnemonic: «" + words + "». Keep it"},
		{"a verb before", "my recovery phrase is «" + words + "»"},
		{"verbs before", "the seed phrase words are: "[:len("the seed phrase")] + " are «" + words + "»"},
		{"a bot", "x «1234567:AA" + long(30) + "» y"},
		{"six digits", "x 123456:AA" + long(30) + " y"},
		{"29 letters", "x 1234567:AA" + long(29) + " y"},
		{"36 letters", "x «1234567:AA" + long(36) + "» y"},
		{"37 letters", "x 1234567:AA" + long(37) + " y"},
		{"small letters", "x 1234567:aa" + long(33) + " y"},
	})
}
