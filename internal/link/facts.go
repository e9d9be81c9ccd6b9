package link

import (
	"cmp"
	"slices"
	"time"

	"prism/internal/digest"
	"prism/internal/fact"
)

// Price is the cost of one request in USD; false when the model's price at that
// time is unknown. It is asked request by request, because prices depend on the
// day and on the prompt's length.
type Price func(model string, at time.Time, t fact.Tokens) (usd float64, ok bool)

// Facts makes the facts of a linked session: floor, usage, languages, places.
// Verdict, rework and title are others' to fill in.
func Facts(s *Linkage, price Price) fact.Session {
	first := s.Parts[0].Digest
	last := s.Parts[len(s.Parts)-1].Digest
	f := fact.Session{
		ID: s.ID, Aliases: s.Aliases, Agent: first.Agent, Person: first.Person,
		Repo: first.Repo, Branch: last.Branch, Started: s.Start, Ended: s.End,
		State: s.State, OpenedBy: s.OpenedBy, ClosedBy: s.ClosedBy, Automated: s.Automated,
	}
	var sum digest.Tally
	seen := make(map[*digest.Digest]bool)
	told := make(map[string]bool) // conversations
	var events, lines, missed bool
	for _, r := range s.Parts {
		d := r.Digest
		f.Parts = append(f.Parts, fact.Part{
			Conversation: d.ID, File: d.File, First: r.First, Last: r.Last,
			FirstUUID: d.Turns[r.First-1].UUID, LastUUID: d.Turns[r.Last-1].UUID,
		})
		if !seen[d] {
			seen[d] = true
			if !told[d.ID] {
				told[d.ID] = true
				f.Conversations = append(f.Conversations, d.ID)
			}
			for _, p := range d.Pulls {
				if !slices.Contains(f.Pulls, p) {
					f.Pulls = append(f.Pulls, p)
				}
			}
		}
		if d.Branch != "" {
			f.Branch = d.Branch
		}
		f.Turns += r.Last - r.First + 1
		for t := r.First - 1; t < r.Last; t++ {
			x := &d.Turns[t]
			sum.Add(x)
			alone := x.Events && !x.Mixed // an event more in a turn that a transcript tells is no gap
			events, lines, missed = events || alone, lines || !alone, missed || alone && x.Missed
		}
	}
	switch {
	case events && lines:
		f.Gaps = append(f.Gaps, fact.GapPart)
	case events:
		f.Gaps = append(f.Gaps, fact.GapTranscript)
	}
	if missed {
		f.Gaps = append(f.Gaps, fact.GapEvents)
	}
	if len(first.CWDs) > 0 {
		f.Folder = first.CWDs[0]
	}
	f.FirstTurnUUID, f.LastTurnUUID = f.Parts[0].FirstUUID, f.Parts[len(f.Parts)-1].LastUUID
	f.Floor, f.Languages = sum.Floor(), sum.Languages()
	f.Usage, f.Cost = spend(s.Bills, price)
	most := int64(-1)
	for i := range f.Usage {
		u := &f.Usage[i]
		if n := u.Tokens.Output; n > most {
			f.Model, most = u.Model, n
		}
	}
	return f
}

// spend sums bills by model. What is nested was billed as well: it is in a model's
// tokens and cost, and told besides. The cost is that of the models with a price, nil
// where usage has none at all.
func spend(bills []Bill, price Price) ([]fact.ModelUsage, *float64) {
	type money struct {
		usd, nested float64
		known       bool
	}
	var out []fact.ModelUsage
	var costs []*money
	at := make(map[string]int) // in out
	for i := range bills {
		b, model, tokens := &bills[i], bills[i].Model(), bills[i].Tokens()
		n, ok := at[model]
		if !ok {
			n = len(out)
			at[model] = n
			out = append(out, fact.ModelUsage{Model: model})
			costs = append(costs, &money{known: true})
		}
		usd, known := 0.0, false
		if price != nil {
			usd, known = price(model, b.Time(), tokens)
		}
		u, c := &out[n], costs[n]
		u.Requests++
		u.Tokens = u.Tokens.Plus(tokens)
		if b.Began() {
			u.Began++
		}
		c.usd += usd
		c.known = c.known && known
		if b.Nested() {
			u.Nested = u.Nested.Plus(tokens)
			c.nested += usd
		}
	}
	total, priced := 0.0, len(out) == 0
	for i, c := range costs {
		if !c.known {
			continue
		}
		out[i].Cost, priced = &c.usd, true
		if out[i].Nested.Total() > 0 {
			out[i].NestedCost = &c.nested
		}
	}
	slices.SortFunc(out, func(a, b fact.ModelUsage) int { return cmp.Compare(a.Model, b.Model) })
	for i := range out {
		if out[i].Cost != nil {
			total += *out[i].Cost
		}
	}
	if !priced {
		return out, nil
	}
	return out, &total
}

// outsideStep is how finely usage outside sessions is kept in time: days begin on
// a quarter of an hour in every time zone there is.
const outsideStep = 15 * time.Minute

// OutsideFacts makes the facts of usage that lies in no session: one entry for
// each conversation, model and quarter of an hour.
func OutsideFacts(bills []Bill, price Price) []fact.OutsideUsage {
	type group struct {
		d     *digest.Digest
		model string
		day   time.Time
	}
	var order []group
	groups := make(map[group][]Bill)
	for _, b := range bills {
		g := group{b.Digest, b.Model(), b.Time().Truncate(outsideStep)}
		if len(groups[g]) == 0 {
			order = append(order, g)
		}
		groups[g] = append(groups[g], b)
	}
	var out []fact.OutsideUsage
	for _, g := range order {
		usage, _ := spend(groups[g], price)
		out = append(out, fact.OutsideUsage{Time: groups[g][0].Time(), Conversation: g.d.ID, Repo: g.d.Repo, Usage: usage[0]})
	}
	return out
}
