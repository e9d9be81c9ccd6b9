// Package codec turns what a store keeps into bytes and back, the same for every
// engine: documents, by reflection, and packed figures.
//
// Promises: what comes back is what was written, times as whole microseconds in
// UTC, prose as the redacted text that it was; bytes that say something else are
// an error and never a panic. A struct is written as the list of its fields, so
// fields are only ever added at the end of one that is stored (a test holds an
// old document against it).
package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
)

// form is the first byte of every document: another one is not read.
const form = 1

// errDocument says that a document is damaged.
var errDocument = errors.New("damaged document")

// Encode returns the document of v, a pointer to a value made of plain data:
// numbers, texts, times, and lists, maps by text, pointers and structs of these.
func Encode(v any) ([]byte, error) {
	return appendValue(append(make([]byte, 0, 1024), form), reflect.ValueOf(v).Elem())
}

func appendValue(b []byte, v reflect.Value) ([]byte, error) {
	var err error
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1), nil
		}
		return append(b, 0), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint()), nil
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float())), nil
	case reflect.String:
		return appendText(b, v.String()), nil
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0), nil
		}
		return appendValue(append(b, 1), v.Elem())
	case reflect.Slice:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		for i := range v.Len() {
			if b, err = appendValue(b, v.Index(i)); err != nil {
				return b, err
			}
		}
		return b, nil
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(x, y reflect.Value) int { return strings.Compare(x.String(), y.String()) }) // one content, one document
		b = binary.AppendUvarint(b, uint64(len(keys)))
		for _, k := range keys {
			if b, err = appendValue(appendText(b, k.String()), v.MapIndex(k)); err != nil {
				return b, err
			}
		}
		return b, nil
	case reflect.Struct:
		return appendStruct(b, v)
	}
	return b, fmt.Errorf("a document cannot hold a %s", v.Type())
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// appendStruct writes how many fields follow and these: what is empty at the end is
// left out.
func appendStruct(b []byte, v reflect.Value) ([]byte, error) {
	if !v.CanAddr() { // it stands in a map
		c := reflect.New(v.Type()).Elem()
		c.Set(v)
		v = c
	}
	switch x := v.Addr().Interface().(type) {
	case *time.Time:
		return binary.AppendVarint(b, fact.Micro(*x)-fact.NoTime), nil
	case *redact.Text:
		return appendText(b, x.String()), nil
	}
	n := v.NumField()
	for n > 0 && v.Field(n-1).IsZero() {
		n--
	}
	b = binary.AppendUvarint(b, uint64(n))
	var err error
	for i := range n {
		if b, err = appendValue(b, v.Field(i)); err != nil {
			return b, err
		}
	}
	return b, nil
}

// Decode reads a document into v, which points to a zero value. It keeps nothing
// of doc.
func Decode(doc []byte, v any) error {
	if len(doc) == 0 || doc[0] != form {
		return fmt.Errorf("decode %T: no document that this version knows", v)
	}
	r := reader{text: string(doc[1:])} // texts are pieces of one string
	r.value(reflect.ValueOf(v).Elem())
	if r.bad || r.text != "" {
		return fmt.Errorf("decode %T: %w", v, errDocument)
	}
	return nil
}

// reader takes a document apart from its beginning.
type reader struct {
	text string // what is left
	bad  bool
}

func (r *reader) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.number() == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.signed())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.number())
	case reflect.Float64:
		v.SetFloat(r.float())
	case reflect.String:
		v.SetString(r.piece())
	case reflect.Pointer:
		if r.number() == 1 {
			v.Set(reflect.New(v.Type().Elem()))
			r.value(v.Elem())
		}
	case reflect.Slice:
		n := r.count()
		if n == 0 {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := 0; i < n && !r.bad; i++ {
			r.value(v.Index(i))
		}
	case reflect.Map:
		n := r.count()
		if n == 0 {
			return
		}
		v.Set(reflect.MakeMapWithSize(v.Type(), n))
		for i := 0; i < n && !r.bad; i++ {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			key.SetString(r.piece())
			r.value(value)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		r.fields(v)
	default:
		r.fail()
	}
}

func (r *reader) fields(v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case *time.Time:
		*x = fact.FromMicro(r.signed() + fact.NoTime)
		return
	case *redact.Text:
		*x = redact.Restore(r.piece())
		return
	}
	n := r.number()
	if n > uint64(v.NumField()) {
		r.fail()
		return
	}
	for i := 0; i < int(n) && !r.bad; i++ {
		r.value(v.Field(i))
	}
}

func (r *reader) number() (n uint64) {
	for i := 0; i < len(r.text) && i < binary.MaxVarintLen64; i++ {
		c := r.text[i]
		n |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.text = r.text[i+1:]
			return n
		}
	}
	r.fail()
	return 0
}

func (r *reader) signed() int64 {
	n := r.number()
	return int64(n>>1) ^ -int64(n&1)
}

func (r *reader) float() float64 {
	if len(r.text) < 8 {
		r.fail()
		return 0
	}
	var bits uint64
	for i := range 8 {
		bits |= uint64(r.text[i]) << (8 * i)
	}
	r.text = r.text[8:]
	return math.Float64frombits(bits)
}

func (r *reader) piece() string {
	n := r.count()
	s := r.text[:n]
	r.text = r.text[n:]
	return s
}

// count is the length of what follows, of which each takes a byte at least.
func (r *reader) count() int {
	n := r.number()
	if n > uint64(len(r.text)) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *reader) fail() { r.bad, r.text = true, "" }
