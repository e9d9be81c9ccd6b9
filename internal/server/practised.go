package server

import (
	"context"
	"slices"

	"prism/internal/fact"
	"prism/internal/timeline"
	"prism/internal/web"
)

// Bounds of what is read of transcripts for the examples of one page.
const (
	instanceTries = 12      // sessions that are looked into
	instanceBytes = 6 << 20 // of their transcripts, together
	instanceTurns = 200     // of these sessions, together
)

// Instances implements web.Practised. The latest go first of which little has to be read;
// where these are too few, the latest of the others are told without their prompts.
func (v *Viewer) Instances(ctx context.Context, list []*fact.Session, check, most int) []web.Instance {
	bytes, turns := int64(instanceBytes), instanceTurns
	with, shown := make([]*web.Instance, len(list)), 0
	for i, s := range list[:min(instanceTries, len(list))] {
		if shown == most || bytes <= 0 {
			break
		}
		if s.Turns > turns {
			continue
		}
		x, read := v.instance(ctx, s, check, bytes)
		bytes -= read
		if read > 0 {
			turns -= s.Turns
		}
		if x != nil {
			with[i] = x
			shown++
		}
	}
	var out []web.Instance
	for i, s := range list {
		switch {
		case with[i] != nil:
			out = append(out, *with[i])
		case shown < most:
			out = append(out, web.Instance{Session: s})
			shown++
		}
	}
	return slices.Clip(out)
}

// instance is a session with the first prompt in which a check is met; nil where that is
// not known, or not for the caller. read is how many bytes were read to find out.
func (v *Viewer) instance(ctx context.Context, s *fact.Session, check int, most int64) (x *web.Instance, read int64) {
	if v.refused(s) != "" || v.t.Practised == nil || v.t.ReadWithin == nil {
		return nil, 0
	}
	raw, read, err := v.t.ReadWithin(ctx, s, most)
	if err != nil || len(raw) == 0 {
		return nil, read
	}
	turn := v.t.Practised(raw)[check]
	if turn < 1 || turn > len(raw) {
		return nil, read
	}
	// Of what follows nothing is shown, and nothing changes how what comes before is hidden.
	told, err := timeline.Lines(s.ID, v.t.Gate, raw[:turn])
	if err != nil {
		return nil, read
	}
	return &web.Instance{Session: s, Turn: turn, Prompt: told[turn-1].Prompt}, read
}
