package secret

import (
	"strings"
	"testing"

	"prism/internal/redact/chars"
)

// A sentence that gives a password away, and one that talks about passwords.
func TestToldPasswords(t *testing.T) {
	for _, c := range []string{
		" is ", " was ", " to ", " = ", ": ", " are ", " will be ", " should be ", " -> ", " => ", " → ", " - ", " — ",
		" ist ", " lautet ", " est ", " es ", " é ", " è ", " is: ", " är ", " er ", " on ", " jest ", " je ", " este ", " là ", " adalah ",
		" — это ", " это ", " такой ", " είναι ", "是", "为", "為", "：", "は", "가 ", "는 ", "은 ", "이 ", " है ", " คือ ", " هي ", " هو ", " היא ", " ",
	} {
		checkOwn(t, []marked{{"what connects", "password" + c + "«Zx81kkq» x"}})
	}
	checkOwn(t, []marked{
		{"words between", "the password for the new database is «Zx81kkq» x"},
		{"in brackets", "the password (for the database) is «Zx81kkq» x"},
		{"the next sentence", "the password is here. It is Zx81kkq"},
		{"the next line", "the password is\nfor Zx81kkq"},
		{"a mark between", "the password; it is Zx81kkq"},
		{"a longer name", "the passwordless is Zx81kkq"},
		{"part of a name", "x_password is Zx81kkq"},
		{"a call", "password(Zx81kkq)"},
		{"a field", "password.is Zx81kkq"},
		{"too far", "the password " + strings.Repeat("that we all know ", 5) + "is Zx81kkq"},
		{"in quotes", "the password is '«Zx81kkq»'"},
		{"in bold", "the password is **«Zx81kkq»**"},
		{"in curly quotes", "the password is “«Zx81kkq»”"},
		{"in German ones", "das Passwort ist „«Zx81kkq»“"},
		{"in French ones", "le mot de passe est ‘«Zx81kkq»’"},
		{"in Japanese ones", "パスワードは「«Zx81kkq»」です"},
		{"letters in quotes", "the password is '«swordfish»'"},
		{"five letters in quotes", "the password is 'sword'"},
		{"a capital in quotes", "the password is 'Swordfish'"},
		{"letters without quotes", "the password is swordfish"},
		{"letters, but mine", "my password is «swordfish»"},
		{"five letters, mine", "my password is «sword»"},
		{"four letters, mine", "my password is word"},
		{"mine, with another word", "my password to swordfish"},
		{"three characters", "the password is a1b"},
		{"four", "the password is «a1b2»"},
		{"six digits", "the pin or password is «123456» x"},
		{"five digits", "the password is 12345 x"},
		{"digits behind a blank", "password 123456 x"},
		{"a version", "the password is 1.2.3 x"},
		{"marks and letters", "the password is «ab!cd@ef»"},
		{"marks that end the sentence", "the password is swordy!?"},
		{"a path", "the password is /etc/pw1"},
		{"a place", "the password is cfg2.db.pw1"},
		{"a template", "the password is ${PW1}"},
		{"to be put there", "the password is your-pw-1"},
		{"names itself", "the password is password1"},
		{"names itself, with more digits", "the password is «password12»"},
		{"a date", "the password was changed, and is 2024-01-31"},
		{"an id", "the password is toolu_01abc"},
		{"a log's next word", "password x=1y23"},
		{"cases without order", "the password is «aBcDeFgHiJ»"},
		{"a name", "the password is swordFishTable"},
		{"nine letters", "the password is aBcDeFgHi"},
	})
	checkOwn(t, each("what is said of passwords", "my password is % x", `required incorrect wrong correct invalid missing empty stored hashed hidden being never weak
		strong expired valid still saved encrypted optional needed provided visible shown checked compared verified
		protected passed given entered typed changed reset updated rotated generated created deleted removed accepted rejected allowed
		denied exposed leaked committed logged printed plain always correctly already actually there where when
		which without inside under above below right different similar unknown known default public private
		unsafe short longer shorter least kept written loaded parsed masked redacted
		obfuscated salted blank something anything everything nothing someone yours
		theirs quite really probably likely usually often sometimes maybe perhaps going supposed unable ready working
		broken fixed better worse worst about after before because since until while during between
		hardcoded configured configurable available unavailable enabled disabled unset unchanged identical equal present absent
		authenticate authentication authorization login access connect their these those every either neither
		reused shared stale outdated obsolete deprecated nowhere somewhere elsewhere inline insecure secure sensitive simple complex
		falsch richtig erforderlich notwendig nicht incorrecta correcta obligatoria requerida incorrecte requis obligatoire invalide errada incorreta vazia`))
	checkOwn(t, each("makes it someone's", "% password is «swordfish»", "my our your mein meine mon ma mi minha mijn moje мой"))
	checkOwn(t, []marked{
		{"makes it someone's", "the new password is «swordfish»"},
		{"makes it someone's", "il mio password is «swordfish»"},
		{"makes it someone's", "我的密码是«swordfish»。"},
		{"makes it someone's", "私のパスワードは「«swordfish»」です"},
		{"makes it someone's", "내 비밀번호는 «swordfish» 입니다"},
	})
	key := long(12)
	checkOwn(t, []marked{
		{"a token told", "the api key is «" + key + "» x"},
		{"eleven characters", "the api key is " + long(11) + " x"},
		{"with words between", "the token for staging is «" + key + "» x"},
		{"behind a blank alone", "the token " + key + " x"},
		{"words", "the token is my-session-cache-22"},
		{"letters", "the token is abcdefghijkl"},
		{"an id", "the token is toolu_01" + key},
		{"a number of a kind", "the token is 3f9a1c7e-5b20-4846-a8b1-f7c2a90d5364"},
		{"the end of the sentence", "the token is «" + key + "»."},
		{"in quotes", "the token is `«" + key + "»`"},
		{"in brackets", "the token (" + key + ")"},
	})
}

// Each vendor's tokens have a least length and a least number of digits; what
// is shorter, a word or a run of one letter is none.
func TestFormLimits(t *testing.T) {
	r := ownOnly(t)
	pick := func(f *rule, n int, digits bool) string {
		out := ""
		for i := 0; len(out) < n && i < 4000; i++ {
			c := long(4000)[i]
			if f.form.letters&(chars.Upper|chars.Lower|chars.HexLetter) == chars.Upper {
				c = strings.ToUpper(string(c))[0]
			}
			if (digits || !chars.Is(c, chars.Digit)) && (chars.Is(c, f.form.letters) || f.form.letters&chars.HexLetter != 0 && chars.Is(c, chars.Hexa)) {
				out += string(c)
			}
		}
		return out
	}
	for _, f := range forms(t) {
		for _, p := range f.form.prefixes {
			if p == "EAACEdEose0cBA" {
				continue // EAAC with more behind it
			}
			lead := "see "
			if f.ID == "terraform-token" || f.ID == "azure-client-secret" {
				lead += "a1B"
			}
			if got := hide(t, r, lead+p+pick(f, f.form.least-1, true)+" x"); strings.Contains(got, "["+f.Placeholder) {
				t.Errorf("%s: one letter too few: %q", f.ID, got)
			}
			if f.form.digits > 0 && f.form.letters&chars.Lower != 0 {
				if got := hide(t, r, lead+p+pick(f, f.form.least, false)+" x"); strings.Contains(got, "["+f.Placeholder) {
					t.Errorf("%s: letters alone: %q", f.ID, got)
				}
			}
			if got := hide(t, r, lead+p+strings.Repeat("1", f.form.least)+" x"); strings.Contains(got, "["+f.Placeholder) {
				t.Errorf("%s: one digit over and over: %q", f.ID, got)
			}
			got := hide(t, r, lead+p+pick(f, f.form.least+f.form.digits*6, true)+" x")
			switch f.ID {
			case "aws-access-key", "twilio-key", "mailgun-key", "databricks-token": // one length alone
				got = hide(t, r, lead+p+pick(f, f.form.least, true)+" x")
				if more := hide(t, r, lead+p+pick(f, f.form.least+9, true)+" x"); strings.Contains(more, "["+f.Placeholder) {
					t.Errorf("%s: too long: %q", f.ID, more)
				}
			}
			if !strings.Contains(got, "["+f.Placeholder+"_1]") {
				t.Errorf("%s: %q is not named %s", f.ID, got, f.Placeholder)
			}
		}
	}
	checkOwn(t, []marked{
		{"a name goes on before", "x_ghp_" + long(20)},
		{"a letter before", "xghp_" + long(20)},
		{"in small letters", "akia" + strings.ToLower(long(16)) + " x"},
		{"a style's name", "sk-ripple-container-wrapper-3-4-55 x"},
		{"to be put there", "ghp_your_token_here_12"},
		{"a blob", "x/EAAC" + long(70)},
	})
}
