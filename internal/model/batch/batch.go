// Package batch asks many questions at once and takes the answers later: through
// a service that keeps them (Message Batches, at half price), or through files
// in the batch format of an API, so that another tool or a person can answer.
// Answers come in any order, may be missing, and may be nobody's question; they
// find their question by its id alone.
package batch

import (
	"context"
	"fmt"
	"iter"
	"time"

	"prism/internal/model"
)

// Limits of one batch; Anthropic's, which are the larger. A chunk is kept a
// little below, for what stands around the requests.
const (
	MaxRequests = 100_000
	MaxBytes    = 256 << 20
)

// Item is one question. ID has 1 to 64 letters, digits, "_" and "-", and is
// unique in its batch.
type Item struct {
	ID      string
	Request model.Request
}

// Answer is what came back for the question of that id: a Response, or Err.
type Answer struct {
	ID       string
	Response model.Response
	Err      *model.Error
}

// Status is how a batch stands.
type Status struct {
	ID                                                string
	Ended                                             bool // results can be had
	Canceling                                         bool
	Created, Expires                                  time.Time
	Processing, Succeeded, Errored, Canceled, Expired int
}

// Total is the number of requests in the batch.
func (s Status) Total() int {
	return s.Processing + s.Succeeded + s.Errored + s.Canceled + s.Expired
}

// Service keeps batches. Errors are *model.Error.
type Service interface {
	// Submit hands in a batch and returns its id. The caller has said first, in
	// a place that survives, that it is about to: see Adopt.
	Submit(ctx context.Context, items []Item) (id string, err error)
	Status(ctx context.Context, id string) (Status, error)
	// Results streams the answers of a batch that has ended, in any order. After
	// an error nothing more comes; asking again begins anew.
	Results(ctx context.Context, id string) iter.Seq2[Answer, error]
	// Cancel asks to stop; what was answered stays answered, and is charged.
	Cancel(ctx context.Context, id string) error
	// Recent lists the batches made since a time, newest first.
	Recent(ctx context.Context, since time.Time) ([]Status, error)
}

// CheckID says why an id cannot be one, nil if it can.
func CheckID(id string) error {
	if len(id) == 0 || len(id) > 64 {
		return fmt.Errorf("batch: an id has 1 to 64 characters, not %d", len(id))
	}
	for i := range len(id) {
		b := id[i]
		if b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '-' {
			continue
		}
		return fmt.Errorf("batch: an id has letters, digits, _ and - only")
	}
	return nil
}

// Chunks cuts items into batches that a service takes, in order. It fails on an
// id that is malformed or stands twice, and on an item that no batch can hold.
func Chunks(items []Item, enc Encoder) ([][]Item, error) {
	return chunks(items, enc, MaxRequests, MaxBytes-1<<20)
}

func chunks(items []Item, enc Encoder, maxItems int, maxBytes int) ([][]Item, error) {
	seen := make(map[string]bool, len(items))
	var out [][]Item
	start, size := 0, 0
	for i, it := range items {
		if err := CheckID(it.ID); err != nil {
			return nil, err
		}
		if seen[it.ID] {
			return nil, fmt.Errorf("batch: id %s stands twice", it.ID)
		}
		seen[it.ID] = true
		line, err := enc.Line(it)
		if err != nil {
			return nil, fmt.Errorf("batch: request %s: %w", it.ID, err)
		}
		n := len(line) + 1
		if n > maxBytes {
			return nil, fmt.Errorf("batch: request %s is larger than a batch", it.ID)
		}
		if i > start && (size+n > maxBytes || i-start >= maxItems) {
			out = append(out, items[start:i])
			start, size = i, 0
		}
		size += n
	}
	if start < len(items) {
		out = append(out, items[start:])
	}
	return out, nil
}

// Adopt finds a batch that was handed in by a run that died before it could
// write down the id: made since the run said it would (with a minute for clocks
// that differ), of as many requests, and, once it has ended, with the run's own
// ids in its results. pending says that a batch of that size still runs: it is
// the likely one, and its results will tell. No candidate: id is "".
func Adopt(ctx context.Context, s Service, since time.Time, ids map[string]bool) (id string, pending bool, err error) {
	recent, err := s.Recent(ctx, since.Add(-time.Minute))
	if err != nil {
		return "", false, err
	}
	for _, st := range recent {
		if st.Total() != len(ids) {
			continue
		}
		if !st.Ended {
			if id == "" {
				id, pending = st.ID, true
			}
			continue
		}
		for a, err := range s.Results(ctx, st.ID) {
			if err != nil {
				return "", false, err
			}
			if ids[a.ID] {
				return st.ID, false, nil
			}
			break // another's
		}
	}
	return id, pending, nil
}

// Pace says how often Wait asks.
type Pace struct {
	First, Most time.Duration // between polls: from First, half more each time, up to Most; 0: 5 s, 2 min
	Sleep       func(ctx context.Context, d time.Duration) error
	Each        func(Status) // is told every answer, may be nil
	Failures    int          // retryable failures in a row that are borne; 0: 20
}

// Wait asks until the batch has ended. It bears failures that pass.
func Wait(ctx context.Context, s Service, id string, p Pace) (Status, error) {
	if p.First <= 0 {
		p.First = 5 * time.Second
	}
	if p.Most <= 0 {
		p.Most = 2 * time.Minute
	}
	if p.Failures <= 0 {
		p.Failures = 20
	}
	if p.Sleep == nil {
		p.Sleep = model.Sleep
	}
	wait, failed := p.First, 0
	for {
		st, err := s.Status(ctx, id)
		switch {
		case err == nil:
			failed = 0
			if p.Each != nil {
				p.Each(st)
			}
			if st.Ended {
				return st, nil
			}
		case model.ClassOf(err) != model.Retryable:
			return Status{}, err
		default:
			if failed++; failed > p.Failures {
				return Status{}, err
			}
		}
		if err := p.Sleep(ctx, wait); err != nil {
			return Status{}, model.Dropped(ctx, err, false)
		}
		wait = min(wait+wait/2, p.Most)
	}
}
