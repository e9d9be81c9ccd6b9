package redact

import "unicode"

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlpha(c byte) bool { return isUpper(c) || isLower(c) }
func isAlnum(c byte) bool { return isAlpha(c) || isDigit(c) }

// isWord reports a byte of the class \w.
func isWord(c byte) bool { return isAlnum(c) || c == '_' }

// isSpace reports a byte of the class \s.
func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' && c != '\v' }

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

func isHex(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isToken reports a byte that tokens, keys and hashes are written in.
func isToken(c byte) bool {
	return isAlnum(c) || c == '_' || c == '-' || c == '.' || c == '=' || c == '+' || c == '/' || c == '~'
}

// run returns the end of the bytes of class from text[at] on, at most limit.
func run(text string, at, limit int, class func(byte) bool) int {
	end := min(len(text), at+limit)
	for at < end && class(text[at]) {
		at++
	}
	return at
}

// runBack returns the start of the bytes of class that end before text[at].
func runBack(text string, at, limit int, class func(byte) bool) int {
	end := max(0, at-limit)
	for at > end && class(text[at-1]) {
		at--
	}
	return at
}
