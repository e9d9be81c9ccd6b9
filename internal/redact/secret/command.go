package secret

import (
	"strings"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
)

// commandUser hides user and password that a command line gives to curl and
// its kin: -u user:password.
func (s *scan) commandUser(r *rule, from, to int) {
	text := s.text
	i := chars.Run(text, to, 3, chars.Blank|chars.Equals)
	mark := byte(0)
	if chars.IsAt(text, i, chars.Quote) {
		mark = text[i]
		i++
	}
	end := i
	for end < len(text) && end-i < 256 && text[end] != '\n' && text[end] != mark && (mark != 0 || !chars.Is(text[end], chars.Space|chars.Quote)) {
		end++
	}
	user, password, ok := strings.Cut(text[i:end], ":")
	if !ok || len(password) < 3 || len(user) > 128 || given.Templated(password) || given.Templated(user) || strings.ContainsAny(user, "/ ") || strings.HasPrefix(password, "//") {
		return
	}
	if chars.All(user, chars.Digit) && chars.All(password, chars.Digit) { // docker run -u 1000:1000
		return
	}
	line := text[max(0, from-300):from]
	if !strings.Contains(line, "curl") && !strings.Contains(line, "wget") && !strings.Contains(line, "http") && !strings.Contains(text[end:min(len(text), end+200)], "http") {
		return
	}
	s.add(r, i, end)
}

// commandFlags are the flags by which commands take a password, by the command.
func commandFlags(command string) (flags []string, glued bool) {
	switch command {
	case "mysql", "mysqldump", "mariadb", "mysqladmin", "7z ", "7za ":
		return []string{"-p"}, true
	case "redis-cli":
		return []string{"-a"}, false
	case "sqlcmd ", "bcp ", "zip ":
		return []string{"-P"}, false
	case "keytool ":
		return []string{"-storepass", "-keypass"}, false
	case "ssh-keygen ":
		return []string{"-N"}, false
	case "ldapsearch ", "ldapadd ", "ldapmodify ":
		return []string{"-w"}, false
	case "requirepass ", "masterauth ":
		return []string{""}, false
	}
	return []string{"-p"}, false
}

// commandPassword hides a password that a command line gives glued to its
// flag or behind it: mysql -psecret, sshpass -p secret, redis-cli -a secret.
func (s *scan) commandPassword(r *rule, from, to int) {
	text := s.text
	if chars.IsAt(text, from-1, chars.Alpha) && text[from]|0x20 != 'z' {
		return
	}
	end := min(len(text), to+200)
	if i := strings.IndexByte(text[to:end], '\n'); i >= 0 {
		end = to + i
	}
	flags, glued := commandFlags(strings.ToLower(text[from:to]))
	for _, flag := range flags {
		i := to
		if flag != "" {
			at := strings.Index(text[to-1:end], " "+flag)
			if at < 0 || strings.ContainsAny(text[to-1:to-1+at], "|;") {
				continue
			}
			i = to + at + len(flag)
		}
		s.flagValue(r, i, end, glued)
	}
}

// flagValue hides the password behind a flag that ends at text[i].
func (s *scan) flagValue(r *rule, i, end int, glued bool) {
	text := s.text
	if chars.IsAt(text, i, chars.Blank) {
		if glued {
			return
		}
		i = chars.Run(text, i, 3, chars.Blank)
	}
	if i >= end {
		return
	}
	v := given.Slot{From: i, To: given.BareEnd(text, i)}
	if chars.IsAt(text, i, chars.Quote) {
		v = given.Slot{From: i + 1, To: given.Closing(text, i)}
	}
	if v.To > end || v.To-v.From < 3 || given.Templated(text[v.From:v.To]) || chars.Is(text[v.From], chars.Dash|chars.Equals) || text[v.From] == 'a' && strings.HasPrefix(text[v.From:], "assword") || strings.HasPrefix(text[v.From:], "ort") {
		return
	}
	s.add(r, v.From, v.To)
}

// pipedPassword hides what echo hands to a command that reads a password:
// echo x | sudo -S, echo user:x | chpasswd.
func (s *scan) pipedPassword(r *rule, from, to int) {
	const most = 200
	text := s.text
	line := text[max(0, from-most):from]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	bar := strings.LastIndexByte(line, '|')
	if bar < 0 || text[to-2:to] == "-s" {
		return
	}
	echo := max(strings.LastIndex(line[:bar], "echo "), strings.LastIndex(line[:bar], "printf "))
	if echo < 0 {
		return
	}
	i := from - len(line) + echo + strings.IndexByte(line[echo:], ' ') + 1
	for chars.IsAt(text, i, chars.Dash) { // -n
		i = chars.Run(text, chars.Run(text, i, 4, ^chars.Space), 2, chars.Blank)
	}
	v := given.Slot{From: i, To: chars.Run(text, i, most, ^(chars.Space | chars.Quote | chars.Pipe))}
	if chars.IsAt(text, i, chars.Quote) {
		v = given.Slot{From: i + 1, To: given.Closing(text, i)}
	}
	value := text[v.From:v.To]
	if strings.EqualFold(text[from:to], "chpasswd") {
		user, _, ok := strings.Cut(value, ":")
		if !ok {
			return
		}
		v.From += len(user) + 1
		value = text[v.From:v.To]
	}
	if v.To <= from && len(value) >= 3 && !given.Templated(value) && !strings.Contains(value, "$") && !given.NamesPassword(strings.ToLower(value)) {
		s.add(r, v.From, v.To)
	}
}

// callCredentials hides the second of two strings that a call logs in with:
// login("bob", "x").
func (s *scan) callCredentials(r *rule, _, to int) {
	if v, ok := given.Pair(s.text, to); ok {
		s.add(r, v.From, v.To)
	}
}

// oracleLogin hides user and password as Oracle writes them: scott/tiger@db.
func (s *scan) oracleLogin(r *rule, from, to int) {
	text := s.text
	end := chars.Run(text, to, 128, ^(chars.Space | chars.Quote))
	login := text[to:end]
	at := strings.LastIndexByte(login, '@')
	if at < 0 {
		return
	}
	user, password, ok := strings.Cut(login[:at], "/")
	if ok && user != "" && len(password) >= 3 && chars.All(user, chars.Word) && !given.Templated(password) && !strings.HasPrefix(password, "/") {
		s.add(r, to, to+at)
	}
}

// netrc hides the password in a line of .netrc: machine x login y password z.
func (s *scan) netrc(r *rule, from, to int) {
	text := s.text
	if chars.IsAt(text, from-1, chars.Word) {
		return
	}
	rest := text[to:min(len(text), to+300)]
	at := strings.Index(rest, "password ")
	if at < 0 || !strings.Contains(rest[:at], "login ") && !strings.Contains(rest[:at], "account ") {
		return
	}
	i := to + at + len("password ")
	if end := chars.Run(text, i, 256, ^chars.Space); end-i >= 3 && !given.Templated(text[i:end]) && !given.NotPasswords()[text[i:end]] {
		s.add(r, i, end)
	}
}
