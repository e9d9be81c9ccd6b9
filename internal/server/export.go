package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/wire"
)

// Contents are what a tenant keeps of what senders sent.
type Contents interface {
	Files(ctx context.Context) iter.Seq2[content.File, error]
	OpenFile(ctx context.Context, f *content.File) io.ReadCloser
}

// own is the caller as one who sees what is their own, whatever their role.
func (c Caller) own() (Caller, error) {
	if c.Key == "" {
		return c, nil // the person of this machine
	}
	if c.Person == "" {
		return c, &AccessError{Status: http.StatusForbidden, Text: "This key belongs to nobody, who has no sessions of their own."}
	}
	c.Role = tenant.Member
	return c, nil
}

// Export implements api.Viewer: all that is kept of the caller, as one JSON object that
// is written piece by piece. What fails in its middle leaves it without an end.
func (v *Viewer) Export(ctx context.Context, w io.Writer) error {
	own, err := v.caller.own()
	if err != nil {
		return err
	}
	mine := *v
	mine.caller, mine.people = own, nil
	out := bufio.NewWriter(w)
	e := &exporting{out: out}
	e.text(`{"schema":"prism.export/1","person":`)
	e.value(own.Person)
	e.text(`,"sessions":[`)
	for s, err := range mine.narrowed(nil).Each(ctx, store.Filter{Now: v.Library.Now}, store.Order{}) {
		if err != nil {
			return fmt.Errorf("export sessions: %w", err)
		}
		mine.veil(ctx, s)
		e.item(mine.Shown(ctx, s, nil)) // its turns stand in the files that it was made of
	}
	e.text(`],"files":[`)
	if v.t.Contents != nil {
		e.first = true
		for f, err := range v.t.Contents.Files(ctx) {
			if err != nil {
				return fmt.Errorf("export files: %w", err)
			}
			if own.Key == "" || f.Person == own.Person {
				e.file(ctx, v.t.Contents, &f)
			}
		}
	}
	e.text("]}\n")
	if e.err == nil {
		e.err = out.Flush()
	}
	return e.err
}

// Shown implements api.Viewer.
func (v *Viewer) Shown(ctx context.Context, s *fact.Session, turns []wire.Turn) wire.Shown {
	rule, _ := judge.RuleOf(s.Verdict.Intent)
	var said *wire.Label
	if l := v.Label(ctx, s); l != nil {
		said = wire.FromLabel(l.GoalComplete, l.Note, l.At)
	}
	return wire.FromShown(s, wire.FromSession(s, false, false), turns, rule.Complete, rule.Floor, v.Others(ctx, s), said)
}

// exporting writes JSON in pieces, up to the first error.
type exporting struct {
	out   *bufio.Writer
	first bool // no item of the list at hand was written
	err   error
}

func (e *exporting) text(s string) {
	e.first = true
	if e.err == nil {
		_, e.err = e.out.WriteString(s)
	}
}

func (e *exporting) value(v any) {
	raw, err := json.Marshal(v)
	if e.err = errors.Join(e.err, err); e.err == nil {
		_, e.err = e.out.Write(raw)
	}
}

// item writes the next value of a list.
func (e *exporting) item(v any) {
	e.comma()
	e.value(v)
	e.first = false
}

func (e *exporting) comma() {
	if !e.first && e.err == nil {
		e.err = e.out.WriteByte(',')
	}
}

// file writes a file with its lines: as JSON where they are some.
func (e *exporting) file(ctx context.Context, in Contents, f *content.File) {
	if e.err != nil {
		return
	}
	e.comma()
	e.text(`{"path":`)
	e.value(f.Path)
	e.text(`,"kind":`)
	e.value(map[content.Kind]string{content.Transcript: "transcript", content.Telemetry: "telemetry"}[f.Kind])
	e.text(`,"lines":[`)
	r := in.OpenFile(ctx, f)
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if line = bytes.TrimRight(line, "\r\n"); len(line) > 0 {
			if json.Valid(line) {
				e.item(json.RawMessage(line))
			} else {
				e.item(string(line))
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			e.err = errors.Join(e.err, err)
			break
		}
	}
	e.err = errors.Join(e.err, r.Close())
	e.text(`]}`)
	e.first = false
}
