package server

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"prism/internal/fact"
	"prism/internal/server/keeper"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/timeline"
	"prism/internal/web"
	"prism/internal/wire"
)

// Bounds of what is told while it happens.
const (
	happenedKept     = 100 // turns that are remembered
	happenedSessions = 30  // sessions that are looked at
	happenedTurns    = 5   // turns of one that is new here
	happenedAtOnce   = 20  // turns that came to one between two looks

	happenedIdle  = 10 * time.Minute // after which nobody who looks comes back
	happenedAnew  = 5 * time.Second  // after which it looks without being told of a change
	happenedShare = 3                // looks take a quarter of the time at most
)

// streams are what happens in a tenant, by the person whose it is, "" everybody: who sees
// all must not keep the own sessions of a person out of what is remembered.
type streams struct {
	mu sync.Mutex
	of map[string]*happenings
}

func (s *streams) get(person string) *happenings {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of[person] == nil {
		if s.of == nil {
			s.of = make(map[string]*happenings)
		}
		s.of[person] = &happenings{person: person, marks: make(map[string]happenedMark), seed: maphash.MakeSeed()}
	}
	return s.of[person]
}

// happenings are the turns of the sessions that go on, as they come and grow. They are
// looked at by whoever asks, and let go of when nobody did for a while.
type happenings struct {
	person string

	mu     sync.Mutex
	looked time.Time
	took   time.Duration // by the last look
	events int64         // the last of the Keeper's that was seen
	rest   bool          // the last look had no time for all
	last   int64         // number of the latest
	cut    int64         // what came before it may name turns that are not there any more
	marks  map[string]happenedMark
	list   []happening // by number
	seed   maphash.Seed
	idle   *time.Timer
}

// happening is one with what tells it from what it was before.
type happening struct {
	web.Happening
	key   string // the turn
	print uint64
}

// happenedMark is what of a session tells whether its turns have to be read again.
type happenedMark struct {
	ended    time.Time
	turns    int
	status   fact.JudgeStatus
	gone     bool
	complete bool
	title    string
}

func markOf(s *fact.Session) happenedMark {
	return happenedMark{s.Ended, s.Turns, s.Verdict.Status, s.SourceGone, s.Verdict.GoalComplete, s.Verdict.FullTitle().String()}
}

// look brings what happened up to date, for so long at most.
func (h *happenings) look(ctx context.Context, v *Viewer, most time.Duration) error {
	began := time.Now()
	news, _ := v.t.Keeper.Since(0)
	events := h.events
	if n := len(news); n > 0 {
		events = news[n-1].Number
	}
	if events == h.events && !h.rest && began.Sub(h.looked) < happenedAnew {
		return nil
	}
	if began.Sub(h.looked) < happenedShare*h.took {
		h.rest = true
		return nil
	}
	h.stay()
	f := store.Filter{Since: v.Now().Add(-fact.OpenFor), Now: v.Now(), IncludeOpen: true}
	if h.person != "" {
		f.People = []string{h.person}
	}
	list, _, err := v.Library.List(ctx, f, store.Order{}, happenedSessions)
	if err != nil {
		return err
	}
	h.events, h.rest = events, false
	there, read := make(map[string]bool, len(list)), make(map[string]bool)
	for _, s := range list {
		if s.Automated {
			continue
		}
		there[s.ID] = true
		if was, known := h.marks[s.ID]; known && was == markOf(s) {
			continue
		}
		if len(read) > 0 && time.Since(began) > most {
			h.rest = true
			continue
		}
		if err := h.read(ctx, v, s); err != nil {
			h.rest = true // it is changing; the next look sees it
			continue
		}
		read[s.ID] = true
	}
	h.drop(ctx, v, there, read)
	h.looked = time.Now()
	h.took = h.looked.Sub(began)
	return nil
}

// stay puts off that everything is let go of, because nobody looks.
func (h *happenings) stay() {
	if h.idle != nil {
		h.idle.Reset(happenedIdle)
		return
	}
	h.idle = time.AfterFunc(happenedIdle, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		clear(h.marks)
		h.list, h.looked, h.took, h.idle, h.cut = nil, time.Time{}, 0, nil, h.last
	})
}

// read takes in the turns of a session that came or grew.
func (h *happenings) read(ctx context.Context, v *Viewer, s *fact.Session) error {
	mark := markOf(s)
	was, known := h.marks[s.ID]
	for i := range h.list { // what is not new of it is of it as it is now
		if h.list[i].Session.ID == s.ID {
			h.list[i].Session = s
		}
	}
	if gone := withheld(s); gone != "" {
		h.marks[s.ID] = mark
		h.put(s.ID, web.Happening{Session: s, Gone: gone, Happened: bare(s)})
		return nil
	}
	turns, err := v.t.Read(ctx, s)
	if err != nil {
		return err
	}
	from := len(turns) - happenedTurns
	if known {
		from = max(min(was.turns, len(turns))-1, len(turns)-happenedAtOnce)
	}
	told, err := timeline.Happened(s.ID, v.t.Gate, turns, from)
	if err != nil { // what cannot be redacted is not shown
		told = []wire.Happened{bare(s)}
	}
	for i := range told {
		x := web.Happening{Session: s, Happened: told[i]}
		if err != nil {
			x.Gone = unredacted
		}
		h.put(cmp.Or(told[i].Turn.UUID, fmt.Sprintf("%s/%d", s.ID, told[i].Turn.Number)), x)
	}
	h.marks[s.ID] = mark
	return nil
}

// bare is what is told of a session's last turn where nothing of it is.
func bare(s *fact.Session) wire.Happened {
	return wire.Happened{Turn: wire.Turn{Number: s.Turns, StartedAt: wire.Instant(s.Ended)}}
}

// put takes in a turn, unless it is known just so.
func (h *happenings) put(key string, x web.Happening) {
	var sum maphash.Hash
	sum.SetSeed(h.seed)
	_ = json.NewEncoder(&sum).Encode(struct {
		H    wire.Happened
		Gone string
		ID   string
	}{x.Happened, x.Gone, x.Session.ID}) // a hash takes whatever it is given
	print := sum.Sum64()
	i := slices.IndexFunc(h.list, func(o happening) bool { return o.key == key })
	if i >= 0 && h.list[i].print == print {
		return
	}
	if i >= 0 {
		h.list = slices.Delete(h.list, i, i+1)
	}
	h.last++
	x.Number, x.Key = h.last, keyOf(key)
	h.list = append(h.list, happening{x, key, print})
	if n := len(h.list) - happenedKept; n > 0 {
		h.list = slices.Delete(h.list, 0, n)
	}
}

// keyOf is a turn's key as an address and a page may hold it.
func keyOf(key string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, key[:min(len(key), 80)])
}

// drop lets go of turns that are of a session no more: it was merged, cut otherwise or
// removed. Of one that only grew old they go without a word: a page keeps what it shows.
// Those of one that was merged stay until all was looked at, which tells them as another's.
func (h *happenings) drop(ctx context.Context, v *Viewer, there, read map[string]bool) {
	stays, gone := make(map[string]bool), false
	for id := range h.marks {
		if there[id] {
			continue
		}
		s, err := v.Library.One(ctx, id)
		if stays[id] = h.rest && err == nil && there[s.ID]; stays[id] {
			continue
		}
		delete(h.marks, id)
		gone = gone || err != nil || s.ID != id
	}
	h.list = slices.DeleteFunc(h.list, func(x happening) bool {
		id := x.Session.ID
		if !there[id] {
			return !stays[id]
		}
		if read[id] && (x.Turn.Number > x.Session.Turns || withheld(x.Session) != x.Gone && x.Gone != unredacted) {
			gone = true
			return true
		}
		return false
	})
	if gone { // for who has seen all, too
		h.last++
		h.cut = h.last
	}
}

// happenings are those that the viewer may see; nil: none, for a member who is nobody.
// Numbers in a stream of everybody's would tell them how much goes on.
func (v *Viewer) happenings() *happenings {
	if v.caller.Role != tenant.Member {
		return v.t.streams.get("")
	}
	if v.caller.Person == "" {
		return nil
	}
	return v.t.streams.get(v.caller.Person)
}

// Happened implements web.Live.
func (v *Viewer) Happened(ctx context.Context, after string, most time.Duration) (web.Told, error) {
	if v.caller.Role == tenant.Lead {
		return web.Told{}, ErrAggregates
	}
	h := v.happenings()
	if h == nil {
		nowhere := v.t.Keeper.Stream() + "-0"
		return web.Told{At: nowhere, Lost: after != "" && after != nowhere}, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.look(ctx, v, most); err != nil {
		return web.Told{}, err
	}
	from := int64(0)
	told := web.Told{More: h.rest}
	if after != "" {
		n, ok := strings.CutPrefix(after, v.t.Keeper.Stream()+"-")
		at, err := strconv.ParseInt(n, 10, 64)
		// Of another process, or another tenant's; or some of it is not there any more.
		told.Lost = !ok || err != nil || at > h.last || at < h.cut || len(h.list) == happenedKept && at < h.list[0].Number-1
		if !told.Lost {
			from = at
		}
	}
	told.At = fmt.Sprintf("%s-%d", v.t.Keeper.Stream(), h.last)
	for i := range h.list {
		x := &h.list[i]
		if x.Number <= from || !v.sees(x.Session) {
			continue
		}
		told.List = append(told.List, v.unworded(x.Happening))
	}
	return told, nil
}

// unworded is what happened without what was written, where that is not the viewer's to
// read.
func (v *Viewer) unworded(x web.Happening) web.Happening {
	if x.Gone == "" && v.unread() && x.Session.Person != v.caller.Person {
		x.Gone = unshown
		x.Happened = wire.Happened{Turn: wire.Turn{Number: x.Turn.Number, StartedAt: x.Turn.StartedAt}}
	}
	return x
}

// Wait implements web.Live.
func (v *Viewer) Wait(ctx context.Context, most time.Duration) bool {
	k := v.t.Keeper
	_ = k.Refresh(ctx, keeper.LookEvery) // whoever asks for sessions is told
	list, more := k.Since(0)
	if h := v.happenings(); h == nil {
		more = nil
	} else {
		h.mu.Lock()
		seen := h.events
		h.mu.Unlock()
		if n := len(list); n > 0 && list[n-1].Number > seen {
			return true
		}
	}
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-more:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}
