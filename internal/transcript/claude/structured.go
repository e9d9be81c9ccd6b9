package claude

import (
	"bytes"

	"prism/internal/jsoncursor"
	"prism/internal/transcript"
)

// structured is the sibling toolUseResult of a result line: an object whose
// fields depend on the tool, a plain string, or a list.
type structured struct {
	message                       []byte // where it is a string
	kind, path, content           []byte
	patch                         []byte // raw array
	hasOriginal, hasPatch         bool
	newSource, oldSource          []byte
	notebook                      bool
	plan, agent                   []byte
	answers, notes                []byte // raw objects
	git                           []byte // raw object
	exitSaid, background, meaning []byte
	interrupted                   bool
}

// read takes the value of toolUseResult. It names the few fields that matter and
// passes over the rest: copies of whole files are most of a transcript.
func (r *structured) read(c *jsoncursor.Cursor) {
	*r = structured{}
	if c.Peek() == '"' {
		r.message = c.Str()
		return
	}
	if !c.Object() {
		return
	}
	for {
		key, ok := c.Key()
		if !ok {
			return
		}
		switch string(key) {
		case "type":
			r.kind = c.Str()
		case "filePath":
			r.path = c.Str()
		case "notebook_path":
			r.path, r.notebook = c.Str(), true
		case "content":
			r.content = c.Str()
		case "originalFile", "originalFileContents":
			r.hasOriginal = c.Peek() == '"'
			c.Skip()
		case "structuredPatch":
			r.hasPatch = c.Peek() == '['
			r.patch = c.Raw()
		case "new_source":
			r.newSource = c.Str()
		case "old_source":
			r.oldSource = c.Str()
		case "plan":
			r.plan = c.Str()
		case "agentId":
			r.agent = c.Str()
		case "answers":
			r.answers = c.Raw()
		case "annotations":
			r.notes = c.Raw()
		case "gitOperation":
			r.git = c.Raw()
		case "exitCode":
			r.exitSaid = c.Raw()
			if len(r.exitSaid) > 0 && r.exitSaid[0] == 'n' {
				r.exitSaid = nil
			}
		case "backgroundTaskId":
			r.background = c.Str()
		case "returnCodeInterpretation":
			r.meaning = c.Str()
		case "interrupted":
			r.interrupted = c.True()
		default:
			c.Skip()
		}
	}
}

// edited fills what an edit did. A created file has an empty patch and its whole
// content; a notebook edit has the old and the new source of its cell.
func (d *Decoder) edited(out *transcript.Result, res *structured) {
	switch {
	case res.notebook:
		out.File = d.strs.word(res.path)
		from := len(d.hunks)
		d.hunks = append(d.hunks, transcript.Hunk{Added: splitLines(d.text(res.newSource)), Removed: splitLines(d.text(res.oldSource))})
		out.Hunks = d.hunks[from:len(d.hunks):len(d.hunks)]
	case res.hasPatch:
		out.File = d.strs.word(res.path)
		from := len(d.hunks)
		d.readPatch(res.patch)
		out.Hunks = d.hunks[from:len(d.hunks):len(d.hunks)]
		if len(out.Hunks) == 0 && (string(res.kind) == "create" || !res.hasOriginal && res.kind == nil) && res.content != nil {
			out.Created = true
			out.Content = d.text(res.content)
		}
	case string(res.kind) == "create" && res.path != nil:
		out.File = d.strs.word(res.path)
		out.Created, out.Content = true, d.text(res.content)
	}
}

// readPatch reads the hunks of a structuredPatch.
func (d *Decoder) readPatch(raw []byte) {
	c := jsoncursor.New(raw)
	if !c.Array() {
		return
	}
	for c.Element() {
		if !c.Object() {
			continue
		}
		var hunk transcript.Hunk
		has := false
		for {
			key, ok := c.Key()
			if !ok {
				break
			}
			if string(key) != "lines" {
				c.Skip()
				continue
			}
			again := c
			hunk, has = transcript.Hunk{Added: d.signed(&c, '+'), Removed: d.signed(&again, '-')}, true
		}
		if has {
			d.hunks = append(d.hunks, hunk)
		}
	}
}

// signed takes an array of patch lines and returns those of one sign, without it.
func (d *Decoder) signed(c *jsoncursor.Cursor, sign byte) [][]byte {
	from := len(d.lines)
	if !c.Array() {
		return nil
	}
	for c.Element() {
		raw := c.Str()
		if len(raw) > 0 && raw[0] == sign {
			d.lines = append(d.lines, d.text(raw[1:]))
		}
	}
	return d.lines[from:len(d.lines):len(d.lines)]
}

// splitLines cuts a text into lines; a newline at the end opens no further one.
func splitLines(text []byte) [][]byte {
	if len(text) == 0 {
		return nil
	}
	return bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}
