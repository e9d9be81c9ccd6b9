package fit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/observe"
	"prism/internal/observe/output"
)

// Shorten cuts s to n characters, the ellipsis among them: at the end of a
// clause where one ends late enough, else at a word. A word that does not fit
// is left out whole where words are parted by spaces, or where it is none (see
// whole), and no word that only leads on to the next ("of the") is left at the end.
func Shorten(s string, n int) string {
	if n <= 0 {
		return ""
	}
	s = strings.ToValidUTF8(s, "")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	ends := make([]int, 0, n) // where each of the first n−1 characters ends
	for i, r := range s {
		if len(ends) == n-1 {
			break
		}
		ends = append(ends, i+utf8.RuneLen(r))
	}
	if len(ends) == 0 {
		return "…"
	}
	cut := grapheme(s, ends[len(ends)-1])
	word := false
	if next, _ := utf8.DecodeRuneInString(s[cut:]); next == ' ' || strings.ContainsRune(",;:", next) && strings.HasPrefix(s[cut+1:], " ") {
		word = true
	} else if i := strings.LastIndexByte(s[:cut], ' '); i > 0 {
		tail := s[i+1:]
		if end := strings.IndexByte(tail, ' '); end >= 0 {
			tail = tail[:end]
		}
		if ASCII(tail) || i > cut*2/3 {
			cut, word = i, true
		}
	}
	if from := whole(s, cut); from < cut {
		cut, word = len(strings.TrimRight(s[:from], " ")), true
	}
	if cut == 0 {
		return "…"
	}
	if k := clauseEnd(s[:cut], ends[len(ends)*3/5]); k > 0 {
		cut = k
	} else if word {
		cut = dropLeading(s[:cut], ends[len(ends)/2], ends[len(ends)*2/3], ends[len(ends)*3/4])
	}
	s = unquoted(strings.TrimRight(s[:cut], " ,.;:-–—([{“「『《（、，：；/"))
	if opens := strings.Count(s, " '"); opens > closings(s) && opens == 1+closings(s) && !strings.Contains(s, `"`) && utf8.RuneCountInString(s) <= n-2 {
		return s + "…'"
	}
	if strings.Count(s, `"`)%2 == 1 { // its pair was cut off
		if utf8.RuneCountInString(s) <= n-2 {
			return s + `…"`
		}
		i := strings.LastIndexByte(s, '"')
		s = s[:i] + s[i+1:]
	}
	return s + "…"
}

// whole moves an end of s before the run of ASCII that it would cut, unless that is
// a plain word. What the gate knows by its form (a key, a token) it does not know by
// a part, so no part is shown, in scripts without spaces neither.
func whole(s string, end int) int {
	if strings.ContainsRune(",;:", rune(s[end])) && strings.HasPrefix(s[end+1:], " ") {
		return end
	}
	from, to := end, end
	for from > 0 && s[from-1] > ' ' && s[from-1] < utf8.RuneSelf {
		from--
	}
	for to < len(s) && s[to] > ' ' && s[to] < utf8.RuneSelf {
		to++
	}
	if from == end || to == end || !strings.ContainsFunc(s[from:to], func(r rune) bool { return !unicode.IsLower(r) }) {
		return end
	}
	return from
}

// clauseEnd returns where the last clause of s ends at or after from; 0 none.
func clauseEnd(s string, from int) int {
	best := 0
	for i := from; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		spaced := i+n < len(s) && s[i+n] == ' '
		switch r {
		case '，', '。', '；', '：', '、', '！', '？', '—', '–':
			best = i
		case ',', ';', ':', '.':
			if spaced {
				best = i
			}
		case '(', '[':
			if i > 0 && s[i-1] == ' ' && !strings.ContainsAny(s[i:], ")]") {
				return i
			}
		case '-':
			if spaced && i > 0 && s[i-1] == ' ' {
				best = i
			}
		}
		i += n
	}
	return best
}

// dropLeading moves the end of s before words that only lead on to the next, and before
// the first word of what is joined to a clause that is whole ("… and Add"), but not below
// floor; what is joined, not where it begins below joint or leaves less than least: without
// it the rest may say another thing ("ensure that source and target must …").
func dropLeading(s string, floor, least, joint int) int {
	whole := 0 // where it ended before the first word of what is joined
	for range 6 {
		i := strings.LastIndexByte(s, ' ')
		if i < floor {
			break
		}
		before := s[:i]
		hung := Hangs(strings.ToLower(strings.TrimLeft(s[i+1:], "\"'([")))
		joins := i >= joint && !strings.ContainsAny(s[i:], ")]\"'") && Joined(strings.ToLower(before[strings.LastIndexByte(before, ' ')+1:]))
		if !joins && !hung {
			break
		}
		if joins && !hung && whole == 0 {
			whole = len(s)
		}
		s = before
	}
	if len(s) < least && whole > 0 {
		return whole
	}
	return len(s)
}

// Joined reports whether a word joins one clause or thing to the next.
func Joined(w string) bool {
	return w == "&" || w == "+" || Listed().Joins.Has(w)
}

// LeadsOn reports whether a word never ends a phrase, in the languages whose
// words are parted by spaces.
func LeadsOn(w string) bool {
	switch w {
	case "+", "&", "-", "->", "=":
		return true
	}
	return Listed().LeadsOn.Has(w)
}

// Hangs reports whether a word leaves a cut sentence without what it speaks of: it never
// ends a phrase, or says nothing before what it takes ("to make", "instead").
func Hangs(w string) bool { return LeadsOn(w) || Listed().Hangs.Has(w) }

// grapheme moves an end of s back to where no character is torn from its marks.
func grapheme(s string, end int) int {
	for end > 0 && end < len(s) {
		next, _ := utf8.DecodeRuneInString(s[end:])
		prev, n := utf8.DecodeLastRuneInString(s[:end])
		joined := unicode.Is(unicode.M, next) || next == ZWJ || prev == ZWJ || next >= 0x1F3FB && next <= 0x1F3FF || next >= 0x1F1E6 && next <= 0x1F1FF && flags(s[:end])%2 == 1
		if !joined {
			break
		}
		end -= n
	}
	return end
}

// flags counts the regional indicators at the end of s: two make a flag.
func flags(s string) int {
	n := 0
	for {
		r, size := utf8.DecodeLastRuneInString(s)
		if r < 0x1F1E6 || r > 0x1F1FF {
			return n
		}
		n++
		s = s[:len(s)-size]
	}
}

// Capital begins a sentence with a capital letter, but for what is written
// otherwise: paths, identifiers, commands with their flags, and tokens, which the
// gate would not know again.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || !unicode.IsLower(r) {
		return s
	}
	first, rest, _ := strings.Cut(s, " ")
	first = strings.TrimRight(first, ",:;!?'")
	if len(rest) > 1 && rest[0] == '-' && (rest[1] == '-' || observe.Letter(rest[1])) {
		return s
	}
	if Typed(first, s) {
		return s
	}
	if strings.ContainsAny(first, "./_\\(=@0123456789") || strings.ContainsFunc(first[n:], unicode.IsUpper) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// ASCII reports whether a text is of plain letters and signs.
func ASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Worded reports whether a text holds a letter.
func Worded(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

// Guards reports whether a text names a secret: the gate knows many a secret by
// the word before it, so what follows such a word is never shown without it.
func Guards(s string) bool {
	s = strings.ToLower(observe.ClipBytes(s, output.MaxLineBytes))
	return Listed().Secret.In(s)
}

// AddressFirst reports whether a sentence begins with a path, an address or a
// file's name.
func AddressFirst(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	if !strings.ContainsAny(first, `/\\.`) || len(first) < 5 {
		return false
	}
	if strings.HasPrefix(first, "http") || strings.HasPrefix(first, "file:") || len(first) > 2 && first[1] == ':' && observe.Letter(first[0]) {
		return true
	}
	if strings.HasPrefix(first, "/") || strings.HasPrefix(first, "@") || strings.HasPrefix(first, "~/") || strings.HasPrefix(first, "./") {
		return strings.Count(first, "/") > 1 || strings.HasPrefix(first, "@")
	}
	i := strings.LastIndexByte(first, '.')
	return first == s && i > 0 && len(first)-i < 7 && len(first)-i > 1
}

// LeastMain is how many words a part of a sentence has that can stand for it.
const LeastMain = 4

// Typed reports whether a line that begins with a word is a command as it is typed
// at a prompt: by a shell's operator in it, by a program whose name is no word, or
// in a few words by a name that no language could speak ("gt doctor").
func Typed(first, line string) bool {
	for _, op := range []string{" && ", " || ", " | ", " > ", " >> ", " 2>&1"} {
		if strings.Contains(line, op) && ASCII(first) {
			return true
		}
	}
	words := strings.Fields(line)
	switch first {
	case "git", "gh", "glab", "npm", "npx", "pnpm", "bunx", "pip", "pipx", "uv", "uvx", "cd", "ls", "mkdir", "rm", "mv", "cp", "chmod", "chown", "sudo", "ssh", "scp", "rsync", "curl", "wget", "kubectl", "tmux", "systemctl", "journalctl", "apt-get", "psql", "sqlite", "jq", "rg", "sed", "awk", "grep", "pytest", "tsc", "eslint", "gofmt", "adb", "pwsh", "chezmoi", "xcodebuild", "mvn", "ffmpeg":
		return len(words) > 1 && len(words) <= 6
	case "claude", "codex", "gemini", "aider", "docker", "terraform", "cargo", "brew", "node", "python", "make", "go", "apt", "yarn", "bun":
		if len(words) < 2 || len(words) > 4 {
			return false
		}
		switch words[1] {
		case "mcp", "plugin", "plugins", "doctor", "login", "logout", "update", "upgrade", "config", "compose", "ps", "run", "install", "init", "vet", "mod", "ci", "build", "test", "clean", "apply":
			return first != "go" && first != "make" || words[1] != "run" && words[1] != "clean"
		}
		return words[1][0] == '/'
	}
	return len(words) > 1 && len(words) <= 3 && len(first) > 1 && ASCII(line) && !strings.ContainsAny(first, "aeiouy") && strings.ToLower(line) == line
}

// Joiners are part of words (Persian) and of emoji.
const (
	// ZWNJ parts letters, and ZWJ joins signs.
	ZWNJ = '\u200c'
	ZWJ  = '\u200d'
)
