package transcript

import (
	"fmt"

	"prism/internal/fact"
	"prism/internal/jsoncursor"
)

// Reason says why a line was skipped. It is stable: counts by reason are part
// of what Prism prints. It is an error, so that a decoder can return it.
type Reason string

// Error returns the reason itself.
func (r Reason) Error() string { return string(r) }

// Why a line is skipped.
const (
	// MalformedJSON is a line that is not JSON, or stops in the middle.
	MalformedJSON = Reason(jsoncursor.Malformed)
	// NotObject is a line that is JSON and no object.
	NotObject Reason = "not_object"
	// TooDeep is a line nested deeper than jsoncursor.MaxDepth.
	TooDeep = Reason(jsoncursor.TooDeep)
	// TooLong is a line longer than MaxLine.
	TooLong Reason = "too_long"
	// PartialLastLine is a last line without newline that does not decode: it is
	// still being written. It is left for next time and is no error.
	PartialLastLine Reason = "partial_last_line"
	// NotATranscript is a whole file of something else; it counts as one line.
	NotATranscript Reason = "not_a_transcript"
	// UnreadableFile is a file that could not be opened or read to its end.
	UnreadableFile Reason = "unreadable_file"
)

// What may be odd about a line that was decoded all the same.
const (
	// OddTokens is a token count that is negative, fractional or beyond belief.
	OddTokens Reason = "odd_token_count"
	// OddTime is a time that cannot be.
	OddTime Reason = "odd_time"
)

const (
	maxTroubles = 200 // places kept; counts go on
	maxUnknown  = 200 // unknown types kept by name
)

// Ledger accounts for what was read: every line is either decoded or skipped
// for a reason. Ledgers of several workers are merged. The zero value is ready.
type Ledger struct {
	Files    int
	Lines    int // that hold anything
	Decoded  int
	Bytes    int64
	Skipped  map[Reason]int // lines
	Odd      map[Reason]int // lines decoded with a doubt
	Unknown  map[string]int // line types this version does not know
	Troubles []fact.Trouble // the first of Skipped and Odd, with their place
}

// Skip counts a line as not decoded. Line 0 means the whole file.
func (l *Ledger) Skip(file string, line int, why Reason) {
	l.Lines++
	if l.Skipped == nil {
		l.Skipped = make(map[Reason]int)
	}
	l.Skipped[why]++
	if why != PartialLastLine {
		l.trouble(file, line, why)
	}
}

// Doubt notes what is odd about a line that is counted as decoded.
func (l *Ledger) Doubt(file string, line int, why Reason) {
	if l.Odd == nil {
		l.Odd = make(map[Reason]int)
	}
	l.Odd[why]++
	l.trouble(file, line, why)
}

// Met counts a line type this version does not know.
func (l *Ledger) Met(name string) {
	if l.Unknown == nil {
		l.Unknown = make(map[string]int)
	}
	if _, known := l.Unknown[name]; !known && len(l.Unknown) >= maxUnknown {
		name = "(more)"
	}
	l.Unknown[name]++
}

func (l *Ledger) trouble(file string, line int, why Reason) {
	if len(l.Troubles) < maxTroubles {
		l.Troubles = append(l.Troubles, fact.Trouble{File: file, Line: line, Reason: string(why)})
	}
}

// Merge adds what o counted.
func (l *Ledger) Merge(o *Ledger) {
	l.Files += o.Files
	l.Lines += o.Lines
	l.Decoded += o.Decoded
	l.Bytes += o.Bytes
	l.Skipped = merge(l.Skipped, o.Skipped)
	l.Odd = merge(l.Odd, o.Odd)
	l.Unknown = merge(l.Unknown, o.Unknown)
	room := maxTroubles - len(l.Troubles)
	l.Troubles = append(l.Troubles, o.Troubles[:min(room, len(o.Troubles))]...)
}

func merge[K comparable](into, from map[K]int) map[K]int {
	if into == nil && len(from) > 0 {
		into = make(map[K]int, len(from))
	}
	for k, n := range from {
		into[k] += n
	}
	return into
}

// Unreadable counts the lines that are lost: all that were skipped but a last
// line still being written.
func (l *Ledger) Unreadable() int {
	n := 0
	for why, count := range l.Skipped {
		if why != PartialLastLine {
			n += count
		}
	}
	return n
}

// Check returns an error unless every line read was decoded or skipped.
func (l *Ledger) Check() error {
	skipped := 0
	for _, n := range l.Skipped {
		skipped += n
	}
	if l.Lines != l.Decoded+skipped {
		return fmt.Errorf("ledger: %d lines read, %d decoded, %d skipped", l.Lines, l.Decoded, skipped)
	}
	return nil
}
