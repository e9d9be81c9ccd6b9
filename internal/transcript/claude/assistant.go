package claude

import (
	"math"
	"strconv"

	"prism/internal/fact"
	"prism/internal/jsoncursor"
	"prism/internal/transcript"
)

// block is one content block of a message, strings raw.
type block struct {
	kind     blockKind
	text     []byte
	id, name []byte // tool_use
	input    []byte // raw object
	callID   []byte // tool_result
	content  []byte // raw value
	isError  bool
}

// blockKind says what a block is.
type blockKind uint8

const (
	blockOther blockKind = iota
	blockText
	blockThinking
	blockCall
	blockResult
	blockPicture // image or document
)

func readBlockKind(raw []byte) blockKind {
	switch string(raw) {
	case "text":
		return blockText
	case "thinking", "redacted_thinking":
		return blockThinking
	case "tool_use", "server_tool_use", "mcp_tool_use":
		return blockCall
	case "tool_result":
		return blockResult
	case "image", "document":
		return blockPicture
	}
	return blockOther
}

// readBlocks takes a message's content into d.blocks: a string is one text block.
func (d *Decoder) readBlocks(c *jsoncursor.Cursor) {
	d.blocks = d.blocks[:0]
	switch c.Peek() {
	case '"':
		d.blocks = append(d.blocks, block{kind: blockText, text: c.Str()})
	case '[':
		c.Array()
		for c.Element() {
			d.blocks = append(d.blocks, readBlock(c))
		}
	case '{':
		d.blocks = append(d.blocks, readBlock(c))
	default:
		c.Skip()
	}
}

func readBlock(c *jsoncursor.Cursor) block {
	var b block
	if c.Peek() == '"' {
		return block{kind: blockText, text: c.Str()}
	}
	if !c.Object() {
		return b
	}
	for {
		key, ok := c.Key()
		if !ok {
			return b
		}
		switch string(key) {
		case "type":
			b.kind = readBlockKind(c.Str())
		case "text":
			b.text = c.Str()
		case "id":
			b.id = c.Str()
		case "name":
			b.name = c.Str()
		case "input":
			b.input = c.Raw()
		case "tool_use_id":
			b.callID = c.Str()
		case "content":
			b.content = c.Raw()
		case "is_error":
			b.isError = c.True()
		default:
			c.Skip()
		}
	}
}

// answer reads one line of the agent's answer. The client writes a line per
// content block, each with the usage of the whole message.
func (d *Decoder) answer(rec *transcript.Record, m *message) {
	rec.Kind = transcript.Answer
	a := &rec.Answer
	a.MessageID = d.strs.run(&d.last.message, m.id)
	a.RequestID = d.strs.run(&d.last.request, d.ln.request)
	a.Model = d.strs.same(&d.last.model, cut(m.model, maxName))
	a.Synthetic = a.Model == "<synthetic>"
	a.Untold = d.ln.untold
	a.Stop = d.strs.word(cut(m.stop, maxName))
	if !a.Synthetic {
		a.Usage, a.HasUsage = m.usage.tokens, m.usage.has
		if m.usage.odd {
			rec.Odd = transcript.OddTokens
		}
		if m.usage.fast && a.Model != "" {
			a.Model += fastMode
		}
	}
	for i := range d.blocks {
		b := &d.blocks[i]
		switch b.kind {
		case blockText:
			a.Text = d.join(a.Text, d.bounded(b.text, maxAnswer, maxAnswer))
			a.Wrote += len(b.text)
		case blockThinking:
			a.Thinking = true
		case blockCall:
			d.call(rec, b)
			a.Wrote += len(b.input)
		}
	}
	if d.ln.apiError {
		rec.Kind = transcript.Failed
		rec.Text = a.Text
	}
}

// join puts two texts together, a line between them.
func (d *Decoder) join(a, b []byte) []byte {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	from := len(d.arena)
	d.arena = append(append(append(d.arena, a...), '\n'), b...)
	return d.arena[from:len(d.arena):len(d.arena)]
}

// maxTokens bounds one count of one message. The largest context there is holds
// a few million; anything above is a broken or hostile line. It counts as nothing:
// no figure can be told from it, and the bound itself would drown all others.
const maxTokens = 100_000_000

// fastMode is what a model's name ends in when it answered in fast mode: another
// price, so another model to whoever prices it.
const fastMode = "-fast"

// readUsage reads message.usage. odd tells that a count was no whole number, or no
// sane one, and counts as nothing: half a token was never billed.
func readUsage(raw []byte) (t fact.Tokens, has, fast, odd bool) {
	c := jsoncursor.New(raw)
	if !c.Object() {
		return t, false, false, false
	}
	var created, m5, h1 int64
	number := func() int64 {
		v := c.Raw()
		if len(v) == 0 || v[0] == 'n' {
			return 0
		}
		has = true
		n, ok := count(v)
		if !ok || n < 0 || n > maxTokens {
			odd = true
			return 0
		}
		return n
	}
	for {
		key, ok := c.Key()
		if !ok {
			break
		}
		switch string(key) {
		case "input_tokens":
			t.Input = number()
		case "output_tokens":
			t.Output = number()
		case "cache_read_input_tokens":
			t.CacheRead = number()
		case "cache_creation_input_tokens":
			created = number()
		case "cache_creation":
			if !c.Object() {
				continue
			}
			for {
				key, ok := c.Key()
				if !ok {
					break
				}
				switch string(key) {
				case "ephemeral_5m_input_tokens":
					m5 = number()
				case "ephemeral_1h_input_tokens":
					h1 = number()
				default:
					c.Skip()
				}
			}
		case "speed":
			fast = string(c.Raw()) == `"fast"`
		default:
			c.Skip()
		}
	}
	// The sum and the split ought to agree; clients before 2.1.152 could write 0
	// for the sum. The larger is right; what the split leaves out is billed as 5m,
	// the API's default.
	t.CacheWrite5m, t.CacheWrite1h = m5, h1
	if rest := created - m5 - h1; rest > 0 {
		t.CacheWrite5m += rest
	}
	return t, has, fast, odd
}

// count reads a JSON number as a whole one. ok is false when it is none; the
// nearest whole number, within ±2^53, is returned all the same.
func count(v []byte) (n int64, ok bool) {
	const exact = 1 << 53
	if len(v) == 0 || len(v) > 64 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(v), 10, 64)
	if err == nil {
		return min(max(n, -exact), exact), n >= -exact && n <= exact
	}
	// Out of range, ParseFloat answers ±Inf, which is bounded here.
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil && !math.IsInf(f, 0) || math.IsNaN(f) {
		return 0, false
	}
	whole := math.Trunc(min(max(f, -exact), exact))
	return int64(whole), whole == f
}
