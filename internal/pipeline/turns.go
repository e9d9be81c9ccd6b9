package pipeline

import (
	"context"
	"errors"
	"math"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/source"
	"prism/internal/transcript"
)

// Turns reads a session's turns again from its transcripts, in order: what a
// person is shown of them. ErrGone when a transcript is no longer there.
func Turns(ctx context.Context, search source.Options, s *fact.Session) ([]conversation.Turn, error) {
	turns, _, err := TurnsWithin(ctx, search, s, math.MaxInt64)
	return turns, err
}

// TurnsWithin is Turns of a session whose transcripts have so many bytes at most, whatever
// of them is the session's; ErrLarge where they have more. read is what was read.
func TurnsWithin(ctx context.Context, search source.Options, s *fact.Session, most int64) (turns []conversation.Turn, read int64, err error) {
	r := reader{dialects: search.Dialects, diffs: true}
	w := &worker{feeds: make(map[string]*transcript.Feed)}
	var c *conversation.Conversation
	for n := range s.Parts {
		p := &s.Parts[n]
		if c == nil || s.Parts[n-1].File != p.File || s.Parts[n-1].Conversation != p.Conversation {
			u, err := source.Of(ctx, search, s.Agent, p.Conversation, p.File)
			if err != nil {
				return nil, read, err
			}
			if u == nil {
				return nil, read, ErrGone
			}
			var size int64
			for i := range u.Files {
				size += u.Files[i].Size
			}
			if size > most-read {
				return nil, read, ErrLarge
			}
			read += size
			var led transcript.Ledger
			if c, err = r.conversation(ctx, w, u, &led); err != nil {
				return nil, read, err
			}
		}
		if last := min(p.Last, len(c.Turns)); p.First <= last {
			turns = append(turns, c.Turns[p.First-1:last]...)
		}
	}
	return turns, read, nil
}

// ErrLarge says that the transcripts of a session have more bytes than may be read.
var ErrLarge = errors.New("the transcripts are larger than may be read")

// ErrGone says that a transcript is no longer there.
var ErrGone = errors.New("the transcript is no longer there")

// ErrTold says that only facts were shared of a conversation: no transcript is here.
var ErrTold = errors.New("only facts were shared: no transcript is here")
