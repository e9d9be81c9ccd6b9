// Package codec turns what a store keeps into bytes and back, the same for every
// engine: documents (CBOR, RFC 8949) and packed figures.
//
// Promises: what comes back is what was written, times as whole microseconds in
// UTC (as seconds in 64-bit floats, exact from 1834 to 2106), prose as the redacted
// text that it was; bytes that say something else are an error and never a panic. A struct is written as an array of its fields, so
// fields are only ever added at the end of one that is stored (a test holds an
// old document against it).
package codec

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/ugorji/go/codec"

	"prism/internal/redact"
)

// form is the first byte of every document: another one is not read.
const form = 1

// textTag marks redacted prose, by a number of the range that is free for all.
const textTag = 60_001

// Codec writes and reads documents. It is safe for concurrent use.
type Codec struct {
	handle   codec.CborHandle
	encoders sync.Pool
	decoders sync.Pool
}

// New makes a Codec.
func New() (*Codec, error) {
	c := &Codec{}
	c.handle.StructToArray = true
	if err := c.handle.SetInterfaceExt(reflect.TypeFor[redact.Text](), textTag, textExt{}); err != nil {
		return nil, err
	}
	c.encoders.New = func() any { return codec.NewEncoderBytes(new([]byte), &c.handle) }
	c.decoders.New = func() any { return codec.NewDecoderBytes(nil, &c.handle) }
	return c, nil
}

// Encode returns the document of v, which is a pointer.
func (c *Codec) Encode(v any) ([]byte, error) {
	e, ok := c.encoders.Get().(*codec.Encoder)
	if !ok {
		return nil, fmt.Errorf("no encoder")
	}
	defer c.encoders.Put(e)
	out := make([]byte, 0, 512)
	e.ResetBytes(&out)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return append([]byte{form}, out...), nil
}

// Decode reads a document into v, which points to a zero value. It keeps nothing
// of doc.
func (c *Codec) Decode(doc []byte, v any) error {
	if len(doc) == 0 || doc[0] != form {
		return fmt.Errorf("decode %T: no document that this version knows", v)
	}
	d, ok := c.decoders.Get().(*codec.Decoder)
	if !ok {
		return fmt.Errorf("no decoder")
	}
	defer c.decoders.Put(d)
	d.ResetBytes(doc[1:])
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("decode %T: %w", v, err)
	}
	if n := d.NumBytesRead(); n != len(doc)-1 {
		return fmt.Errorf("decode %T: %d bytes too many", v, len(doc)-1-n)
	}
	return nil
}

// textExt keeps redacted prose as text.
type textExt struct{}

// ConvertExt is the codec's way out.
func (textExt) ConvertExt(v any) any {
	switch t := v.(type) {
	case redact.Text:
		return t.String()
	case *redact.Text:
		return t.String()
	}
	return ""
}

// UpdateExt is the way back in.
func (textExt) UpdateExt(to, from any) {
	t, ok := to.(*redact.Text)
	if s, is := from.(string); ok && is {
		*t = redact.Restore(s)
	}
}
