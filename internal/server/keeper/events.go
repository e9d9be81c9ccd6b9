package keeper

// Event says that something is new; what it is, the session's page tells.
type Event struct {
	Number  int64  `json:"-"`
	Kind    string `json:"type"` // session.changed, session.closed, updated, or lost: some were missed
	Session string `json:"session,omitempty"`
}

// feedKept bounds the events that are kept for those who come back.
const feedKept = 1000

// feed holds the latest events. Its owner's lock is held.
type feed struct {
	last int64
	list []Event
	wait chan struct{}
}

func (f *feed) add(list []Event) {
	if len(list) == 0 {
		return
	}
	for _, e := range list {
		f.last++
		e.Number = f.last
		f.list = append(f.list, e)
	}
	if n := len(f.list) - feedKept; n > 0 {
		f.list = append([]Event(nil), f.list[n:]...)
	}
	if f.wait != nil {
		close(f.wait)
		f.wait = nil
	}
}

func (f *feed) more() <-chan struct{} {
	if f.wait == nil {
		f.wait = make(chan struct{})
	}
	return f.wait
}

// since returns what came after a number; of one that is not kept any more, or of
// another process, that something was lost.
func (f *feed) since(last int64) []Event {
	if last < 0 {
		last = f.last
	}
	if last > f.last || len(f.list) > 0 && last+1 < f.list[0].Number {
		return []Event{{Number: f.last, Kind: "lost"}}
	}
	var out []Event
	for _, e := range f.list {
		if e.Number > last {
			out = append(out, e)
		}
	}
	return out
}
