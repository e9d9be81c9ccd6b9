package transcript

import "time"

// Told is what the transcripts of a conversation tell, as far as its events need to
// know it to add the rest and no more: what is named in both is told once.
type Told struct {
	// Last is the uuid of the main transcripts' last line that has one, where events
	// that came later go on.
	Last string

	names map[string]struct{}  // of lines, prompts, requests and calls
	until map[string]time.Time // the last event told, by subagent; "" the agent itself
}

// Note takes in a Record of a transcript.
func (t *Told) Note(r *Record) {
	if t.names == nil {
		t.names, t.until = map[string]struct{}{}, map[string]time.Time{}
	}
	t.name(r.UUID)
	t.name(r.PromptID)
	t.name(r.Answer.RequestID)
	for i := range r.Answer.Calls {
		t.name(r.Answer.Calls[i].ID)
	}
	for i := range r.Results {
		t.name(r.Results[i].CallID)
	}
	if r.Time.After(t.until[r.Agent]) {
		t.until[r.Agent] = r.Time
	}
	if r.Agent == "" && !r.Sidechain && r.UUID != "" {
		t.Last = r.UUID
	}
}

func (t *Told) name(name string) {
	if name != "" {
		t.names[name] = struct{}{}
	}
}

// Named reports whether a transcript names one of some things.
func (t *Told) Named(names ...string) bool {
	if t == nil {
		return false
	}
	for _, name := range names {
		if _, ok := t.names[name]; ok && name != "" {
			return true
		}
	}
	return false
}

// Until is the time of the last event told of a subagent, or of the agent itself; the
// zero time where there is none.
func (t *Told) Until(agent string) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.until[agent]
}
