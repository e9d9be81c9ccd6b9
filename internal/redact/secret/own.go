package secret

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ownRule is a rule of this project: a matcher in code and its keywords.
type ownRule struct {
	id, name, about string
	rank            int
	keywords        []string
	match           func(s *scan, r *rule, from, to int)
}

func (o ownRule) rule() *rule {
	return &rule{
		Rule: Rule{
			ID: o.id, Description: o.about, Placeholder: o.name, Source: "prism", rank: o.rank,
			Folds: o.name == "EMAIL" || o.name == "USER" || o.name == "NAME",
		},
		match: o.match,
	}
}

// ownRules is what the vendored file leaves open: persons, machines, prose and
// everything that is written round a secret.
func ownRules(names []string) []ownRule {
	rules := []ownRule{
		{
			id: "url-credentials", name: "URL_CREDENTIALS", rank: rankForm,
			about:    "User name and password in a URL or a database address.",
			keywords: []string{"://"},
			match:    (*scan).urlCredentials,
		},
		{
			id: "authorization", name: "AUTHORIZATION", rank: rankForm,
			about:    "Value of an Authorization header, or a bearer token.",
			keywords: []string{"bearer", "authorization"},
			match:    (*scan).authorization,
		},
		{
			id: "email", name: "EMAIL", rank: rankGuess,
			about:    "E-mail address.",
			keywords: []string{"@"},
			match:    (*scan).email,
		},
		{
			id: "home-path", name: "USER", rank: rankGuess - 1,
			about:    "User name in the path of a home directory.",
			keywords: []string{"/home/", "/users/", `\users\`, "-users-", "-home-"},
			match:    (*scan).homePath,
		},
		{
			id: "pem-private-key", name: "PRIVATE_KEY", rank: rankExact,
			about:    "Private key in PEM or PuTTY form, also a cut one.",
			keywords: []string{"-----begin ", "-----end ", "private-lines:"},
			match:    (*scan).pem,
		},
		{
			id: "jwt-any", name: "JWT", rank: rankForm,
			about:    "JSON Web Token, also encrypted or cut.",
			keywords: []string{"eyj"},
			match:    (*scan).jwt,
		},
	}
	rules = append(rules, moreRules()...)
	rules = append(rules, formRules()...)
	if words := nameWords(names); len(words) > 0 {
		rules = append(rules, ownRule{
			id: "name", name: "NAME", rank: rankGuess,
			about:    "Name given in the configuration.",
			keywords: words,
			match:    (*scan).name,
		})
	}
	return rules
}

// nameWords makes keywords of the names to hide.
func nameWords(names []string) []string {
	var words []string
	for _, w := range names {
		w = strings.TrimSpace(w)
		if len(w) < 3 || !strings.ContainsFunc(w, isWordRune) {
			continue
		}
		// The automaton folds ASCII alone; of other letters, both forms in use.
		first, n := utf8.DecodeRuneInString(w)
		folded := foldASCII(strings.ToLower(w))
		words = append(words, folded)
		if title := foldASCII(string(unicode.ToUpper(first)) + strings.ToLower(w[n:])); title != folded {
			words = append(words, title)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// foldASCII brings the ASCII letters of w to lower case.
func foldASCII(w string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, w)
}

// name hides a configured name where it is not part of a longer word.
func (s *scan) name(r *rule, from, to int) {
	if inWord(s.text, from) || wordAt(s.text, to) {
		return
	}
	s.add(r, from, to)
}

// moreRules are the rules that stand round names and sentences.
func moreRules() []ownRule {
	return []ownRule{
		{
			id: "password", name: "PASSWORD", rank: rankForm - 5,
			about:    "Password given to a name or told in a sentence, in some twenty languages.",
			keywords: passwordNames(),
			match:    (*scan).passwordValue,
		},
		{
			id: "secret", name: "SECRET", rank: rankForm - 6,
			about:    "Random value given to a name that means a key, a token or a secret.",
			keywords: secretNames(),
			match:    (*scan).secretValue,
		},
		{
			id: "aws-secret-key", name: "AWS_SECRET_KEY", rank: rankForm + 1,
			about: "Secret access key of AWS, known by its name or by the key id before it.",
		},
		{
			id: "url-token", name: "URL_TOKEN", rank: rankForm - 7,
			about: "Token, key or signature in the query of a URL.",
			keywords: []string{
				"token=", "key=", "sig=", "signature=", "secret=", "password=", "passwd=", "pwd=", "code=", "auth=", "jwt=", "credential=",
				"session=", "sessionid=", "sid=", "ticket=", "hmac=", "assertion=", "otp=", "nonce=",
			},
			match: (*scan).queryToken,
		},
		{
			id: "connection-key", name: "CONNECTION_KEY", rank: rankForm,
			about:    "Key in a connection string or a signed address of a cloud.",
			keywords: []string{"accountkey=", "sharedaccesskey=", "sharedaccesssignature=", "sig="},
			match:    (*scan).connection,
		},
		{
			id: "cookie", name: "COOKIE", rank: rankForm - 8,
			about:    "Session in a Cookie header.",
			keywords: []string{"cookie:", `cookie":`, "cookie':"},
			match:    (*scan).cookie,
		},
		{
			id: "command-credentials", name: "COMMAND_CREDENTIALS", rank: rankForm,
			about:    "User and password on a command line.",
			keywords: []string{" -u ", " -u", "--user ", "--user=", "--proxy-user "},
			match:    (*scan).commandUser,
		},
		{
			id: "command-password", name: "PASSWORD", rank: rankForm,
			about:    "Password glued to a flag of a command.",
			keywords: []string{"mysql", "mysqldump", "mariadb", "mysqladmin", "sshpass", "redis-cli", "docker login"},
			match:    (*scan).commandPassword,
		},
		{
			id: "netrc", name: "PASSWORD", rank: rankForm,
			about:    "Password in a line of .netrc.",
			keywords: []string{"machine "},
			match:    (*scan).netrc,
		},
		{
			id: "jwk", name: "PRIVATE_KEY", rank: rankExact,
			about:    "Private part of a JSON Web Key.",
			keywords: []string{`"d":`},
			match:    (*scan).jwk,
		},
		{
			id: "private-key-id", name: "KEY_ID", rank: rankForm,
			about:    "Id of a service account's private key.",
			keywords: []string{"private_key_id"},
			match:    (*scan).keyID,
		},
		{
			id: "telegram-token", name: "TELEGRAM_TOKEN", rank: rankForm,
			about:    "Token of a Telegram bot.",
			keywords: []string{":aa"},
			match:    (*scan).telegram,
		},
		{
			id: "recovery-phrase", name: "RECOVERY_PHRASE", rank: rankForm,
			about:    "Twelve or more words of a wallet's recovery phrase.",
			keywords: []string{"mnemonic", "seed phrase", "recovery phrase"},
			match:    (*scan).seed,
		},
		{
			id: "ipv4", name: "IP", rank: rankGuess - 1,
			about:    "IPv4 address, but not a version, a mask or the own machine.",
			keywords: digits("#.#"),
			match:    (*scan).ipv4,
		},
		{
			id: "ipv6", name: "IP", rank: rankGuess - 1,
			about:    "IPv6 address, but not the own machine.",
			keywords: ipv6Starts(),
			match:    (*scan).ipv6,
		},
		{
			id: "mac", name: "MAC", rank: rankGuess - 1,
			about:    "Address of a network interface, behind a word that names it.",
			keywords: []string{"ether ", "hwaddr", "mac address", "macaddress", "mac_address", "mac:", "lladdr", "link/ether"},
			match:    (*scan).mac,
		},
		{
			id: "phone", name: "PHONE", rank: rankGuess - 2,
			about:    "Telephone number in international form.",
			keywords: digits("+#"),
			match:    (*scan).phone,
		},
		{
			id: "phone-spoken", name: "PHONE", rank: rankGuess - 2,
			about:    "Telephone number behind a word that names it.",
			keywords: []string{"phone", "tel:", "mobile", "telefon", "téléphone", "teléfono", "whatsapp", "call me at", "电话", "手机", "電話"},
			match:    (*scan).spokenPhone,
		},
		{
			id: "iban", name: "IBAN", rank: rankGuess,
			about:    "Number of a bank account behind the word IBAN.",
			keywords: []string{"iban"},
			match:    (*scan).iban,
		},
		{
			id: "social-security", name: "SSN", rank: rankGuess,
			about:    "American social security number behind words that name it.",
			keywords: []string{"ssn", "social security"},
			match:    (*scan).socialSecurity,
		},
		{
			id: "card", name: "CARD", rank: rankGuess - 1,
			about: "Card number with a valid check digit.",
		},
	}
}

// ipv6Starts are what an address begins with that is written in full, and the
// two colons of a shortened one.
func ipv6Starts() []string {
	list := []string{"::", "fe80:"}
	for _, lead := range []string{"200", "240", "260", "261", "262", "263", "280", "2a0", "2a1"} {
		for _, d := range "0123456789abcdef" {
			list = append(list, lead+string(d)+":")
		}
	}
	return list
}
