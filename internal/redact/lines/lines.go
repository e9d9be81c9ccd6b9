// Package lines passes lines of JSON through the gate, string by string, so that they
// stay JSON: what a sender's machine does before a transcript leaves it, and the server
// again before anything is kept.
//
// Nouns: a Gate is one file's. Promises: keys, numbers and structure stay, and so does
// every string that the gate leaves alone, byte for byte; a gated line passes unchanged;
// what is no JSON passes as text. Pictures and signatures, long texts of no letters,
// are emptied. Refusals: it does not know what a line means.
package lines

import (
	"bytes"
	"encoding/json"
	"strings"

	"prism/internal/jsoncursor"
	"prism/internal/redact"
)

// Gate gates the lines of one file: equal secrets get equal placeholders in it. It is
// for one goroutine.
type Gate struct {
	scope *redact.Scope
	text  []byte // of the string at hand
}

// New makes a Gate for the texts of a scope.
func New(scope *redact.Scope) *Gate { return &Gate{scope: scope} }

// Err is the scope's: what could not be gated was withheld.
func (g *Gate) Err() error { return g.scope.Err() }

// Append appends lines to dst, gated; the last may lack its end.
func (g *Gate) Append(dst, all []byte) []byte {
	for len(all) > 0 {
		line, end := all, []byte(nil)
		if i := bytes.IndexByte(all, '\n'); i >= 0 {
			line, end = all[:i], all[i:i+1]
		}
		out, ok := g.line(dst, line)
		if ok {
			dst, all = append(out, end...), all[len(line)+len(end):]
			continue
		}
		// No JSON, or half of a line. Without keys around it, all of it is one text, with
		// the lines that follow: a secret may have several.
		n := len(line) + len(end)
		for n < len(all) && all[n] != '{' {
			i := bytes.IndexByte(all[n:], '\n')
			if i < 0 {
				i = len(all) - n - 1
			}
			n += i + 1
		}
		text := bytes.TrimSuffix(all[:n], []byte("\n"))
		dst = append(dst, g.scope.Text(string(text)).String()...)
		dst, all = append(dst, all[len(text):n]...), all[n:]
	}
	return dst
}

// Text is a text as it stands in gated lines: with the placeholders that these have.
func (g *Gate) Text(text string) string { return g.scope.Text(text).String() }

// line gates one line, if it is JSON. Several values on it, one after the other, are one
// line still.
func (g *Gate) line(dst, line []byte) ([]byte, bool) {
	from := len(dst)
	c := jsoncursor.New(line)
	at := 0
	for c.Peek() != 0 {
		dst = append(dst, line[at:c.Pos()]...) // blanks
		at = c.Pos()
		if dst = g.value(dst, line, &c, ""); c.Err() != "" {
			break
		}
		at = c.Pos()
	}
	if c.Err() == "" {
		return append(dst, line[at:]...), true
	}
	return dst[:from], false
}

// value gates the value that comes next. key is what it is called.
func (g *Gate) value(dst, line []byte, c *jsoncursor.Cursor, key string) []byte {
	switch c.Peek() {
	case '{':
		return g.object(dst, line, c)
	case '[':
		return g.array(dst, line, c, key)
	case '"':
		raw := c.Str()
		return g.str(dst, raw, key)
	}
	return append(dst, c.Raw()...)
}

// object gates an object. What stands between its parts stays as it was written.
func (g *Gate) object(dst, line []byte, c *jsoncursor.Cursor) []byte {
	at := c.Pos()
	c.Object()
	for {
		key, more := c.Key()
		if c.Err() != "" || !more {
			return append(dst, line[at:c.Pos()]...)
		}
		shown := g.scope.Text(string(key)).String()
		if shown != string(key) {
			// A name in it, a path for instance: all before the key, then the key.
			part := line[at:c.Pos()]
			dst = append(dst, part[:bytes.IndexByte(part, '"')]...)
			dst = append(quoted(dst, shown), ':')
		} else {
			dst = append(dst, line[at:c.Pos()]...)
		}
		at = c.Pos()
		c.Peek()
		dst = append(dst, line[at:c.Pos()]...) // blanks
		dst = g.value(dst, line, c, shown)     // as the gate reads it that comes next
		at = c.Pos()
	}
}

func (g *Gate) array(dst, line []byte, c *jsoncursor.Cursor, key string) []byte {
	at := c.Pos()
	c.Array()
	for c.Element() {
		c.Peek()
		dst = append(dst, line[at:c.Pos()]...)
		if dst = g.value(dst, line, c, key); c.Err() != "" {
			return dst
		}
		at = c.Pos()
	}
	return append(dst, line[at:c.Pos()]...)
}

// Lengths, in bytes.
const (
	// opaque is from where on a text without blanks under one of the keys of pictures
	// and signatures is one, and nothing that anybody reads.
	opaque = 256
	// telling bounds a value whose key may tell that it is a secret.
	telling = 512
)

// str gates a string, as it was written without its quotes.
func (g *Gate) str(dst, raw []byte, key string) []byte {
	if (key == "data" || key == "signature") && len(raw) >= opaque && bytes.IndexByte(raw, ' ') < 0 && bytes.IndexByte(raw, '\\') < 0 {
		return append(dst, `""`...)
	}
	text := raw
	if bytes.IndexByte(raw, '\\') >= 0 {
		g.text = jsoncursor.AppendText(g.text[:0], raw)
		text = g.text
	}
	was := string(text)
	shown := g.scope.Text(was).String()
	if len(shown) <= telling && tells(key) {
		// As a setting it says what it is: password = "…". What was changed already is
		// asked about as it is now: the gate that reads it next sees nothing else.
		before := key + `: "`
		if whole := g.scope.Text(before + shown + `"`).String(); strings.HasPrefix(whole, before) && strings.HasSuffix(whole, `"`) {
			shown = whole[len(before) : len(whole)-1]
		}
	}
	if shown == was {
		return append(append(append(dst, '"'), raw...), '"')
	}
	return quoted(dst, shown)
}

// tells reports whether a key may say that its value is a secret.
func tells(key string) bool {
	key = strings.ToLower(key)
	for _, word := range [...]string{"pass", "pwd", "secret", "token", "key", "auth", "cookie", "credential"} {
		if strings.Contains(key, word) {
			return true
		}
	}
	return false
}

// quoted appends a text as JSON.
func quoted(dst []byte, text string) []byte {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	if err := out.Encode(text); err != nil { // a string always does
		return append(dst, `""`...)
	}
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
