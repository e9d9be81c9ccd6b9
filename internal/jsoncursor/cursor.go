// Package jsoncursor walks over JSON that others wrote, of any size, at the speed
// of memory, and takes out the few values that are wanted. It builds nothing and
// allocates nothing.
package jsoncursor

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// MaxDepth is how deep JSON may nest; deeper input is refused as too_deep. The
// client's own lines stay under 20.
const MaxDepth = 1000

// Fault says why a walk ended early; "" says that it did not.
type Fault string

// The faults.
const (
	// Malformed is text that is not JSON, or stops in the middle.
	Malformed Fault = "malformed_json"
	// TooDeep is JSON nested deeper than MaxDepth.
	TooDeep Fault = "too_deep"
)

// Cursor walks over JSON text once, from left to right, without building
// anything: a transcript is mostly bytes that no one asks for (copies of whole
// files), and passing over them has to cost next to nothing. It checks the
// structure strictly. Inside strings it is lenient (raw control characters and
// unknown escapes pass); NUL between tokens is blank.
//
// The first error sticks and every later call answers "no more".
type Cursor struct {
	buf   []byte
	pos   int
	fresh bool // a container was entered and nothing of it was taken yet
	err   Fault
}

// New returns a Cursor at the start of b.
func New(b []byte) Cursor { return Cursor{buf: b} }

// Err returns the first error, "" if there was none.
func (c *Cursor) Err() Fault { return c.err }

// Pos is the offset of the next byte.
func (c *Cursor) Pos() int { return c.pos }

func (c *Cursor) fail(why Fault) {
	if c.err == "" {
		c.err = why
	}
	c.pos = len(c.buf)
}

// Peek passes blanks and returns the next byte without taking it; 0 at the end.
func (c *Cursor) Peek() byte {
	for c.pos < len(c.buf) {
		if ch := c.buf[c.pos]; ch > ' ' || !IsBlank(ch) {
			return ch
		}
		c.pos++
	}
	return 0
}

// Object enters an object. A value of another kind is passed over and answered
// with false.
func (c *Cursor) Object() bool { return c.enter('{') }

// Array enters an array. A value of another kind is passed over and answered
// with false.
func (c *Cursor) Array() bool { return c.enter('[') }

func (c *Cursor) enter(open byte) bool {
	if c.Peek() != open {
		c.Skip()
		return false
	}
	c.pos++
	c.fresh = true
	return true
}

// Key returns the next key of the object entered last, without quotes; false
// when the object is done. The value must be taken or skipped before the next call.
func (c *Cursor) Key() ([]byte, bool) {
	first := c.fresh
	c.fresh = false
	ch := c.Peek()
	if ch == '}' {
		c.pos++
		return nil, false
	}
	if !first {
		if ch != ',' {
			c.fail(Malformed)
			return nil, false
		}
		c.pos++
		ch = c.Peek()
	}
	if ch != '"' {
		c.fail(Malformed)
		return nil, false
	}
	key, plain := c.shortString()
	if !plain {
		key = c.rawString()
		if bytes.IndexByte(key, '\\') >= 0 {
			key = AppendText(nil, key)
		}
	}
	if c.Peek() != ':' {
		c.fail(Malformed)
		return nil, false
	}
	c.pos++
	return key, true
}

// Element reports whether the array entered last has another element. It must be
// taken or skipped before the next call.
func (c *Cursor) Element() bool {
	first := c.fresh
	c.fresh = false
	ch := c.Peek()
	if ch == ']' {
		c.pos++
		return false
	}
	if first {
		if ch == 0 {
			c.fail(Malformed)
			return false
		}
		return true
	}
	if ch != ',' {
		c.fail(Malformed)
		return false
	}
	c.pos++
	return true
}

// Str takes a string and returns it as written, without quotes, escapes kept
// (see AppendText). A value of another kind is passed over and answered with nil.
func (c *Cursor) Str() []byte {
	if c.Peek() != '"' {
		c.Skip()
		return nil
	}
	return c.rawString()
}

// Raw takes any value and returns it as written.
func (c *Cursor) Raw() []byte {
	c.Peek()
	from := c.pos
	c.Skip()
	if c.err != "" {
		return nil
	}
	return c.buf[from:c.pos]
}

// Past passes over text where the input goes on with it, and reports whether it did.
// It is for what was walked over before in such a place and ends where a value does.
func (c *Cursor) Past(text []byte) bool {
	if !bytes.HasPrefix(c.buf[c.pos:], text) {
		return false
	}
	c.fresh = false
	c.pos += len(text)
	return true
}

// Between returns the input between two offsets that Pos gave.
func (c *Cursor) Between(from, to int) []byte { return c.buf[from:to] }

// True takes a value and reports whether it is true.
func (c *Cursor) True() bool {
	yes := c.Peek() == 't'
	c.Skip()
	return yes && c.err == ""
}

// Skip passes over one value of any kind.
func (c *Cursor) Skip() {
	c.fresh = false
	switch ch := c.Peek(); {
	case ch == '"':
		c.rawString()
	case ch == '{' || ch == '[':
		c.skipContainer()
	default:
		c.skipScalar(ch)
	}
}

func (c *Cursor) skipScalar(ch byte) {
	switch {
	case ch == 't':
		c.literal("true")
	case ch == 'f':
		c.literal("false")
	case ch == 'n':
		c.literal("null")
	case ch == '-' || ch >= '0' && ch <= '9':
		c.number()
	default:
		c.fail(Malformed)
	}
}

func (c *Cursor) literal(word string) {
	if len(c.buf)-c.pos < len(word) || string(c.buf[c.pos:c.pos+len(word)]) != word {
		c.fail(Malformed)
		return
	}
	c.pos += len(word)
}

func (c *Cursor) number() {
	i, b := c.pos, c.buf
	digits := func() bool {
		from := i
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		return i > from
	}
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if !digits() {
		c.fail(Malformed)
		return
	}
	if i < len(b) && b[i] == '.' {
		i++
		if !digits() {
			c.fail(Malformed)
			return
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if !digits() {
			c.fail(Malformed)
			return
		}
	}
	c.pos = i
}

const (
	word    = 8                     // bytes that are looked at together
	short   = 40                    // up to so many the search needs no call; a uuid has 36
	ones    = 0x0101_0101_0101_0101 // 1 in each byte
	tops    = ones << 7             // the highest bit of each byte
	quotes  = ones * uint64('"')    // a quote in each byte
	escapes = ones * uint64('\\')   // a backslash in each byte
)

// zeros has the highest bit set of the first byte of x that is zero; what it says of
// the bytes above that one is worth nothing.
func zeros(x uint64) uint64 { return (x - ones) & ^x & tops }

// shortString takes the string at pos where it is short and has no escape: most
// keys and ids. Else it takes nothing.
func (c *Cursor) shortString() ([]byte, bool) {
	rest := c.buf[c.pos+1:]
	for n := 0; n < short && len(rest)-n >= word; n += word {
		x := binary.LittleEndian.Uint64(rest[n:])
		quote, escape := zeros(x^quotes), zeros(x^escapes)
		if quote|escape == 0 {
			continue
		}
		at := bits.TrailingZeros64(quote | escape)
		if quote>>at&1 == 0 {
			break
		}
		n += at >> 3
		c.pos += n + 2
		return rest[:n], true
	}
	return nil, false
}

// rawString takes the string at pos. It looks for quotes only (a vector
// instruction) and then counts the backslashes before each.
func (c *Cursor) rawString() []byte {
	if s, ok := c.shortString(); ok {
		return s
	}
	from := c.pos + 1
	at := from
	for {
		i := bytes.IndexByte(c.buf[at:], '"')
		if i < 0 {
			c.fail(Malformed)
			return nil
		}
		end := at + i
		back := end - 1
		for back >= from && c.buf[back] == '\\' {
			back--
		}
		if (end-back)&1 == 1 {
			c.pos = end + 1
			return c.buf[from:end]
		}
		at = end + 1
	}
}

// skipContainer passes over the object or array at pos. It keeps its own stack
// of bits, so that depth costs no call.
func (c *Cursor) skipContainer() {
	var object [MaxDepth/64 + 1]uint64
	depth := 0
	for {
		// A value stands here.
		switch ch := c.Peek(); ch {
		case '"':
			c.rawString()
		case '{', '[':
			c.pos++
			if depth == MaxDepth {
				c.fail(TooDeep)
				return
			}
			word, bit := depth>>6, uint64(1)<<(depth&63)
			depth++
			if ch == '{' {
				object[word] |= bit
				if c.Peek() == '}' {
					break
				}
				if !c.skipKey() {
					return
				}
				continue
			}
			object[word] &^= bit
			if c.Peek() == ']' {
				break
			}
			continue
		default:
			c.skipScalar(ch)
		}
		// A value ended, or a container is empty: close what closes here.
		for {
			if c.err != "" {
				return
			}
			inObject := object[(depth-1)>>6]>>((depth-1)&63)&1 == 1
			ch := c.Peek()
			if ch == '}' && inObject || ch == ']' && !inObject {
				c.pos++
				depth--
				if depth == 0 {
					return
				}
				continue
			}
			if ch != ',' {
				c.fail(Malformed)
				return
			}
			c.pos++
			if inObject && !c.skipKey() {
				return
			}
			break
		}
	}
}

func (c *Cursor) skipKey() bool {
	if c.Peek() != '"' {
		c.fail(Malformed)
		return false
	}
	c.rawString()
	if c.err != "" || c.Peek() != ':' {
		c.fail(Malformed)
		return false
	}
	c.pos++
	return true
}

// IsBlank reports what may stand between values: white space, and NUL, of which a
// crash of the machine leaves runs where a file had grown.
func IsBlank(ch byte) bool {
	return ch == ' ' || ch == '\t' || ch == '\r' || ch == '\n' || ch == 0
}
