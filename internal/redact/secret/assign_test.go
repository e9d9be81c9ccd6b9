package secret

import (
	"regexp"
	"strings"
	"testing"

	"prism/internal/redact/given"
)

// marked is a text with «» round what the gate must hide, and why. Text without
// marks must stay as it is.
type marked struct{ why, text string }

// checkMarked redacts each text and looks at what is hidden and what is left.
func checkMarked(t *testing.T, list []marked) {
	t.Helper()
	checkMarkedBy(t, newFinder(t), list)
}

// checkOwn does it with the project's own rules alone: the vendored rules guess
// at any random value beside a name, and would hide what is asked about.
func checkOwn(t *testing.T, list []marked) {
	t.Helper()
	checkMarkedBy(t, ownOnly(t), list)
}

func checkMarkedBy(t *testing.T, r *Finder, list []marked) {
	t.Helper()
	hidden := regexp.MustCompile(`«(?s:.*?)»`)
	for _, c := range list {
		raw := strings.NewReplacer("«", "", "»", "").Replace(c.text)
		var want strings.Builder
		at := 0
		for _, m := range hidden.FindAllStringIndex(c.text, -1) {
			want.WriteString(regexp.QuoteMeta(c.text[at:m[0]]) + `\[[A-Z0-9_]+_[0-9]+\]`)
			at = m[1]
		}
		want.WriteString(regexp.QuoteMeta(c.text[at:]))
		got := hide(t, r, raw)
		if !regexp.MustCompile(`^(?s:` + want.String() + `)$`).MatchString(got) {
			t.Errorf("%s: %q → %q", c.why, c.text, got)
		}
	}
}

// each makes a case of every word, put for the % of a text.
func each(why, text, words string) (list []marked) {
	for w := range strings.FieldsSeq(words) {
		list = append(list, marked{why, strings.ReplaceAll(text, "%", given.Blanks(w))})
	}
	return list
}

// A password has many ways to be given to its name; what looks alike but gives
// nothing away must stay readable.
func TestGivenPasswords(t *testing.T) {
	checkMarked(t, []marked{
		{"brackets of an index", `config["password"] = "«Zx81!k»"`},
		{"in quotes on both sides", `'db_password': '«Zx81!k»'`},
		{"an arrow of PHP", `'password' => '«Zx81!k»'`},
		{"an arrow of C", `password -> «Zx81kkq»`},
		{"declared by :=", `password := "«Zx81!k»"`},
		{"a comparison gives nothing", `if password == "Zx81!k" {`},
		{"the default of a variable, without its bracket", `${PASSWORD:-«Zx81kk»}`},
		{"a call with the value in quotes", `password("«Zx81!k»")`},
		{"a call with a name", `password(field1)`},
		{"a pair of name and value", `{"name": "DB_PASSWORD", "value": "«Zx81!k»"}`},
		{"a pair of Name and Value", `{"Name": "DB_PASSWORD", "Value": "«Zx81!k»"}`},
		{"name and value of a call", `set("password", "«Zx81!k»")`},
		{"a list of words", `["password", "Zx81!k"]`},
		{"a tag", `<password>«Zx81kkq»</password>`},
		{"a tag over lines", "<password>\n  «Zx81kkq»\n</password>"},
		{"a comparison, no tag", `the password>Zx81kkq`},
		{"an option", `login --password «Zx81kkq»`},
		{"an option without a value", `login --password`},
		{"a type before the value", `password: str = "«Zx81kkq»"`},
		{"an optional type before the value", `password: Optional[str] = '«Zx81kkq»'`},
		{"a type alone", `password: Optional[str]`},
		{"a string of Python with a prefix", `password = f"«Zx81kkq»"`},
		{"a byte string", `password = b'«Zx81kkq»'`},
		{"a verbatim string of C#", `password = @"«Zx81kkq»"`},
		{"an escaped mark inside is part of it", `password = "«Zx\"81k»" + x`},
		{"a mark escaped where the string is in a string", `{\"password\": \"«Zx81kkq»\", \"x\": 1}`},
		{"a string left open ends with its line", "password = \"«Zx81!k»\nnext line"},
		{"a mark ends the value: semicolon", `password=«Zx81kkq»;x=1`},
		{"a mark ends the value: ampersand", `password=«Zx81kkq»&x=1`},
		{"a mark ends the value: pipe", `password=«Zx81kkq»|tee`},
		{"a mark ends the value: angle", `password=«Zx81kkq»<br>`},
		{"a mark ends the value: brace", `password=«Zx81kkq»{x`},
		{"a mark ends the value: an escaped line break", `password=«Zx81kkq»\nuser=x`},
		{"a mark ends the value: an escaped quote", `password=«Zx81kkq»\"`},
		{"a mark ends the value: an ellipsis", `password=«Zx81kkq»…`},
		{"a mark ends the value: a curly quote", `password=«Zx81kkq»” and`},
		{"a mark ends the value: another script", `password=«Zx81kkq»です`},
		{"a mark ends the value: a full stop of Chinese", `password=«Zx81kkq»。`},
		{"letters with accents belong to it", `password=«Zx81ñkq» x`},
		{"punctuation of the sentence does not", `(password=«Zx81kkq»).`},
		{"nor a question", `password=«Zx81kkq»?`},
		{"the next argument does not", `f(password=«Zx81kkq»,user=y)`},
		{"nor the next field", `{password:«Zx81kkq»,user:y}`},
		{"a comma inside does", `password=«Zx81,kkq»`},
		{"three characters are too few", `password: "a1b"`},
		{"four are enough", `password: "«a1b2»"`},
		{"a version", `password: 1.2.3`},
		{"an expression", `f(password=(ab1))`},
		{"the value of a call", `x = f(password=get1(x))`},
		{"a field of something", `f(password=cfg2.db.pass1)`},
		{"a path in quotes", `password: "/run/secrets/pw1"`},
		{"a relative path", `password: ./pw1.txt`},
		{"a path above", `password: ../pw1.txt`},
		{"a path at home", `password: ~/pw1.txt`},
		{"an address", `password: "vault://kv/pw1"`},
		{"an alias of YAML", `password: *shared`},
		{"a shell's substitution", `password: "$(cat pw1)"`},
		{"a template", `password: "{{ .Values.pw1 }}"`},
		{"a template inside", `password: "x1{{ pw }}"`},
		{"a variable inside", `password: "x1${PW}"`},
		{"a number of C", `PASSWORD_FLAG = 0x1F`},
		{"a rule of a form", `password: "nullable|min:8"`},
		{"stars", `password: "********"`},
		{"something to be put there", `password: "changeme1"`},
		{"something to be put there", `password: "insert-1-here"`},
	})
}

// Letters alone are a password only where it is plain that they are one: in
// quotes, on a line of a configuration of its own, in a variable of the environment.
func TestPasswordsOfLetters(t *testing.T) {
	checkMarked(t, []marked{
		{"in quotes", `x = {"password": "«swordfish»"}`},
		{"a line of YAML", "user: bob\npassword: «swordfish»\n"},
		{"an item of YAML", "  - password: «swordfish»\n"},
		{"a quoted line", "> password: «swordfish»\n"},
		{"a line that exports", "export password=«swordfish»\n"},
		{"a line that sets", "set password=«swordfish»\n"},
		{"a line of a Dockerfile", "ENV password=«swordfish»\n"},
		{"an argument of a Dockerfile", "ARG password=«swordfish»\n"},
		{"with a remark behind", "password: «swordfish» # of the test\n"},
		{"with a comma behind", "password: «swordfish»,\n"},
		{"code", "x := f(password=swordfish)\n"},
		{"code: an assignment with blanks", "password = swordfish\n"},
		{"more on the line", "password: swordfish and more\n"},
		{"something before it on the line", "the password: swordfish\n"},
		{"a variable of the environment", "run DB_PASSWORD=«swordfish» make"},
		{"a name in small letters", "run db_password=swordfish make"},
		{"six letters are enough", "run DB_PASSWORD=«swords» make"},
		{"five are a word", "run DB_PASSWORD=sword make"},
		{"a capital makes it a name", "run DB_PASSWORD=SwordFish make"},
		{"a capital makes it a name, in quotes", `"password": "SwordFish"`},
		{"words joined in a variable's line", "DB_PASSWORD=«blue-sword-fish»\n"},
		{"words joined, not a variable", "db_password: blue-sword-fish\n"},
		{"a path in a variable's line", "DB_PASSWORD=etc/sword\n"},
		{"a phrase", `passphrase: "«blue sword fish»"`},
		{"a phrase, called a password", `password: "«blue sword fish»"`},
		{"two words with marks and digits", `password: "«p@ss wx! 1»"`},
		{"a sentence with marks and digits", `password: "needs @ or ! and 1 digit"`},
	})
}

// A name that goes on behind "password" may say something about it: its
// length, its place, its state.
func TestNamesAboutPasswords(t *testing.T) {
	const about = `count counts limit limits type types name names id ids length len size usage used url uri path
		file field fields header headers prefix suffix ref refs at in index policy manager provider store endpoint
		expiry expires expired expiration ttl age version format method mode regex pattern label placeholder hint error
		required enabled valid strength reset input element ring board down up press code frame frames space word
		words s ize izer ized izers ization budget rate price cost total min max window stream arn algorithm
		hasher visible visibility service helper handler component form page screen schema column table test spec source
		scope scopes pct percent ratio score threshold class map list set alias status state changed created updated
		rotation auth check`
	checkMarked(t, each("is about one", `"password_%": "Zx81!k"`, about))
	checkMarked(t, each("is about one", `"password-%": "Zx81!k"`, "reset length"))
	checkMarked(t, each("is about one", `"passwordOf_%": "Zx81!k"`, "reset length"))
	checkMarked(t, each("is one", `"password_%": "«Zx81!k»"`, "prod new old 1 db admin"))
	checkMarked(t, each("is one", `"%_password": "«Zx81!k»"`, "prod new old length"))
}

// What forms and code give to a password's name is no password.
func TestWordsThatAreNoPasswords(t *testing.T) {
	checkMarked(t, each("a word of code and forms", `"pwd": "%"`, `string varchar boolean number integer
		undefined required optional unknown object hidden invalid incorrect
		correct missing default changed changeme username
		current-password new-password prompt sha256 sha512 bcrypt scrypt argon2 argon2id pbkdf2
		oauth2 base64 utf8 plaintext encrypted hashed redacted masked example sample placeholder test-password
		your-password your_password yourpassword mypassword my-password function return export
		import struct interface private public static disabled enabled available stored generated rotated
		expired minimum maximum length strong medium forgotten forgot change update create confirm confirmation
		validate validation sensitive credentials credential keychain inline manual`))
	checkMarked(t, each("names a password", `"pwd": "the%"`, "passwd secret contrasena senha kennwort entered yours field inputs hidden redacted masks placeholder"))
	checkMarked(t, each("told to put one there", `"pwd": "%1"`, "your xxxx _xxx -xxx placeholder changeme change-me change_me replace insert -here _here redacted dummy todo a..."))
	checkMarked(t, each("a type", `password: % = "«Zx81kkq»"`, "str string text SecretStr any bytes varchar char const std.string"))
}

// The words for "password" in some thirty languages.
func TestWordsForPassword(t *testing.T) {
	var list []marked
	for _, w := range []string{
		"password", "passwd", "passphrase", "passcode", "pwd", "db_pass", "db-pass", "Passwort", "Kennwort", "mot de passe", "mot_de_passe", "motdepasse",
		"contraseña", "contrasena", "clave", "senha", "parola d'ordine", "wachtwoord", "hasło", "haslo", "lösenord", "adgangskode", "passord", "salasana",
		"heslo", "jelszó", "parolă", "parola", "şifre", "Şifre", "ŞİFRE", "sifre", "mật khẩu", "kata sandi", "пароль", "Пароль", "ПАРОЛЬ", "κωδικός", "Κωδικός",
		"密码", "密碼", "口令", "パスワード", "비밀번호", "암호", "סיסמה", "كلمة المرور", "كلمة السر", "รหัสผ่าน", "पासवर्ड",
	} {
		list = append(list, marked{"given", w + ": «Zx81kkq»"}, marked{"a word of code", w + ": string"})
	}
	checkMarked(t, append(list, []marked{
		{"pass", "pass: «Zx81kkq»"}, {"pass", "pass=«Zx81kkq»"}, {"pass", "the pass is «Zx81kkq»"},
		{"compass", "compass: Zx81kkq"}, {"a test's line", "PASS: Zx81kkq"}, {"a variable", "DB_PASS=«Zx81kkq»"}, {"a file of users", "/etc/passwd Zx81kkq"},
		{"a file of users, given a value", "/etc/passwd: «Zx81kkq»"},
	}...))
}

// A random value beside a name for a key or token.
func TestGivenSecrets(t *testing.T) {
	key := long(20)
	checkOwn(t, each("a name for one", `x.% = "«`+key+`»"`, `secret token api_key api-key apikey access_key access-key accesskey
		private_key private-key privatekey auth_key authkey encryption_key encryptionkey signing_key signingkey master_key masterkey
		account_key accountkey subscription-key subscription_key license_key webhook_secret client_secret`))
	for _, name := range []string{"api key", "access key", "private key", "encryption key", "signing key", "license key"} {
		checkOwn(t, []marked{{"a name in words", "the " + name + ": «" + key + "»"}})
	}
	checkOwn(t, each("a key that is none", `x.%_key = "`+long(16)+`"`, `public primary foreign partition cache sort hash index object s3 storage group unique dedupe
		idempotency row map dict query react item node composite natural surrogate lookup host i18n translation message file image path state registry hot short bucket sha commit data`))
	checkOwn(t, each("an id of a tool or a hash", `secret: %`+long(20), `toolu_ srvtoolu_ msg_ req_ call_ chatcmpl- resp_ run_ thread_ sha256: sha512- sha256- sha1- sha384- md5: arn: projects/ data: urn: http: https: refs/`))
	checkOwn(t, []marked{
		{"eight characters are enough", `secret: "«ab12cd34»"`},
		{"seven are too few", `secret: "ab12cd3"`},
		{"one digit alone is a word's", `secret: "abcdefg4"`},
		{"words", `secret: "my-cache-v2"`},
		{"words in capitals", `secret: "sessionTokenFromStep3"`},
		{"a date", `secret: 2026-01-19T07:22:29`},
		{"code", `secret = get(a1b2, c3d4)`},
		{"markup", `secret: "<b>a1b2c3d4</b>"`},
		{"options", `secret: a1=b2,c3=d4x`},
		{"a template", `secret: a1b2${c3d4e5}`},
		{"a field", `secret: cfg2.secret1.key1`},
		{"a path", `secret: "./a1b2c3d4"`},
		{"a rule", `secret: "required|min:12"`},
		{"to be put there", `secret: "your1-secret2"`},
		{"about one", `secret_name: "` + key + `"`},
		{"an id of eight, four, four, four, twelve", `secret: «3f9a1c7e-5b20-d846-e8b1-f7c2a90d5364»`},
		{"the same beside a vague name", `some_key: 3f9a1c7e-5b20-d846-e8b1-f7c2a90d5364`},
		{"a vague name asks for twenty characters", `x.my_key = "` + long(19) + `"`},
		{"a vague name with twenty", `x.my_key = "«` + long(20) + `»"`},
		{"a vague name with a hash", `x.my_key = "«` + hexLong(32) + `»"`},
		{"a password's kind of secret", `app_secret: "«hunter!2»"`},
		{"a token of that kind", `app_token: "hunter!2"`},
		{"a line of the environment, letters alone", "APP_SECRET=«correcthorsex»\n"},
		{"seven letters", "APP_SECRET=correct\n"},
		{"in the middle of a line", "run APP_SECRET=correcthorsex make\n"},
		{"letters of both cases, long and without any order", `token = «kQzLmXvBtRwYsHcJdNpFgTaEuKoZ»`},
		{"letters of both cases that are words", `token = getAccessTokenFromLocalStorage`},
		{"letters of one case", `token = kqzlmxvbtrwyshcjdnpfgtaeukoz`},
		{"a secret of AWS by its name", `aws_secret: «` + long(40) + `»`},
	})
}
