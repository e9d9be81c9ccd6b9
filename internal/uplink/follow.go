package uplink

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"prism/internal/disk"
	"prism/internal/spool"
)

// Follower sends what prism-hook leaves in the spool: of each session that it names the
// transcript, as far as it goes, or the facts of it, and then the events. What is opted out is passed over,
// with its events. It goes on while there is something to send.
type Follower struct {
	Spool  spool.Folder
	Sender *Sender
	// Facts sends what was made of the conversations of these ids, and of those that it
	// sent before, in place of their transcripts; nil: transcripts are sent.
	Facts  func(ctx context.Context, ids []string) (Report, error)
	Client *Client
	File   string   // where it keeps how far it is
	Roots  []string // folders of the agent, where an event names none
	Warn   func(error)
	Now    func() time.Time
	Other  func() bool // tells, after a failure and now and then, that another server was set up

	// How long it waits; zero values mean the defaults.
	Look time.Duration // between two looks at what grows
	Idle time.Duration // without an event, until it ends
	Back time.Duration // after a failure; it doubles, up to 64 times that

	state followed
	grown map[string]string // what the transcripts of a session looked like when they were sent
}

// ErrElsewhere is how a Follower ends where another server was set up.
var ErrElsewhere = errors.New("another server was set up")

// followed is what a Follower remembers.
type followed struct {
	Place spool.Place        `json:"place"`
	Live  map[string]session `json:"live"` // by id
	// Held are events of sessions whose transcript is not there yet: before its first
	// prompt a session has none.
	Held []spool.Record `json:"held,omitempty"`
	// For whoever asks how it goes.
	Sent   time.Time `json:"sent"`             // when all was last sent
	Failed string    `json:"failed,omitempty"` // why not since
	Since  time.Time `json:"since,omitzero"`   // since when it fails
	LostAt time.Time `json:"lost_at,omitzero"` // when events were last missed that had made room
}

// session is one that may still grow.
type session struct {
	Root string    `json:"root,omitempty"`
	Last time.Time `json:"last"` // its last event
}

const (
	// recordsAtOnce is how many events of a kind are read from the spool at a time.
	recordsAtOnce = 1000
	// holdMost and holdFor bound the events of sessions without a transcript.
	holdMost = 1000
	holdFor  = 24 * time.Hour
	// growing is for how long after its last event a session is looked at; a turn that
	// goes on longer ends with an event.
	growing = 30 * time.Minute
)

// Run sends until there has been nothing to send for a while, or it is told to stop, or
// another process sends. Whatever fails is tried again.
func (f *Follower) Run(ctx context.Context) error {
	f.Idle, f.Back = cmp.Or(f.Idle, 10*time.Minute), cmp.Or(f.Back, 10*time.Second)
	f.Look = min(cmp.Or(f.Look, 3*time.Second), f.Idle) // else it would end later than it was told
	return Alone(ctx, f.Spool, f.Now, f.run)
}

// Alone runs what one process at a time does for all hooks: it calls run, unless another
// process does so, and ends run's context where another takes its place. A run that was
// told to stop is no error.
func Alone(ctx context.Context, s spool.Folder, now func() time.Time, run func(context.Context) error) error {
	name := fmt.Sprintf("%d-%d", os.Getpid(), now().UnixNano())
	if err := s.Hold(name); err != nil {
		return err
	}
	defer s.Release(name)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if !pause(ctx, 300*time.Millisecond) { // two that began at once: the later stays
		return nil
	}
	if err := s.Held(name); err != nil {
		return taken(err)
	}
	beats := make(chan struct{})
	defer func() { cancel(nil); <-beats }()
	go func() {
		defer close(beats)
		for pause(ctx, spool.Beat) {
			if err := s.Held(name); err != nil {
				cancel(err)
			}
		}
	}()
	err := run(ctx)
	if ctx.Err() != nil {
		return taken(context.Cause(ctx))
	}
	return err
}

// run is Run, alone.
func (f *Follower) run(ctx context.Context) error {
	f.load()
	last, failures := f.Now(), 0
	for {
		sent, err := f.once(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		wait := f.Look
		switch {
		case err != nil:
			if failures == 0 {
				f.Warn(err)
			}
			f.failed(err)
			wait = f.Back << min(failures, 6)
			wait += rand.N(wait/4 + 1) //nolint:gosec // it spreads tries, it hides nothing
			failures++
		case sent:
			last, failures, wait = f.Now(), 0, 0
			if f.Spool.Left(f.state.Place) == 0 {
				wait = f.Look
			}
		default:
			failures = 0
			if f.Now().Sub(last) >= f.Idle {
				return nil
			}
		}
		if !pause(ctx, wait) {
			return ctx.Err()
		}
		if f.Other() {
			return ErrElsewhere
		}
	}
}

// taken is how it ends when it was told to.
func taken(err error) error {
	if errors.Is(err, spool.ErrTaken) || errors.Is(err, context.Canceled) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// once sends what is there. sent says that there was something.
func (f *Follower) once(ctx context.Context) (sent bool, err error) {
	list, to, err := f.Spool.Read(f.state.Place, recordsAtOnce)
	if err != nil {
		return false, err
	}
	live := maps.Clone(f.state.Live)
	for i := range list {
		r := &list[i]
		s := live[r.Session]
		if r.Root != "" {
			s.Root = r.Root
		}
		if at := r.Time(); at.After(s.Last) {
			s.Last = at
		}
		live[r.Session] = s
	}
	var paths []string
	looks := map[string]string{}
	for _, id := range slices.Sorted(maps.Keys(live)) {
		files, look := f.transcript(id, live[id].Root)
		if len(files) == 0 || look == f.grown[id] && !slices.ContainsFunc(list, func(r spool.Record) bool { return r.Session == id }) {
			continue
		}
		paths, looks[id] = append(paths, files...), look
	}
	if len(paths) == 0 && len(list) == 0 {
		return false, nil
	}
	admitted := map[string]bool{}
	if len(paths) > 0 {
		r, err := f.round(ctx, paths, slices.Sorted(maps.Keys(looks)))
		if err != nil {
			return false, err
		}
		for _, why := range r.Unread {
			f.Warn(errors.New(why))
		}
		for _, id := range r.Admitted {
			admitted[id] = true
		}
	}
	now := f.Now()
	var out, held []spool.Record
	for _, r := range append(slices.Clone(f.state.Held), list...) {
		_, there := looks[r.Session]
		switch {
		case admitted[r.Session]:
			out = append(out, r)
		case !there && now.Sub(r.Time()) < holdFor:
			held = append(held, r)
		}
	}
	if err := f.Client.events(ctx, out); err != nil && !errors.Is(err, ErrRefused) {
		return false, err
	}
	for id, s := range live {
		if now.Sub(s.Last) > growing {
			delete(live, id)
			delete(f.grown, id)
		}
	}
	maps.Copy(f.grown, looks)
	lostAt := f.state.LostAt
	if lost := to.Lost - f.state.Place.Lost; lost > 0 {
		lostAt = now
		f.Warn(fmt.Errorf("%d bytes of events made room in the spool for newer ones before they could be sent; 'prism push' sends the transcripts of sessions that nothing else tells of", lost))
	}
	f.state = followed{Place: to, Live: live, Held: held[max(0, len(held)-holdMost):], Sent: now, LostAt: lostAt}
	if err := f.save(); err != nil {
		return false, err
	}
	return true, f.Spool.Clean(to, now)
}

// round sends what transcripts hold, or what was made of them.
func (f *Follower) round(ctx context.Context, paths, ids []string) (Report, error) {
	if f.Facts != nil {
		return f.Facts(ctx, ids)
	}
	f.Sender.Only(paths)
	return f.Sender.Round(ctx)
}

// transcript finds the files of a session, and what they look like now. A session is
// found by its id: what its project is called is not in the spool.
func (f *Follower) transcript(id, root string) (paths []string, look string) {
	roots := f.Roots
	if root != "" {
		roots = []string{root}
	}
	for _, root := range roots {
		projects, err := os.ReadDir(filepath.Join(root, "projects"))
		if err != nil {
			continue
		}
		for _, p := range projects {
			base := filepath.Join(root, "projects", p.Name(), id)
			st, err := os.Stat(base + ".jsonl")
			if err != nil {
				continue
			}
			paths, look = append(paths, base+".jsonl"), look+fmt.Sprint(st.Size(), st.ModTime().UnixNano(), ";")
			agents, err := os.ReadDir(filepath.Join(base, "subagents"))
			if err != nil {
				continue
			}
			paths = append(paths, filepath.Join(base, "subagents"))
			for _, a := range agents {
				if st, err := a.Info(); err == nil {
					look += fmt.Sprint(a.Name(), st.Size(), st.ModTime().UnixNano(), ";")
				}
			}
		}
	}
	return paths, look
}

// load reads what it remembers; where that is gone or unsound, it begins anew, and the
// server says what it has already.
func (f *Follower) load() {
	f.grown = map[string]string{}
	f.state = followed{}
	if text, err := disk.Read(f.File, stateMost); err != nil || json.Unmarshal(text, &f.state) != nil {
		f.state = followed{}
	}
	if f.state.Live == nil {
		f.state.Live = map[string]session{}
	}
}

func (f *Follower) save() error {
	text, err := json.Marshal(&f.state)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.File), 0o700); err != nil {
		return err
	}
	return disk.Write(f.File, text)
}

// failed keeps why it cannot send, for whoever asks.
func (f *Follower) failed(err error) {
	f.state.Failed = err.Error()
	if f.state.Since.IsZero() {
		f.state.Since = f.Now()
	}
	if err := f.save(); err != nil {
		f.Warn(err)
	}
}

// Following is how a Follower goes, as it wrote it down.
type Following struct {
	Sent, Since, LostAt time.Time
	Failed              string
	Place               spool.Place
}

// ReadFollowing reads what a Follower keeps in a file.
func ReadFollowing(file string) (Following, bool) {
	var s followed
	text, err := disk.Read(file, stateMost)
	if err != nil || json.Unmarshal(text, &s) != nil {
		return Following{}, false
	}
	return Following{s.Sent, s.Since, s.LostAt, s.Failed, s.Place}, true
}
