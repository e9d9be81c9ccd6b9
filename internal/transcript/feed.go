package transcript

import (
	"bytes"
	"errors"
	"io"
)

// Decoder turns the lines of one dialect into Records. It may carry state from
// line to line of one file; Reset starts the next file.
type Decoder interface {
	// Reset forgets what earlier lines said; number is the file's index in its Unit.
	Reset(file int)
	// Decode decodes the first object of text into rec and returns how many bytes
	// it took. A Reason says why it could not. rec's byte slices die at the next call.
	Decode(text []byte, line int, rec *Record) (int, error)
	// End tells what only the end of the file shows, and reports whether rec holds it.
	End(rec *Record) bool
}

// hopeless is how many lines may fail before any was decoded until the whole
// file is taken for something else.
const hopeless = 50

// Feed reads one file after another: lines from the Reader, Records from the
// Decoder, the account in a Ledger. It is for one goroutine.
type Feed struct {
	reader *Reader
	dec    Decoder
	rec    Record
}

// NewFeed returns a Feed over dec.
func NewFeed(dec Decoder) *Feed { return &Feed{reader: NewReader(), dec: dec} }

// Read hands every Record of src to each, in file order. name stands in the
// ledger's troubles, file is the index that Records carry. It returns the offset
// up to which src is settled (a last line still being written is not), and the
// first error of the source or of each; lines that cannot be decoded are no error.
func (f *Feed) Read(src io.Reader, name string, file int, led *Ledger, each func(*Record) error) (int64, error) {
	var own Ledger
	own.Files = 1
	f.reader.Reset(src)
	f.dec.Reset(file)
	settled, err := f.lines(name, file, &own, each)
	if err == nil && f.dec.End(&f.rec) {
		f.rec.File = file
		err = each(&f.rec)
	}
	if own.Decoded == 0 && err == nil && own.Lines > 1 && own.Skipped[MalformedJSON]+own.Skipped[NotObject] == own.Lines {
		err = NotATranscript
	}
	own.Bytes = settled
	if errors.Is(err, NotATranscript) {
		own = Ledger{Files: 1, Bytes: settled}
		own.Skip(name, 0, NotATranscript)
		err = nil
	}
	led.Merge(&own)
	return settled, err
}

func (f *Feed) lines(name string, file int, led *Ledger, each func(*Record) error) (int64, error) {
	head, err := f.reader.Head(512)
	if err != nil {
		return 0, err
	}
	if Foreign(head) {
		return 0, NotATranscript
	}
	settled := int64(0)
	for {
		line, err := f.reader.Next()
		if errors.Is(err, io.EOF) {
			return settled, nil
		}
		if err != nil {
			return settled, err
		}
		why, err := f.line(line, name, file, led, each)
		if err != nil {
			return settled, err
		}
		if why == "" {
			led.Lines++
			led.Decoded++
		} else {
			if !line.Ended && why == MalformedJSON {
				led.Skip(name, line.Number, PartialLastLine)
				return line.Offset, nil
			}
			led.Skip(name, line.Number, why)
			if led.Decoded == 0 && led.Lines >= hopeless {
				return settled, NotATranscript
			}
		}
		settled = line.Offset + line.Length
		if line.Ended {
			settled++
		}
	}
}

// line decodes one line, which holds one object or, where two writers met,
// several of them without a newline between.
func (f *Feed) line(line Line, name string, file int, led *Ledger, each func(*Record) error) (Reason, error) {
	if line.TooLong {
		return TooLong, nil
	}
	for rest := line.Data; !blank(rest); {
		n, err := f.dec.Decode(rest, line.Number, &f.rec)
		if err != nil {
			var why Reason
			if !errors.As(err, &why) {
				why = MalformedJSON
			}
			return why, nil
		}
		f.rec.File, f.rec.Line = file, line.Number
		if f.rec.Unknown != "" {
			led.Met(f.rec.Unknown)
		}
		if f.rec.Odd != "" {
			led.Doubt(name, line.Number, f.rec.Odd)
		}
		if err := each(&f.rec); err != nil {
			return "", err
		}
		rest = rest[n:]
	}
	return "", nil
}

// Foreign reports whether a file that begins with head is no transcript of any
// kind: compressed, in UTF-16, or one JSON document spread over many lines.
func Foreign(head []byte) bool {
	for _, magic := range [...]string{"\x1f\x8b", "\x28\xb5\x2f\xfd", "PK\x03\x04", "BZh", "\xfd7zXZ", "\xff\xfe", "\xfe\xff", "SQLite format 3", "\x7fELF"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}
	first := bytes.TrimLeft(head, " \t\r\n\x00")
	if i := bytes.IndexByte(first, '\n'); i >= 0 {
		first = bytes.TrimSpace(first[:i])
		return len(first) == 1 && (first[0] == '{' || first[0] == '[')
	}
	return false
}
