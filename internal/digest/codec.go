package digest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/hash"
	"prism/internal/lang"
	"prism/internal/transcript"
)

// Version is the first byte of a stored digest. It changes with the layout
// and with every rule whose result is stored (hashes, line weights, turn rules):
// digests of another version are read anew from their files, and what is kept of files
// that are gone is lost with it.
const Version = 7

// Reading changes where more is told in a form that digests of the same Version have, too
// (one more flag, a command that was not known): they are read anew where there are files, and stand where there are none.
const Reading = 8

// ErrDigest is wrapped by every error of UnmarshalBinary: the data is damaged, or
// of another version of this program.
var ErrDigest = errors.New("not a digest of this version")

// MarshalBinary writes d in a compact form: a version byte, the fields in order,
// a checksum. Person and Repo are not written.
func (d *Digest) MarshalBinary() ([]byte, error) {
	w := &writer{buf: make([]byte, 0, 256+10*len(d.Lines)+48*len(d.Usage)+64*len(d.Turns)), strings: make(map[string]uint64)}
	w.buf = append(w.buf, Version)
	w.digest(d)
	return binary.LittleEndian.AppendUint64(w.buf, hash.Of(w.buf)), nil
}

// UnmarshalBinary reads what MarshalBinary wrote. Damaged data, or data of another
// version, gives an error that wraps ErrDigest; d is then undefined.
func (d *Digest) UnmarshalBinary(data []byte) error {
	if len(data) < 9 || data[0] != Version {
		return fmt.Errorf("%w: wrong version", ErrDigest)
	}
	body := data[:len(data)-8]
	if hash.Of(body) != binary.LittleEndian.Uint64(data[len(body):]) {
		return fmt.Errorf("%w: wrong checksum", ErrDigest)
	}
	return d.read(body[1:])
}

// read decodes the body. It holds against any bytes, checksum or not.
func (d *Digest) read(body []byte) error {
	r := &reader{buf: body}
	*d = Digest{}
	r.digest(d)
	if r.bad || len(r.buf) != 0 {
		return fmt.Errorf("%w: damaged", ErrDigest)
	}
	return nil
}

type writer struct {
	buf     []byte
	strings map[string]uint64
	last    int64 // newest time written: times are stored as differences
}

func (w *writer) num(n int)     { w.buf = binary.AppendVarint(w.buf, int64(n)) }
func (w *writer) count(n int)   { w.buf = binary.AppendUvarint(w.buf, uint64(n)) }
func (w *writer) hash(h uint64) { w.buf = binary.LittleEndian.AppendUint64(w.buf, h) }

func (w *writer) bits(flags ...bool) {
	b := byte(0)
	for i, f := range flags {
		if f {
			b |= 1 << i
		}
	}
	w.buf = append(w.buf, b)
}

// str writes a string once and afterwards its number.
func (w *writer) str(s string) {
	if i, ok := w.strings[s]; ok {
		w.buf = binary.AppendUvarint(w.buf, i)
		return
	}
	w.strings[s] = uint64(len(w.strings)) + 1
	w.buf = append(w.buf, 0)
	w.count(len(s))
	w.buf = append(w.buf, s...)
}

func (w *writer) strs(list []string) {
	w.count(len(list))
	for _, s := range list {
		w.str(s)
	}
}

func (w *writer) hashes(list []uint64) {
	w.count(len(list))
	for _, h := range list {
		w.hash(h)
	}
}

func (w *writer) nano(n int64) {
	if n == 0 {
		n = math.MinInt64
		w.buf = binary.AppendVarint(w.buf, n)
		return
	}
	w.buf = binary.AppendVarint(w.buf, n-w.last)
	w.last = n
}

func (w *writer) time(t time.Time) { w.nano(conversation.Nanos(t)) }

func (w *writer) digest(d *Digest) {
	w.str(d.ID)
	w.str(d.Agent)
	w.str(d.File)
	w.str(d.Version)
	w.str(d.Branch)
	w.strs(d.CWDs)
	w.strs(d.Pulls)
	w.bits(d.Head.Cleared, d.Tail.HandedOver, d.Tail.Interrupted, d.Automated, d.Private)
	w.time(d.Head.ClearedAt)
	w.hash(d.Head.PlanKey)
	w.str(d.Head.Transcript)
	w.hash(d.Tail.PlanKey)
	w.time(d.Start)
	w.time(d.End)
	w.strs(d.Models)
	w.strs(d.Paths)
	w.count(d.zero)
	w.count(len(d.Turns))
	for i := range d.Turns {
		w.turn(&d.Turns[i])
	}
	w.count(len(d.Drafts))
	for _, m := range d.Drafts {
		w.num(m.First)
		w.num(m.Last)
		w.str(string(m.OpenedBy))
		w.str(string(m.ClosedBy))
	}
	w.count(len(d.Usage))
	for i := range d.Usage {
		u := &d.Usage[i]
		w.hash(u.Key)
		w.nano(u.Time)
		w.nano(u.Last)
		w.num(int(u.Turn))
		w.num(int(u.Model))
		w.bits(u.Nested, u.Began)
		for _, n := range []int64{u.Tokens.Input, u.Tokens.Output, u.Tokens.CacheWrite5m, u.Tokens.CacheWrite1h, u.Tokens.CacheRead} {
			w.buf = binary.AppendVarint(w.buf, n)
		}
	}
	w.count(len(d.Lines))
	for i, h := range d.Lines {
		w.hash(h)
		w.count(int(d.Seconds[i]))
	}
}

func (w *writer) turn(t *Turn) {
	w.str(t.UUID)
	w.hash(t.Key)
	w.time(t.Start)
	w.time(t.End)
	w.bits(t.Abandoned, t.Automated, t.Pushed, !t.Cleared.IsZero(), t.Claim != 0, t.Events, t.Mixed, t.Missed)
	w.buf = append(w.buf, byte(t.Origin))
	if !t.Cleared.IsZero() {
		w.time(t.Cleared)
	}
	if t.Claim != 0 {
		w.hash(t.Claim)
	}
	for _, n := range []int{t.Lines, t.Calls, t.Added, t.Removed, t.Mutating} {
		w.num(n)
	}
	w.count(len(t.Code))
	for _, v := range t.Code {
		w.str(v.Language)
		w.num(v.Edits)
		w.num(v.Lines)
		w.num(v.Reads)
		w.num(v.Named)
		w.num(v.Runs)
	}
	w.count(len(t.Prompt))
	for _, s := range t.Prompt {
		w.str(s.Language)
		w.hash(math.Float64bits(s.Weight))
	}
	w.count(len(t.Edits))
	for i := range t.Edits {
		e := &t.Edits[i]
		w.num(e.Path)
		w.time(e.Time)
		w.bits(e.Created)
		w.hashes(e.Added)
		w.hashes(e.Removed)
	}
	w.hashes(t.Reads)
	w.count(len(t.Undos))
	for i := range t.Undos {
		u := &t.Undos[i]
		w.str(u.Kind)
		w.strs(u.Paths)
		w.strs(u.Refs)
		w.bits(u.All)
		w.num(u.Count)
		w.hashes(u.Lines)
		w.time(u.Time)
	}
	w.strs(t.Commits)
}

// reader reads; after the first thing that does not fit it is bad and gives zeros.
type reader struct {
	buf     []byte
	strings []string
	last    int64
	bad     bool
}

func (r *reader) fail() {
	r.bad, r.buf = true, nil
}

func (r *reader) num() int {
	n, size := binary.Varint(r.buf)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.buf = r.buf[size:]
	return int(n)
}

// count reads how many things of at least size bytes follow.
func (r *reader) count(size int) int {
	n, got := binary.Uvarint(r.buf)
	if got <= 0 || n > uint64(len(r.buf)-got)/uint64(size) {
		r.fail()
		return 0
	}
	r.buf = r.buf[got:]
	return int(n)
}

func (r *reader) hash() uint64 {
	if len(r.buf) < 8 {
		r.fail()
		return 0
	}
	h := binary.LittleEndian.Uint64(r.buf)
	r.buf = r.buf[8:]
	return h
}

func (r *reader) byte() byte {
	if len(r.buf) == 0 {
		r.fail()
		return 0
	}
	b := r.buf[0]
	r.buf = r.buf[1:]
	return b
}

func (r *reader) bits(flags ...*bool) {
	b := r.byte()
	for i, f := range flags {
		*f = b&(1<<i) != 0
	}
}

func (r *reader) str() string {
	n, size := binary.Uvarint(r.buf)
	if size <= 0 || n > uint64(len(r.strings)) {
		r.fail()
		return ""
	}
	r.buf = r.buf[size:]
	if n > 0 {
		return r.strings[n-1]
	}
	length := r.count(1)
	if r.bad {
		return ""
	}
	s := string(r.buf[:length])
	r.buf = r.buf[length:]
	r.strings = append(r.strings, s)
	return s
}

func (r *reader) strs() []string {
	n := r.count(1)
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = r.str()
	}
	return list
}

func (r *reader) hashes() []uint64 {
	n := r.count(8)
	if n == 0 {
		return nil
	}
	list := make([]uint64, n)
	for i := range list {
		list[i] = r.hash()
	}
	return list
}

func (r *reader) nano() int64 {
	n, size := binary.Varint(r.buf)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.buf = r.buf[size:]
	if n == math.MinInt64 {
		return 0
	}
	r.last += n
	return r.last
}

func (r *reader) time() time.Time { return conversation.Moment(r.nano()) }

func (r *reader) digest(d *Digest) {
	d.ID, d.Agent, d.File, d.Version, d.Branch = r.str(), r.str(), r.str(), r.str(), r.str()
	d.CWDs, d.Pulls = r.strs(), r.strs()
	r.bits(&d.Head.Cleared, &d.Tail.HandedOver, &d.Tail.Interrupted, &d.Automated, &d.Private)
	d.Head.ClearedAt = r.time()
	d.Head.PlanKey, d.Head.Transcript, d.Tail.PlanKey = r.hash(), r.str(), r.hash()
	d.Start, d.End = r.time(), r.time()
	d.Models, d.Paths = r.strs(), r.strs()
	d.zero = r.count(8)
	lines := d.zero
	if n := r.count(20); n > 0 {
		d.Turns = make([]Turn, n)
	}
	for i := range d.Turns {
		r.turn(&d.Turns[i], len(d.Paths))
		lines += d.Turns[i].Lines
	}
	if n := r.count(4); n > 0 {
		d.Drafts = make([]DraftMark, n)
	}
	next := 1
	for i := range d.Drafts {
		m := &d.Drafts[i]
		m.First, m.Last = r.num(), r.num()
		m.OpenedBy, m.ClosedBy = fact.Boundary(r.str()), fact.Boundary(r.str())
		if m.First != next || m.Last < m.First || m.Last > len(d.Turns) {
			r.fail()
		}
		next = m.Last + 1
	}
	if len(d.Drafts) > 0 && next != len(d.Turns)+1 {
		r.fail()
	}
	if n := r.count(17); n > 0 {
		d.Usage = make([]Usage, n)
	}
	for i := range d.Usage {
		u := &d.Usage[i]
		u.Key, u.Time, u.Last = r.hash(), r.nano(), r.nano()
		turn, model := r.num(), r.num()
		r.bits(&u.Nested, &u.Began)
		for _, n := range []*int64{&u.Tokens.Input, &u.Tokens.Output, &u.Tokens.CacheWrite5m, &u.Tokens.CacheWrite1h, &u.Tokens.CacheRead} {
			*n = int64(r.num())
		}
		if turn < 0 || turn > len(d.Turns) || model < 0 || model >= len(d.Models) {
			r.fail()
			return
		}
		u.Turn, u.Model = int32(turn), uint16(model)
	}
	n := r.count(9)
	if n != lines {
		r.fail()
		return
	}
	d.Lines, d.Seconds = make([]uint64, n), make([]uint32, n)
	for i := range d.Lines {
		d.Lines[i] = r.hash()
		s, size := binary.Uvarint(r.buf)
		if size <= 0 || s > math.MaxUint32 {
			r.fail()
			return
		}
		r.buf = r.buf[size:]
		d.Seconds[i] = uint32(s)
	}
}

func (r *reader) turn(t *Turn, paths int) {
	t.UUID, t.Key, t.Start, t.End = r.str(), r.hash(), r.time(), r.time()
	var cleared, claimed bool
	r.bits(&t.Abandoned, &t.Automated, &t.Pushed, &cleared, &claimed, &t.Events, &t.Mixed, &t.Missed)
	t.Origin = transcript.Origin(r.byte())
	if cleared {
		t.Cleared = r.time()
	}
	if claimed {
		t.Claim = r.hash()
	}
	for _, n := range []*int{&t.Lines, &t.Calls, &t.Added, &t.Removed, &t.Mutating} {
		if *n = r.num(); *n < 0 {
			r.fail()
		}
	}
	if t.Lines > len(r.buf) {
		r.fail()
	}
	if n := r.count(6); n > 0 {
		t.Code = make([]CodeVote, n)
	}
	for i := range t.Code {
		t.Code[i] = CodeVote{Language: r.str(), Edits: r.num(), Lines: r.num(), Reads: r.num(), Named: r.num(), Runs: r.num()}
	}
	if n := r.count(9); n > 0 {
		t.Prompt = make([]lang.Share, n)
	}
	for i := range t.Prompt {
		t.Prompt[i] = lang.Share{Language: r.str(), Weight: math.Float64frombits(r.hash())}
	}
	if n := r.count(5); n > 0 {
		t.Edits = make([]Edit, n)
	}
	for i := range t.Edits {
		e := &t.Edits[i]
		if e.Path = r.num(); e.Path < 0 || e.Path >= paths {
			r.fail()
			return
		}
		e.Time = r.time()
		r.bits(&e.Created)
		e.Added, e.Removed = r.hashes(), r.hashes()
	}
	t.Reads = r.hashes()
	if n := r.count(6); n > 0 {
		t.Undos = make([]Undo, n)
	}
	for i := range t.Undos {
		u := &t.Undos[i]
		u.Kind, u.Paths, u.Refs = r.str(), r.strs(), r.strs()
		r.bits(&u.All)
		u.Count, u.Lines, u.Time = r.num(), r.hashes(), r.time()
	}
	t.Commits = r.strs()
}
