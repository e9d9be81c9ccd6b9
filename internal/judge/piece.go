package judge

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/redact"
)

// What a verdict shows is cut out of longer texts, and the gate knows many secrets
// only whole: a card number by its digits, a recovery phrase by the words before it.
// So each run of letters and digits that is shown must also be left standing when
// the gate sees it where it came from, with what surrounds it.
const (
	minRun      = 4        // shorter runs tell nothing
	surround    = 300      // bytes on either side of a run that the gate is shown
	searchEach  = 16 << 10 // bytes of one text in which runs are looked for
	searchTotal = 96 << 10 // bytes of a session in which runs are looked for
	hiddenPiece = "[HIDDEN]"
	keyHead     = "-----BEGIN" // of a private key in text form
)

// shown makes a piece of a session's prose fit to be kept, in at most n characters.
// texts are those that it may have been cut out of, the likeliest first.
func shown(red Redactor, piece string, n int, texts iter.Seq[string]) redact.Text {
	out := prose(red, piece, n)
	var left, hidden []string // gated surroundings; runs that do not stand in them
	list := runs(out.String())
	for i, run := range list {
		word := strings.ToLower(run.text)
		stands := func(text string) bool { return strings.Contains(text, word) }
		if slices.Contains(hidden, run.text) || !run.digits && slices.ContainsFunc(left, stands) {
			continue
		}
		at, text := find(texts, []string{run.text})
		if at < 0 {
			continue // the judge's own word
		}
		// The run with its neighbour tells the place better than the run alone.
		var probes []string
		if i+1 < len(list) && list[i+1].from-run.to <= near {
			probes = append(probes, out.String()[run.from:list[i+1].to])
		}
		if i > 0 && run.from-list[i-1].to <= near {
			probes = append(probes, out.String()[list[i-1].from:run.to])
		}
		if i, t := find(texts, probes); i >= 0 {
			at, text = i, t
		}
		around := strings.ToLower(red.Text(window(text, at, at+len(run.text))).String())
		if left = append(left, around); !stands(around) {
			hidden = append(hidden, run.text)
		}
	}
	if len(hidden) == 0 {
		return out
	}
	for _, run := range hidden {
		piece = strings.ReplaceAll(piece, run, hiddenPiece)
	}
	return prose(red, piece, n)
}

// find returns the first place of the first probe that stands anywhere; the first
// letter of a title may have been made a capital.
func find(texts iter.Seq[string], probes []string) (at int, text string) {
	for _, probe := range probes {
		for text := range texts {
			for from := 1; from < len(text); {
				i := strings.Index(text[from:], probe[1:])
				if i < 0 {
					break
				}
				if at := from + i - 1; text[at]|0x20 == probe[0]|0x20 {
					return at, text
				}
				from += i + 1
			}
		}
	}
	return -1, ""
}

// run is a run of ASCII letters and digits.
type run struct {
	text     string
	from, to int
	digits   bool // it has one: part of a number or a key, rather than a word
}

// near is how far apart neighbouring runs stand, in bytes.
const near = 3

// runs are the runs of a gated text, without those of placeholders.
func runs(text string) []run {
	var out []run
	r := run{from: -1}
	for i := 0; i <= len(text); i++ {
		if i < len(text) && alnum(text[i]) {
			if r.from < 0 {
				r.from = i
			}
			r.digits = r.digits || text[i] <= '9'
			continue
		}
		if r.from >= 0 && i-r.from >= minRun && !placeholder(text, r.from, i) {
			r.text, r.to = text[r.from:i], i
			out = append(out, r)
		}
		r = run{from: -1}
	}
	return out
}

func alnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// placeholder reports whether a run is part of one: [EMAIL_1].
func placeholder(text string, from, to int) bool {
	for from > 0 && (alnum(text[from-1]) || text[from-1] == '_') {
		from--
	}
	for to < len(text) && (alnum(text[to]) || text[to] == '_') {
		to++
	}
	return from > 0 && text[from-1] == '[' && to < len(text) && text[to] == ']'
}

// window is text from so far before one place to so far behind another, with
// neither a character nor a word cut in two where a space is near.
func window(text string, from, to int) string {
	lo, hi := max(from-surround, 0), min(to+surround, len(text))
	if lo > 0 {
		if i := strings.IndexByte(text[lo:max(from, lo)], ' '); i >= 0 {
			lo += i
		}
	}
	if hi < len(text) {
		if i := strings.LastIndexByte(text[min(to, hi):hi], ' '); i >= 0 {
			hi = min(to, hi) + i
		}
	}
	if i := strings.LastIndex(text[:from], keyHead); i >= 0 && i < lo {
		lo = i // a key's body may be long, and is known by its head
	}
	for lo < hi && !utf8.RuneStart(text[lo]) {
		lo++
	}
	for hi < len(text) && hi > lo && !utf8.RuneStart(text[hi]) {
		hi--
	}
	return text[lo:hi]
}

// headTurns and tailTurns bound the turns in which the pieces of a label are
// looked for: titles are of the first prompts, summaries of the last answers.
const (
	headTurns = 8
	tailTurns = 12
)

// labelTexts are the texts that a title or a summary may have been cut out of.
func labelTexts(d *conversation.Draft) iter.Seq[string] {
	return func(yield func(string) bool) {
		total := 0
		give := func(text string) bool {
			text = text[:min(len(text), searchEach, searchTotal-total)]
			total += len(text)
			return (text == "" || yield(text)) && total < searchTotal
		}
		turn := func(t *conversation.Turn) bool {
			if t.Abandoned {
				return true
			}
			if !give(t.Prompt) || !give(t.Plan) {
				return false
			}
			for i := max(len(t.Says)-2, 0); i < len(t.Says); i++ {
				if !give(t.Says[i].Text) {
					return false
				}
			}
			for i := range t.Steps {
				if s := &t.Steps[i]; s.Commits && !give(s.Target) {
					return false
				}
			}
			return true
		}
		n := len(d.Turns)
		for i := 0; i < min(n, headTurns); i++ {
			if !turn(&d.Turns[i]) {
				return
			}
		}
		for i := n - 1; i >= max(headTurns, n-tailTurns); i-- {
			if !turn(&d.Turns[i]) {
				return
			}
		}
	}
}

// turnTexts are the texts of one turn that a quote may have been cut out of: the
// one that its uuid names first.
func turnTexts(t *conversation.Turn, q Quote) iter.Seq[string] {
	return func(yield func(string) bool) {
		on := true
		for _, own := range []bool{true, false} {
			if !on || own && q.UUID == "" {
				continue
			}
			eachText(t, func(uuid, text string) bool {
				if (uuid == q.UUID) == own || q.UUID == "" {
					on = yield(text)
				}
				return on
			})
		}
	}
}
