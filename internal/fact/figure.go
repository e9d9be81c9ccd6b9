package fact

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"time"
)

// Figure is what a score needs of one session: numbers, and numbers of names.
// A million of them are folded in the time in which a thousand sessions are read.
// The texts that the numbers stand for are kept beside the figures, once each.
type Figure struct {
	Key          uint64 // of the id, ascending with it: ties of Ended are put in order by it
	Started      int64  // microseconds since 1970 (see Micro)
	Ended        int64
	Conversation uint64   // see ConversationKey
	Continued    []uint64 // further conversations that it runs on through

	Repo, RepoName, Branch, Model uint32 // numbers of names, as all that follow; 0 is ""
	Intent, Code                  uint32 // IntentNone and NoLanguage where none is told
	Person, Folder                uint32 // where FigurePlaced
	Judge, Version                uint32
	Miss                          uint32 // Verdict.Miss
	Unjudged                      uint32 // why there is no verdict, of one pending or in error

	Turns, FloorTurns, NetLines int32
	Out                         uint8 // why it is never counted: 1 + its place in Exclusions; 0: nothing says so
	Life                        Life
	Flags                       FigureFlags
	Letter                      uint8  // 1 + its place in LetterBands; 0: no letter
	Marks                       uint16 // two bits for each check, in the order of Rubric.Checks

	Tokens, Nested Tokens  // Nested is a part of Tokens
	Cost           float64 // where FigureCostKnown
	Bills          []Bill  // one for each model
}

// Bill is what one model of a session took in money.
type Bill struct {
	Model              uint32  // number of its name
	Cost, NestedCost   float64 // the second is a part of the first, as below
	Known, NestedKnown bool    // a price is known
	Spent, NestedSpent bool    // it took any tokens
}

// Unpriced reports whether the model took tokens at a price that is not known.
func (b *Bill) Unpriced() bool { return b.Spent && !b.Known }

// Life is a State as a number.
type Life uint8

// The states of a session; LifeOther is none that is known.
const (
	LifeOther Life = iota
	LifeClosed
	LifeProvisional
	LifeOpen
)

// FigureFlags are the yes and no of a figure.
type FigureFlags uint8

// What a flag says.
const (
	FigureAutomated FigureFlags = 1 << iota
	FigureFloor                 // the floor is passed
	FigureComplete              // the goal is complete
	FigureCrushed               // Session.Crushed
	FigureFallback              // a judge stands in
	FigureCostKnown             // of one model at least
	FigurePlaced                // Person or Folder is known
	FigureBegan                 // see ModelUsage.Began
)

// Has reports whether all of some flags are set.
func (f FigureFlags) Has(some FigureFlags) bool { return f&some == some }

// NoTime is the zero time in microseconds since 1970.
const NoTime = -62_135_596_800_000_000

// Unknown stands in a Figure for a branch or a model that is not told.
const Unknown = "unknown"

// Micro is a time in microseconds since 1970, and FromMicro the way back: what a
// store keeps of a time. The zero time is the zero time again.
func Micro(t time.Time) int64 { return t.UnixMicro() }

// DayMicro is a day in microseconds.
const DayMicro = 24 * int64(time.Hour/time.Microsecond)

// DayOf is the day of n microseconds since 1970, in days since then in UTC, as stores and
// what a score remembers count them.
func DayOf(n int64) int64 {
	day := n / DayMicro
	if n%DayMicro < 0 {
		day--
	}
	return day
}

// FromMicro returns the time of n microseconds since 1970, in UTC.
func FromMicro(n int64) time.Time {
	if n == NoTime {
		return time.Time{}
	}
	return time.UnixMicro(n).UTC()
}

// IDKey is the number by which sessions that ended together are put in order: of
// an id as this program makes them (16 hexadecimal digits) the whole of it, of
// another one its beginning.
func IDKey(id string) uint64 {
	var b [8]byte
	if len(id) == 2*len(b) {
		if n, err := hex.Decode(b[:], []byte(id)); err == nil && n == len(b) {
			return binary.BigEndian.Uint64(b[:])
		}
	}
	b = [8]byte{}
	copy(b[:], id)
	return binary.BigEndian.Uint64(b[:])
}

// ConversationKey is a conversation's id as a number: conversations are counted
// by it. Of ten million, two are alike once in 370,000 stores.
func ConversationKey(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // never fails
	return h.Sum64()
}

// FigureOf makes the figure of s. number gives a text its number: the same each
// time, another one for another text, and 0 for "".
func FigureOf(s *Session, number func(text string) uint32) Figure {
	v := &s.Verdict
	f := Figure{
		Key: IDKey(s.ID), Started: Micro(s.Started), Ended: Micro(s.Ended),
		Repo: number(s.Repo.Key), RepoName: number(s.Repo.Name),
		Branch: number(cmp.Or(s.Branch, Unknown)), Model: number(cmp.Or(s.Model, Unknown)),
		Intent: number(string(cmp.Or(v.Intent, IntentNone))), Code: number(cmp.Or(s.Languages.Code, NoLanguage)),
		Judge: number(v.Judge), Version: number(v.Version),
		Person: number(s.Person), Folder: number(s.Folder),
		Turns: int32(s.Turns), FloorTurns: int32(s.Floor.Turns), NetLines: int32(s.Floor.NetLines),
	}
	for i, c := range s.Conversations {
		if i == 0 {
			f.Conversation = ConversationKey(c)
			continue
		}
		f.Continued = append(f.Continued, ConversationKey(c))
	}
	f.Life = lifeOf(s.State)
	why := s.Exclusion(true, true)
	for i, e := range Exclusions {
		if e == why {
			f.Out = uint8(i + 1)
		}
	}
	if !v.GoalComplete {
		f.Miss = number(v.Miss())
	}
	if v.Status == JudgePending || v.Status == JudgeError {
		f.Unjudged = number(v.Reason)
	}
	for i, b := range LetterBands() {
		if b.Letter == v.Rubric.Letter {
			f.Letter = uint8(i + 1)
		}
	}
	for i, c := range v.Rubric.Checks() {
		switch c.Mark {
		case Present:
			f.Marks |= 1 << (2 * i)
		case Absent:
			f.Marks |= 2 << (2 * i)
		}
	}
	for i := range s.Usage {
		u := &s.Usage[i]
		f.Tokens, f.Nested = f.Tokens.Plus(u.Tokens), f.Nested.Plus(u.Nested)
		b := Bill{Model: number(u.Model), Spent: u.Tokens.Total() > 0, NestedSpent: u.Nested.Total() > 0}
		if u.Cost != nil {
			b.Cost, b.Known = *u.Cost, true
		}
		if u.NestedCost != nil {
			b.NestedCost, b.NestedKnown = *u.NestedCost, true
		}
		f.Bills = append(f.Bills, b)
	}
	for _, x := range []struct {
		is   bool
		flag FigureFlags
	}{
		{s.Automated, FigureAutomated}, {s.Floor.Passed, FigureFloor}, {v.GoalComplete, FigureComplete},
		{s.Crushed(), FigureCrushed}, {v.Fallback, FigureFallback}, {s.Cost != nil, FigureCostKnown}, {s.Person+s.Folder != "", FigurePlaced},
		{s.Began(), FigureBegan},
	} {
		if x.is {
			f.Flags |= x.flag
		}
	}
	if s.Cost != nil {
		f.Cost = *s.Cost
	}
	return f
}

func lifeOf(s State) Life {
	switch s {
	case Closed:
		return LifeClosed
	case Provisional:
		return LifeProvisional
	case Open:
		return LifeOpen
	}
	return LifeOther
}

// Mark returns the answer to check i of Rubric.Checks; "" where none was given
// that counts.
func (f *Figure) Mark(i int) Mark {
	switch f.Marks >> (2 * i) & 3 {
	case 1:
		return Present
	case 2:
		return Absent
	}
	return ""
}

// Exclusion is Session.Exclusion, of a figure whose Life is that of the moment.
func (f *Figure) Exclusion(includeOpen, includeAutomated bool) Exclusion {
	return f.ExclusionIn(f.Life, includeOpen, includeAutomated)
}

// ExclusionIn is Exclusion of a figure with that life.
func (f *Figure) ExclusionIn(life Life, includeOpen, includeAutomated bool) Exclusion {
	why := NotExcluded
	if f.Out > 0 {
		why = Exclusions[f.Out-1]
	}
	switch {
	case why == ExcludeFloor || why == ExcludeNoIntent:
		return why
	case f.Flags.Has(FigureAutomated) && !includeAutomated:
		return ExcludeAutomated
	case why == NotExcluded && life == LifeOpen && !includeOpen:
		return ExcludeOpen
	}
	return why
}

// At is the figure's life at now, if nothing is known since: see Session.At.
func (f *Figure) At(now int64) Life {
	switch {
	case f.Life == LifeClosed:
		return LifeClosed
	case now-f.Ended < OpenFor.Microseconds() && f.Ended <= now:
		return LifeOpen
	}
	return LifeProvisional
}

// Names gives texts numbers, in memory. The zero value is ready.
type Names struct {
	text   []string
	number map[string]uint32
}

// Number is the number of a text, the next one for a new text.
func (n *Names) Number(text string) uint32 {
	if text == "" {
		return 0
	}
	if at, ok := n.number[text]; ok {
		return at
	}
	if n.number == nil {
		n.number = make(map[string]uint32)
	}
	n.text = append(n.text, text)
	at := uint32(len(n.text))
	n.number[text] = at
	return at
}

// Text is the text of a number.
func (n *Names) Text(number uint32) string {
	if number == 0 || int(number) > len(n.text) {
		return ""
	}
	return n.text[number-1]
}

// Numbers lists the numbers that there are texts of.
func (n *Names) Numbers() []uint32 {
	list := make([]uint32, len(n.text))
	for i := range list {
		list[i] = uint32(i + 1)
	}
	return list
}

// Numbers calls add with the number of every name that f has.
func (f *Figure) Numbers(add func(n uint32)) {
	for _, n := range [...]uint32{f.Repo, f.RepoName, f.Branch, f.Model, f.Intent, f.Code, f.Judge, f.Version, f.Miss, f.Unjudged, f.Person, f.Folder} {
		add(n)
	}
	for i := range f.Bills {
		add(f.Bills[i].Model)
	}
}
