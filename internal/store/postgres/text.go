package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// keyMost is how long a text may be that can stand in an index: an entry holds 2,700
// bytes, and up to three texts and a tenant.
const keyMost = 800

// key is a text as it stands in columns that may be indexed: what is too long is cut,
// what PostgreSQL does not take is replaced, and either ends in a hash of the whole, so
// that equal ones stay equal and others do not become so.
func key(s string) string {
	kept := clean(s)
	if kept == s && len(s) <= keyMost {
		return s
	}
	sum := sha256.Sum256([]byte(s))
	end := hex.EncodeToString(sum[:])
	return strings.ToValidUTF8(kept[:min(len(kept), keyMost-len(end))], "") + end
}

// Text implements statement.Tx.
func (t *transaction) Text(s string) string { return key(s) }

// clean is a text as PostgreSQL takes it: in UTF-8 and without NUL.
func clean(s string) string {
	if utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, string(utf8.RuneError)), "\x00", string(utf8.RuneError))
}
