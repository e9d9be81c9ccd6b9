package secret

import "strings"

// commandUser hides user and password that a command line gives to curl and
// its kin: -u user:password.
func (s *scan) commandUser(r *rule, from, to int) {
	text := s.text
	i := run(text, to, 3, blank|equals)
	mark := byte(0)
	if isAt(text, i, quote) {
		mark = text[i]
		i++
	}
	end := i
	for end < len(text) && end-i < 256 && text[end] != '\n' && text[end] != mark && (mark != 0 || !is(text[end], space|quote)) {
		end++
	}
	user, password, ok := strings.Cut(text[i:end], ":")
	if !ok || len(password) < 3 || len(user) > 128 || templated(password) || templated(user) || strings.ContainsAny(user, "/ ") || strings.HasPrefix(password, "//") {
		return
	}
	if all(user, digit) && all(password, digit) { // docker run -u 1000:1000
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
	if isAt(text, from-1, alpha) && text[from]|0x20 != 'z' {
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
	if isAt(text, i, blank) {
		if glued {
			return
		}
		i = run(text, i, 3, blank)
	}
	if i >= end {
		return
	}
	v := slot{from: i, to: bareEnd(text, i)}
	if isAt(text, i, quote) {
		v = slot{from: i + 1, to: closing(text, i)}
	}
	if v.to > end || v.to-v.from < 3 || templated(text[v.from:v.to]) || is(text[v.from], dash|equals) || text[v.from] == 'a' && strings.HasPrefix(text[v.from:], "assword") || strings.HasPrefix(text[v.from:], "ort") {
		return
	}
	s.add(r, v.from, v.to)
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
	for isAt(text, i, dash) { // -n
		i = run(text, run(text, i, 4, ^space), 2, blank)
	}
	v := slot{from: i, to: run(text, i, most, ^(space | quote | pipe))}
	if isAt(text, i, quote) {
		v = slot{from: i + 1, to: closing(text, i)}
	}
	value := text[v.from:v.to]
	if strings.EqualFold(text[from:to], "chpasswd") {
		user, _, ok := strings.Cut(value, ":")
		if !ok {
			return
		}
		v.from += len(user) + 1
		value = text[v.from:v.to]
	}
	if v.to <= from && len(value) >= 3 && !templated(value) && !strings.Contains(value, "$") && !namesPassword(strings.ToLower(value)) {
		s.add(r, v.from, v.to)
	}
}

// callCredentials hides the second of two strings that a call logs in with:
// login("bob", "x").
func (s *scan) callCredentials(r *rule, from, to int) {
	const most = 80
	text := s.text
	if !isAt(text, to, quote) {
		return
	}
	end := closing(text, to)
	if end-to > most || !isAt(text, end, quote) || end-to < 2 {
		return
	}
	i := run(text, end+1, 1, comma)
	i = run(text, i, 2, blank)
	if i < end+2 || !isAt(text, i, quote) {
		return
	}
	v := slot{from: i + 1, to: closing(text, i), quoted: true, strict: true, closed: true}
	if v.to > v.from && isPassword(text, from, to, v, func() bool { return false }) {
		s.add(r, v.from, v.to)
	}
}

// oracleLogin hides user and password as Oracle writes them: scott/tiger@db.
func (s *scan) oracleLogin(r *rule, from, to int) {
	text := s.text
	end := run(text, to, 128, ^(space | quote))
	login := text[to:end]
	at := strings.LastIndexByte(login, '@')
	if at < 0 {
		return
	}
	user, password, ok := strings.Cut(login[:at], "/")
	if ok && user != "" && len(password) >= 3 && all(user, word) && !templated(password) && !strings.HasPrefix(password, "/") {
		s.add(r, to, to+at)
	}
}

// netrc hides the password in a line of .netrc: machine x login y password z.
func (s *scan) netrc(r *rule, from, to int) {
	text := s.text
	if isAt(text, from-1, word) {
		return
	}
	rest := text[to:min(len(text), to+300)]
	at := strings.Index(rest, "password ")
	if at < 0 || !strings.Contains(rest[:at], "login ") && !strings.Contains(rest[:at], "account ") {
		return
	}
	i := to + at + len("password ")
	if end := run(text, i, 256, ^space); end-i >= 3 && !templated(text[i:end]) && !notPasswords()[text[i:end]] {
		s.add(r, i, end)
	}
}
