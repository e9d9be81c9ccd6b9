package speech

import "strings"

// hearTried hears that what the writer tried is right: "tested, the sum is right".
func (r *Reader) hearTried(text string, s *Message, all []clause) {
	participle := strings.HasSuffix(text[:r.words.Tokens[0].End], "é") // "testé", and not "teste"
	if s.Any(Complain, Postpone, Abandon, Undo) || s.LeadsRequest() && !(participle && s.leadsOnly(AskReview, AskInvestigate)) {
		return
	}
	if c := triedWell(all, participle); c != nil {
		r.said(s, c, max(c.goodAt, c.from), Accept, Endorse)
		s.come(Accept, Endorse)
		s.forget(Broken)
	}
}

// leadsOnly reports whether no request but some leads a clause, and these only the first.
func (s *Message) leadsOnly(some ...Sense) bool {
	for _, c := range Asked() {
		only := false
		for _, k := range some {
			only = only || c == k && s.FirstLead[c] == 0 && s.Leads[c] == 1
		}
		if s.Leads[c] > 0 && !only {
			return false
		}
	}
	return true
}

// triedWell is the clause by which a prompt says that what its writer tried is right:
// "tested, the sum is right", "sprawdziłem, suma się zgadza"; or by one word behind it that
// this is good: "she can log in again, good". nil where it says neither, or anything else.
// What begins on a participle orders nothing, though the same letters without an accent do.
func triedWell(all []clause, participle bool) *clause {
	own := -1
	for i := range all {
		c := &all[i]
		told := c.any(unreal) && !(participle && i == 0 && c.first.Has(tried) && c.first.Has(unreal))
		if told || c.asked || c.any(not, isBad, isWrong, still, stays, needs, stops, noMore, isPoor) {
			return nil
		}
		if own < 0 && c.first.Has(tried) {
			own = i
		}
		if own >= 0 && (c.any(isGone) || !c.any(aFault) && (c.any(isGood) || c.rightTo == c.to)) { // and not "the errors match what you saw"
			return c
		}
	}
	if n := len(all) - 1; n == 1 && all[n].to-all[n].from == 1 && all[n].any(isGood) && all[0].first.Has(tells) && all[0].to-all[0].from > 2 && !all[0].any(hears) {
		return &all[n]
	}
	return nil
}

// faultless reports whether a clause only says that there is no fault: "no problem at all".
func (c *clause) faultless() bool {
	return c.any(aFault) && c.first.Has(not) && !c.any(isBad, isWrong, isGood, still, stays, unreal) && c.to-c.from <= shortClause
}

// confirms reports whether a prompt opens on that its writer looked, and says then of a
// thing how it is now, in no word that finds fault with it: "can confirm, prints 0.00 now".
func confirms(all []clause) bool {
	if len(all) != 2 || !all[0].any(tried) && !all[0].any(confirmed) || all[0].to-all[0].from > 3 || all[0].any(not) {
		return false
	}
	c := &all[1]
	return c.any(now) && !c.any(not, isBad, isWrong, aFault, still, stays, unreal, needs, stops, noMore, effect) && c.to-c.from <= shortClause
}
