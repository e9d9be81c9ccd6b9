package codec

import (
	"encoding/binary"
	"errors"
	"math"

	"prism/internal/fact"
)

// Row is a figure with the number of the session that it is of.
type Row struct {
	Session int64
	Figure  fact.Figure
}

// leastRow is about the bytes of a small row: what is left holds no more of them.
const leastRow = 60

// errFigures says that packed figures are damaged.
var errFigures = errors.New("damaged figures")

// PackFigures appends rows to b, best in the order in which their sessions ended:
// about 80 bytes each.
func PackFigures(b []byte, rows []Row) []byte {
	p := packer{b: b, out: true}
	var last fact.Figure
	var session int64
	for i := range rows {
		r := rows[i]
		p.row(&r, &last, &session)
	}
	return p.b
}

// UnpackFigures appends to rows what PackFigures wrote. The rows share memory with
// each other, none with b.
func UnpackFigures(rows []Row, b []byte) ([]Row, error) {
	return new(Room).UnpackFigures(rows, b)
}

// Room is memory for what rows have any number of, to be used again once they are done
// with. The zero value is ready.
type Room struct {
	bills []fact.Bill
	used  int // of them, and beyond
}

// Clear has what was unpacked so far done with.
func (r *Room) Clear() {
	if r.used > len(r.bills) {
		r.bills = make([]fact.Bill, r.used+r.used/4)
	}
	r.used = 0
}

// UnpackFigures is UnpackFigures into rows that are done with when the room is cleared.
func (r *Room) UnpackFigures(rows []Row, b []byte) ([]Row, error) {
	p := packer{b: b, bills: r.bills[min(r.used, len(r.bills)):]}
	defer func() { r.used += p.used }()
	var last fact.Figure
	var session int64
	for p.at < len(p.b) && !p.bad {
		rows = append(rows, Row{})
		p.row(&rows[len(rows)-1], &last, &session)
	}
	if p.bad {
		return nil, errFigures
	}
	return rows, nil
}

// packer goes over figures either way, so that there is one list of fields.
type packer struct {
	b     []byte
	out   bool // packing
	at    int  // when unpacking
	bad   bool
	bills []fact.Bill // room for the next ones
	used  int         // how many there were
}

func (p *packer) row(r *Row, last *fact.Figure, session *int64) {
	f := &r.Figure
	p.delta(&r.Session, *session)
	p.delta(&f.Ended, last.Ended)
	p.delta(&f.Started, f.Ended)
	p.fixed(&f.Key)
	p.fixed(&f.Conversation)
	for _, n := range [...]*uint32{&f.Repo, &f.RepoName, &f.Branch, &f.Model, &f.Intent, &f.Code, &f.Judge, &f.Version, &f.Miss, &f.Unjudged} {
		p.number(n)
	}
	for _, n := range [...]*int32{&f.Turns, &f.FloorTurns, &f.NetLines} {
		p.int32(n)
	}
	life, flags := uint8(f.Life), uint8(f.Flags)
	p.bytes(&f.Out, &life, &flags, &f.Letter)
	f.Life, f.Flags = fact.Life(life), fact.FigureFlags(flags)
	marks := uint32(f.Marks)
	p.number(&marks)
	f.Marks = uint16(marks)
	if f.Flags.Has(fact.FigurePlaced) {
		p.number(&f.Person)
		p.number(&f.Folder)
	}
	p.tokens(&f.Tokens)
	if p.bit(f.Nested != fact.Tokens{}) {
		p.tokens(&f.Nested)
	}
	if f.Flags.Has(fact.FigureCostKnown) {
		p.float(&f.Cost)
	}
	p.lists(f)
	*session, last.Ended = r.Session, f.Ended
}

// lists packs what a figure has any number of.
func (p *packer) lists(f *fact.Figure) {
	n := p.count(len(f.Continued), 8)
	if !p.out && n > 0 {
		f.Continued = make([]uint64, n)
	}
	for i := range f.Continued {
		p.fixed(&f.Continued[i])
	}
	n = p.count(len(f.Bills), 2)
	if !p.out {
		f.Bills = p.room(n)
	}
	for i := range f.Bills {
		b := &f.Bills[i]
		if !p.out {
			*b = fact.Bill{} // the room may have been another's
		}
		p.number(&b.Model)
		var bits uint8
		for k, is := range [...]bool{b.Known, b.NestedKnown, b.Spent, b.NestedSpent} {
			if is {
				bits |= 1 << k
			}
		}
		p.bytes(&bits)
		b.Known, b.NestedKnown, b.Spent, b.NestedSpent = bits&1 != 0, bits&2 != 0, bits&4 != 0, bits&8 != 0
		if b.Known {
			p.float(&b.Cost)
		}
		if b.NestedKnown {
			p.float(&b.NestedCost)
		}
	}
}

// room returns n bills out of a larger piece of memory.
func (p *packer) room(n int) []fact.Bill {
	if n == 0 {
		return nil
	}
	if len(p.bills) < n {
		p.bills = make([]fact.Bill, max(n, min(256, (len(p.b)-p.at)/leastRow)))
	}
	p.used += n
	out := p.bills[:n:n]
	p.bills = p.bills[n:]
	return out
}

func (p *packer) tokens(t *fact.Tokens) {
	for _, n := range [...]*int64{&t.Input, &t.Output, &t.CacheWrite5m, &t.CacheWrite1h, &t.CacheRead} {
		p.delta(n, 0)
	}
}

// delta packs a number by its difference from another one.
func (p *packer) delta(n *int64, from int64) {
	if p.out {
		p.b = binary.AppendVarint(p.b, *n-from)
		return
	}
	x, used := binary.Varint(p.b[p.at:])
	if used <= 0 {
		p.fail()
		return
	}
	p.at += used
	*n = x + from
}

func (p *packer) number(n *uint32) {
	if p.out {
		p.b = binary.AppendUvarint(p.b, uint64(*n))
		return
	}
	if p.at < len(p.b) && p.b[p.at] < 0x80 { // most are small
		*n = uint32(p.b[p.at])
		p.at++
		return
	}
	x, used := binary.Uvarint(p.b[p.at:])
	if used <= 0 || x > math.MaxUint32 {
		p.fail()
		return
	}
	p.at += used
	*n = uint32(x)
}

func (p *packer) int32(n *int32) {
	x := int64(*n)
	p.delta(&x, 0)
	*n = int32(x)
}

func (p *packer) fixed(n *uint64) {
	if p.out {
		p.b = binary.LittleEndian.AppendUint64(p.b, *n)
		return
	}
	if len(p.b)-p.at < 8 {
		p.fail()
		return
	}
	*n = binary.LittleEndian.Uint64(p.b[p.at:])
	p.at += 8
}

func (p *packer) float(x *float64) {
	bits := math.Float64bits(*x)
	p.fixed(&bits)
	*x = math.Float64frombits(bits)
}

func (p *packer) bytes(list ...*uint8) {
	for _, n := range list {
		if p.out {
			p.b = append(p.b, *n)
			continue
		}
		if p.at >= len(p.b) {
			p.fail()
			return
		}
		*n = p.b[p.at]
		p.at++
	}
}

func (p *packer) bit(is bool) bool {
	var n uint8
	if is {
		n = 1
	}
	p.bytes(&n)
	return n == 1
}

// count packs the length of a list whose elements take at least so many bytes.
func (p *packer) count(n, least int) int {
	x := uint32(n)
	p.number(&x)
	if !p.out && int64(x)*int64(least) > int64(len(p.b)-p.at) {
		p.fail()
		return 0
	}
	return int(x)
}

func (p *packer) fail() { p.bad, p.at = true, len(p.b) }
