package speech

import "strings"

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
	retracts           // what its writer found wrong was a mistake of his own: "false alarm"
)

func stances() []string {
	return []string{
		isGood: "good", isBad: "bad", isWrong: "wrong", aFault: "fault", isGone: "gone", stays: "stays", still: "still", not: "not", noMore: "no_more",
		effect: "effect", now: "now", unreal: "unreal", regrets: "regret", parted: "but", stops: "stop", object: "object", needs: "need", leadsIn: "lead", asksNicely: "polite", tells: "tell", hears: "ack", speaks: "reply", asksWhether: "asks", asksWhy: "why", isPoor: "poor", ownsUp: "own", yet: "yet", tried: "tried", confirmed: "confirmed", isRight: "right", retracts: "retracts",
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
			case c.yetAt >= 0 && !r.ofOthers(c, spoken) && c.yetAt-c.from <= yetWithin && c.to-c.from > 1 && r.brief(c) && !c.asks() && !c.any(needs, stops, isGood, isGone, noMore) && !s.LeadsRequest() && !r.wishesFor(c, spoken):
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
			said := r.Person.At(&r.words, c.from, spoken)
			whole := said.To >= c.to && Senses(said.Sections) == 1<<Ambient                        // "never mind, found it" denies nothing
			but = but || !own && !whole && !c.faultless() && (aside || c.any(not, isBad, isWrong)) // of something else it says that it is not so
		}
		if r.leaves(text, c, spoken) {
			drop = c
		} else if c.any(stops) && c.bare > 0 {
			part = true // "skip the changelog, it is not needed": a part of the work
		}
	}
	asked := s.Neutral()
	if own && bad != nil && good != nil && good.from > bad.from {
		bad = nil
		s.come(Accept, Endorse) // "still 404... my bad, I had the old build running. It works!"
	}
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

// namesAmiss reports whether a word of a prompt says that something fails or is not as it
// should be, whatever of: "looks like a poor implementation, make a proper one". Who goes
// on with "now", or orders a change, may speak of failures that are to be handled or shown.
func (r *Reader) namesAmiss(text string, spoken Languages, orders bool) bool {
	r.words.Scan(text, maxStep)
	for i := 0; i < len(r.words.Tokens); {
		h := r.stance.At(&r.words, i, spoken)
		if h.Sections.Has(isBad) && !orders || h.Sections.Has(isWrong) || h.Sections.Has(isPoor) {
			return true
		}
		i = max(h.To, i+1)
	}
	return false
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
