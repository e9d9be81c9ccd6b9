// Package redacttest makes secrets of every kind that the gate must hide, for the
// tests of the gate and of whatever stands behind it. They are made anew at each
// run, so that nothing secret-looking stands in a file.
package redacttest

import (
	"encoding/base64"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// Secret is a kind of secret: the text round it and the secret itself.
type Secret struct {
	Kind  string
	Text  string // with %s where the secret stands
	Value string
}

const (
	lowers  = "abcdefghijklmnopqrstuvwxyz"
	uppers  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	numbers = "0123456789"
	hexes   = "0123456789abcdef"
	base62  = lowers + uppers + numbers
	base64s = base62 + "+/"
	urlsafe = base62 + "-_"
)

type maker struct{ *rand.Rand }

// of returns n letters of an alphabet, with at least two digits and two letters
// of each case that the alphabet has: what a generator gives nearly always.
func (m maker) of(alphabet string, n int) string {
	for {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[m.IntN(len(alphabet))]
		}
		s := string(b)
		ok := strings.Contains(base62, s[:1]) && strings.Contains(base62, s[n-1:])
		for _, set := range []string{lowers, uppers, numbers} {
			if count(alphabet, set) > 4 && n >= 10 && count(s, set) < 2 {
				ok = false
			}
		}
		if ok && entropy(s) > 3.1 || n < 10 {
			return s
		}
	}
}

// count counts the bytes of s that stand in a set.
func count(s, set string) int {
	n := 0
	for i := range len(s) {
		if strings.IndexByte(set, s[i]) >= 0 {
			n++
		}
	}
	return n
}

// entropy of the bytes of s, in bits a byte.
func entropy(s string) float64 {
	h, size := 0.0, float64(len(s))
	for b := range 256 {
		if n := strings.Count(s, string([]byte{byte(b)})); n > 0 {
			h -= float64(n) / size * math.Log2(float64(n)/size)
		}
	}
	return h
}

func (m maker) uuid() string {
	return strings.Join([]string{m.of(hexes, 8), m.of(hexes, 4), m.of(hexes, 4), m.of(hexes, 4), m.of(hexes, 12)}, "-")
}

func (m maker) jwt() string {
	part := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	return part(`{"alg":"HS256","typ":"JWT"}`) + "." + part(`{"sub":"`+m.of(numbers, 10)+`","name":"`+m.of(lowers, 9)+`"}`) + "." + m.of(urlsafe, 43)
}

func (m maker) pem(kind string, n int) string {
	lines := ""
	for range n {
		lines += m.of(base64s, 64) + "\n"
	}
	return "-----BEGIN " + kind + "-----\n" + lines + "-----END " + kind + "-----"
}

// words returns n words in an order of their own.
func (m maker) words(n int) string {
	all := strings.Fields("apple brave cloud dwarf eagle flame grape horse ivory jelly knife lemon maple night ocean piano quilt river stone tiger")
	m.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return strings.Join(all[:n], " ")
}

// password returns one as people are told to choose them.
func (m maker) password() string {
	return strings.ToUpper(m.of(lowers, 1)) + m.of(lowers, 6) + m.of(numbers, 3) + string("!#*%"[m.IntN(4)]) + m.of(lowers, 2)
}

// card returns a number with a valid check digit.
func (m maker) card(lead string, n int) string {
	for {
		s := lead + m.of(numbers, n-len(lead))
		sum := 0
		for i := range len(s) {
			d := int(s[len(s)-1-i]-'0') << (i % 2)
			sum += d/10 + d%10
		}
		if sum%10 == 0 {
			return s
		}
	}
}

// Secrets makes one of every kind; the same seed makes the same ones.
func Secrets(seed uint64) []Secret {
	m := maker{rand.New(rand.NewPCG(seed, 11))} //nolint:gosec // made-up secrets have to be the same in every run
	k := func(kind, text, value string) Secret { return Secret{kind, text, value} }
	return []Secret{
		k("aws access key id", "key %s in use", "AKIA"+m.of(uppers+"234567", 16)),
		k("aws temporary key id", "AWS_ACCESS_KEY_ID=%s", "ASIA"+m.of(uppers+"234567", 16)),
		k("aws secret key", "aws_secret_access_key = %s", m.of(base64s, 40)),
		k("aws secret key, environment", "export AWS_SECRET_ACCESS_KEY=%s", m.of(base64s, 40)),
		k("aws secret key, json", `{"SecretAccessKey": "%s"}`, m.of(base64s, 40)),
		k("aws secret key, spoken", "the secret access key is %s", m.of(base64s, 40)),
		k("aws secret key in a list", "AKIA"+m.of(uppers+"234567", 16)+",%s", m.of(base64s, 40)),
		k("aws session token", "aws_session_token=%s", "IQoJb3JpZ2luX2Vj"+m.of(base64s, 200)),
		k("bedrock key", "token %s", "ABSK"+m.of(base64s, 112)),
		k("gcp api key", "https://maps.test/js?key=%s", "AI"+"za"+m.of(urlsafe, 35)),
		k("gcp service account", `{"private_key_id": "%s"}`, m.of(hexes, 40)),
		k("gcp access token", "got %s back", "ya"+"29."+m.of(urlsafe, 120)),
		k("gcp client secret", "client secret %s", "GOCSPX-"+m.of(urlsafe, 28)),
		k("azure storage key", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=%s;EndpointSuffix=core", m.of(base64s, 86)+"=="),
		k("azure service bus", "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=%s", m.of(base64s, 43)+"="),
		k("azure signed address", "https://x.blob.core.windows.net/c/f?sv=2022-11-02&sp=r&sig=%s", m.of(base62, 40)+"%3D"),
		k("azure client secret", "AZURE_CLIENT_SECRET=%s", m.of(base62, 3)+"8Q~"+m.of(base62, 34)),
		k("anthropic key", "ANTHROPIC_API_KEY=%s", "sk-"+"ant-api03-"+m.of(urlsafe, 93)+"AA"),
		k("anthropic key, short", "use %s please", "sk-"+"ant-oat01-"+m.of(urlsafe, 40)),
		k("openai key", "OPENAI_API_KEY: %s", "sk-"+m.of(base62, 20)+"T3BlbkFJ"+m.of(base62, 20)),
		k("openai project key", "key=%s", "sk-"+"proj-"+m.of(urlsafe, 48)),
		k("openrouter key", "the key %s", "sk-"+"or-v1-"+m.of(hexes, 64)),
		k("github token", "git clone with %s", "gh"+"p_"+m.of(base62, 36)),
		k("github fine-grained token", "GH_TOKEN=%s", "github"+"_pat_"+m.of(base62, 22)+"_"+m.of(base62, 59)),
		k("github app token", "remote: %s", "gh"+"s_"+m.of(base62, 36)),
		k("gitlab token", "PRIVATE-TOKEN: %s", "gl"+"pat-"+m.of(urlsafe, 20)),
		k("slack bot token", "SLACK=%s", "xo"+"xb-"+m.of(numbers, 12)+"-"+m.of(numbers, 12)+"-"+m.of(base62, 24)),
		k("slack app token", "app level: %s", "xa"+"pp-1-A"+m.of(uppers+numbers, 10)+"-"+m.of(numbers, 13)+"-"+m.of(hexes, 64)),
		k("slack webhook", "curl https://hooks.slack.com/services/%s", "T"+m.of(uppers+numbers, 8)+"/B"+m.of(uppers+numbers, 10)+"/"+m.of(base62, 24)),
		k("discord webhook", "https://discord.com/api/webhooks/%s", m.of(numbers, 18)+"/"+m.of(urlsafe, 68)),
		k("discord bot token", "DISCORD_TOKEN=%s", "M"+m.of(base62, 23)+"."+m.of(base62, 6)+"."+m.of(urlsafe, 38)),
		k("discord bot token alone", "the bot logs in with %s now", "MT"+m.of(base62, 24)+"."+m.of(base62, 6)+"."+m.of(urlsafe, 38)),
		k("braintree access token", "gateway %s", "access"+"_token$production$"+m.of(lowers+numbers, 16)+"$"+m.of(hexes, 32)),
		k("paypal sandbox token", "merchant %s", "access"+"_token$sandbox$"+m.of(lowers+numbers, 16)+"$"+m.of(hexes, 32)),
		k("paypal bearer", "got %s back", "A21A"+"A"+m.of(urlsafe, 92)),
		k("telegram bot token", "bot %s", m.of("123456789", 10)+":A"+"A"+m.of(urlsafe, 33)),
		k("stripe live key", "stripe.api_key = '%s'", "sk_"+"live_"+m.of(base62, 24)),
		k("stripe restricted key", "with %s", "rk_"+"live_"+m.of(base62, 24)),
		k("stripe webhook secret", "signing %s", "whsec"+"_"+m.of(base62, 32)),
		k("sendgrid key", "mail via %s", "S"+"G."+m.of(urlsafe, 22)+"."+m.of(urlsafe, 43)),
		k("mailgun key", "mailgun %s", "key"+"-"+m.of(hexes, 32)),
		k("twilio key", "twilio %s", "S"+"K"+m.of(hexes, 32)),
		k("npm token", "//registry.test/:_authToken=%s", "np"+"m_"+m.of(base62, 36)),
		k("npm password", "//registry.test/:_password=%s", m.of(base62, 24)),
		k("pypi token", "twine %s", "pypi-"+"AgEIcHlwaS5vcmc"+m.of(urlsafe, 80)),
		k("docker token", "login %s", "dckr"+"_pat_"+m.of(urlsafe, 27)),
		k("huggingface token", "HF_TOKEN=%s", "h"+"f_"+m.of(lowers+uppers, 34)),
		k("digitalocean token", "doctl %s", "dop"+"_v1_"+m.of(hexes, 64)),
		k("shopify token", "shop %s", "shp"+"at_"+m.of(hexes, 32)),
		k("vault token", "VAULT_TOKEN=%s", "hv"+"s."+m.of(urlsafe, 92)),
		k("databricks token", "dbx %s", "da"+"pi"+m.of(hexes, 32)),
		k("linear key", "linear %s", "lin"+"_api_"+m.of(base62, 40)),
		k("notion token", "notion %s", "nt"+"n_"+m.of(numbers, 11)+m.of(base62, 35)),
		k("postman key", "postman %s", "PM"+"AK-"+m.of(hexes, 24)+"-"+m.of(hexes, 34)),
		k("grafana token", "grafana %s", "gl"+"sa_"+m.of(base62, 32)+"_"+m.of(hexes, 8)),
		k("new relic key", "newrelic %s", "NR"+"AK-"+m.of(uppers+numbers, 27)),
		k("datadog key", "DATADOG_API_KEY=%s", m.of(hexes, 32)),
		k("cloudflare key", "cloudflare_api_key: %s", m.of(hexes, 37)),
		k("heroku key", "HEROKU_API_KEY=%s", m.uuid()),
		k("atlassian token", "jira %s", "ATATT3"+m.of(urlsafe, 186)),
		k("figma token", "figma %s", "fig"+"d_"+m.of(urlsafe, 40)),
		k("supabase token", "supabase %s", "sbp"+"_"+m.of(hexes, 40)),
		k("key of a Prism server", "prism admin key create says %s", "prism_"+m.of(hexes, 10)+"_"+m.of(urlsafe, 43)+"_"+m.of(hexes, 6)),
		k("groq key", "groq %s", "gs"+"k_"+m.of(base62, 52)),
		k("nvidia key", "nvidia %s", "nv"+"api-"+m.of(urlsafe, 64)),
		k("age key", "age: %s", "AGE-SECRET-"+"KEY-1"+m.of("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)),
		k("jwt", "token=%s", m.jwt()),
		k("jwt alone", "%s", m.jwt()),
		k("bearer header", "Authorization: Bearer %s", m.of(urlsafe, 40)),
		k("bearer in code", `headers = {"Authorization": "Bearer %s"}`, m.of(base62, 32)),
		k("basic header", "Authorization: Basic %s", base64.StdEncoding.EncodeToString([]byte("admin:"+m.password()))),
		k("token header", "authorization: token %s", m.of(hexes, 40)),
		k("api key header", "X-Api-Key: %s", m.of(base62, 32)),
		k("cookie", "Cookie: theme=dark; session=%s", m.of(base62, 48)),
		k("postgres address", "postgres://app:%s@db.internal:5432/x", m.password()),
		k("mysql address", "mysql://root:%s@127.0.0.1/x", m.of(base62, 16)),
		k("mongodb address", "mongodb+srv://u:%s@c0.mongodb.net/?w=1", m.of(base62, 14)),
		k("redis address", "redis://:%s@cache:6379/0", m.of(base62, 20)),
		k("amqp address", "amqp://guest2:%s@mq/", m.password()),
		k("git address with token", "https://%s@github.com/o/r.git", m.of(base62, 40)),
		k("ftp address", "ftp://bob:%s@files.test/", m.password()),
		k("ado connection string", "Server=db;Database=x;User Id=sa;Password=%s;Encrypt=true", m.password()),
		k("jdbc address", "jdbc:mysql://db/x?user=root&password=%s", m.of(base62, 15)),
		k("token in a query", "GET /v1/x?access_token=%s&y=1", m.of(base62, 32)),
		k("signature in a query", "https://s3.test/f?X-Amz-Signature=%s", m.of(hexes, 64)),
		k("rsa key", "the key:\n%s\nend", m.pem("RSA PRI"+"VATE KEY", 13)),
		k("ec key", "%s", m.pem("EC PRI"+"VATE KEY", 4)),
		k("openssh key", "cat id: %s", m.pem("OPENSSH PRI"+"VATE KEY", 7)),
		k("encrypted key", "%s", m.pem("ENCRYPTED PRI"+"VATE KEY", 20)),
		k("key without its end", "%s", m.pem("RSA PRI"+"VATE KEY", 6)[:300]),
		k("pgp key", "%s", m.pem("PGP PRI"+"VATE KEY BLOCK", 8)),
		k("json web key", `{"kty":"RSA","d":"%s","e":"AQAB"}`, m.of(urlsafe, 86)),
		k("password, environment", "DB_PASSWORD=%s", m.password()),
		k("password, yaml", "password: %s", m.password()),
		k("password, json", `{"password": "%s"}`, m.password()),
		k("password, code", `password = "%s"`, m.password()),
		k("password, argument", "login(user, password='%s')", m.password()),
		k("password, flag", "tool --password %s --host x", m.password()),
		k("password, xml", "<password>%s</password>", m.password()),
		k("password, typed", `db_password: str = "%s"`, m.password()),
		k("password, compose", "      - POSTGRES_PASSWORD=%s", m.of(base62, 12)),
		k("password, kubernetes", `{"name": "DB_PASSWORD", "value": "%s"}`, m.password()),
		k("password, default of a shell", "${DB_PASSWORD:-%s}", m.password()),
		k("password, letters alone", "PGPASSWORD=%s", m.of(lowers, 9)),
		k("password, netrc", "machine x.test login bob password %s", m.password()),
		k("password, mysql", "mysql -u root -p%s db", m.of(base62, 12)),
		k("password, sshpass", "sshpass -p '%s' ssh root@h", m.password()),
		k("password, curl", "curl -u admin:%s https://x.test/", m.password()),
		k("prose, english", "The password is %s, do not tell.", m.password()),
		k("prose, english with words between", "the password for the staging database is %s.", m.password()),
		k("prose, own word", "my password is %s", m.of(lowers, 9)),
		k("prose, quoted", "log in with password `%s`", m.of(base62, 10)),
		k("prose, changed", "I changed the password to %s yesterday", m.password()),
		k("prose, german", "Das Passwort lautet %s", m.password()),
		k("prose, french", "le mot de passe est %s", m.password()),
		k("prose, spanish", "la contraseña es %s", m.password()),
		k("prose, portuguese", "a senha é %s", m.password()),
		k("prose, italian", "la password è %s", m.password()),
		k("prose, dutch", "het wachtwoord is %s", m.password()),
		k("prose, polish", "hasło to %s", m.password()),
		k("prose, russian", "пароль: %s", m.password()),
		k("prose, russian with a capital", "Пароль — это %s", m.password()),
		k("prose, chinese", "数据库的密码是%s。", m.password()),
		k("prose, japanese", "パスワードは%sです", m.password()),
		k("prose, korean", "비밀번호는 %s 입니다", m.password()),
		k("prose, turkish", "şifre: %s", m.password()),
		k("prose, token", "the api key is %s and it works", m.of(base62, 32)),
		k("client secret", `client_secret: "%s"`, m.of(urlsafe, 32)),
		k("signing secret", `JWT_SECRET="%s"`, m.of(base62, 40)),
		k("django secret", "SECRET_KEY = '%s'", "django-insecure-"+m.of(lowers+numbers+"!@#$%^*", 50)),
		k("encryption key", "ENCRYPTION_KEY=%s", m.of(hexes, 64)),
		k("wallet key", "private_key = 0x%s", m.of(hexes, 64)),
		k("recovery phrase", "mnemonic: %s", m.words(12)),
		k("password hash", "hash %s", "$2b$12$"+m.of(base62, 53)),
		k("e-mail", "write to %s.", m.of(lowers, 7)+"."+m.of(lowers, 6)+"@"+m.of(lowers, 6)+".org"),
		k("e-mail at example.com", "<%s>", m.of(lowers, 7)+"@example.com"),
		k("home on linux", "cd /home/%s/work", m.of(lowers, 7)),
		k("home on macOS", "open /Users/%s/Desktop/a.txt", m.of(lowers, 7)),
		k("home on windows", `dir C:\Users\%s\AppData`, strings.ToUpper(m.of(lowers, 1))+m.of(lowers, 6)),
		k("home in a folder's name", "~/.claude/projects/-Users-%s-work", m.of(lowers, 7)),
		k("public address", "ssh 203.0.113.%s now", "77"),
		k("private address", "listening on %s:8080", fmt.Sprintf("192.168.%d.%d", 2+m.IntN(98), 100+m.IntN(98))),
		k("ipv6 address", "ping %s", "2001:db8:"+m.of(hexes, 4)+"::"+m.of("123456789", 4)),
		k("telephone", "call %s today", "+49 151 "+m.of("123456789", 8)),
		k("card", "card %s", m.card("4", 16)),
		k("card in groups", "pay with %s", grouped(m.card("52", 16))),
		k("iban", "IBAN: %s", "DE"+m.of(numbers, 20)),
		k("social security number", "SSN %s", m.of("123456789", 3)+"-"+m.of("123456789", 2)+"-"+m.of("123456789", 4)),
		k("phrase, yaml", "password: \"%s\"", m.words(4)),
		k("phrase, code", "passwd = '%s'", m.words(3)),
		k("phrase, environment", "DB_PASSWORD=\"%s\"", m.words(3)),
		k("phrase, json", `{"user": "bob", "password": "%s"}`, m.words(4)),
		k("phrase, argument", `login(user, password="%s")`, m.words(4)),
		k("phrase, flag", `tool --password "%s" --host x`, m.words(3)),
		k("phrase, ado connection string", "Server=db;User Id=sa;Password=%s;Encrypt=true", m.words(3)),
		k("phrase, libpq", "host=db password='%s' user=app", m.words(3)),
		k("phrase, xml", "<password>%s</password>", m.words(3)),
		k("phrase, secret", `JWT_SECRET="%s"`, m.words(4)),
		k("phrase, sql", "ALTER USER bob PASSWORD '%s'", m.words(3)),
		k("phrase, mysql", "CREATE USER 'bob'@'h' IDENTIFIED BY '%s'", m.words(3)),
		k("phrase, first of a connection string", "Password=%s;Server=db;User Id=sa", m.words(2)),
		k("password, sql", "CREATE ROLE bob LOGIN PASSWORD '%s'", m.of(lowers, 9)),
		k("password, row of a table", "INSERT INTO users (name, password) VALUES ('bob', '%s')", m.password()),
		k("password, form", "user=bob&password=%s&go=1", m.of(lowers, 9)),
		k("password, libpq", "host=db user=bob password=%s dbname=x", m.of(lowers, 9)),
		k("password, attribute", `<property name="password" value="%s"/>`, m.of(lowers, 9)),
		k("password, page", `page.fill('#password', '%s')`, m.password()),
		k("password, bold", "**Password:** %s", m.password()),
		k("password, piped", `echo "bob:%s" | chpasswd`, m.password()),
		k("password, stand-in", `process.env.DB_PASSWORD || '%s'`, m.password()),
		k("password, short name", "the db pw is %s", m.password()),
		k("password, sqlcmd", "sqlcmd -S h -U sa -P %s", m.of(base62, 12)),
		k("one-time code", "Your verification code is %s.", m.of("123456789", 6)),
		k("cookie of curl", `curl -b "session=%s" https://x.test`, m.of(base62, 40)),
		k("teams webhook", "https://x.webhook.office.com/webhookb2/%s", m.uuid()+"@"+m.uuid()+"/IncomingWebhook/"+m.of(hexes, 32)+"/"+m.uuid()),
		k("resend key", "mail %s", "re"+"_"+m.of(base62, 8)+"_"+m.of(base62, 24)),
		k("pinecone key", "index %s", "pc"+"sk_"+m.of(base62, 5)+"_"+m.of(base62, 63)),
		k("netlify token", "deploy %s", "nf"+"p_"+m.of(base62, 36)),
	}
}

func grouped(s string) string { return s[:4] + " " + s[4:8] + " " + s[8:12] + " " + s[12:] }

// Whole is the secret in its text.
func (s Secret) Whole() string { return strings.Replace(s.Text, "%s", s.Value, 1) }

// Survives reports whether the secret, or a telling part of it, stands in text.
func (s Secret) Survives(text string) bool {
	if strings.Contains(text, s.Value) {
		return true
	}
	if len(s.Value) < 24 || strings.Contains(s.Kind, "recovery") {
		return false
	}
	// A third of a long one is enough to go on with.
	body := strings.ReplaceAll(s.Value, "\n", "")
	flat := strings.ReplaceAll(text, "\n", "")
	for i := 20; i+16 <= len(body); i += 8 {
		if part := body[i : i+16]; !strings.Contains(part, " KEY") && !strings.Contains(part, "PRIVATE") && !strings.Contains(part, "-----") && strings.Contains(flat, part) {
			return true
		}
	}
	return false
}
