package secret

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"prism/internal/redact/chars"
)

// cases are what one rule hides and what it leaves alone. In hidden texts «»
// stand round what must go; the marks are no part of the text.
type cases struct {
	hides []string
	keeps []string
}

// long returns a value in which nothing repeats, in letters and digits, so that
// no secret-looking literal stands in this file.
func long(n int) string {
	const from = "k7Qz2LmX9vBt4RwY8sHc3JdN6pFg5TaE1uKo0ZiVbMxWnCqDyPrSeGhAfUjOlI"
	return strings.Repeat(from, n/len(from)+1)[:n]
}

func hexLong(n int) string {
	const from = "3f9a1c7e5b20d846e8b1f7c2a90d5364"
	return strings.Repeat(from, n/len(from)+1)[:n]
}

func ownCases() map[string]cases {
	key := long(32)
	return map[string]cases{
		"url-credentials": {
			[]string{
				"postgres://«app:s3cr3t»@db/x", "https://«" + key + "»@github.com/o/r", "redis://«:pw123»@cache:6379",
				"mysql://«root:p@ss»@db.internal/x", "https://«alice»@host.test/x",
			},
			[]string{
				"ssh://git@github.com/o/r", "https://github.com/@scope/pkg", "https://x.test/a@b", "postgres://${USER}:${PASS}@db/x",
				"https://<token>@github.com", "http://localhost:3000/@vite/client", "see https://x.test:8080/p?q=a@b", "https://x.test/u/@me",
			},
		},
		"authorization": {
			[]string{
				"Authorization: Bearer «" + key + "»", `"authorization": "Basic «` + long(20) + `»"`, "-H 'Authorization: token «" + hexLong(40) + "»'",
				"bearer «" + key + "»", "Authorization=«" + long(36) + "»", "→authorization: Bearer «" + key + "»",
			},
			[]string{
				"the bearer token is missing", "Authorization: Bearer $TOKEN", "Authorization: Bearer <token>", "Authorization: required",
				"Bearer authentication", "authorization: `Bearer ${token}`", "req.headers.authorization", "Bearer tokens expire",
			},
		},
		"prism-key": {
			[]string{"«prism_6f2457a1b0_" + long(22) + "-." + long(19) + "_9b1c4d»", "use «prism_6f2457a1b0_" + long(43) + "_9b1c4d».", "X-API-Key: «prism_6f2457a1b0_" + long(43) + "_9b1c4d»"},
			[]string{"prism_session_of_the_person_who_was_there_in_2026_at_last", "prism_6f2457a1b0", "mcp__plugin_prism_prism__score_of_the_sessions_of_2026", "prism_total_tokens_by_model_of_week_34_and_of_week_35"},
		},
		"email": {
			[]string{"«a.b+c@mail.test»", "<«eve@sub.mail.co.uk»>", "mail «jürgen@mail.test».", "邮箱是«x1@mail.test»。", "邮箱是«x1@mail.test».这个", "«o'neil@mail.test»"},
			[]string{
				"git@github.com:o/r.git", "@types/node@18.0.1", "icon@2x.png", "user@host", "noreply@mail.test", "a @ b.c", "lodash@4.17.21",
				"foo@sha256:abc", "@app.route", "chacha20-poly1305@openssh.com", "x@y.CLAUDE.md", "unit@1.service",
			},
		},
		"home-path": {
			[]string{
				"/home/«anna»/src", "/Users/«anna»", `C:\Users\«Anna Smith»\Desktop`, `c:\\Users\\«anna»\\x`, "C:/Users/«anna»/x", "file:///home/«anna»/a",
				"-Users-«anna»-code", "-home-«anna»/x", "/mnt/c/Users/«anna»/x", "/var/home/«anna»/x", "HOME=/home/«anna»", "cd /home/«anna»", "→/Users/«anna»/x",
			},
			[]string{
				"/home/user/x", "/Users/runner/work", "https://x.test/home/page", "/api/users/42", "/home/${USER}/x", "src/home/index.ts",
				"/home/", "/home", "a/home/b", "C:\\Users\\Public\\x", "/Users/<you>/x", "https://api.x.test/users/anna",
			},
		},
		"pem-private-key": {
			[]string{
				"-----BEGIN RSA PRIVATE KEY-----«\n" + long(64) + "\n" + long(64) + "\n»", "-----BEGIN PRIVATE KEY-----«\\n" + long(64) + "»",
				"«" + long(64) + "\n" + long(40) + "\n»-----END PRIVATE KEY-----", "Private-Lines: 14«\r\n" + long(64) + "»",
			},
			[]string{
				"-----BEGIN CERTIFICATE-----\n" + long(64), "-----BEGIN PRIVATE KEY-----", "grep 'BEGIN RSA PRIVATE KEY' file",
				`if strings.Contains(s, "-----BEGIN PRIVATE KEY-----") {`, "-----BEGIN PUBLIC KEY-----\n" + long(64) + "\n-----END PUBLIC KEY-----",
			},
		},
		"jwt-any": {
			[]string{"token «eyJ" + long(20) + "." + long(40) + "." + long(30) + "»", "«eyJ" + long(30) + ".eyJ" + long(18) + "»"},
			[]string{"eyJ", "eyJhbGci", "the eyJ prefix", "keyJoin.value.other", "eyJ" + long(9)},
		},
		"password": {
			[]string{
				"password: «Tr0ub4dor»", `"password": "«hunter2x»"`, "DB_PASSWORD=«swordfish»", "export PGPASSWORD=«a1b2c3d4»", "passwd = '«x9!kLm»'",
				"my password is «swordfish»", "the password for prod is «Xk9!pq22»", "Das Passwort ist «Geheim99»", "mot de passe : «azerty12»", "la contraseña es «Gato1234»",
				"пароль: «Kot12345»", "Şifre: «Kedi12345»", "Κωδικός: «Gata12345»", "密码是«abc12345»。", "パスワードは「«neko2024»」です", "비밀번호는 «abc12345» 입니다", `password = "«ab\"cd12»"`, "--password «s3cr3t9»",
				"<Password>«s3cr3t9»</Password>", "login(password='«Zx81!k»')", "set the password to `«blue-42-fish»`", `\"password\":\"«s3cr3t9»\"`,
				"SMTP_PASS=«s3cr3t9»", "password: str = \"«abc123xyz»\"", `"passphrase": "«correct horse battery staple»"`,
			},
			[]string{
				"password is required", "password: string", "password = getpass()", "password=self.password", "password: z.string().min(8)", `type="password"`,
				"the password is incorrect", "--- PASS: TestLogin2FA (0.01s)", "const password = req.body.password", "password_hash = hash(x)", "password: ${DB_PASSWORD}",
				"password: <your password>", "password: ********", "forgot password?", "PASS: 12 tests", "password: null,", "bypass: step2x", "compass: n42x",
				"'password' => 'required|string|min:8'", "passwordField: input1", "Password must have 8 characters", "reset your password", "MAX_PASS_PCT = 50.0",
				"/etc/passwd id=42x", "암호화 로직 - Form12", "your-password-here", "password: your_password1",
			},
		},
		"secret": {
			[]string{
				"api_key = '«" + key + "»'", "CLIENT_SECRET=«" + key + "»", `"token": "«` + key + `»"`, "the api key is «" + key + "» today", "STRIPE_KEY=«" + long(24) + "»",
				"client_secret: «3f9a1c7e-5b20-d846-e8b1-f7c2a90d5364»", "private_key = «0x" + hexLong(64) + "»", "ENCRYPTION_KEY=«" + hexLong(64) + "»", "secret: \"«ab12cd34»\"",
			},
			[]string{
				"max_tokens: 4096", "token_count = 123456789", "\"tool_use_id\": \"toolu_01" + long(22) + "\"", "key: user-profile-settings-v2", "secretName: my-tls-secret",
				"public_key = '" + key + "'", "token: Token", "apiKey: process.env.API_KEY", "secretKeyRef:", "next_token = tokens[i+1]", "api_key: YOUR_API_KEY_12345",
				"cache_key = 'user:1234:profile'", "commit 3f9a1c7e5b20d846e8b1f7c2a90d53643f9a1c7e", "primary_key: " + key, "tokens used: 12345", "token at 2026-01-19T07:22:29.898Z",
				"accessToken: string", "csrf token missing", "token = sha256:" + hexLong(64), "session 3f9a1c7e-5b20-4846-a8b1-f7c2a90d5364",
			},
		},
		"aws-secret-key": {
			[]string{"aws_secret_access_key = «" + long(40) + "»", "secret_key: «" + long(40) + "»"},
			[]string{"sha1 " + hexLong(40), "secret_access_key = var.secret"},
		},
		"url-token": {
			[]string{"/cb?code=«4/0Ab" + long(12) + "»&x=1", "https://x.test/?a=1&sig=«" + long(20) + "»", "?X-Amz-Signature=«" + hexLong(64) + "»", "/reset?token=«" + long(20) + "»", "#access_token=«" + long(20) + "»"},
			[]string{"?key=name", "?code=200", "?signature=", "?sort_key=created", "&key=$KEY", "?token={token}", "a ? key=1 : 2"},
		},
		"connection-key": {
			[]string{"AccountName=x;AccountKey=«" + long(60) + "==»;", "SharedAccessKey=«" + long(43) + "=»"},
			[]string{"AccountKey=", "sig=abc", "SharedAccessKeyName=Root", "AccountKey=<key>"},
		},
		"cookie": {
			[]string{"Cookie: a=b; sid=«" + key + "»", "set-cookie: session=«" + key + "»; Path=/"},
			[]string{"Cookie: theme=dark", "cookie: consent", "Set-Cookie: lang=en; Path=/"},
		},
		"command-credentials": {
			[]string{"curl -u «admin:s3cr3t» https://x.test", "curl --user '«bob:pass word»' https://x.test"},
			[]string{"docker run -u 1000:1000 http", "sort -u a:b", "curl -u $USER:$PASS https://x.test", "ls -u file"},
		},
		"command-password": {
			[]string{"mysql -uroot -p«s3cr3t» db", "sshpass -p «s3cr3t» ssh h", "redis-cli -h h -a «s3cr3t» ping", "docker login -u bob -p «s3cr3t» registry"},
			[]string{"mysql -u root -p db", "mysql --port 3306", "docker run -p 80:80 mysql", "mysql -p$PASS"},
		},
		"piped-password": {
			[]string{`echo "bob:«Zx81kkq»" | chpasswd`, "echo «Zx81kkq» | docker login -u bob --password-stdin", "echo '«two words»' | sudo -S make", "printf «Zx81kkq» | sudo -S x"},
			[]string{"docker login --password-stdin", `echo "$PW" | docker login --password-stdin`, "echo hello\nsudo -S x", "cat pw.txt | sudo -S x", `echo bob | chpasswd`, "echo x1y2 | sudo -s", "echo $A$B | sudo -S x"},
		},
		"call-credentials": {
			[]string{`login("bob", "«Zx81!kq9»")`, `requests.get(u, auth=("bob", "«Zx81kkq9»"))`, `HTTPBasicAuth('bob', '«Zx81kkq9»')`, `db.auth("bob","«blue!horse9»")`},
			[]string{`login("bob", "blue horse")`, `login("bob", name)`, `login("bob")`, `authenticate("user", "password")`, `sign_in("bob", "${PW1}")`, `login("bob" + "Zx81kkq9")`},
		},
		"sql-password": {
			[]string{
				"ALTER USER bob PASSWORD '«two blue words»'", "CREATE ROLE app WITH ENCRYPTED PASSWORD '«swordfish»' VALID UNTIL 'x'", "CREATE USER 'app'@'%' IDENTIFIED BY '«two blue words»'",
				"alter user 'root'@'h' identified with mysql_native_password by '«Zx81kkq»'", `GRANT ALL ON x.* TO 'app'@'%' IDENTIFIED BY "«swordfish»" WITH GRANT OPTION`,
				"CREATE USER scott IDENTIFIED BY «tiger2024»", "CREATE USER MAPPING FOR bob SERVER s OPTIONS (user 'bob', password '«swordfish»')",
			},
			[]string{
				"users identified by the token they hold", "Objects are IDENTIFIED BY 'name' and kind", "CREATE USER app IDENTIFIED BY :pw", "CREATE USER app IDENTIFIED EXTERNALLY", "ALTER USER bob PASSWORD NULL",
				"CREATE ROLE app PASSWORD '${PW}'", "ALTER USER bob PASSWORD 'your words here'", "INSERT INTO users (name, password) VALUES (?, ?)", "INSERT INTO users (name, password) VALUES ('bob', crypt('x', y))",
				"CREATE TABLE users (id int, password varchar(255))", "SELECT name, password FROM users WHERE name = 'bobby'", "the password 'swordfish' of nobody",
			},
		},
		"oracle-login": {
			[]string{"sqlplus «scott/tiger22»@orcl", "jdbc:oracle:thin:«scott/tiger22»@//h:1521/x"},
			[]string{"sqlplus / as sysdba", "jdbc:oracle:thin:@h:1521:x", "sqlplus scott@orcl", "sqlplus scott/$PW1@orcl", "sqlplus a/b@c"},
		},
		"pgpass": {
			[]string{"db.test:5432:*:app:«swordfish9»", "# mine\nlocalhost:5432:x:bob:«Zx81kkq»\n"},
			[]string{"ports: 5432:5432", "db:5432: connection refused", "at db:5432:x:bob:Zx81kkq it", "a:5432:x:y:$PW12", "10:5432:abc"},
		},
		"masked-value": {
			[]string{"::add-mask::«" + long(24) + "»", "::add-mask::«swordfish» now"},
			[]string{"::add-mask::$PW", "::add-mask::***", "::add-mask:: x", "::set-output name=x::swordfish"},
		},
		"one-time-code": {
			[]string{
				"Your verification code is «482913».", "OTP: «482913»", `"otp": "«482913»"`, "2FA code: «482 913»", "verification code: «4821 93»", "the one-time code for Acme is «48291374»", "Ihr Sicherheitscode lautet «482913»", "您的验证码是«482913»。", "PIN: «4829»",
				"my pin is «4829»", "otp = «482913»",
			},
			[]string{
				"OTP length: 1000", "the otp timeout is 300000", "verification code expires in: 3600", "otp: 3600 seconds", "pin: 13", "pinned: 2024", "zip code: 90210", "error code is 482913", "footprint: 482913", "otp_ttl=3600", "verification code has 1000 uses",
				"OTP: 482913.5", "OTP: 123456789", "otp/2024", "pin the version: 482913",
			},
		},
		"netrc": {
			[]string{"machine h.test login bob password «plainword»"},
			[]string{"machine learning needs a password", "machine x login y"},
		},
		"jwk": {
			[]string{`{"kty":"EC","d":"«` + long(43) + `»"}`},
			[]string{`{"d":"short"}`, `{"d": 12}`},
		},
		"private-key-id": {
			[]string{`"private_key_id": "«` + hexLong(40) + `»"`},
			[]string{`private_key_id: string`, `"private_key_id": ""`},
		},
		"telegram-token": {
			[]string{"bot «1234567890:AA" + long(33) + "»"},
			[]string{"at 12:AA", "aa:AA:bb", "123:AAB"},
		},
		"discord-token": {
			[]string{"bot «MTA" + long(23) + ".G" + long(5) + "." + long(38) + "»", `{"token":"«Nz` + long(22) + "." + long(6) + "." + long(27) + `»"}`},
			[]string{"Math.random.toString", "MyVeryLongExportedClassName.create.withDefaultsOfTheWholeModule", "e.g. file.config.json", "1.234567.8"},
		},
		"recovery-phrase": {
			[]string{"mnemonic: «apple brave cloud dwarf eagle flame grape horse ivory jelly knife lemon»", "the seed phrase is «apple brave cloud dwarf eagle flame grape horse ivory jelly knife lemon»"},
			[]string{"a mnemonic is a device that helps to remember", "seed phrase of twelve words"},
		},
		"ipv4": {
			[]string{"«203.0.113.9»", "http://«10.0.0.5»:80/x", "ssh root@«192.168.1.7»", "«172.16.0.1»/12", "ping «8.8.8.8»", "ip «1.2.3.4»", "修复«192.168.45.146»的问题", "«10.0.0.5»…", "\"«54.1.2.3»\","},
			[]string{
				"127.0.0.1", "0.0.0.0:80", "255.255.255.0", "v1.2.3.4", "version 10.20.30.40", "1.2.3.4", "Chrome/120.0.0.0", "1.2.3.4.5", "==10.1.2.3", "300.1.2.3",
				"1.2.3", "01.2.3.4", "118 3.176.77.84 1.235", "4.0.0.0", "sdk 10.0.19.1", "a1.2.3.4", "^12.30.40.50",
			},
		},
		"ipv6": {
			[]string{"«2001:db8:85a3::8a2e:370:7334»", "[«fe80::1ff:fe23:4567:890a»]:80", "修复«2001:db8:febb::4664»问题", "«2a02:810d:1234:5678:90ab:cdef:1:2»"},
			[]string{"std::vector", "::1", "::", "a::b", "12:34:56", "Foo::Bar::baz", "use crate::abc::de", "00:11:22:33:44:55"},
		},
		"mac": {
			[]string{"ether «00:1a:2b:3c:4d:5e»", "MAC: «00-1A-2B-3C-4D-5E»", "link/ether «0a:1b:2c:3d:4e:5f» brd"},
			[]string{"12:34:56", "SHA1 00:1a:2b:3c:4d:5e:6f:70", "mac: book"},
		},
		"phone": {
			[]string{"call «+49 151 23456789»", "«+1 (555) 234-5678»", "tel:«+442071234567»", "打«+49 151 23456789»联系"},
			[]string{"+1", "a+123456789012", "@@ -1,2 +3,4 @@", "+2024-01-31 12:00", "UTC+02:00", "x = +1234567890123.5", "+0100"},
		},
		"phone-spoken": {
			[]string{"Phone: «0117 123 4567»", "手机：«13812345678»", "mobile «(555) 234-5678»"},
			[]string{"phone 12", "mobile first", "phone: 2024-01-31 10", "telephone book", "phone = 0x1234567890"},
		},
		"iban": {
			[]string{"IBAN: «DE89370400440532013000»", "iban «GB29 NWBK 6016 1331 9268 19»"},
			[]string{"iban number", "IBAN: none", "urbanIban DE"},
		},
		"social-security": {
			[]string{"SSN: «123-45-6789»", "social security number «123 45 6789»"},
			[]string{"ssn 12", "SSN is required", "assn 123-45-6789"},
		},
		"card": {
			[]string{"«4111 1111 1111 1111»", "card «5555555555554444».", "«378282246310005»", "卡号«4111111111111111»过期", "«4111 1111 1111 1111»…", "pay «5555555555554444»—now"},
			[]string{"4111111111111112", "1700000000000", "id 4111111111111111x", "0.4111111111111111", "1234567812345678", "-4111111111111111-"},
		},
	}
}

func TestOwnRules(t *testing.T) {
	r := newFinder(t)
	all := ownCases()
	for _, ru := range ownOnly(t).rules {
		if _, ok := all[ru.ID]; !ok && ru.form == nil && ru.ID != "recovery-code" {
			t.Errorf("%s: no cases", ru.ID)
		}
		if ru.match == nil && ru.ID != "aws-secret-key" && ru.ID != "card" {
			t.Errorf("%s: nothing finds for it", ru.ID)
		}
	}
	for id, c := range all {
		if len(c.hides) == 0 || len(c.keeps) == 0 {
			t.Errorf("%s: both kinds of cases are wanted", id)
		}
		for _, marked := range c.hides {
			raw := strings.NewReplacer("«", "", "»", "").Replace(marked)
			got := hide(t, r, raw)
			before, rest, _ := strings.Cut(marked, "«")
			_, behind, _ := strings.Cut(rest, "»")
			hidden, ok := strings.CutPrefix(got, before)
			hidden, ok2 := strings.CutSuffix(hidden, behind)
			if !ok || !ok2 || !strings.HasPrefix(hidden, "[") || !strings.HasSuffix(hidden, "]") || strings.Count(hidden, "[") != 1 {
				t.Errorf("%s: %q → %q", id, marked, got)
			}
		}
		for _, raw := range c.keeps {
			if got := hide(t, r, raw); got != raw {
				t.Errorf("%s: %q → %q, must stay", id, raw, got)
			}
		}
	}
}

// ownOnly holds the project's own rules alone.
func ownOnly(t testing.TB) *Finder {
	t.Helper()
	f, err := build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// forms are the rules for tokens known by their form.
func forms(t testing.TB) []*rule {
	t.Helper()
	return slices.DeleteFunc(ownOnly(t).rules, func(r *rule) bool { return r.form == nil })
}

func TestUnsoundOwnRules(t *testing.T) {
	for _, file := range []string{"a-rule NAME: x\n", "a-rule NAME ten: x\n", "a-rule NAME letters 1 2: x\n", "a-rule NAME url x 2: x\n", "a-rule NAME url 1 x: x\n"} {
		if _, err := ownRules(file, nil); !errors.Is(err, errRules) {
			t.Errorf("%q: %v", file, err)
		}
	}
	list, err := ownRules("# why\n\nacme-key ACME base64=. 12 3: Key of Acme.\n\tAc␠\n\tac-\n", nil)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	r := list[0]
	if r.ID != "acme-key" || r.Placeholder != "ACME" || r.Description != "Key of Acme." || r.Source != "prism" || r.form.letters != chars.Base64Std|chars.Equals|chars.Dot || r.form.least != 12 || r.form.digits != 3 ||
		strings.Join(r.form.prefixes, ",") != "Ac ,ac-" || strings.Join(r.keywords, ",") != "ac ,ac-" {
		t.Errorf("%+v %+v", r, r.form)
	}
}

// Each vendor's prefix hides a token and leaves the word alone.
func TestForms(t *testing.T) {
	r := newFinder(t)
	for _, f := range forms(t) {
		for _, prefix := range f.form.prefixes {
			body := "1928374650"[:f.form.digits]
			for i := 0; len(body) < f.form.least; i++ {
				c := long(400)[i]
				if f.form.letters&(chars.Upper|chars.Lower|chars.HexLetter) == chars.Upper {
					c = strings.ToUpper(string(c))[0]
				}
				if chars.Is(c, f.form.letters) || f.form.letters&chars.HexLetter != 0 && chars.Is(c, chars.Hexa) {
					body += string(c)
				}
			}
			raw := "take " + prefix + body + " now"
			if f.ID == "terraform-token" || f.ID == "azure-client-secret" {
				raw = "take a1B" + prefix + body + " now"
			}
			if got := hide(t, r, raw); strings.Contains(got, body) || !strings.HasPrefix(got, "take ") || !strings.HasSuffix(got, " now") {
				t.Errorf("%s: %q → %q", f.ID, raw, got)
			}
			for _, raw := range []string{"the " + prefix + " prefix", "x" + prefix, prefix + "..."} {
				if got := hide(t, r, raw); got != raw {
					t.Errorf("%s: %q → %q, must stay", f.ID, raw, got)
				}
			}
		}
	}
}

// What every transcript is full of must stay readable.
func TestOrdinaryTextStays(t *testing.T) {
	r := newFinder(t)
	for _, raw := range []string{
		"commit " + hexLong(40), "index 3f9a1c7..5b20d84 100644", "id 3f9a1c7e-5b20-4846-a8b1-f7c2a90d5364", "toolu_01" + long(22), "msg_01" + long(22), "req_011" + long(20),
		"sha256:" + hexLong(64), "integrity sha512-" + long(86) + "==", "internal/redact/own_assign.go:42:7", "https://docs.x.test/a/b?page=2&sort=name#top",
		"node_modules/.pnpm/@babel+core@7.23.9/node_modules", "go1.26.0 linux/amd64", "func (s *Scope) Text(raw string) Text {", "2026-01-19T07:22:29.898Z", "claude-sonnet-4-5-20250929",
		"data:image/png;base64," + long(400), `"signature":"` + long(300) + `"`, "x-request-id: 3f9a1c7e5b20d846", "color: #3f9a1c; margin: 0 1.5rem", "const key = items[i].key",
		"rgba(12, 34, 56, 0.7) 10.5px 3.2.1", "rev-parse HEAD@{1}", "for k, v := range m { keys = append(keys, k) }", "h1:PmEvCfVI7ti9dV3s5aMZUY7sS2GxRvG3yzih7E+cS3w=",
		"+    return a + b\n-    return a - b\n", "The tests pass: 214 of 214.", "token limit reached (200000)", "Bash(go test ./... 2>&1 | tail -5)",
	} {
		if got := hide(t, r, raw); got != raw {
			t.Errorf("%q → %q", raw, got)
		}
	}
}
