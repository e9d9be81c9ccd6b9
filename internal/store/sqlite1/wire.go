package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"prism/internal/redact"
	"prism/internal/store"
)

// Every row holds the whole of what it stands for in one document, in
// the wire format of Protocol Buffers (protobuf.dev/programming-guides/encoding):
// fields by number, unknown ones skipped, absent ones zero. So a field can be
// added without a migration, and `protoc --decode_raw` shows one to a person.
// It is not JSON because a warm run does little else than read it: here strings
// are cut out of the row as they stand, which takes a fifth of the time.
//
// A number, once released, keeps its meaning for ever.

// The wire types of the format that are used here.
const (
	wireVarint = 0
	wireFixed  = 1 // eight bytes, little endian
	wireBytes  = 2 // length, then as many bytes
)

// writer appends fields. Single values that are zero are left out; members of a
// list are not.
type writer struct{ buf []byte }

func (w *writer) uvarint(v uint64) { w.buf = binary.AppendUvarint(w.buf, v) }

func (w *writer) tag(field, wire int) { w.uvarint(uint64(field)<<3 | uint64(wire)) }

func (w *writer) text(field int, v string) {
	if v != "" {
		w.member(field, v)
	}
}

func (w *writer) member(field int, v string) {
	w.tag(field, wireBytes)
	w.uvarint(uint64(len(v)))
	w.buf = append(w.buf, v...)
}

func (w *writer) prose(field int, v redact.Text) { w.text(field, v.String()) }

func (w *writer) texts(field int, list []string) {
	for _, v := range list {
		w.member(field, v)
	}
}

func (w *writer) int(field int, v int64) {
	if v != 0 {
		w.tag(field, wireVarint)
		w.uvarint(uint64(v<<1) ^ uint64(v>>63)) // small for small negative numbers too
	}
}

func (w *writer) bool(field int, v bool) {
	if v {
		w.int(field, 1)
	}
}

func (w *writer) float(field int, v float64) {
	if v != 0 {
		w.money(field, &v)
	}
}

func (w *writer) money(field int, v *float64) {
	if v != nil {
		w.tag(field, wireFixed)
		w.buf = binary.LittleEndian.AppendUint64(w.buf, math.Float64bits(*v))
	}
}

// time keeps microseconds since the year 1, so that "no time" is zero.
func (w *writer) time(field int, v time.Time) { w.int(field, v.UnixMicro()-noTime) }

func (w *writer) counts(field int, m map[string]int) {
	for _, k := range slices.Sorted(maps.Keys(m)) { // one content, one document
		start := w.begin(field)
		w.text(1, k)
		w.int(2, int64(m[k]))
		w.end(start)
	}
}

// begin opens a document inside the document and returns what end needs to
// close it.
func (w *writer) begin(field int) (start int) {
	w.tag(field, wireBytes)
	return len(w.buf)
}

func (w *writer) end(start int) {
	var length [binary.MaxVarintLen64]byte
	n := binary.PutUvarint(length[:], uint64(len(w.buf)-start))
	w.buf = slices.Insert(w.buf, start, length[:n]...)
}

// nested writes one document per item.
func nested[T any](w *writer, field int, items []T, put func(*writer, *T)) {
	for i := range items {
		start := w.begin(field)
		put(w, &items[i])
		w.end(start)
	}
}

// document writes v; w only lends its memory.
func document[T any](w *writer, v *T, put func(*writer, *T)) []byte {
	w.buf = w.buf[:0]
	put(w, v)
	return append([]byte{}, w.buf...) // never nil, which would be NULL
}

var errWire = errors.New("not a document")

// reader reads the fields of one document, one after the other. The strings it
// hands out are parts of the document.
type reader struct {
	rest   string
	err    error
	field  int
	wire   int
	number uint64
	bytes  string
}

// next goes to the next field; false at the end or on an error.
func (r *reader) next() bool {
	if r.err != nil || r.rest == "" {
		return false
	}
	tag := r.uvarint()
	if tag>>3 == 0 || tag>>3 > math.MaxInt32 {
		return r.fail()
	}
	r.field, r.wire = int(tag>>3), int(tag&7)
	r.number, r.bytes = 0, ""
	switch r.wire {
	case wireVarint:
		r.number = r.uvarint()
	case wireFixed:
		if len(r.rest) < 8 {
			return r.fail()
		}
		for i := 7; i >= 0; i-- {
			r.number = r.number<<8 | uint64(r.rest[i])
		}
		r.rest = r.rest[8:]
	case wireBytes:
		n := r.uvarint()
		if n > uint64(len(r.rest)) {
			return r.fail()
		}
		r.bytes, r.rest = r.rest[:n], r.rest[n:]
	default:
		return r.fail()
	}
	return r.err == nil
}

func (r *reader) fail() bool {
	r.err = errWire
	return false
}

func (r *reader) uvarint() (v uint64) {
	for i := 0; i < len(r.rest) && i < binary.MaxVarintLen64; i++ {
		b := r.rest[i]
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			r.rest = r.rest[i+1:]
			return v
		}
	}
	r.fail()
	return 0
}

// is makes sure that the field has the type that its reader expects.
func (r *reader) is(wire int) bool {
	if r.wire != wire {
		return r.fail()
	}
	return true
}

func (r *reader) text() string {
	r.is(wireBytes)
	return r.bytes
}

func (r *reader) prose() redact.Text { return redact.Restore(r.text()) }

func (r *reader) int64() int64 {
	r.is(wireVarint)
	return int64(r.number>>1) ^ -int64(r.number&1)
}

func (r *reader) int() int { return int(r.int64()) }

func (r *reader) bool() bool { return r.int64() != 0 }

func (r *reader) float() float64 {
	r.is(wireFixed)
	return math.Float64frombits(r.number)
}

func (r *reader) money() *float64 {
	v := r.float()
	return &v
}

func (r *reader) time() time.Time { return fromMicro(r.int64() + noTime) }

func (r *reader) count(m *map[string]int) {
	if *m == nil {
		*m = map[string]int{}
	}
	var key string
	var n int
	inside := reader{rest: r.text()}
	for inside.next() {
		switch inside.field {
		case 1:
			key = inside.text()
		case 2:
			n = inside.int()
		}
	}
	(*m)[key] = n
	r.also(inside.err)
}

func (r *reader) also(err error) {
	if r.err == nil {
		r.err = err
	}
}

// into reads the document in the current field.
func into[T any](r *reader, v *T, get func(*reader, *T)) {
	if r.is(wireBytes) {
		inside := reader{rest: r.bytes}
		get(&inside, v)
		r.also(inside.err)
	}
}

// add reads the document in the current field into a new member of list.
func add[T any](r *reader, list *[]T, get func(*reader, *T)) {
	if *list == nil {
		*list = make([]T, 0, 4) // most lists are short; four saves two growths
	}
	var v T
	*list = append(*list, v)
	into(r, &(*list)[len(*list)-1], get)
}

// parse reads a document that document wrote. What does not parse was damaged:
// nobody else writes here.
func parse[T any](raw []byte, v *T, get func(*reader, *T)) error {
	r := reader{rest: string(raw)}
	get(&r, v)
	if r.err != nil {
		return fmt.Errorf("%w: %w", store.ErrCorrupt, r.err)
	}
	return nil
}

// noTime is the zero time in microseconds since 1970: what columns hold for it.
const noTime = -62135596800000000

// fromMicro is the inverse of time.Time.UnixMicro, for the zero time too.
func fromMicro(n int64) time.Time { return time.UnixMicro(n).UTC() }
