// Package claude decodes the transcripts of Claude Code: JSON lines whose format
// moves fast. Everything it knows about them was measured on real files of
// clients 1.0 to 2.1; what it does not know it counts and passes over.
package claude

import (
	"bytes"
	"strings"

	"prism/internal/jsoncursor"
	"prism/internal/transcript"
)

// Decoder decodes one file at a time. It keeps what later lines need of earlier
// ones: the tool behind each call id, and the queue of texts typed while the
// agent worked. It is for one goroutine.
type Decoder struct {
	cur     jsoncursor.Cursor
	ln      line
	told    told
	data    []byte // of a line whose kind was not known yet when it came
	number  int
	strs    interner
	last    last
	again   stretch // of the last line that had another than the one before
	cost    cost    // of the last message
	calls   map[string]call
	queue   []queued
	blocks  []block
	arena   []byte   // decoded text of the present record
	lines   [][]byte // of its hunks
	hunks   []transcript.Hunk
	summary bool // the last boundary was told by a system line
}

// New returns a Decoder.
func New() *Decoder {
	return &Decoder{calls: make(map[string]call), strs: newInterner()}
}

// Reset forgets the file before.
func (d *Decoder) Reset(int) {
	clear(d.calls)
	d.queue = d.queue[:0]
	d.summary = false
}

// last holds the strings of the line before: most lines repeat them.
type last struct {
	session, cwd, branch, version, entrypoint, prompt string
	message, request, model                           string
}

// line is one line of a transcript as it stands there: strings raw, without
// quotes, escapes kept; nil where the line has none.
type line struct {
	kind, subtype                 []byte
	uuid, parent, logical         []byte
	session, session2             []byte
	claim, agent                  []byte
	prompt, cwd, branch, version  []byte
	entrypoint, stamp, request    []byte
	source, turnOrigin, origin    []byte
	plan, text, operation, leaf   []byte
	title, url, denial, failure   []byte
	feedback, ran                 []byte
	pictures                      int
	attachment                    []byte // raw value
	sidechain, meta, compacted    bool
	apiError, explicit, scheduled bool
	deniedEarly, deniedLate       bool
	clock                         bool // stamp is a number, milliseconds since 1970
	hasText                       bool
	untold, byEvent, missed       bool // see events.go
	msg                           message
	res                           structured
}

// message is the API message inside a line.
type message struct {
	id, model, stop []byte
	usage           cost
}

// Decode decodes the first object of text into rec.
func (d *Decoder) Decode(text []byte, number int, rec *transcript.Record) (int, error) {
	d.recycle(rec)
	d.number = number
	d.ln, d.told.has, d.data = line{}, false, nil
	d.blocks = d.blocks[:0]
	d.cur = jsoncursor.New(text)
	c := &d.cur
	if c.Peek() != '{' {
		if c.Skip(); c.Err() != "" {
			return 0, transcript.Reason(c.Err())
		}
		return 0, transcript.NotObject
	}
	c.Object()
	d.fields(c)
	if c.Err() != "" {
		return 0, transcript.Reason(c.Err())
	}
	end := c.Pos()
	if d.data != nil {
		late := jsoncursor.New(d.data)
		d.progressData(&late)
	}
	d.head(rec)
	d.body(rec)
	return end, nil
}

// fields takes all fields of a line. What stands behind parentUuid as it stood in the
// line before is passed over as a whole.
func (d *Decoder) fields(c *jsoncursor.Cursor) {
	from, end := -1, 0 // of a stretch that is to be remembered; none is −1
	given := false     // the line has words of the stretch that is remembered: another would be written over them
	for {
		key, ok := c.Key()
		if !ok {
			return
		}
		if from >= 0 && !inStretch(key) {
			d.again.learn(c.Between(from, end))
			from = -1
		}
		opens := string(key) == "parentUuid"
		d.field(c, key)
		if end = c.Pos(); !opens {
			continue
		}
		switch from = -1; {
		case len(d.again.text) > 0 && c.Past(d.again.text):
			d.again.into(&d.ln)
			given = true
		case c.Err() == "" && !given:
			from = end
		}
	}
}

// recycle empties rec but keeps the memory of its slices.
func (d *Decoder) recycle(rec *transcript.Record) {
	calls, results := rec.Answer.Calls[:0], rec.Results[:0]
	*rec = transcript.Record{Results: results}
	rec.Answer.Calls = calls
	const keep = 1 << 20 // what one odd line may leave behind, in bytes
	if cap(d.arena) > keep {
		d.arena = nil
	}
	d.arena = d.arena[:0]
	d.lines = d.lines[:0]
	d.hunks = d.hunks[:0]
}

// field takes the value of one top-level key. Of a key that stands twice the
// last value counts.
func (d *Decoder) field(c *jsoncursor.Cursor, key []byte) {
	ln := &d.ln
	switch string(key) {
	case "type":
		ln.kind = c.Str()
	case "subtype":
		ln.subtype = c.Str()
	case "uuid":
		ln.uuid = c.Str()
	case "parentUuid":
		ln.parent = c.Str()
	case "logicalParentUuid":
		ln.logical = c.Str()
	case "sessionId":
		ln.session = c.Str()
	case "session_id":
		ln.session2 = c.Str()
	case "requestSessionId":
		ln.claim = c.Str()
	case "forkedFrom":
		if ln.claim == nil {
			ln.claim = forkedFrom(c)
		} else {
			c.Skip()
		}
	case "agentId":
		ln.agent = c.Str()
	case "promptId":
		ln.prompt = c.Str()
	case "cwd":
		ln.cwd = c.Str()
	case "gitBranch":
		ln.branch = c.Str()
	case "version":
		ln.version = c.Str()
	case "entrypoint":
		ln.entrypoint = c.Str()
	case "timestamp":
		if ln.clock = c.Peek() != '"'; ln.clock {
			ln.stamp = c.Raw()
		} else {
			ln.stamp = c.Str()
		}
	case "requestId":
		ln.request = c.Str()
	case "isSidechain":
		ln.sidechain = c.True()
	case "isMeta":
		ln.meta = c.True()
	case "isCompactSummary":
		ln.compacted = c.True()
	case untold:
		ln.untold = c.True()
	case byEvent:
		ln.byEvent = c.True()
	case missed:
		ln.missed = c.True()
	case "isApiErrorMessage":
		ln.apiError = c.True()
	case "message":
		d.message(c, &ln.msg)
	case "toolUseResult":
		ln.res.read(c)
	case "data":
		if d.data = nil; ln.kind == nil {
			d.data = c.Raw() // what it is stands behind it
		} else {
			d.progressData(c)
		}
	case "attachment":
		ln.attachment = c.Raw()
	case "origin":
		ln.origin = originKind(c)
	case "promptSource":
		ln.source = c.Str()
	case "turnOrigin":
		ln.turnOrigin = c.Str()
	case "wakeupSource", "scheduledTaskId":
		ln.scheduled = ln.scheduled || c.Peek() == '"'
		c.Skip()
	case "planContent":
		ln.plan = c.Str()
	case "content":
		ln.text = c.Str()
		ln.hasText = ln.text != nil
	case "operation":
		ln.operation = c.Str()
	case "leafUuid":
		ln.leaf = c.Str()
	case "explicit":
		ln.explicit = c.True()
	case "customTitle", "aiTitle", "summary":
		ln.title = c.Str()
	case "prUrl":
		ln.url = c.Str()
	case "error":
		ln.failure = failureText(c)
	case "commandRun":
		ln.ran = member(c, "command")
	case "userFeedback":
		ln.feedback = c.Str()
	case "imagePasteIds":
		ln.pictures = 0
		if c.Array() {
			for c.Element() {
				c.Skip()
				ln.pictures++
			}
		}
	case "toolDenialKind":
		ln.denial = c.Str()
	case "toolDenialBeforeRun":
		ln.deniedEarly = c.Peek() == 't'
		ln.deniedLate = c.Peek() == 'f'
		c.Skip()
	default:
		c.Skip()
	}
}

// message takes an API message. Old and foreign writers put a bare string or a
// bare array of blocks there; it is then the content.
func (d *Decoder) message(c *jsoncursor.Cursor, m *message) {
	*m = message{}
	d.blocks = d.blocks[:0]
	switch c.Peek() {
	case '"', '[':
		d.readBlocks(c)
		return
	case '{':
	default:
		c.Skip()
		return
	}
	c.Object()
	for {
		key, ok := c.Key()
		if !ok {
			return
		}
		switch string(key) {
		case "id":
			m.id = c.Str()
		case "model":
			m.model = c.Str()
		case "content":
			d.readBlocks(c)
		case "usage":
			d.cost.take(c)
			m.usage = d.cost
		case "stop_reason":
			m.stop = c.Str()
		default:
			c.Skip()
		}
	}
}

// head fills what every kind of line has: who, when, where, in which tree.
func (d *Decoder) head(rec *transcript.Record) {
	ln := &d.ln
	rec.UUID = d.strs.fresh(ln.uuid)
	rec.Parent = d.strs.id(ln.parent)
	rec.LogicalParent = d.strs.id(ln.logical)
	if ln.session == nil {
		ln.session = ln.session2
	}
	rec.Session = d.strs.same(&d.last.session, cut(ln.session, maxName))
	if claim := d.strs.word(cut(ln.claim, maxName)); claim != rec.Session {
		rec.Claim = claim
	}
	rec.PromptID = d.strs.run(&d.last.prompt, ln.prompt)
	rec.CWD = d.strs.same(&d.last.cwd, ln.cwd)
	rec.Branch = d.strs.same(&d.last.branch, cut(ln.branch, maxName))
	rec.Version = d.strs.same(&d.last.version, cut(ln.version, maxName))
	rec.Entrypoint = d.strs.same(&d.last.entrypoint, cut(ln.entrypoint, maxName))
	rec.Agent = d.strs.word(cut(ln.agent, maxName))
	rec.Sidechain, rec.ByEvent, rec.Missed = ln.sidechain, ln.byEvent, ln.missed
	rec.Automated = d.automated(rec.Entrypoint)
	if ln.stamp != nil && string(ln.stamp) != "null" {
		at, ok := parseTime(ln.stamp, ln.clock)
		rec.Time = at
		if !ok {
			rec.Odd = transcript.OddTime
		}
	}
}

// automated reports whether a line marks a machine run: -p, the SDK or a schedule.
// The desktop app and the editors drive the client through the SDK too; there the
// prompt source says sdk although a person types, so their entrypoint outweighs it.
func (d *Decoder) automated(entrypoint string) bool {
	ln := &d.ln
	if strings.HasPrefix(entrypoint, "sdk") || ln.scheduled {
		return true
	}
	switch string(ln.turnOrigin) {
	case "sdk", "scheduled":
		return true
	}
	return string(ln.source) == "sdk" && string(ln.origin) != "human" && (entrypoint == "" || entrypoint == "cli")
}

// body decodes what the line says.
func (d *Decoder) body(rec *transcript.Record) {
	ln := &d.ln
	switch string(ln.kind) {
	case "user":
		d.user(rec)
	case "assistant":
		d.answer(rec, &ln.msg)
	case "system":
		d.system(rec)
	case "attachment":
		d.attached(rec)
	case "progress":
		d.progress(rec)
	case "queue-operation":
		d.queueOperation(rec)
	case "custom-title":
		d.title(rec, "custom")
	case "ai-title":
		d.title(rec, "ai")
	case "summary":
		d.title(rec, "summary")
	case "last-prompt":
		d.leaf(rec)
	case "pr-link":
		if url := pullAddress(ln.url); url != "" {
			rec.Kind, rec.URL = transcript.Pull, url
		}
	default:
		rec.Unknown = unknownType(ln.kind)
	}
}

func (d *Decoder) title(rec *transcript.Record, by string) {
	if d.ln.title == nil {
		return
	}
	rec.Kind, rec.Command = transcript.Title, by
	rec.Text = d.bounded(d.ln.title, maxTitle, 0)
	if by == "summary" && d.ln.leaf != nil {
		rec.Leaf = d.strs.id(d.ln.leaf) // whose lines it sums up, be it in another file
	}
}

// renamed makes a record of /rename with a name a title given by the person. Clients
// write a custom-title line too; not all that is kept of old ones has it.
func renamed(rec *transcript.Record, text []byte) bool {
	if commandName(text) != "/rename" {
		return false
	}
	name := bytes.TrimSpace(tag(text, "command-args"))
	if len(name) == 0 || len(name) > maxTitle {
		return false
	}
	rec.Kind, rec.Command, rec.Text = transcript.Title, "custom", name
	return true
}

// leaf reads a last-prompt line. All zeros said on purpose mean that the head
// moved back before the first prompt.
func (d *Decoder) leaf(rec *transcript.Record) {
	leaf := d.ln.leaf
	if leaf == nil {
		return
	}
	zero := len(strings.Trim(string(leaf), "0-")) == 0
	if zero && !d.ln.explicit {
		return
	}
	rec.Kind = transcript.Leaf
	if !zero {
		rec.Leaf = d.strs.id(leaf)
	}
}

// system reads a line the client wrote about itself.
func (d *Decoder) system(rec *transcript.Record) {
	ln := &d.ln
	switch string(ln.subtype) {
	case "compact_boundary":
		rec.Kind = transcript.Compacted
		d.summary = true
	case "api_error":
		rec.Kind = transcript.Failed
		if ln.text == nil {
			ln.text = ln.failure
		}
		rec.Text = d.bounded(ln.text, maxNotice, 0)
	case "local_command":
		text := d.bounded(ln.text, maxNotice, 0)
		if commandName(text) == "/clear" || string(ln.ran) == "clear" || string(ln.ran) == "/clear" {
			rec.Kind = transcript.Cleared
		}
		renamed(rec, text)
	default:
		if !knownSubtypes[string(ln.subtype)] {
			rec.Unknown = "system/" + printable(ln.subtype)
		}
	}
}
