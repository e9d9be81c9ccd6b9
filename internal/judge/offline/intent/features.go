package intent

import (
	"math"
	"slices"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// intentFeature is a number by which the intent of a session is told.
type intentFeature struct {
	name  string
	value func(q *request) float64
}

// all is the share of turns whose prompt opens with a class.
func (q *request) all(c speech.Sense) float64 {
	n := 0
	for i := range q.a.Turns {
		if q.a.Turns[i].Prompt.Opening[c] > 0 {
			n++
		}
	}
	return float64(n) / q.n
}

// tiedFeature says how much a voice speaks of one intent.
type tiedFeature struct {
	name  string
	value func(q *request, c speech.Sense) float64
}

// intentClass is the class by which an intent is asked for, in the order of
// fact.Intents.
func intentClass() [8]speech.Sense {
	return [8]speech.Sense{speech.Question, speech.AskInvestigate, speech.AskReview, speech.AskPlan, speech.AskSmall, speech.AskFix, speech.AskAdd, speech.AskRefactor}
}

func leads(sp *speech.Message, c speech.Sense) float64 {
	l, ok := sp.Lead()
	switch {
	case ok && l == speech.Broken:
		l = speech.AskFix
	case ok && l == speech.AskRun:
		l = speech.AskSmall
	}
	return truth(ok && l == c)
}

// share is how much of all the phrases of a speech, wherever they stand, are of
// a class.
func share(sp *speech.Message, c speech.Sense) float64 {
	n := 0
	for _, k := range speech.Asked() {
		n += int(sp.Count[k])
	}
	if n == 0 {
		return 0
	}
	return float64(sp.Count[c]) / float64(n)
}

// leadsAs reports whether a speech asks for a class first, as it is.
func leadsAs(sp *speech.Message, c speech.Sense) float64 {
	l, ok := sp.Lead()
	return truth(ok && l == c)
}

// portion is how much of what a speech asks for is of a class.
func portion(sp *speech.Message, c speech.Sense) float64 {
	n := 0
	for _, k := range speech.Asked() {
		n += int(sp.Leads[k])
	}
	if n == 0 {
		return 0
	}
	m := int(sp.Leads[c])
	if c == speech.AskFix {
		m += int(sp.Leads[speech.Broken])
	}
	return float64(m) / float64(n)
}

// turnShare is the share of the turns for which f holds.
func (q *request) turnShare(f func(t *observe.Turn) float64) float64 {
	sum := 0.0
	for i := range q.a.Turns {
		sum += f(&q.a.Turns[i])
	}
	return sum / q.n
}

// ruleIs reports whether the guess by rules of thumb is the intent that a class
// asks for.
func (q *request) ruleIs(c speech.Sense) float64 {
	for i, k := range intentClass() {
		if k == c {
			return truth(q.rule == fact.Intents[i])
		}
	}
	return 0
}

func tiedFeatures() []tiedFeature {
	return []tiedFeature{
		{"rule", func(q *request, c speech.Sense) float64 { return q.ruleIs(c) }},
		{"first_lead", func(q *request, c speech.Sense) float64 { return leads(q.first, c) * truth(!q.handed) }},
		{"plan_portion", func(q *request, c speech.Sense) float64 { return portion(q.first, c) * truth(q.handed) }},
		{"turns_opening", func(q *request, c speech.Sense) float64 { return q.all(c) }},
		{"title_lead", func(q *request, c speech.Sense) float64 { return leads(&q.title, c) }},
		{"evidence", func(q *request, c speech.Sense) float64 { return q.weighed(c) }},
		{"rule_worked", func(q *request, c speech.Sense) float64 { return q.ruleIs(c) * truth(q.a.Touched() && !q.handed) }},
		{"rule_handed", func(q *request, c speech.Sense) float64 { return q.ruleIs(c) * truth(q.handed) }},
		{"evidence_worked", func(q *request, c speech.Sense) float64 { return q.weighed(c) * truth(q.a.Touched() && !q.handed) }},
		{"evidence_handed", func(q *request, c speech.Sense) float64 { return q.weighed(c) * truth(q.handed) }},
		{"worked_lead", func(q *request, c speech.Sense) float64 { return q.workedLead(c) }},
		{"opening_portion", func(q *request, c speech.Sense) float64 { return portion(&q.s.opening, c) }},
		{"account_share", func(q *request, c speech.Sense) float64 { return share(&q.s.account, c) }},
		{"offer_lead", func(q *request, c speech.Sense) float64 { return leads(&q.s.offer, c) }},
		{"ticket_share", func(q *request, c speech.Sense) float64 { return share(&q.s.ticket, c) }},
	}
}

func intentFeatures() []intentFeature {
	var f []intentFeature
	add := func(name string, v func(q *request) float64) { f = append(f, intentFeature{name, v}) }
	lexical := speech.SenseNames()
	add("pasted_errors", func(q *request) float64 { return math.Min(3, float64(q.opener.Pasted)) })
	add("lines", func(q *request) float64 { return log1p(q.a.Added + q.a.Removed) })
	add("code_lines", func(q *request) float64 { return log1p(q.a.CodeLines) })
	add("feedback", func(q *request) float64 { return math.Min(2, float64(q.first.Count[speech.Feedback])) })
	add("feedback_turns", func(q *request) float64 {
		return q.turnShare(func(t *observe.Turn) float64 { return truth(t.Prompt.Count[speech.Feedback] > 0) })
	})
	code := func(q *request) float64 { return math.Min(1, log1p(q.a.CodeLines)/4) }
	ask := func(q *request) *speech.Message {
		if q.handed || q.title.Words > 0 {
			return &q.title
		}
		return q.first
	}
	for _, c := range []speech.Sense{speech.AskInvestigate, speech.Question, speech.AskReview, speech.Broken, speech.AskFix, speech.AskAdd} {
		add("code_after_"+lexical[c], func(q *request) float64 { return code(q) * leadsAs(ask(q), c) })
		add("none_after_"+lexical[c], func(q *request) float64 { return truth(!q.a.Touched()) * leadsAs(ask(q), c) })
	}
	for _, c := range []speech.Sense{speech.AskSmall, speech.AskAdd, speech.AskRefactor, speech.AskFix} {
		add("wide_"+lexical[c], func(q *request) float64 { return math.Min(1, log1p(len(q.a.Files))/2.5) * leadsAs(ask(q), c) })
		add("tiny_"+lexical[c], func(q *request) float64 {
			return truth(q.a.Touched() && q.a.Added+q.a.Removed < 30) * leadsAs(ask(q), c)
		})
	}
	add("feedback_code", func(q *request) float64 { return code(q) * truth(q.first.Count[speech.Feedback] > 0) })
	add("asks_and_answered", func(q *request) float64 {
		return truth(!q.a.Touched() && q.a.End.Kind == observe.EndAnswer && !q.a.End.Announces)
	})
	add("untouched_cut", func(q *request) float64 { return truth(!q.a.Touched() && q.a.End.Cut()) })
	add("question_marks", func(q *request) float64 {
		n := 0
		for i := range q.a.Turns {
			if q.a.Turns[i].Prompt.Question {
				n++
			}
		}
		return float64(n) / q.n
	})
	add("most_words", func(q *request) float64 {
		most := 0
		for i := range q.a.Turns {
			most = max(most, q.a.Turns[i].Prompt.Words)
		}
		return log1p(most)
	})
	add("points", func(q *request) float64 {
		n := 0
		for i := range q.a.Turns {
			if t := q.a.Turns[i].Raw; t.Origin != transcript.PlanHand {
				n = max(n, ListItems(t.Prompt))
			}
		}
		return log1p(n)
	})
	add("handed_plan", func(q *request) float64 { return truth(q.handed) })
	add("command", func(q *request) float64 { return truth(q.command != "") })
	add("image", func(q *request) float64 { return truth(q.opener.Raw.Images > 0) })
	add("turns", func(q *request) float64 { return log1p(len(q.a.Turns)) })
	add("edits", func(q *request) float64 { return log1p(len(q.a.Edits)) })
	add("no_edits", func(q *request) float64 { return truth(len(q.a.Edits) == 0) })
	add("untouched", func(q *request) float64 { return truth(!q.a.Touched()) })
	add("files", func(q *request) float64 { return log1p(len(q.a.Files)) })
	add("added", func(q *request) float64 { return log1p(q.a.Added) })
	add("removed", func(q *request) float64 { return log1p(q.a.Removed) })
	add("removed_share", func(q *request) float64 {
		return float64(q.a.Removed) / float64(q.a.Added+q.a.Removed+10)
	})
	add("created", func(q *request) float64 { return log1p(q.a.Created) })
	add("small_edit", func(q *request) float64 { return truth(len(q.a.Edits) > 0 && q.a.Added+q.a.Removed < 25) })
	add("reads", func(q *request) float64 { return log1p(q.a.Reads + q.a.Searches) })
	add("web", func(q *request) float64 { return truth(q.a.Web > 0) })
	add("tasks", func(q *request) float64 { return truth(q.a.Tasks > 0) })
	add("shell", func(q *request) float64 { return log1p(q.a.Shell) })
	add("tests", func(q *request) float64 { return log1p(q.a.Count(shell.ClassTest)) })
	add("lints", func(q *request) float64 { return truth(q.a.Count(shell.ClassLint|shell.ClassTypeCheck) > 0) })
	add("runs", func(q *request) float64 { return log1p(q.a.Runs) })
	add("installs", func(q *request) float64 { return truth(q.a.Installs > 0) })
	add("moved", func(q *request) float64 { return log1p(q.s.moved) })
	add("moved_share", func(q *request) float64 { return float64(q.s.moved) / float64(q.a.Added+10) })
	add("balance", func(q *request) float64 {
		return 1 - math.Abs(float64(q.a.Added-q.a.Removed))/float64(q.a.Added+q.a.Removed+10)
	})
	add("lines_per_edit", func(q *request) float64 {
		return log1p((q.a.Added + q.a.Removed) / max(1, len(q.a.Edits)))
	})
	add("edits_per_file", func(q *request) float64 { return log1p(len(q.a.Edits) / max(1, len(q.a.Files))) })
	add("most_lines", func(q *request) float64 { return log1p(slices.Max(append(q.s.lines, 0))) })
	add("commits", func(q *request) float64 { return truth(q.a.Commits > 0) })
	add("delivers_only", func(q *request) float64 {
		return truth(len(q.a.Edits) == 0 && (q.a.Commits > 0 || q.a.Pushes > 0 || q.a.Pulls > 0))
	})
	add("plans", func(q *request) float64 { return truth(len(q.a.Plans) > 0) })
	add("plan_only", func(q *request) float64 { return truth(len(q.a.Plans) > 0 && len(q.a.Edits) == 0) })
	add("plan_end", func(q *request) float64 {
		return truth(q.a.End.Kind == observe.EndHanded || q.a.End.Kind == observe.EndPlan)
	})
	add("test_files", func(q *request) float64 { return q.a.FileShare(shell.TestFile) })
	add("test_only", func(q *request) float64 { return truth(len(q.a.Files) > 0 && q.a.FileShare(shell.TestFile) == 1) })
	add("doc_files", func(q *request) float64 { return q.a.FileShare(observe.IsDocFile) })
	add("conf_files", func(q *request) float64 { return q.a.FileShare(observe.IsConfFile) })
	add("closing_cause", func(q *request) float64 { return q.says(speech.SaysCause) })
	add("closing_plan", func(q *request) float64 { return q.says(speech.SaysPlan) })
	add("closing_done", func(q *request) float64 { return q.says(speech.SaysDone) })
	add("closing_words", func(q *request) float64 {
		if t := q.a.Last(); t != nil {
			return log1p(t.Answer.Words)
		}
		return 0
	})
	return f
}

func (q *request) says(c speech.Sense) float64 {
	if t := q.a.Last(); t != nil {
		return truth(t.Answer.Count[c] > 0)
	}
	return 0
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func log1p(n int) float64 { return math.Log1p(float64(n)) }
