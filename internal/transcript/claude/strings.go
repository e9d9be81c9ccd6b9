package claude

import (
	"bytes"

	"prism/internal/jsoncursor"
)

// How much of a text is kept, in bytes.
const (
	maxPrompt = 96 << 10 // of a prompt: head; as much again of its end
	maxAnswer = 32 << 10 // of one visible text of the agent, head and tail each
	maxNotice = 2 << 10  // of machine text
	maxTitle  = 512
	maxWords  = 4 << 10 // of what a person said on a tool, head and tail each
	maxPlan   = 64 << 10
	maxWord   = 4 << 10 // of a path, which no system has longer, and of the id of a call; longer is cut
	// Of a name: an id, a branch, a version, a model, a tool. Git and file systems
	// take 255 bytes, and the longest name of a model, an ARN, has about 200.
	maxName = 256
)

// cutMark stands where the middle of a text was left out.
const cutMark = "\n…\n"

// text decodes a raw JSON string whole. The answer lives until the next record.
func (d *Decoder) text(raw []byte) []byte {
	if len(raw) == 0 {
		return nil
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return jsoncursor.Clean(raw)
	}
	// Room for all of it at once: a large file grown step by step would cost several
	// times its size. Texts decoded before keep the memory they stand in.
	if room := cap(d.arena) - len(d.arena); room < len(raw) {
		d.arena = make([]byte, 0, max(2*cap(d.arena), len(raw), 4<<10))
	}
	from := len(d.arena)
	d.arena = jsoncursor.AppendText(d.arena, raw)
	return d.arena[from:len(d.arena):len(d.arena)]
}

// bounded decodes head bytes of the beginning and tail bytes of the end.
func (d *Decoder) bounded(raw []byte, head, tail int) []byte {
	first, last := jsoncursor.Ends(raw, head, tail)
	if last == nil && len(first) == len(raw) {
		return d.text(raw)
	}
	from := len(d.arena)
	d.arena = jsoncursor.AppendText(d.arena, first)
	if tail > 0 {
		d.arena = append(d.arena, cutMark...)
		d.arena = jsoncursor.AppendText(d.arena, last)
	}
	return d.arena[from:len(d.arena):len(d.arena)]
}

// interner makes strings that outlive the buffer, few of them twice.
type interner struct {
	words  map[string]string
	recent [8]string // uuids: a line names its parent, which is a line just read
	next   int
}

func newInterner() interner { return interner{words: make(map[string]string)} }

// maxInterned bounds the memory a hostile file can take.
const maxInterned = 4096

// same returns the string of something that mostly repeats the line before.
func (in *interner) same(last *string, raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	if *last != string(raw) {
		*last = in.word(raw)
	}
	return *last
}

// run is same for ids: a few lines in a row share one, and it never comes back.
func (in *interner) run(last *string, raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	if *last != string(raw) {
		*last = decodeWord(raw)
	}
	return *last
}

// word returns the string of something that few lines differ in.
func (in *interner) word(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	raw = cut(raw, maxWord) // before it is remembered
	if s, ok := in.words[string(raw)]; ok {
		return s
	}
	s := decodeWord(raw)
	if len(in.words) >= maxInterned {
		clear(in.words)
	}
	in.words[string(raw)] = s
	return s
}

// fresh returns the string of a new uuid and remembers it for the lines that
// name it as their parent.
func (in *interner) fresh(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	s := decodeWord(cut(raw, maxName))
	in.next = (in.next + 1) & (len(in.recent) - 1)
	in.recent[in.next] = s
	return s
}

// id returns the string of a uuid that was probably just read.
func (in *interner) id(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	raw = cut(raw, maxName)
	for i := range in.recent {
		if s := in.recent[(in.next-i)&(len(in.recent)-1)]; s == string(raw) {
			return s
		}
	}
	return decodeWord(raw)
}

// cut bounds a raw JSON string, in bytes as written.
func cut(raw []byte, most int) []byte {
	if len(raw) > most {
		raw, _ = jsoncursor.Ends(raw, most, 0)
		raw = raw[:min(len(raw), most)]
	}
	return raw
}

func decodeWord(raw []byte) string {
	raw = cut(raw, maxWord)
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(jsoncursor.Clean(raw))
	}
	return string(jsoncursor.AppendText(nil, raw))
}

// printable returns a short name made of harmless characters, for a report.
func printable(raw []byte) string {
	const longest = 48
	if len(raw) == 0 {
		return "(none)"
	}
	out := make([]byte, 0, longest)
	for _, ch := range raw {
		if len(out) == longest {
			break
		}
		if ch <= ' ' || ch >= 0x7f || ch == '"' || ch == '\\' {
			ch = '?'
		}
		out = append(out, ch)
	}
	return string(out)
}
