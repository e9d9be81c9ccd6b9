// Package link joins the digests of many conversations into sessions: it settles
// who owns a copied line, continues what goes on elsewhere, merges what /clear
// parted, and counts every API message once. The order of the digests changes
// nothing, and what was cut by a topic shift or a commit is never joined again.
// Facts says of a linked session what no judge needs to be asked.
package link

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/hash"
)

// Constants of joining (DESIGN.md, Sessions 4 to 6).
const (
	// MergeWithin is how soon after a /clear the next session starts to be merged.
	MergeWithin = 10 * time.Minute
	// MergeOverlap is the share of the smaller set of files that both touched.
	MergeOverlap = 0.5
	// handOver is how long a conversation may still write after the next one has
	// begun: the interrupt with which a plan is handed over is written up to 15 ms
	// after the first prompt of the conversation that goes on (measured on 18).
	handOver = time.Second
	// OpenFor is how young the last event of a session is that is still open.
	OpenFor = fact.OpenFor
)

// Linked is what Link makes of many conversations: the final sessions, each with
// its usage, and the usage that lies in none.
type Linked struct {
	Sessions []Linkage // by start, then id
	Outside  []Bill    // by time
}

// Linkage is one final session.
type Linkage struct {
	ID      string
	Aliases []string // ids of its later parts
	Parts   []Run    // in order of time

	OpenedBy, ClosedBy fact.Boundary
	State              fact.State
	Automated          bool
	Start, End         time.Time

	// InFile says that the session is exactly draft number Draft of its only
	// conversation: what a judge said of that draft holds.
	InFile bool
	Draft  int
	Key    uint64 // of its composition: parts and their turns

	Bills []Bill
}

// Run is a run of turns of one conversation, numbered from 1, inclusive.
type Run struct {
	Digest      *digest.Digest
	Row         string // of the conversation, as who linked it names it
	First, Last int
}

// Bill is one API message, counted once over all files. It points into digests:
// a large corpus has hundreds of thousands.
type Bill struct {
	Digest *digest.Digest // where it belongs
	from   *digest.Digest // that has the figures that count
	usage  *digest.Usage
	first  int64 // time of its first line in any file
}

// Time is that of the message's first line; zero when none had one.
func (b Bill) Time() time.Time { return conversation.Moment(b.first) }

// Model is the model that answered.
func (b Bill) Model() string { return b.from.Models[b.usage.Model] }

// Tokens are those of the line that counts.
func (b Bill) Tokens() fact.Tokens { return b.usage.Tokens }

// Nested reports whether it is known only from an old client's progress lines: it was
// billed like any other.
func (b Bill) Nested() bool { return b.usage.Nested }

// Began reports whether the output of Tokens is what was counted when the answer began.
func (b Bill) Began() bool { return b.usage.Began }

func sortSessions(list []Linkage) {
	slices.SortFunc(list, func(a, b Linkage) int {
		return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.ID, b.ID))
	})
}

func inTime(a, b placed) int {
	return cmp.Or(cmp.Compare(a.bill.first, b.bill.first), inOrderMet(a, b))
}

// session writes a run as a session with id, key and bills.
func (g *graph) session(r *run) Linkage {
	first, last := r.chains[0].first(), r.chains[len(r.chains)-1]
	s := Linkage{
		ID: sessionID(first.c.d, first.runs[0].First), OpenedBy: first.openedBy, ClosedBy: last.closedBy,
		Start: conversation.Moment(first.start), Automated: true,
		InFile: len(r.chains) == 1 && len(r.chains[0].pieces) == 1 && first.whole && len(first.runs) == 1,
		Draft:  first.draft, Key: hash.Seed,
	}
	end := int64(0)
	var bills []placed
	seen := map[string]bool{s.ID: true}
	for _, c := range r.chains {
		s.Automated = s.Automated && c.automated
		for _, p := range c.pieces {
			end = max(end, p.end)
			bills = append(bills, p.bills...)
			if id := sessionID(p.c.d, p.runs[0].First); !seen[id] {
				seen[id] = true
				s.Aliases = append(s.Aliases, id)
			}
			for _, r := range p.runs {
				if k := len(s.Parts); k > 0 && s.Parts[k-1].Digest == r.Digest && s.Parts[k-1].Last+1 == r.First {
					s.Parts[k-1].Last = r.Last
				} else {
					s.Parts = append(s.Parts, r)
				}
			}
		}
	}
	s.End = conversation.Moment(end)
	for _, r := range s.Parts {
		s.Key = hash.Join(s.Key, hash.Of(r.Digest.ID))
		for t := r.First - 1; t < r.Last; t++ {
			x := &r.Digest.Turns[t]
			s.Key = hash.Join(s.Key, x.Key)
			s.Key = hash.Join(s.Key, uint64(t)<<40^uint64(x.Lines)<<20^uint64(x.Calls))
			s.Key = hash.Join(s.Key, uint64(nanos(x.End)))
		}
	}
	slices.SortFunc(bills, inOrderMet)
	s.Bills = make([]Bill, len(bills))
	for i := range bills {
		s.Bills[i] = bills[i].bill
	}
	s.State = s.stateAt(time.Time{})
	return s
}

// stateAt tells whether a session is closed, and if not, whether it is open.
func (s *Linkage) stateAt(now time.Time) fact.State {
	switch {
	case s.ClosedBy != fact.NoBoundary && s.ClosedBy != "":
		return fact.Closed
	case now.Sub(s.End) < OpenFor && !s.End.After(now):
		return fact.Open
	default:
		return fact.Provisional
	}
}

// sessionID is the stable id of a session by its first prompt (DESIGN.md,
// Sessions 7): 16 hexadecimal digits.
func sessionID(d *digest.Digest, turn int) string { return ID(d, turn) }

// ID is the stable id of a session that begins with one of a digest's turns,
// numbered from 1.
func ID(d *digest.Digest, turn int) string {
	t := &d.Turns[turn-1]
	prompt := t.UUID
	if prompt == "" {
		prompt = "#" + hexKey(t.Key)
		if t.Key == 0 {
			prompt = "#" + hexKey(uint64(turn))
		}
	}
	sum := sha256.Sum256([]byte("session\x00" + d.Agent + "\x00" + d.ID + "\x00" + prompt))
	return hex.EncodeToString(sum[:8])
}

func hexKey(h uint64) string {
	var b [8]byte
	for i := range b {
		b[i] = byte(h >> (56 - 8*i))
	}
	return hex.EncodeToString(b[:])
}
