package codec

import (
	"encoding/binary"
	"errors"
)

// errTexts says that packed texts are damaged.
var errTexts = errors.New("damaged texts")

// AppendText appends the text of a session to packed texts. They stand there as they
// are, so that who looks for a word may look through all of them at once.
func AppendText(b []byte, session int64, text []byte) []byte {
	b = binary.AppendVarint(b, session)
	b = binary.AppendUvarint(b, uint64(len(text)))
	return append(b, text...)
}

// Texts hands out what AppendText wrote, in its order, until f returns false. A text is a
// piece of b.
func Texts(b []byte, f func(session int64, text []byte) bool) error {
	for len(b) > 0 {
		session, used := binary.Varint(b)
		if used <= 0 {
			return errTexts
		}
		b = b[used:]
		length, used := binary.Uvarint(b)
		if used <= 0 || length > uint64(len(b)-used) {
			return errTexts
		}
		b = b[used:]
		if !f(session, b[:length:length]) {
			return nil
		}
		b = b[length:]
	}
	return nil
}
