package llm

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/judge"
	"prism/internal/judge/llm/neutral"
	"prism/internal/redact"
)

// kind says what a line of a rendering is.
type kind uint8

const (
	ofPerson kind = iota
	ofAgent
	ofPlan
	ofEdit
	ofRun
	ofOut
	ofMark
	ofDid
	ofFacts
	ofEnd
	ofCut
	kinds
)

var _ [kinds]string = neutral.Labels // a label for each

func (k kind) write(b *redact.Builder) {
	switch k { // constants, so that they are Texts
	case ofPerson:
		b.Literal("person| ")
	case ofAgent:
		b.Literal("agent| ")
	case ofPlan:
		b.Literal("plan| ")
	case ofEdit:
		b.Literal("edit| ")
	case ofRun:
		b.Literal("run| ")
	case ofOut:
		b.Literal("out| ")
	case ofMark:
		b.Literal("mark| ")
	case ofDid:
		b.Literal("did| ")
	case ofFacts:
		b.Literal("facts| ")
	case ofEnd:
		b.Literal("end| ")
	case ofCut:
		b.Literal("cut| ")
	}
}

// quotable reports lines that may be evidence: those that say what somebody or
// some program did, not our own counts.
func (k kind) quotable() bool { return k <= ofMark }

// line is one line of a rendering. Its text has no line end.
type line struct {
	turn int // 1 + index in the draft's turns; 0 of the whole record
	kind kind
	text redact.Text
	uuid string
	at   int // in the file; 0 unknown
}

// Rendering is a session as a model is shown it: redacted, neutralised, within a
// budget, in two parts.
type Rendering struct {
	Prompts redact.Text // what was asked, and what came of it in a few figures
	Course  redact.Text // what happened
	lines   []line

	Redacted []redact.RuleCount // what was replaced in both, by rule
}

// Bytes is the length of both parts.
func (r *Rendering) Bytes() int { return len(r.Prompts.String()) + len(r.Course.String()) }

// write puts lines between the tags of a part.
func write(lines []line) redact.Text {
	var b redact.Builder
	for i := range lines {
		l := &lines[i]
		b.Number(l.turn)
		b.Literal(" ")
		l.kind.write(&b)
		b.Add(l.text)
		b.Literal("\n")
	}
	return b.Text()
}

// keyDigits is the length of the key in the tags: 80 bits of a hash over what
// they enclose, which no text can contain but by a chance of 2⁻⁸⁰.
const keyDigits = 20

// fencePrompts and fenceCourse put a part between tags whose key follows from it.
func fencePrompts(body redact.Text) redact.Text {
	key := redact.Digest(keyDigits, body)
	var b redact.Builder
	b.Literal("<prompts-")
	b.Add(key)
	b.Literal(">\n")
	b.Add(body)
	b.Literal("</prompts-")
	b.Add(key)
	b.Literal(">")
	return b.Text()
}

func fenceCourse(before, body redact.Text) redact.Text {
	key := redact.Digest(keyDigits, before, body)
	var b redact.Builder
	b.Literal("<course-")
	b.Add(key)
	b.Literal(">\n")
	b.Add(body)
	b.Literal("</course-")
	b.Add(key)
	b.Literal(">")
	return b.Text()
}

// Ground finds a quote at the turn that it is said to stand at, white space
// normalised, and returns the piece of the rendering that it is, with the place
// in the transcript. ok is false where it does not stand there.
func (r *Rendering) Ground(turn int, quote string) (q judge.Quote, ok bool) {
	if turn < 1 || len(quote) > maxString {
		return judge.Quote{}, false
	}
	want := strings.Join(strings.Fields(quote), " ")
	tame := strings.Join(strings.Fields(neutral.Text(quote)), " ")
	// A line may itself begin with what looks like a label, so the whole is tried too.
	for _, form := range []string{unlabel(want), want, unlabel(tame), tame} {
		if q, ok = r.find(turn, form); ok {
			return q, true
		}
	}
	return judge.Quote{}, false
}

func (r *Rendering) find(turn int, want string) (judge.Quote, bool) {
	if want == "" {
		return judge.Quote{}, false
	}
	for i := range r.lines {
		l := &r.lines[i]
		if l.turn != turn || !l.kind.quotable() {
			continue
		}
		text := l.text.String()
		if at := strings.Index(text, want); at >= 0 && telling(want, text) {
			return judge.Quote{UUID: l.uuid, Turn: turn, Line: l.at, Shown: l.text.Slice(at, at+len(want))}, true
		}
		if joined, ok := r.across(i, want); ok {
			return judge.Quote{UUID: l.uuid, Turn: turn, Line: l.at, Shown: joined}, true
		}
	}
	return judge.Quote{}, false
}

// across finds a quote that begins in line i and goes on in the lines after it
// of the same turn and kind: the lines of one output.
func (r *Rendering) across(i int, want string) (redact.Text, bool) {
	first := &r.lines[i]
	text := first.text
	for j := i + 1; j < len(r.lines) && j <= i+4; j++ {
		l := &r.lines[j]
		if l.turn != first.turn || l.kind != first.kind || l.uuid != first.uuid {
			break
		}
		text = redact.Join(" ", text, l.text)
		if at := strings.Index(text.String(), want); at >= 0 && at < len(first.text.String()) && telling(want, text.String()) {
			return text.Slice(at, at+len(want)), true
		}
	}
	return redact.Text{}, false
}

// telling keeps out quotes that stand everywhere: it takes two letters or
// digits, or the whole line.
func telling(quote, line string) bool {
	n := 0
	for _, r := range quote {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n >= 2 || quote == line
}

// unlabel drops the label of a line from a quote that was copied with it.
func unlabel(s string) string {
	rest := strings.TrimLeft(s, "0123456789")
	rest = strings.TrimPrefix(rest, " ")
	for _, name := range neutral.Labels {
		if after, ok := strings.CutPrefix(rest, name+"| "); ok {
			return after
		}
		if after, ok := strings.CutPrefix(rest, name+"¦ "); ok { // as package neutral writes it
			return after
		}
	}
	return s
}

// oneLine makes a Text a single line: runs of white space become one space, long
// words without end and rows of one sign are shortened.
func oneLine(t redact.Text) redact.Text {
	const (
		longWord = 160 // bytes; beyond it a word is data, not prose
		keepHead = 60
		keepTail = 30
		row      = 4 // equal signs in a row that are kept
	)
	s := t.String()
	var b redact.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if unicode.IsSpace(r) {
			i += n
			continue
		}
		end, repeated := i, 0
		from := i
		if b.Len() > 0 {
			b.Literal(" ")
		}
		var last rune
		var parts []redact.Text
		for end < len(s) {
			r, n := utf8.DecodeRuneInString(s[end:])
			if unicode.IsSpace(r) {
				break
			}
			if r == last && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				if repeated++; repeated == row {
					parts = append(parts, t.Slice(from, end))
				}
			} else {
				if repeated >= row {
					from = end
				}
				repeated = 0
			}
			last = r
			end += n
		}
		if repeated < row {
			parts = append(parts, t.Slice(from, end))
		}
		word := redact.Join("", parts...)
		if size := len(word.String()); size > longWord && ascii(word.String()) {
			b.Add(word.Slice(0, keepHead))
			b.Literal("…")
			b.Add(word.Slice(size-keepTail, size))
		} else {
			b.Add(word)
		}
		i = end
	}
	return b.Text()
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// keep says which end of a text matters.
type keep uint8

const (
	keepHead keep = iota
	keepTail
	keepBoth // two fifths of the head, three of the tail
)

// fit shortens a line to at most n bytes.
func fit(t redact.Text, n int, k keep) redact.Text {
	s := t.String()
	if len(s) <= n {
		return t
	}
	const mark = len("…")
	if n <= mark {
		return redact.Text{}
	}
	var b redact.Builder
	switch k {
	case keepHead:
		b.Add(t.Slice(0, wordEnd(s, n-mark)))
		b.Literal("…")
	case keepTail:
		b.Literal("…")
		b.Add(t.Slice(wordStart(s, len(s)-(n-mark)), len(s)))
	case keepBoth:
		head := (n - mark - 2) * 2 / 5
		if head < 20 {
			return fit(t, n, keepTail)
		}
		h := wordEnd(s, head)
		b.Add(t.Slice(0, h))
		b.Literal(" … ")
		b.Add(t.Slice(wordStart(s, len(s)-(n-mark-2-h)), len(s)))
	}
	return b.Text()
}

// wordEnd is the last place at or before n where s can be cut, at a space if one
// is near; wordStart the first at or after n.
func wordEnd(s string, n int) int {
	n = max(0, min(n, len(s)))
	for i := n; i > 0 && i > n-24; i-- {
		if i < len(s) && s[i] == ' ' {
			return i
		}
	}
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

func wordStart(s string, n int) int {
	n = max(0, min(n, len(s)))
	for i := n; i < len(s) && i < n+24; i++ {
		if s[i] == ' ' {
			return i + 1
		}
	}
	for n < len(s) && !utf8.RuneStart(s[n]) {
		n++
	}
	return n
}
