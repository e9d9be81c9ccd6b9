package claude

import (
	"bytes"

	"prism/internal/jsoncursor"
	"prism/internal/transcript"
)

// user reads a user line: much of what stands under that name was not said by a
// person. The order of the tests matters; the first that holds decides.
func (d *Decoder) user(rec *transcript.Record) {
	ln := &d.ln
	blocks := d.blocks
	for i := range blocks {
		if blocks[i].kind == blockResult {
			d.results(rec, blocks)
			return
		}
	}
	if ln.sidechain {
		return // the prompt the agent gave its subagent
	}
	text, images := d.spoken(blocks)
	images = max(images, ln.pictures)
	if ln.meta {
		if isHookText(text) {
			d.notice(rec, text)
		}
		return
	}
	if ln.compacted || bytes.HasPrefix(text, []byte(compactOpening)) {
		if !d.summary {
			rec.Kind = transcript.Compacted // a client that wrote no boundary line
		}
		d.summary = false
		return
	}
	if ln.plan != nil || bytes.HasPrefix(text, []byte(planOpening)) {
		d.planHand(rec, text)
		return
	}
	d.said(rec, text, images)
}

// attached reads an attachment. Only a message typed while the agent worked is
// one that a person wrote.
func (d *Decoder) attached(rec *transcript.Record) {
	c := jsoncursor.New(d.ln.attachment)
	var kind, mode, prompt, origin []byte
	var meta bool
	if len(d.ln.attachment) == 0 || !c.Object() {
		return
	}
	for {
		key, ok := c.Key()
		if !ok {
			break
		}
		switch string(key) {
		case "type":
			kind = c.Str()
		case "prompt":
			prompt = c.Raw()
		case "commandMode":
			mode = c.Str()
		case "origin":
			origin = originKind(&c)
		case "isMeta":
			meta = c.True()
		default:
			c.Skip()
		}
	}
	if string(kind) != "queued_command" || prompt == nil || meta || d.ln.sidechain {
		return
	}
	inner := jsoncursor.New(prompt)
	d.readBlocks(&inner)
	text, images := d.spoken(d.blocks)
	if string(mode) == "task-notification" || origin != nil && string(origin) != "human" {
		d.unqueue(text, true)
		d.notice(rec, text)
		return
	}
	if string(mode) == "bash" {
		d.unqueue(text, true)
		rec.Kind, rec.Command, rec.Text = transcript.Shell, "in", text
		return
	}
	d.said(rec, text, images)
	if rec.Kind == transcript.Prompt {
		if rec.Origin == transcript.Typed {
			rec.Origin = transcript.Queued
		}
		rec.Settles = append(rec.Settles, d.unqueue(text, true)...)
	}
}

// said fills rec with what a text that stands in a person's place is.
func (d *Decoder) said(rec *transcript.Record, text []byte, images int) {
	v := classify(text)
	if v.kind == speechPlain && d.ln.origin == nil && d.ln.source == nil && isBareCompact(text) {
		v = utterance{kind: speechNothing}
	}
	rec.Text = v.text
	switch v.kind {
	case speechInterrupt:
		rec.Kind = transcript.Interrupted
	case speechClear:
		rec.Kind = transcript.Cleared
	case speechShellIn:
		rec.Kind, rec.Command = transcript.Shell, "in"
	case speechShellOut:
		rec.Kind, rec.Command = transcript.Shell, "out"
		rec.Text = clip(v.text, maxNotice)
	case speechMachine:
		d.unqueue(text, false)
		d.notice(rec, text)
	case speechNothing:
		rec.Text = nil
		if len(text) == 0 && (images > 0 || d.ln.untold) && !d.machineOrigin() {
			d.prompt(rec, v, images)
		}
	case speechCommand, speechPlain:
		if d.machineOrigin() {
			d.unqueue(text, false)
			d.notice(rec, text)
			return
		}
		d.prompt(rec, v, images)
	}
}

// prompt fills rec with what a person asked.
func (d *Decoder) prompt(rec *transcript.Record, v utterance, images int) {
	rec.Kind, rec.Images = transcript.Prompt, images
	rec.Command = string(v.command)
	if v.kind == speechCommand {
		rec.Origin = transcript.Command
	}
	if string(d.ln.source) == "queued" {
		rec.Origin = transcript.Queued
	}
	if rec.Automated {
		rec.Origin = transcript.Machine
	}
	if string(d.ln.kind) == "user" {
		// A new prompt can be sent only when the queue is empty: what still waits there
		// is this one in another form (pasted text, pictures), or was lost.
		for more := d.unqueue(v.text, true); more != nil; more = d.unqueue(v.text, true) {
			rec.Settles = append(rec.Settles, more...)
		}
		rec.Settles = append(rec.Settles, d.waiting()...)
	}
}

// machineOrigin reports whether the line says that no person wrote it.
func (d *Decoder) machineOrigin() bool {
	switch string(d.ln.origin) {
	case "", "human", "unclassified":
	default:
		return true
	}
	switch string(d.ln.turnOrigin) {
	case "task_notification", "peer", "host_synthetic", "system":
		return string(d.ln.origin) != "human"
	}
	return string(d.ln.source) == "system" && string(d.ln.origin) != "human"
}

func (d *Decoder) notice(rec *transcript.Record, text []byte) {
	rec.Kind, rec.Text = transcript.Notice, clip(text, maxNotice)
}

// planHand fills rec with an accepted plan that opens a fresh conversation.
func (d *Decoder) planHand(rec *transcript.Record, text []byte) {
	rec.Kind, rec.Origin, rec.Text = transcript.Prompt, transcript.PlanHand, text
	if rec.Automated {
		rec.Origin = transcript.Machine
	}
	rec.Plan = d.bounded(d.ln.plan, maxPlan, 0)
	if len(rec.Plan) == 0 {
		plan := bytes.TrimPrefix(text, []byte(planOpening))
		if i := bytes.Index(plan, []byte(planClosing)); i >= 0 {
			plan = plan[:i]
		}
		rec.Plan = bytes.TrimSpace(clip(plan, maxPlan))
	}
	rec.Transcript = namedTranscript(text)
}

// spoken joins the visible text of a message, without what the editor put in
// front of it, and counts its pictures and documents.
func (d *Decoder) spoken(blocks []block) (text []byte, images int) {
	for i := range blocks {
		switch blocks[i].kind {
		case blockText:
			part := d.bounded(blocks[i].text, maxPrompt, maxPrompt)
			if len(blocks) > 1 && isEditorBlock(part) {
				continue
			}
			text = d.join(text, part)
		case blockPicture:
			images++
		}
	}
	return stripEditor(text), images
}

// clip cuts a text to at most n bytes, between runes.
func clip(text []byte, n int) []byte {
	if len(text) <= n {
		return text
	}
	for n > 0 && text[n]&0xC0 == 0x80 {
		n--
	}
	return text[:n]
}
