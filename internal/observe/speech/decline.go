package speech

import "strings"

// Declines hears in a reply to an offer or a question of the agent (Message.Declined) that it
// begins with a no to that, and takes the work as good behind it: "nope, looks good, thanks", "no changes, go
// for it". What the no says of the work is taken back then, and what stands behind it is
// heard as if it stood alone. A bare "no" declines nothing in this sense, and neither does
// one that anything else follows.
func (r *Reader) Declines(text string, spoken Languages, m *Message) {
	if m.Question || len(text) > HeadBytes || m.Plain() > declineWords {
		return
	}
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

// Bounds on a reply that declines, in words.
const (
	declineWords = 20
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
