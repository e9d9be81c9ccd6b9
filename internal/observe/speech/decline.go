package speech

import "strings"

// Declines hears in a reply to an offer or a question of the agent (Message.Declined) that it
// begins with a no to that, and takes the work as good behind it: "nope, looks good, thanks", "no changes, go
// for it". What the no says of the work is taken back then, and what stands behind it is
// heard as if it stood alone. A bare "no" declines nothing in this sense, and neither does
// one that anything else follows.
// One that gives up neither all of the work nor what it is about says no to what was offered and
// no more (Message.Waives).
func (r *Reader) Declines(text string, spoken Languages, about *Parts, m *Message) {
	if m.Question || len(text) > HeadBytes || m.Plain() > declineWords {
		return
	}
	spoken |= unknownOf(text) // of a few words nobody may have told it yet
	r.words.Scan(text, maxWords)
	toks := r.words.Tokens
	if len(toks) == 0 {
		return
	}
	h := r.skip.At(&r.words, 0, spoken)
	no, asIs := h.Sections.Has(declines), h.Sections.Has(noChange)
	if h.To == 0 || !no && !asIs {
		return
	}
	m.Waives = no && m.Plain() <= waiveWords && r.waives(text, h.To, spoken, about)
	r.words.Scan(text, maxWords)
	toks = r.words.Tokens
	thanks := false
	for i := 1; i < h.To; i++ {
		thanks = thanks || r.Person.Starts(&r.words, i, spoken)&(1<<Thanks) != 0
	}
	if h.To == len(toks) {
		if thanks {
			m.forget(Complain, Failing, Swear, Abandon, Switch, Correct, Broken)
		}
		m.Declined = thanks
		return
	}
	from := toks[h.To].Start
	if gap := text[toks[h.To-1].End:from]; !asIs && !thanks && !parts(gap) && !strings.ContainsAny(gap, "،؛") {
		return // "no funciona, gracias", "no luck, thanks": it says no to what follows
	}
	var rest Message
	r.Hear(text[from:], true, spoken, &rest)
	if rest.Question || rest.Denies() || rest.LeadsRequest() || rest.Any(Complain, Failing, Swear, Abandon, Postpone, Switch, Undo, Broken, Correct, Feedback) {
		return
	}
	takes := rest.Nod || rest.Whole[Accept]+rest.Whole[Endorse]+rest.Whole[Thanks] > 0 || rest.Leads[Accept]+rest.Leads[Endorse] > 0 && rest.Plain() <= briefPraise
	takes = takes || no && rest.Leads[Deliver] > 0 && rest.FirstLead[Deliver] < leadWithin && rest.Plain() <= briefPraise // "nope, commit it", "nah, just push it"
	if !takes && !(asIs && rest.Leads[Resume]+rest.Leads[Assent] > 0) {
		return
	}
	m.forget(Complain, Failing, Swear, Abandon, Switch, Correct, Broken, Feedback, negation)
	for _, k := range []Sense{Accept, Endorse, Thanks, Resume, Assent} {
		m.Count[k], m.Opening[k], m.Closing[k], m.Leads[k], m.Whole[k] = rest.Count[k], rest.Opening[k], rest.Closing[k], rest.Leads[k], rest.Whole[k]
		m.First[k] = span{rest.First[k].Start + from, rest.First[k].End + from}
		m.FirstLead[k] = rest.FirstLead[k] + from
	}
	m.Nod, m.Heard, m.Declined = rest.Nod, rest.Heard, true
}

// waives reports whether what stands behind a no, from a word on, gives up no more than what was
// offered.
func (r *Reader) waives(text string, from int, spoken Languages, about *Parts) bool {
	toks := r.words.Tokens
	if from == len(toks) {
		return true
	}
	if gap := text[toks[from-1].End:toks[from].Start]; from == 1 && !parts(gap) && !strings.ContainsAny(gap, "،؛") && !r.stance.Starts(&r.words, from, spoken).Has(stops) && !r.stance.Starts(&r.words, from, spoken).Has(not) {
		return false // it says no to what follows
	}
	for i := from; i < len(toks); i++ {
		if r.skip.At(&r.words, i, spoken).Sections.Has(allOfIt) || about != nil && about.has(r, r.part(&r.words, i)) {
			return false
		}
	}
	words := len(toks) - from
	var rest Message
	r.Hear(text[toks[from].Start:], true, spoken, &rest)
	if rest.Question || rest.Fault || rest.Any(Complain, Failing, Swear, Switch, Undo, Broken) {
		return false
	}
	return words <= bareWaiver || !rest.Any(Abandon) || rest.Any(Accept, Endorse, Thanks)
}

// Bounds on a reply that declines, in words.
const (
	declineWords = 20
	waiveWords   = 14
	bareWaiver   = 5  // of what may give up a thing behind the no: "skip it for now"
	briefPraise  = 10 // of what takes the work behind the no
	leadWithin   = 8  // bytes before an order to deliver it: "just "
)

// Replied takes from an answer what it asks at its end, for the person has replied to that.
func (s *Message) Replied(lastSentence func(string) int) {
	s.Question = false
	s.forget(SaysAsk, SaysOffer, SaysNeeds)
	text := strings.TrimRight(s.Text, " \t\r\n*_")
	if at := lastSentence(text); at > 0 && strings.ContainsAny(text[at:], "?？؟") {
		s.Text = strings.TrimRight(text[:at], " \t\r\n")
	}
}
