package prompt

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"prism/internal/lang"
	"prism/internal/lexicon"
)

// Reference is what a text names that an agent can open or look up.
type Reference struct {
	Located bool // a file or a folder
	Names   bool // that, or a name of code, a flag, a ticket, a line
	Address bool // an address of the web
}

// maxFieldBytes is the longest word that is looked at for a name or a path.
const maxFieldBytes = 300

// References reads what a text names. Its cost is linear in the text.
func References(text string) Reference {
	var r Reference
	r.Address = strings.Contains(text, "://")
	r.Names = ticked(text)
	lines, aLine := lineWords(), false // the word before said "line"
	for len(text) > 0 && !(r.Located && r.Names) {
		n, size := len(text), 0
		for i, c := range text {
			if parted(c) {
				n, size = i, utf8.RuneLen(c)
				break
			}
		}
		raw := text[:n]
		if n > 0 && !(letter(raw[0]) && letter(raw[n-1])) {
			raw = strings.Trim(raw, "\"'`[]{}<>,;:!?*—–“”«»")
		}
		text = text[min(len(text), n+size):]
		f := strings.TrimRight(strings.Trim(raw, "-()"), ".")
		flag := strings.HasPrefix(strings.TrimLeft(raw, "("), "--")
		if aLine && f != "" && f[0] >= '0' && f[0] <= '9' || isCall(raw) {
			r.Names = true
		}
		aLine = lines[strings.ToLower(f)]
		if len(f) < 3 || len(f) > maxFieldBytes {
			continue
		}
		switch {
		case strings.Contains(f, "://"):
		case f[0] == '@' && len(f) > 3, isFileName(f), isFolder(f):
			r.Located, r.Names = true, true
		case flag && letter(f[0]), isName(f), isTicket(f), isScoped(f), strings.HasPrefix(f, "origin/"), strings.HasPrefix(f, "upstream/"):
			r.Names = true
		}
	}
	return r
}

// lineWords announce the number of a line; read when a text is first looked at.
var lineWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for w := range lexicon.Words("line") {
		words[w] = true
	}
	return words
})

// parted reports whether a rune stands between words: a blank, or a letter or
// sign of a script that is written without blanks, in which names stand bare.
func parted(c rune) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c >= 0x1100 && (bare(c) || c >= 0x3000 && c <= 0x303F || c >= 0xFF00 && c <= 0xFFEF)
}

// ticked reports whether a text has code in ticks; keys to press are none.
func ticked(text string) bool {
	for {
		i := strings.IndexByte(text, '`')
		if i < 0 {
			return false
		}
		text = text[i+1:]
		n := strings.IndexByte(text, '`')
		if n < 0 {
			return false
		}
		if in := text[:n]; n >= 3 && n < 200 && !strings.Contains(in, "+") && !strings.Contains(in, "\n") {
			return true
		}
		text = text[n+1:]
	}
}

// isFileName reports whether a word is a path or ends in a file's extension.
func isFileName(w string) bool {
	if strings.HasPrefix(w, "http") || strings.HasPrefix(w, "www.") {
		return false
	}
	if i := strings.LastIndexByte(w, ':'); i > 0 && i < len(w)-1 && w[i+1] >= '0' && w[i+1] <= '9' { // file.go:12, file.go:12:3
		w = w[:i]
		if k := strings.LastIndexByte(w, ':'); k > 1 {
			w = w[:k]
		}
	}
	i := strings.LastIndexByte(w, '.')
	if i > 0 && i < len(w)-1 && w[i-1] != '.' && isEnding(w[i+1:], w) && !isAbbreviation(w) {
		return !isDomain(w[i+1:]) || strings.ContainsAny(w[:i], "/\\")
	}
	return strings.Contains(w, ":\\") || strings.Count(w, "/") >= 2 && !strings.Contains(w, "//") && (w[0] == '/' || strings.ContainsAny(w, "-_.") || usualFolder(w))
}

// usualFolder reports whether a path begins with a folder that projects have;
// "create/update/delete" is no path.
func usualFolder(w string) bool {
	head, _, _ := strings.Cut(w, "/")
	switch head {
	case "src", "docs", "doc", "lib", "app", "apps", "cmd", "internal", "pkg", "packages", "tests", "spec", "components", "pages", "public", "assets",
		"client", "server", "frontend", "backend", "api", "scripts", "config", "bin", "tools", "examples", "test", "modules", "services", "static", "templates", "web":
		return true
	}
	return false
}

// isEnding reports whether what follows the last dot is an ending of files:
// people forget the blank after a full stop.
func isEnding(ending, name string) bool {
	switch strings.ToLower(ending) {
	case "txt", "log", "csv", "tsv", "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "png", "jpg", "jpeg", "gif", "webp", "ico", "mp3", "mp4", "mov", "wav",
		"zip", "tar", "gz", "db", "sqlite", "lock", "pem", "key", "map", "parquet", "pkl", "exe", "dll", "apk", "jar", "har", "tmp", "bak", "sum", "mod":
		return true
	}
	return lang.OfFile(name) != ""
}

// isDomain reports whether an ending is of the web rather than of a file.
func isDomain(ending string) bool {
	switch ending {
	case "com", "org", "net", "io", "ai", "dev", "app", "de", "fr", "ru", "cn", "jp", "uk", "eu", "br", "it", "es", "co", "me", "gg", "xyz", "edu", "gov":
		return true
	}
	return false
}

// isAbbreviation knows "e.g", "i.e", "z.b", "node.js" from names of files: one
// letter before the dot, or a product.
func isAbbreviation(w string) bool {
	i := strings.IndexByte(w, '.')
	return i == 1 && len(w) <= 4 || lang.IsProduct(w)
}

// isFolder reports whether a word is written as a folder's path.
func isFolder(w string) bool {
	switch {
	case strings.HasPrefix(w, "~/"), strings.HasPrefix(w, "./"), strings.HasPrefix(w, "../"):
		return true
	case strings.HasPrefix(w, "/") && strings.Count(w, "/") >= 2:
		return true
	case strings.HasSuffix(w, "/") && len(w) > 3 && strings.IndexByte(w, ':') < 0:
		return true
	case strings.HasPrefix(w, ".") && len(w) > 3 && letter(w[1]) && lowerName(w[1:]): // .claude, .gitignore
		return true
	}
	return false
}

func lowerName(w string) bool {
	for i := range len(w) {
		if c := w[i]; !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '/' || c == '.') {
			return false
		}
	}
	return true
}

// isName reports whether a word is written as a name of code: snake_case,
// camelCase, PascalCase of two humps.
func isName(w string) bool {
	if isProduct(w) {
		return false
	}
	w, _, _ = strings.Cut(w, "(")
	humps, letters, scores := 0, 0, 0
	for i := range len(w) {
		switch c := w[i]; {
		case letter(c):
			letters++
			if i > 0 && c >= 'A' && c <= 'Z' && w[i-1] >= 'a' && w[i-1] <= 'z' && i+1 < len(w) && w[i+1] >= 'a' && w[i+1] <= 'z' {
				humps++
			}
		case c == '_' && i > 0 && i+1 < len(w):
			scores++
		case c >= '0' && c <= '9', c == '.', c == '-', c == ':', c == '_':
		default:
			return false
		}
	}
	return letters >= 3 && (humps > 0 || scores > 0)
}

// isScoped reports whether a word is a name in a scope: Expr::Ref.
func isScoped(w string) bool {
	i := strings.Index(w, "::")
	return i > 0 && i+2 < len(w) && letter(w[i-1]) && letter(w[i+2])
}

// isCall reports whether a word is written as a call: new(), id.Parse(text).
func isCall(w string) bool {
	w = strings.TrimRight(w, ".")
	i := strings.IndexByte(w, '(')
	if i < 2 || !strings.HasSuffix(w, ")") || len(w) > maxFieldBytes || !letter(w[0]) {
		return false
	}
	for k := range i {
		if c := w[k]; !letter(c) && c != '_' && c != '.' && (c < '0' || c > '9') {
			return false
		}
	}
	return i == len(w)-2 || strings.ContainsAny(w[:i], "._") || isName(w[:i])
}

// isTicket reports whether a word names a ticket, an issue or a commit: ENT-221,
// #45, a hash.
func isTicket(w string) bool {
	if w[0] == '#' {
		return digits(w[1:])
	}
	if i := strings.IndexByte(w, '-'); i >= 2 && i <= 10 && digits(w[i+1:]) {
		for k := range i {
			if w[k] < 'A' || w[k] > 'Z' {
				return false
			}
		}
		return true
	}
	if len(w) < 7 || len(w) > 40 {
		return false
	}
	figures, letters := 0, 0
	for i := range len(w) {
		switch c := w[i]; {
		case c >= '0' && c <= '9':
			figures++
		case c >= 'a' && c <= 'f':
			letters++
		default:
			return false
		}
	}
	return figures > 1 && letters > 1
}

func digits(w string) bool {
	for i := range len(w) {
		if w[i] < '0' || w[i] > '9' {
			return false
		}
	}
	return w != ""
}

// isProduct knows names that are spelled like code and are products.
func isProduct(w string) bool {
	if lang.IsProduct(w) {
		return true
	}
	switch strings.ToLower(w) {
	case "github", "gitlab", "javascript", "typescript", "openai", "chatgpt", "postgresql", "mysql", "mongodb", "youtube", "linkedin", "whatsapp",
		"facebook", "powerpoint", "powershell", "wordpress", "macbook", "iphone", "ipad", "macos", "vscode", "intellij", "webstorm",
		"pycharm", "jetbrains", "devcontainer", "deepseek", "langchain", "paypal", "tiktok", "hubspot", "clickup", "sqlite",
		"graphql", "websocket", "websockets", "webassembly", "fastapi", "nextjs", "nodejs", "reactjs", "vuejs", "ebay",
		"onedrive", "sharepoint", "cloudflare", "digitalocean", "bigquery", "clickhouse", "devops", "oauth", "xgboost",
		"pytorch", "tensorflow", "numpy", "opencv", "codespace", "codespaces", "minimax", "testflight", "playstation", "gitkraken":
		return true
	}
	return false
}

// bare reports whether a rune is of a script that is written without blanks.
func bare(c rune) bool {
	return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
