package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Write prints v as indented JSON with a newline; characters that HTML escapes
// stay as they are.
func Write(w io.Writer, v any) error {
	var b bytes.Buffer
	if err := encode(&b, v, ""); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// encode appends a value, its lines behind a prefix. What a terminal obeys, or what
// hides and reorders text, is escaped: the value is the same to who parses it, and
// harmless to who looks at it.
func encode(b *bytes.Buffer, v any, prefix string) error {
	from := b.Len()
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	if bytes.IndexFunc(b.Bytes()[from:], acts) < 0 {
		return nil
	}
	raw := bytes.Clone(b.Bytes()[from:])
	b.Truncate(from)
	for len(raw) > 0 {
		r, n := utf8.DecodeRune(raw)
		if !acts(r) { // they stand in strings alone, so that an escape may take their place
			b.Write(raw[:n])
		} else if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			fmt.Fprintf(b, `\u%04x\u%04x`, high, low)
		} else {
			fmt.Fprintf(b, `\u%04x`, r)
		}
		raw = raw[n:]
	}
	return nil
}

// acts tells runes that do something to a terminal or to the text around them. ZWJ,
// which emoji need, stays.
func acts(r rune) bool {
	return r >= 0x7f && r != 0x200d && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
}
