package redact

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What follows makes Texts of Texts, of constants of this program and of
// numbers, so that a request can be put together without leaving the type. None
// of it lets a string of the running program in.

// Embedded returns a file that was compiled into this program, such as a prompt.
// It takes nothing but an embed.FS, which no running program can write to.
func Embedded(files embed.FS, name string) (Text, error) {
	data, err := files.ReadFile(name)
	if err != nil {
		return Text{}, fmt.Errorf("embedded text: %w", err)
	}
	if !utf8.Valid(data) {
		return Text{}, fmt.Errorf("embedded text %s is not UTF-8", name)
	}
	return Text{strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))}, nil
}

// Join puts texts together with a constant between them. Empty ones are left out.
func Join(between literal, texts ...Text) Text {
	var b Builder
	for _, t := range texts {
		if t.IsZero() {
			continue
		}
		if b.Len() > 0 {
			b.Literal(between)
		}
		b.Add(t)
	}
	return b.Text()
}

// Digest returns the first n (at most 64) hexadecimal digits of the SHA-256 of
// texts, each told apart from the next: a name for them that nobody can choose.
func Digest(n int, texts ...Text) Text {
	h := sha256.New()
	for _, t := range texts {
		_, _ = fmt.Fprintf(h, "%d:%s,", len(t.s), t.s) // a hash takes whatever it is given
	}
	digits := hex.EncodeToString(h.Sum(nil))
	return Text{digits[:max(0, min(n, len(digits)))]}
}

// Slice returns bytes from up to to of t, like t.String()[from:to], with both
// ends moved into the text and back to the start of the character they fall in.
func (t Text) Slice(from, to int) Text {
	from, to = t.start(from), t.start(to)
	if from >= to {
		return Text{}
	}
	return Text{t.s[from:to]}
}

func (t Text) start(at int) int {
	at = max(0, min(at, len(t.s)))
	for at > 0 && at < len(t.s) && !utf8.RuneStart(t.s[at]) {
		at--
	}
	return at
}

// Builder puts a Text together. The zero value is empty and ready.
type Builder struct{ b strings.Builder }

// Add appends a Text.
func (b *Builder) Add(t Text) { b.b.WriteString(t.s) }

// Literal appends a constant of this program.
func (b *Builder) Literal(s literal) { b.b.WriteString(string(s)) }

// Number appends n in decimal digits.
func (b *Builder) Number(n int) { b.b.WriteString(strconv.Itoa(n)) }

// Len is the length so far, in bytes.
func (b *Builder) Len() int { return b.b.Len() }

// Text returns what was put together.
func (b *Builder) Text() Text { return Text{b.b.String()} }
