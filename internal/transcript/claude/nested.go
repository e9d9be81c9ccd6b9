package claude

import (
	"prism/internal/jsoncursor"
	"prism/internal/transcript"
)

// told is what a progress line tells of a subagent: one of its own lines.
type told struct {
	kind, agent []byte
	ln          line
	has         bool
}

// progressData takes the data of a progress line. Old clients told a subagent's
// whole work in these and nowhere else.
func (d *Decoder) progressData(c *jsoncursor.Cursor) {
	d.told = told{}
	if string(d.ln.kind) != "progress" || !c.Object() {
		if string(d.ln.kind) != "progress" {
			c.Skip()
		}
		return
	}
	for {
		key, ok := c.Key()
		if !ok {
			return
		}
		switch string(key) {
		case "type":
			d.told.kind = c.Str()
		case "agentId":
			d.told.agent = c.Str()
		case "message":
			if !c.Object() {
				continue
			}
			outer := d.ln
			d.ln = line{stamp: outer.stamp, clock: outer.clock}
			for {
				key, ok := c.Key()
				if !ok {
					break
				}
				if string(key) == "data" {
					c.Skip() // no progress within progress
					continue
				}
				d.field(c, key)
			}
			d.told.ln, d.told.has = d.ln, true
			d.ln = outer
		default:
			c.Skip()
		}
	}
}

// progress reads what a subagent did; other progress changes nothing.
func (d *Decoder) progress(rec *transcript.Record) {
	if string(d.told.kind) != "agent_progress" || !d.told.has {
		return
	}
	d.ln = d.told.ln
	rec.Sidechain, rec.Nested = true, true
	d.ln.sidechain = true
	if d.told.agent != nil {
		rec.Agent = d.strs.word(cut(d.told.agent, maxName))
	}
	if at, ok := parseTime(d.ln.stamp, d.ln.clock); ok {
		rec.Time = at
	}
	switch string(d.ln.kind) {
	case "assistant":
		d.answer(rec, &d.ln.msg)
	case "user":
		d.user(rec)
	}
}
