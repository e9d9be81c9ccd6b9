package claude

import (
	"bytes"
	"strconv"

	"prism/internal/jsoncursor"
	"prism/internal/transcript"
)

// How much of a result's text is kept, in bytes: tests and builds say what
// matters at the end, and what was run at the beginning.
const (
	resultHead = 1536
	resultTail = 3072
)

// Texts of the client in the place of a result.
const (
	refusal       = "The user doesn't want to proceed with this tool use"
	refusalNow    = "The user doesn't want to take this action right now"
	refusalSaid   = "the user said:"
	refusalNote   = "\n\nNote: The user's next message may contain"
	clarify       = "The user wants to clarify these questions"
	clarifyAnswer = "Answer: "
	toolError     = "<tool_use_error>"
	exitOpening   = "Exit code "
	planApproved  = "User has approved your plan"
	planApproved2 = "User has approved exiting plan mode"
)

// neverRan are openings of results of calls that were not carried out, though no
// person refused them.
var neverRan = [...]string{
	"Sibling tool call errored", "Cancelled: parallel tool call", interruptMark,
	"Permission to use ", "Claude requested permissions to", "This command requires approval",
	"Tool permission ", "The user interrupted", "Interrupted by user", "Request interrupted",
}

// results reads a line of tool results.
func (d *Decoder) results(rec *transcript.Record, blocks []block) {
	rec.Kind = transcript.Results
	n := 0
	for i := range blocks {
		if blocks[i].kind == blockResult {
			n++
		}
	}
	for i := range blocks {
		b := &blocks[i]
		if b.kind != blockResult {
			continue
		}
		rec.Results = append(rec.Results, transcript.Result{})
		// The structured result stands once on the line: it belongs to its only block.
		res := &d.ln.res
		if n > 1 {
			res = &structured{}
		}
		d.result(&rec.Results[len(rec.Results)-1], b, res)
	}
	// Words beside the result are the person's comment on that tool.
	for i := range blocks {
		if blocks[i].kind != blockText {
			continue
		}
		text := bytes.TrimSpace(d.bounded(blocks[i].text, maxWords, maxWords))
		if u := classify(text); u.kind == speechPlain {
			last := &rec.Results[len(rec.Results)-1]
			last.Said = d.join(last.Said, text)
		}
	}
	if last := &rec.Results[len(rec.Results)-1]; len(last.Said) == 0 && d.ln.feedback != nil {
		last.Said = d.bounded(d.ln.feedback, maxWords, maxWords)
	}
}

// result reads one tool result.
func (d *Decoder) result(out *transcript.Result, b *block, res *structured) {
	out.CallID = decodeWord(b.callID)
	out.Exit = -1
	note := d.calls[out.CallID]
	opening := d.contentOpening(b.content)
	failed := b.isError || bytes.HasPrefix(opening, []byte(toolError)) || isFailure(res.message)
	if failed || note.family != reader && note.family != editor {
		out.Text, out.Images = d.contentText(b.content)
		opening = out.Text
	}
	d.outcome(out, note, failed, opening, res)
	out.Subagent = d.strs.word(cut(res.agent, maxName))
	switch note.family {
	case commands, watch:
		d.shellResult(out, note, b, res)
	case asker:
		if out.Outcome == transcript.Done {
			out.Said = d.answers(res)
		}
	}
	if out.Outcome != transcript.Done {
		return
	}
	if bytes.HasPrefix(opening, []byte(planApproved)) || bytes.HasPrefix(opening, []byte(planApproved2)) {
		out.PlanApproved = true
		out.Plan = d.bounded(res.plan, maxPlan, 0)
	}
	d.edited(out, res)
}

// outcome decides what became of a call.
func (d *Decoder) outcome(out *transcript.Result, note call, failed bool, text []byte, res *structured) {
	bare := bytes.TrimPrefix(bytes.TrimPrefix(text, []byte(toolError)), []byte("Error: "))
	switch {
	case d.ln.denial != nil:
		out.Outcome = transcript.Aborted
		if bytes.HasPrefix(d.ln.denial, []byte("user")) && !d.ln.deniedLate {
			out.Outcome = transcript.Rejected
		}
	case bytes.HasPrefix(bare, []byte(refusal)), bytes.HasPrefix(bare, []byte(refusalNow)),
		bytes.HasPrefix(res.message, []byte("User rejected")), failed && bytes.HasPrefix(bare, []byte("User rejected")):
		out.Outcome = transcript.Rejected
	case res.interrupted, failed && (hasOneOf(bare, neverRan[:]) || isBlockedByHook(bare)):
		out.Outcome = transcript.Aborted
	case failed:
		out.Outcome = transcript.Errored
	default:
		out.Outcome = transcript.Done
	}
	if out.Outcome == transcript.Rejected {
		out.Said = refusalWords(text)
	}
	if failed && bytes.HasPrefix(bare, []byte(exitOpening)) {
		out.Exit = leadingInt(bare[len(exitOpening):])
	} else if out.Outcome == transcript.Done && note.family == commands && res.exitSaid == nil && res.background == nil && res.meaning == nil {
		out.Exit = 0
	}
	if res.exitSaid != nil {
		if n, ok := count(res.exitSaid); ok && n >= 0 && n < 1<<16 {
			out.Exit = int(n)
		}
	}
}

// refusalWords returns what the person said when refusing.
func refusalWords(text []byte) []byte {
	i := bytes.Index(text, []byte(refusalSaid))
	if i < 0 {
		return nil
	}
	words := text[i+len(refusalSaid):]
	if j := bytes.Index(words, []byte(refusalNote)); j >= 0 {
		words = words[:j]
	}
	words = bytes.TrimSpace(words)
	if bytes.HasPrefix(words, []byte(clarify)) {
		return answersAmong(words)
	}
	return words
}

// answersAmong returns what the person had answered before they turned questions down to
// talk about them first: the client tells that in words of its own, each answer on a line
// below its question.
func answersAmong(words []byte) []byte {
	var out [][]byte
	for line := range bytes.Lines(words) {
		if answer, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte(clarifyAnswer)); ok {
			out = append(out, answer)
		}
	}
	return bytes.Join(out, []byte("\n"))
}

func isFailure(message []byte) bool {
	return bytes.HasPrefix(message, []byte("Error:")) || bytes.HasPrefix(message, []byte("User rejected")) ||
		bytes.HasPrefix(message, []byte("Sibling tool call errored")) || bytes.HasPrefix(message, []byte("Cancelled: parallel"))
}

// isBlockedByHook reports whether a hook kept the call from running:
// "PreToolUse:Bash hook error: …".
func isBlockedByHook(text []byte) bool {
	head := text[:min(len(text), 120)]
	return bytes.HasPrefix(head, []byte("PreToolUse:")) || bytes.HasPrefix(head, []byte("Hook PreToolUse")) ||
		bytes.Contains(head, []byte("denied this tool"))
}

// leadingInt reads the number a text opens with; −1 when there is none.
func leadingInt(text []byte) int {
	n := 0
	for n < len(text) && n < 6 && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	v, err := strconv.Atoi(string(text[:n]))
	if err != nil {
		return -1
	}
	return v
}

// contentOpening returns the beginning of a result's content, decoded.
func (d *Decoder) contentOpening(content []byte) []byte {
	if len(content) < 2 || content[0] != '"' {
		return nil
	}
	head, _ := jsoncursor.Ends(content[1:len(content)-1], 160, 0)
	return d.text(head)
}

// contentText decodes a result's content, bounded, and counts its pictures.
func (d *Decoder) contentText(content []byte) (text []byte, images int) {
	if len(content) == 0 {
		return nil, 0
	}
	c := jsoncursor.New(content)
	switch c.Peek() {
	case '"':
		return d.bounded(c.Str(), resultHead, resultTail), 0
	case '[':
	default:
		return nil, 0
	}
	c.Array()
	for parts := 0; c.Element(); parts++ {
		b := readBlock(&c)
		switch b.kind {
		case blockText:
			if parts < 8 {
				text = d.join(text, d.bounded(b.text, resultHead, resultTail))
			}
		case blockPicture:
			images++
		}
	}
	return text, images
}

// answers joins what the person chose and wrote.
func (d *Decoder) answers(res *structured) []byte {
	var out []byte
	for _, raw := range [...][]byte{res.answers, res.notes} {
		c := jsoncursor.New(raw)
		if len(raw) == 0 || !c.Object() {
			continue
		}
		for {
			_, ok := c.Key()
			if !ok {
				break
			}
			switch c.Peek() {
			case '"':
				out = d.join(out, d.bounded(c.Str(), maxWords, maxWords))
			case '{':
				out = d.join(out, d.note(&c))
			case '[':
				c.Array()
				for c.Element() {
					out = d.join(out, d.bounded(c.Str(), maxWords, maxWords))
				}
			default:
				c.Skip()
			}
			if len(out) > 4*maxWords {
				return out
			}
		}
	}
	return out
}

// note takes what the person wrote beside an answer: {"notes": "…"}.
func (d *Decoder) note(c *jsoncursor.Cursor) []byte {
	var words []byte
	c.Object()
	for {
		key, ok := c.Key()
		if !ok {
			return words
		}
		if string(key) == "notes" {
			words = d.bounded(c.Str(), maxWords, maxWords)
		} else {
			c.Skip()
		}
	}
}
