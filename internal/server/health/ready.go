package health

import (
	"context"
	"errors"
	"time"

	"prism/internal/queue"
	"prism/internal/store"
)

const (
	// probeEvery is how long it holds that the store could be written; that it could not is
	// looked at again each second. Many may ask.
	probeEvery = 10 * time.Second
	probeAgain = time.Second
	// probeTime is how long one try may take: a store that is merely busy is none that
	// cannot be written, unless it is each of busyTimes for busyFor: who asks seldom may
	// come twice while somebody writes.
	probeTime = 2 * time.Second
	busyFor   = 30 * time.Second
	busyTimes = 3
	// troubleFor is how long it holds that something could not be kept: whoever sent it
	// comes again before that, or does not.
	troubleFor = time.Minute
)

// trouble is why nothing can be kept, in words that quote nothing; empty: it can. reading
// is what reading came to just now.
func (m *Metrics) trouble(ctx context.Context, reading error) string {
	if reading != nil {
		return queue.Reason(reading)
	}
	if m.Trouble != nil {
		if why, at := m.Trouble(); why != "" && m.Now().Sub(at) < troubleFor {
			return why
		}
	}
	if m.Probe == nil {
		return ""
	}
	m.probing.Lock()
	defer m.probing.Unlock()
	every := probeEvery
	if m.cannot != "" || !m.busy.IsZero() {
		every = probeAgain
	}
	if now := m.Now(); m.probed.IsZero() || now.Sub(m.probed) >= every {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeTime)
		err := m.Probe(ctx)
		late := ctx.Err() != nil
		cancel()
		m.probed = now
		switch busy := late || errors.Is(err, store.ErrLocked) || errors.Is(err, context.DeadlineExceeded); {
		case !busy:
			m.busy, m.busies = time.Time{}, 0
			m.found(err)
		case m.busies == 0:
			m.busy, m.busies = now, 1 // what was known holds
		default:
			if m.busies++; m.busies >= busyTimes && now.Sub(m.busy) >= busyFor {
				m.found(err)
			}
		}
	}
	return m.cannot
}

// found notes what trying to write came to, and tells the log where that is news.
func (m *Metrics) found(err error) {
	why := ""
	if err != nil {
		why = queue.Reason(err)
	}
	if m.Log != nil && (why == "") != (m.cannot == "") {
		if why != "" {
			m.Log.Error("nothing can be kept", "why", why)
		} else {
			m.Log.Warn("the store can be written again")
		}
	}
	m.cannot = why
}

// orNull is a text, or null where there is none.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
