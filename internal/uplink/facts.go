package uplink

import (
	"context"
	"errors"
	"iter"
	"time"

	"prism/internal/content"
)

// Document is what is shared of one conversation in place of its transcript: gated, as
// its maker left it.
type Document struct {
	Path     string // content.FactsPath of its conversation
	Data     []byte
	Modified time.Time
	Roots    map[string]string // folders that it names, with their git roots, both gated
}

// documentsAtOnce is of how many documents is asked at a time whether the server has
// them.
const documentsAtOnce = 64

// Facts sends documents, but for those that it sent before as they are: it counts and
// remembers as a round does. The error is the first that stands in the way of all.
func (s *Sender) Facts(ctx context.Context, list iter.Seq2[Document, error], r *Report) error {
	if r.Hidden == nil {
		r.Hidden = map[string]int{}
	}
	var some []Document
	var failed error
	for d, err := range list {
		if err == nil {
			if some = append(some, d); len(some) < documentsAtOnce {
				continue
			}
			err = s.documents(ctx, some, r)
			some = some[:0]
		}
		if err != nil {
			failed = err
			break
		}
	}
	if failed == nil {
		failed = s.documents(ctx, some, r)
	}
	if s.opts.Client != nil {
		if saving := s.opts.State.save(); failed == nil {
			failed = saving
		}
	}
	return failed
}

// Shared tells whether a document was sent under a path before.
func (s *Sender) Shared(path string) bool {
	s.opts.State.mu.Lock()
	defer s.opts.State.mu.Unlock()
	return s.opts.State.Files[path] != nil
}

func (s *Sender) documents(ctx context.Context, list []Document, r *Report) error {
	files := make([]*file, len(list))
	for i := range list {
		files[i] = &file{path: list[i].Path}
		r.Files++
	}
	have := map[string]content.Receipt{}
	if s.opts.Client != nil && len(list) > 0 {
		var err error
		if have, err = s.opts.Client.have(ctx, files); err != nil {
			r.Left += sizeOf(list)
			return err
		}
	}
	for i := range list {
		if err := s.document(ctx, &list[i], have[list[i].Path], r); err != nil {
			r.Left += sizeOf(list[i:])
			return err
		}
	}
	return nil
}

func sizeOf(list []Document) (n int64) {
	for i := range list {
		n += int64(len(list[i].Data))
	}
	return n
}

// document sends one, unless the server has it.
func (s *Sender) document(ctx context.Context, d *Document, have content.Receipt, r *Report) error {
	size := int64(len(d.Data))
	now := &sentFile{Head: sum(d.Data), HeadSize: size, Have: size}
	was := s.opts.State.Files[d.Path]
	switch {
	case have.Status == content.Another:
		r.Another = append(r.Another, d.Path)
		return nil
	case have.Status == content.OptedOut:
		r.OptedOut++
		return nil
	case was != nil && was.Head == now.Head && was.HeadSize == size && (s.opts.Client == nil || was.Generation == have.Generation && have.Have == size):
		r.Known += size
		return nil
	case s.opts.Client == nil:
		r.Sent += size
		return nil
	}
	for now.Generation = have.Generation + 1; ; now.Generation++ {
		receipt, err := s.opts.Client.content(ctx, &content.Append{Path: d.Path, Kind: content.Facts, Generation: now.Generation, To: size, Data: d.Data, Modified: d.Modified, Roots: d.Roots})
		if errors.Is(err, ErrRefused) {
			r.Unread = append(r.Unread, d.Path+": "+err.Error())
			return nil
		}
		if err != nil {
			return err
		}
		switch receipt.Status {
		case content.Taken, content.Known:
			r.Sent += size
			s.opts.State.Files[d.Path] = now
			return s.opts.State.saveOften()
		case content.Gap, content.Stale: // another sender was quicker
			if now.Generation >= have.Generation+5 {
				return errors.New("the server and this machine do not agree on what was shared")
			}
			now.Generation = max(now.Generation, receipt.Generation)
		case content.OptedOut:
			r.OptedOut++
			return nil
		default:
			r.Refused = append(r.Refused, d.Path)
			return nil
		}
	}
}
