package secret

import "strings"

// queryToken hides the value of a parameter of a URL whose name says that it
// opens something.
func (s *scan) queryToken(r *rule, from, to int) {
	text := s.text
	start := runBack(text, from, 40, word|dash)
	if !isAt(text, start-1, question|ampersand|semicolon) && !(isAt(text, start-1, bang) && text[start-1] == '#') {
		return
	}
	end := to
	for end < len(text) && end-to < 4096 && !is(text[end], space|quote|ampersand) && strings.IndexByte("<>;)]}|\\#", text[end]) < 0 {
		end++
	}
	value := strings.TrimRight(text[to:end], ".,")
	if len(value) < 6 || templated(value) || strings.Contains(value, "${") {
		return
	}
	if digits := count(value, digit); digits == 0 && len(value) < 20 || digits == len(value) && len(value) < 12 {
		return
	}
	s.add(r, to, to+len(value))
}

// connection hides the key in a connection string or a signed address of Azure.
func (s *scan) connection(r *rule, from, to int) {
	end := run(s.text, to, 512, base64Std|equals|percent|dash|underscore)
	if end-to >= 16 && count(s.text[to:end], digit) > 0 {
		s.add(r, to, end)
	}
}

// cookie hides the values of a Cookie header that are long enough to be a
// session.
func (s *scan) cookie(r *rule, from, to int) {
	text := s.text
	i := run(text, to, 3, quote|blank)
	if isAt(text, i, colon) {
		i++
	}
	i = run(text, i, 4, blank|quote)
	for pairs := 0; pairs < 40; pairs++ {
		eq := run(text, i, 80, word|dash|dot|percent|bracket)
		if eq == i || !isAt(text, eq, equals) {
			return
		}
		end := eq + 1
		for end < len(text) && end-eq < 4096 && !is(text[end], space|semicolon|quote) {
			end++
		}
		value := text[eq+1 : end]
		if len(value) >= 12 && tokenLike(value) && !templated(value) {
			s.add(r, eq+1, end)
		}
		if !isAt(text, end, semicolon) {
			return
		}
		i = run(text, end+1, 3, space)
	}
}

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

// commandPassword hides a password that a command line gives glued to its
// flag or behind it: mysql -psecret, sshpass -p secret, redis-cli -a secret.
func (s *scan) commandPassword(r *rule, from, to int) {
	text := s.text
	end := min(len(text), to+200)
	if i := strings.IndexByte(text[to:end], '\n'); i >= 0 {
		end = to + i
	}
	line := text[to:end]
	flag, glued := "-p", true
	switch strings.ToLower(text[from:to]) {
	case "sshpass", "docker login":
		glued = false
	case "redis-cli":
		flag, glued = "-a", false
	}
	at := strings.Index(line, " "+flag)
	if at < 0 || strings.ContainsAny(line[:at], "|;") {
		return
	}
	i := to + at + 1 + len(flag)
	if isAt(text, i, blank) {
		if glued {
			return
		}
		i = run(text, i, 3, blank)
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

// jwk hides the private part of a JSON Web Key.
func (s *scan) jwk(r *rule, from, to int) {
	text := s.text
	i := run(text, to, 3, blank)
	if !isAt(text, i, quote) {
		return
	}
	if end := run(text, i+1, 4096, base64URL); end-i > 40 && isAt(text, end, quote) && count(text[i+1:end], digit) > 1 {
		s.add(r, i+1, end)
	}
}

// keyID hides the id of a service account's private key, which stands beside
// the key in the same file.
func (s *scan) keyID(r *rule, from, to int) {
	i := run(s.text, to, 5, quote|blank|colon|backslash)
	if end := run(s.text, i, 64, hexa); end-i >= 32 {
		s.add(r, i, end)
	}
}
