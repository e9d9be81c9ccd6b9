package speech

import (
	"strings"

	"prism/internal/lexicon"
)

// Words by which a prompt says how the work stands, whatever phrase they make:
// "stance." in the lexicon. A clause is read by which of them it holds.
const (
	isGood      = iota // says of a thing that it works or is right
	isBad              // that it fails
	isWrong            // that it is not as it should be
	aFault             // names a fault, or that one shows: "error", "reproduce"
	isGone             // of a fault: it is away
	stays              // it is there yet, and as it was
	still              // still, again
	not                // denies
	noMore             // denies from now on: "no longer"
	effect             // what something that helps has
	now                // now, at last, this time
	unreal             // makes a clause say no fact: "should", "if", "please"
	regrets            // says that what follows is not wished for: "I'm afraid"
	parted             // begins the next clause without a sign before it: "but"
	stops              // gives up or puts off: "drop", "leave"
	object             // what is dropped, where it is all of the work: "it", "this idea"
	needs              // wants or needs, with its subject: "we need"
	leadsIn            // may stand beside these: "we", "I think", "better"
	asksNicely         // begins a wish that has the form of a question: "could we"
	tells              // begins a statement: "it", "the", "I ran"
	hears              // takes what was said as heard: "ah", "okay"
	speaks             // who or what a reply to an answer speaks of: "I", "that's", "so"
	asksWhether        // begins a question that a yes or no answers: "could", "is it"
	asksWhy            // begins a reproach, where what it asks for still fails: "why is it still red?"
	isPoor             // that it could be better: "hacky", "needless"
	ownsUp             // takes the fault upon oneself: "my mistake"
	yet                // of still, what says that it was so before, and not once more
	tried              // its writer, or who uses it, has tried the work: "tested", "getestet"
	confirmed          // its writer looked, and what follows is so: "can confirm"
	isRight            // of what was tried, that it is as it should be: "the numbers match"
)

func stances() []string {
	return []string{
		isGood: "good", isBad: "bad", isWrong: "wrong", aFault: "fault", isGone: "gone", stays: "stays", still: "still", not: "not", noMore: "no_more",
		effect: "effect", now: "now", unreal: "unreal", regrets: "regret", parted: "but", stops: "stop", object: "object", needs: "need", leadsIn: "lead", asksNicely: "polite", tells: "tell", hears: "ack", speaks: "reply", asksWhether: "asks", asksWhy: "why", isPoor: "poor", ownsUp: "own", yet: "yet", tried: "tried", confirmed: "confirmed", isRight: "right",
	}
}

// Bounds on prompts that are read so, in words as a speaker counts them: a longer one
// says more than how the work stands.
const (
	stanceWords = 24
	clauseWords = 28
	shortClause = 10 // such a clause says no more than that
	shortBare   = 2  // words of it that no section knows
	longBare    = 4  // likewise, where all else says that it is good now
	leaveWords  = 16
	yetWithin   = 4 // of the beginning of a clause, where what it says was so before
	replyMost   = 14
)

// clause is what a clause of a prompt holds.
type clause struct {
	has      lexicon.Set
	from, to int // words
	first    lexicon.Set
	bare     int  // words that no section knows
	goods    int  // places that say that it is good
	asked    bool // it ends on a question mark
	goodAt   int  // the word that says what has says
	rightTo  int  // where what says that it is as it should be ends
	badAt    int
	yetAt    int  // the word that says that it was so before; −1 none
	begins   bool // words that begin a statement, or say when, stand before what is good
	isNow    bool // it says of a thing that it is good now: "now the fern is due on the right day"
	mends    bool // it says behind praise what is no longer so
	blames   bool // a word for the work, or for when, stands before what is bad
}

func (c *clause) any(kinds ...int) bool {
	for _, k := range kinds {
		if c.has.Has(k) {
			return true
		}
	}
	return false
}

// asks reports whether a clause asks how something stands: with a question mark, or as
// people type it without one, where it names nothing that is wrong: "are the tests still
// running".
func (c *clause) asks() bool {
	return c.asked || c.first.Has(asksWhether) && !c.any(not, isBad, isWrong, aFault)
}

// hearStance adds to what was heard in a prompt what its words say of the work when
// they are taken together: that it works or fails, that it is dropped. Phrases are
// known by the hundred and people always find another; which word stands with which
// is said in few ways. What a phrase heard in the same words gives way. Where the prompt
// names a check, that it fails is an error that is reported, and no complaint.
func (r *Reader) hearStance(text string, spoken Languages, s *Message, checks bool) {
	if len(text) > HeadBytes || s.Words == 0 || strings.Contains(text, "```") {
		return
	}
	if s.Plain() > stanceWords {
		r.hearStory(text, spoken, s)
		return
	}
	all := r.stanceClauses(text, spoken)
	if len(all) == 1 && !s.Question && !strings.HasSuffix(strings.TrimSpace(text), "!") && r.inverted(&all[0]) {
		s.Question, all[0].asked = true, true // "are the agents still running"
	}
	switch {
	case s.ordersOnly(all):
		s.forget(Complain, Failing, Accept, Endorse) // "add a test for where the login does not work"
		return
	case r.writesOf(text, spoken, s, all):
		s.forget(Complain, Failing, Swear, Accept, Endorse)
		return
	}
	var good, bad, drop *clause
	reproach, past := false, false
	regret, part, but, wonders, own := false, false, false, false, false
	reserved, doubt := false, false // what is said against praise
	mended := false                 // and what is said for it: a fault is no longer there
	for i := range all {
		own = own || all[i].any(ownsUp)
		all[i].mends = i > 0 && r.goesOnGood(text, s, &all[i], &all[i-1], spoken)
	}
	for i := range all {
		c := &all[i]
		mended = mended || c.mends
		if r.setApart(text, c, spoken) || c.mends && c.verdict(regret) != Endorse {
			continue
		}
		regret = regret || c.any(regrets) && !own
		if i > 0 && !own {
			fails, doubts := r.reserves(text, s, c, &all[i-1], spoken)
			doubt = doubt || doubts
			if fails {
				bad, reserved = c, true
			}
		}
		wonders = wonders || c.asked && c.first.Has(asksWhether) && !c.any(not)
		past = past || c.any(aFault) && c.any(isWrong) && c.any(unreal) && !c.any(still, stays, not, noMore)
		switch c.verdict(regret) {
		case Endorse:
			if c.begins || c.to-c.from <= 3 && c.any(now, noMore, isGone) || c.any(noMore, isGone) || c.goods > 1 || r.alone(c, all, spoken) { // "runs without a hitch"
				good = c
			}
		case Failing:
			if c.any(still, not, noMore) || !checks {
				bad = c // a check that fails is an error that is reported
			}
		default:
			switch {
			case c.first.Has(asksWhy) && c.any(still) && (c.any(isBad, isWrong) || c.any(isGood, effect) && c.any(not)):
				bad, reproach = c, true
			case i == 1 && all[0].to-all[0].from == 1 && all[0].first.Has(not) && c.any(still) && c.first.Has(tells) && !c.any(unreal, needs, stops) && !c.asked && c.to-c.from <= shortClause:
				bad = c // "no! It keeps doing that"
			case c.yetAt >= 0 && c.yetAt-c.from <= yetWithin && c.to-c.from > 1 && r.brief(c) && !c.asks() && !c.any(needs, stops, isGood, isGone, noMore) && !s.LeadsRequest() && !r.wishesFor(c, spoken):
				bad = c // "todavía salen dos veces", "still 2024 in the footer"
			case i > 0 && all[i-1].any(isGood) && !all[i-1].asked && !c.asked && r.denies(c, spoken):
				bad = c // "you said it works. It does not."
			case s.Any(Complain) && c.any(isWrong) && (c.first.Has(not) || c.blames && !c.any(not)) && !c.any(unreal) && !c.asked && c.to-c.from <= shortClause && len(all) <= 2 && c.bare == 0:
				bad = c // "no, this is wrong", and not how it shall be
			}
			if s.Any(Thanks) && c.any(now) && c.to-c.from > 1 && c.to-c.from <= 6 && !c.asked && !c.any(not, unreal, isBad, isWrong, aFault, still, stays, needs, stops, noMore) && !s.LeadsRequest() && !s.Any(Complain) {
				good = c // "c'est synchro maintenant, merci": more than bare thanks
				good.goodAt = c.from
			}
			aside := c.any(unreal) && (good == nil || c.first.Has(unreal) || r.wishesFor(c, spoken)) // and not "that did it, they stay where I drop them"
			if aside && i+1 < len(all) && all[i+1].first.Has(parted) && all[i+1].verdict(regret) == Endorse {
				aside = false // "I was about to write, but it does work"
			}
			but = but || !own && !c.faultless() && (aside || c.any(not, isBad, isWrong)) // of something else it says that it is not so
		}
		if r.leaves(text, c, spoken) {
			drop = c
		} else if c.any(stops) && c.bare > 0 {
			part = true // "skip the changelog, it is not needed": a part of the work
		}
	}
	asked := s.Neutral()
	switch {
	case bad != nil && (!asked || reproach):
		r.said(s, bad, bad.badAt, Complain, Failing)
		if good == nil || reserved {
			s.forget(Accept, Endorse)
		}
	case good != nil && bad == nil && !but && !asked && !r.inDrop(good, spoken) && !r.wishes(s, all):
		r.said(s, good, good.goodAt, Accept, Endorse)
		s.forget(Complain, Failing, Broken, Swear) // who swears at what is over praises
	}
	if bad == nil && drop == nil && !asked && !s.Any(Endorse) {
		r.hearTried(text, s, all)
	}
	if bad == nil && good == nil && drop == nil && !but && !asked && confirms(all) {
		r.said(s, &all[len(all)-1], all[len(all)-1].from, Accept, Endorse)
		s.come(Accept, Endorse)
		s.forget(Complain, Swear)
	}
	if doubt && bad == nil {
		s.forget(Accept, Endorse)
	}
	if mended && bad == nil {
		s.forget(Complain, Failing, Broken)
	}
	if bad == nil && s.Any(Abandon, Postpone) && r.forNow(text, s, spoken) {
		s.forget(Accept, Endorse)
	}
	if past && bad == nil && s.Leads[Failing] == 0 {
		s.forget(Complain) // "wow, that was an ugly bug"
	}
	if wonders && bad == nil && asked && s.Leads[Failing] > 0 && len(all) == 1 {
		s.forget(Complain, Failing) // "could the same bug exist elsewhere?"
	}
	s.Heard = bad == nil && drop == nil && !asked && r.replies(s, all, spoken)
	if drop != nil && !part && s.Plain() <= leaveWords {
		r.said(s, drop, drop.from, Abandon)
		bump(&s.Whole[Abandon])
	}
}

// ordersOnly reports whether a prompt is one clause that a request leads, and no repair:
// what it says behind that is of what is to be made, and not of how the work stands.
func (s *Message) ordersOnly(all []clause) bool {
	if len(all) != 1 || all[0].asked || all[0].any(still, now) || s.Leads[AskFix] > 0 || s.fixes || s.Any(Swear, Undo) {
		return false
	}
	for _, k := range Makes() {
		if s.Leads[k] > 0 && s.FirstLead[k] == 0 {
			return true
		}
	}
	return false
}

// storyWords bounds a prompt that is read as a story, in words.
const storyWords = 110

// hearStory adds to what was heard in a long prompt what it comes to, where it tells how
// the work went and asks for nothing: "I went through the ticket again, all five steps,
// and it is right each time". Of several clauses that say how the work stands the last
// one holds: a story goes from what was to what is.
func (r *Reader) hearStory(text string, spoken Languages, s *Message) {
	if s.Plain() > storyWords || s.Question || strings.Contains(strings.TrimSpace(text), "\n") || s.Any(Deliver, Undo) {
		return
	}
	for _, c := range Asked() {
		if s.Leads[c] > 0 && c != Broken && c != Question {
			return
		}
	}
	all := r.stanceClauses(text, spoken)
	var last *clause
	says := Ambient
	for i := range all {
		c := &all[i]
		if r.leaves(text, c, spoken) {
			last, says = c, Abandon
			continue
		}
		switch v := c.verdict(false); {
		case v == Failing, v == Endorse && (c.begins || c.any(noMore, isGone)):
			last, says = c, v
		}
	}
	switch says {
	case Endorse:
		s.forget(Complain, Failing, Broken, Swear)
		r.said(s, last, last.goodAt, Accept, Endorse)
		s.come(Accept, Endorse)
	case Failing:
		s.forget(Accept, Endorse)
		r.said(s, last, last.badAt, Complain, Failing)
		s.come(Complain, Failing)
	case Abandon:
		s.forget(Accept, Endorse)
		r.said(s, last, last.from, Abandon)
		bump(&s.Whole[Abandon])
		s.come(Abandon)
		s.Gone = true
	default:
		s.Gone = s.Whole[Abandon] > 0 && !s.Any(Endorse)
	}
}

// come has what a story comes to stand at its head, where short prompts have it.
func (s *Message) come(says ...Sense) {
	for _, k := range says {
		s.FirstLead[k] = 0
		bump(&s.Opening[k])
	}
}

// verdict is what a clause says of the work: Endorse, Failing, or nothing
// (Ambient).
func (c *clause) verdict(regret bool) Sense {
	const nothing = Ambient
	denies := c.any(not)
	if c.any(unreal) || c.asked || c.to-c.from > clauseWords {
		return nothing
	}
	short := c.to-c.from <= shortClause && c.bare <= shortBare
	switch {
	case c.any(noMore):
		if c.any(isBad, isWrong, aFault) {
			return Endorse
		}
		if c.any(isGood, effect) {
			return Failing
		}
	case c.any(isBad) && c.any(aFault) && c.any(isGone) && short:
		if denies || c.any(still) {
			return Failing
		}
		return Endorse // "the crash is gone"
	case c.any(isBad):
		if c.any(still) || regret || !denies && (c.blames || c.any(stays) && c.bare <= shortBare) { // "as broken as before"
			return Failing
		}
	case c.any(aFault) && c.any(isGone):
		if denies || c.any(still) {
			return Failing
		}
		return Endorse
	case c.any(aFault) && c.any(stays, still):
		if !denies {
			return Failing
		}
	case c.any(isWrong):
		if c.any(still, stays) {
			return Failing
		}
	case c.any(isGood) && denies:
		if short {
			return Failing
		}
	case c.any(isGood):
		if (short || c.isNow) && !regret && (!c.any(still) || c.any(now)) {
			return Endorse
		}
	case c.any(aFault) && denies && c.any(now):
		if short {
			return Endorse
		}
	case c.any(effect) && denies:
		if short {
			return Failing
		}
	}
	if regret && (denies || c.any(still, stays, aFault)) {
		return Failing
	}
	return nothing
}

// brief reports whether a clause is short, of scripts without spaces three signs a word.
func (r *Reader) brief(c *clause) bool {
	most := shortClause
	if IsSign(r.words.Word(c.to - 1)) {
		most *= 3
	}
	return c.to-c.from <= most
}

// wishesFor reports whether a clause says how something shall be.
func (r *Reader) wishesFor(c *clause, spoken Languages) bool {
	for i := c.from; i < c.to; i++ {
		if r.report.Starts(&r.words, i, spoken).Has(wished) {
			return true
		}
	}
	return false
}

// opensOn reports whether a prompt opens on a word by which one goes on from what was
// done ("now", "and then"), or on a polite wish ("can you"), be it after words that take
// that as heard.
func (r *Reader) opensOn(text string, spoken Languages) (next, polite bool) {
	r.words.Scan(text, openingWords)
	for i := 0; i < len(r.words.Tokens); {
		h := r.stance.At(&r.words, i, spoken)
		switch {
		case r.joins(i, spoken), h.To > i && h.Sections.Has(now):
			return true, false
		case h.To > i && h.Sections.Has(asksNicely):
			return false, true
		case h.To == i || !h.Sections.Has(hears):
			return false, false
		}
		i = h.To
	}
	return false, false
}

// alone reports whether a clause is one word that says that the work is good, and the
// rest of the prompt only nods: "works", "fixed, thanks".
func (r *Reader) alone(c *clause, all []clause, spoken Languages) bool {
	if c.to-c.from != 1 || c.first.Has(hears) || IsSign(r.words.Word(c.from)) {
		return false
	}
	for i := range all {
		k := &all[i]
		if c == &all[0] && len(all) <= 3 && k.first.Has(tells) && !k.asked && !k.any(isBad, isWrong, not, unreal, needs, stops, still, parted) || c == &all[0] && len(all) <= 3 && k.first.Has(noMore) && !k.asked {
			continue // "works, it survives a reload"
		}
		if k.mends {
			continue
		}
		if k != c && (r.stance.At(&r.words, k.from, spoken).To < k.to || !k.first.Has(hears)) {
			return false
		}
	}
	return true
}

// denies reports whether a clause only says no to the one before it: "it is not", "here
// it does not".
func (r *Reader) denies(c *clause, spoken Languages) bool {
	return c.to-c.from > 1 && c.to-c.from <= 4 && c.bare == 0 && c.any(not) && c.any(tells) && !c.any(unreal, isGood, aFault, needs, stops, effect)
}

// joinedWithin is how many words may stand between a thing's "is" and what is good.
const joinedWithin = 4

// joined reports whether a word that joins what is spoken of to what it is stands before a
// word of a clause.
func (r *Reader) joined(c *clause, at int, spoken Languages) bool {
	for i := max(c.from+1, at-joinedWithin); i < at; i++ {
		if r.aside.Starts(&r.words, i, spoken).Has(isSo) {
			return true
		}
	}
	return false
}

// stanceClauses takes a prompt apart.
func (r *Reader) stanceClauses(text string, spoken Languages) []clause {
	r.words.Scan(text, maxWords)
	toks := r.words.Tokens
	out := r.parted[:0]
	defer func() { r.words.Tokens = toks }()
	nodded := false // only such words stand before what is good
	for i, end := 0, 0; i < len(toks); {
		from := 0
		if i > 0 {
			from = toks[i-1].End
		}
		for end <= i || end < len(toks) && (text[toks[end-1].End:toks[end].Start] == "-" || !parts(text[toks[end-1].End:toks[end].Start])) {
			end++
		}
		r.words.Tokens = toks[:end] // no phrase reaches over a sign
		h := r.stance.At(&r.words, i, spoken)
		gap := text[from:toks[i].Start]
		signed := i == 0 || parts(gap) && gap != "-"
		if signed || h.Sections.Has(parted) {
			out = append(out, clause{from: i, goodAt: -1, badAt: -1, yetAt: -1})
			nodded = false
		}
		c := &out[len(out)-1]
		says := h.Sections
		if says.Has(tried) { // "checked it" says what "checked" does, too
			says |= r.stance.Starts(&r.words, i, spoken)
		}
		if h.To == i {
			c.bare++
			h.To = i + 1
		}
		if c.from == i {
			c.first = says
		}
		if says.Has(isGood) {
			c.goods++
		} else if says.Has(isRight) {
			c.rightTo = h.To
		}
		if c.goodAt < 0 && (says.Has(isGood) || says.Has(isGone) || says.Has(noMore)) {
			c.goodAt = i
			if nodded && says.Has(hears) && !says.Has(tells) {
				c.begins = false // "hm, ok" takes nothing as good
			}
			c.begins = c.begins || i == c.from && h.To-i > 1 || IsSign(r.words.Word(i))
		}
		if c.badAt < 0 && says.Has(isBad) {
			elided := i == c.from && len(out) > 1 && out[len(out)-2].any(tells) && !out[len(out)-2].any(unreal, stops) // "tried it twice, fails each time"
			c.blames = c.blames || elided || i == c.from && h.To-i > 1 || IsSign(r.words.Word(i))
		}
		if c.badAt < 0 && (says.Has(isBad) || says.Has(isWrong) || says.Has(still) || says.Has(stays) || says.Has(not) || says.Has(noMore)) {
			c.badAt = i
		}
		if says.Has(isGood) && i > c.from && r.aside.Starts(&r.words, i-1, spoken).Has(isSo) && c.bare <= shortBare {
			c.begins = true // "last column is fine"
		}
		if says.Has(isGood) && !c.isNow && c.any(now) && c.bare <= longBare && r.joined(c, i, spoken) {
			c.isNow, c.begins = true, true
		}
		if c.goodAt < 0 && (says.Has(tells) || says.Has(now) || says.Has(hears)) {
			nodded = says.Has(hears) && !says.Has(tells) && !says.Has(now) && (nodded || !c.begins)
			c.begins = true
		}
		if c.yetAt < 0 && says.Has(yet) {
			c.yetAt = i
		}
		if c.badAt < 0 && (says.Has(speaks) || says.Has(now)) {
			c.blames = true // "the log is broken" tells of something new
		}
		c.has |= says
		i = h.To
		c.to = i
		rest := text[toks[i-1].End:]
		if k := strings.IndexAny(rest, sentenceSigns+"؟"); k >= 0 {
			c.asked = strings.HasPrefix(rest[k:], "?") || strings.HasPrefix(rest[k:], "？") || strings.HasPrefix(rest[k:], "؟")
		}
	}
	r.parted = out
	return out
}

// leaves reports whether a clause gives the work up or puts it off, and is made of
// nothing but the words of that: "could we leave this for now", "we no longer need it".
func (r *Reader) leaves(text string, c *clause, spoken Languages) bool {
	if !c.any(stops) && !(c.any(needs) && c.any(not, noMore)) || c.any(isGood, isBad) || c.any(stops) && c.any(not) || c.asked && !c.any(asksNicely) {
		return false
	}
	found := false
	for i := c.from; i < c.to; {
		h := r.stance.At(&r.words, i, spoken)
		k := r.skip.At(&r.words, i, spoken)
		switch s := h.Sections; {
		case h.To > i && (s.Has(stops) || s.Has(object) || s.Has(needs) || s.Has(leadsIn) || s.Has(asksNicely) || s.Has(not) || s.Has(noMore) || s.Has(hears) || s.Has(parted) || s.Has(now) || s.Has(regrets)):
			found = found || s.Has(stops) || s.Has(needs)
			i = h.To
		case k.To > i && (k.Sections.Has(preamble) || k.Sections.Has(coda)):
			i = k.To
		default:
			return false
		}
	}
	return found && c.to-c.from > 1 // "stop" may be meant for what runs
}

// replies reports whether a prompt only takes an answer as heard: "ah, so that's why",
// "okay, I'll tell them". It opens with a word of that kind, asks for nothing, and
// what follows speaks of the answer or of who got it.
func (r *Reader) replies(s *Message, all []clause, spoken Languages) bool {
	if s.Plain() > replyMost || !all[0].first.Has(hears) {
		return false
	}
	for _, c := range append(Asked(), Resume, Undo, Deliver, Correct, Complain, Abandon, Switch) {
		if s.Leads[c] > 0 && s.Leads[Accept] == 0 {
			return false
		}
	}
	for i := range all {
		c := &all[i]
		at := c.from
		for at < c.to {
			h := r.stance.At(&r.words, at, spoken)
			if h.To == at || !h.Sections.Has(hears) {
				break
			}
			at = h.To
		}
		if at < c.to && !r.stance.At(&r.words, at, spoken).Sections.Has(speaks) || c.any(unreal, isBad, not) && at < c.to {
			return false
		}
	}
	return true
}

// wishes reports whether a prompt asks for something in words that say nothing of how
// the work stands.
func (r *Reader) wishes(s *Message, all []clause) bool {
	for _, c := range append(Asked(), Resume, Undo) {
		if s.Leads[c] == 0 {
			continue
		}
		within := false
		for i := range all {
			k := &all[i]
			from, to := r.words.Tokens[k.from].Start, r.words.Tokens[k.to-1].End
			within = within || s.FirstLead[c] >= from && s.FirstLead[c] < to && (k.verdict(false) == Endorse && k.begins || k.faultless())
		}
		if !within {
			return true
		}
	}
	return false
}
