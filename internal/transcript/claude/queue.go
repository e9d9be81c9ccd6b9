package claude

import (
	"bytes"

	"prism/internal/transcript"
)

// queued is a text that was typed, or sent by the client, while the agent worked.
type queued struct {
	text     string
	line     int
	machine  bool // a notification, a built-in command: never a turn
	absorbed bool // taken into the running turn
	known    bool // its text stands in the queue line
}

// maxQueue bounds what is remembered; the client's own queue is a handful.
const maxQueue = 512

// queueOperation reads one of enqueue, dequeue, remove and popAll.
//
// A queued text ends in one of three ways. It goes out as a user line after the
// turn (dequeue). It is absorbed by the running turn (remove): newer clients then
// write an attachment, older ones nothing, and the enqueue line is all that is
// left of what the person asked. Or it goes back to the input box (popAll). So an
// Enqueued record opens a turn at its place until a later Record settles it; what
// still waits at the end of the file never reached the agent and is taken back.
func (d *Decoder) queueOperation(rec *transcript.Record) {
	ln := &d.ln
	switch string(ln.operation) {
	case "enqueue":
		q := queued{line: d.number, known: ln.hasText}
		text := stripEditor(d.bounded(ln.text, maxPrompt, maxPrompt))
		q.text = queueText(text)
		u := classify(text)
		q.machine = q.known && (u.kind != speechPlain && u.kind != speechCommand || isBuiltin(text) || isTaskRecord(text))
		d.push(q)
		if q.known && !q.machine {
			rec.Kind, rec.Origin = transcript.Enqueued, transcript.Queued
			rec.Text = u.text
			if len(text) > 1 && text[0] == '/' {
				word, _, _ := bytes.Cut(text, []byte(" "))
				rec.Command = string(word)
			}
		}
	case "remove":
		d.absorb(queueText(d.bounded(ln.text, maxPrompt, maxPrompt)))
	case "popAll":
		d.popWaiting(rec)
		rec.Text = d.bounded(ln.text, maxPrompt, maxPrompt)
	}
}

func (d *Decoder) push(q queued) {
	if len(d.queue) >= maxQueue {
		d.queue = append(d.queue[:0], d.queue[1:]...)
	}
	d.queue = append(d.queue, q)
}

// absorb marks the text that a remove line takes. Old lines do not say which:
// the client absorbs what a person typed before its own notifications.
func (d *Decoder) absorb(text string) {
	best := -1
	for i, q := range d.queue {
		if q.absorbed {
			continue
		}
		if text != "" && q.text == text {
			best = i
			break
		}
		if best < 0 || d.queue[best].machine && !q.machine {
			best = i
		}
	}
	if best >= 0 {
		d.queue[best].absorbed = true
	}
}

// End takes back what still waits in the queue when the file ends.
func (d *Decoder) End(rec *transcript.Record) bool {
	d.recycle(rec)
	d.popWaiting(rec)
	d.queue = d.queue[:0]
	return rec.Kind == transcript.Popped
}

// popWaiting settles every Enqueued record that is neither absorbed nor sent.
func (d *Decoder) popWaiting(rec *transcript.Record) {
	rec.Settles = d.waiting()
	if len(rec.Settles) > 0 {
		rec.Kind = transcript.Popped
	}
}

// waiting takes what is neither absorbed nor sent out of the queue and returns
// the lines of its Enqueued records. Notifications stay.
func (d *Decoder) waiting() []int {
	var lines []int
	kept := d.queue[:0]
	for _, q := range d.queue {
		if q.absorbed || q.machine {
			kept = append(kept, q)
		} else if q.known {
			lines = append(lines, q.line)
		}
	}
	d.queue = kept
	return lines
}

// unqueue takes the entries out of the queue that a text stands for, and returns
// the lines of their Enqueued records; nil when nothing matches. The text may be
// several entries joined: the client sends all that wait as one message. absorbed
// says whether entries already taken into the running turn match too. An equal user
// line settles those as well: where nothing but the queue line is left of a text,
// one prompt seen twice is likelier than the same words asked again.
func (d *Decoder) unqueue(text []byte, absorbed bool) []int {
	if len(d.queue) == 0 {
		return nil
	}
	want := queueText(text)
	if want == "" {
		return nil
	}
	for from := range d.queue {
		rest := want
		var settled []int
		var taken []int
		for i := from; i < len(d.queue); i++ {
			q := d.queue[i]
			if q.absorbed && !absorbed || q.text == "" {
				continue
			}
			if len(rest) < len(q.text) || rest[:len(q.text)] != q.text {
				if i == from {
					break
				}
				continue
			}
			after := rest[len(q.text):]
			if after != "" && after[0] != '\n' {
				continue
			}
			taken = append(taken, i)
			if q.known && !q.machine {
				settled = append(settled, q.line)
			}
			rest = trimNewlines(after)
			if rest == "" {
				for j := len(taken) - 1; j >= 0; j-- {
					d.queue = append(d.queue[:taken[j]], d.queue[taken[j]+1:]...)
				}
				return settled
			}
		}
	}
	return nil
}

func trimNewlines(s string) string {
	for s != "" && s[0] == '\n' {
		s = s[1:]
	}
	return s
}

// queueText is the form in which queued texts are compared.
func queueText(text []byte) string { return string(bytes.TrimSpace(text)) }

// isTaskRecord reports whether a queued text is the client's own record of a
// background task.
func isTaskRecord(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(text), []byte(`{"task_id":`))
}
