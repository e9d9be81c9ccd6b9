package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// Answers of schemas 1 and 2 were written in the wire format of Protocol Buffers.
// They were paid for, so they are still read: a message of fields, whole numbers
// zigzag, numbers with a fraction in eight bytes.

var errOldAnswer = errors.New("damaged answer of an earlier version")

// field is one field of such a message.
type field struct {
	bytes []byte
	n     int64
	x     float64
}

// fields takes a message apart; of a field that stands twice, the last counts.
func fields(raw []byte) (map[uint64]field, error) {
	out := make(map[uint64]field)
	for len(raw) > 0 {
		tag, used := binary.Uvarint(raw)
		if used <= 0 {
			return nil, errOldAnswer
		}
		raw = raw[used:]
		var f field
		switch tag & 7 {
		case 0:
			n, used := binary.Varint(raw)
			if used <= 0 {
				return nil, errOldAnswer
			}
			f.n, raw = n, raw[used:]
		case 1:
			if len(raw) < 8 {
				return nil, errOldAnswer
			}
			f.x, raw = math.Float64frombits(binary.LittleEndian.Uint64(raw)), raw[8:]
		case 2:
			n, used := binary.Uvarint(raw)
			if used <= 0 || n > uint64(len(raw)-used) {
				return nil, errOldAnswer
			}
			f.bytes, raw = raw[used:used+int(n)], raw[used+int(n):]
		default:
			return nil, errOldAnswer
		}
		out[tag>>3] = f
	}
	return out, nil
}

// oldAnswer reads an answer of schemas 1 and 2.
func oldAnswer(raw []byte) (a fact.Answer, err error) {
	var m, c, t map[uint64]field
	if m, err = fields(raw); err == nil {
		if c, err = fields(m[1].bytes); err == nil {
			t, err = fields(c[7].bytes)
		}
	}
	if err != nil {
		return a, fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	text := func(n uint64) string { return string(c[n].bytes) }
	a.Text = redact.Restore(string(m[2].bytes))
	a.Call = fact.Call{
		Question: text(1), Agent: text(2), Version: text(3), Model: text(4), PromptHash: text(5), InputHash: text(6),
		Tokens:  fact.Tokens{Input: t[1].n, Output: t[2].n, CacheWrite5m: t[3].n, CacheWrite1h: t[4].n, CacheRead: t[5].n},
		Latency: time.Duration(c[9].n), Attempts: int(c[10].n), RequestID: text(11), Outcome: fact.CallOutcome(text(13)),
		At: fact.FromMicro(c[12].n + fact.NoTime),
	}
	if cost, ok := c[8]; ok {
		a.Call.Cost = &cost.x
	}
	return a, nil
}

// oldTexts reads a document of schemas 1 and 2 that is a list of texts; of a damaged
// one, what comes before the damage.
func oldTexts(raw []byte) (list []string) {
	for len(raw) > 1 && raw[0] == 1<<3|2 {
		n, used := binary.Uvarint(raw[1:])
		if used <= 0 || n > uint64(len(raw)-1-used) {
			break
		}
		list = append(list, string(raw[1+used:1+used+int(n)]))
		raw = raw[1+used+int(n):]
	}
	return list
}
