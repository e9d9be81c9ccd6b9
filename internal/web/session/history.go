package session

import (
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/store"
	"prism/internal/web/page"
)

// past is one of the verdicts that a session has had.
type past struct {
	At                   time.Time // when it was first said so
	Judge, Version, Word string
	Complete             bool
	Likely, Intent       string
	Now                  bool     // it is the one in use
	Part                 string   // id of the part that it is of, which was merged since; "": of all of it
	First                bool     // of its judge
	Changed              []string // since the verdict before it of the same judge
	Again                int      // how often it was said again, in other words or of more turns
}

// historyOf tells the verdicts of a session from the latest to the first. Where a judge in
// one version said the same again, that is one.
func historyOf(l *locale.Locale, s *fact.Session, list []store.Judged, zone *time.Location) (out []past) {
	type who struct{ judge, of string }
	last := map[who]int{}             // its latest place in out, while this goes from the first on
	before := map[who]*fact.Verdict{} // its latest verdict
	for i := range slices.Backward(list) {
		j := &list[i]
		v := &j.Verdict
		by := who{v.Judge, j.Session}
		x := past{At: v.At.In(zone), Judge: page.Clean(v.Judge), Version: page.Clean(v.Version), Word: l.Known(shownWord(v)), Complete: v.GoalComplete && phrase.Told(v),
			Likely: page.Likely(l, v), Intent: page.Intent(l, v.Intent), Now: v.Judge == s.Verdict.Judge && v.Version == s.Verdict.Version && v.At.Equal(s.Verdict.At)}
		if j.Session != s.ID {
			x.Part = page.Clean(j.Session)
		}
		was := before[by]
		before[by] = v
		if was == nil {
			x.First = true
		} else if x.Changed = changed(l, was, v); len(x.Changed) == 0 && was.Version == v.Version {
			same := &out[last[by]]
			same.Again, same.Now = same.Again+1, same.Now || x.Now
			continue
		}
		last[by] = len(out)
		out = append(out, x)
	}
	slices.Reverse(out)
	return out
}

// shownWord is what became of a session by a verdict, in a word.
func shownWord(v *fact.Verdict) string {
	switch {
	case !phrase.Told(v):
		return locale.Mark("no verdict")
	case v.Status != fact.JudgeOK:
		return phrase.Spoken(string(v.Status))
	case v.GoalComplete:
		return page.ShownLanded
	}
	return page.ShownMissed
}

// changed says what one verdict says otherwise than the one before.
func changed(l *locale.Locale, was, is *fact.Verdict) (list []string) {
	add := func(message, a, b string) {
		if a != b {
			list = append(list, l.Say(message, a, b))
		}
	}
	plain := locale.Mark("{was} → {is}")
	add(plain, l.Known(shownWord(was)), l.Known(shownWord(is)))
	add(plain, page.Intent(l, was.Intent), page.Intent(l, is.Intent))
	add(locale.Mark("probability {was} → {is}"), page.Likely(l, was), page.Likely(l, is))
	add(plain, word(l, string(was.Basis)), word(l, string(is.Basis)))
	add(locale.Mark("failure signal {was} → {is}"), word(l, string(was.Signal)), word(l, string(is.Signal)))
	rule, _ := judge.RuleOf(is.Intent)
	shown := map[string]string{}
	for _, c := range rule.Criteria {
		shown[c.Name] = c.Shown()
	}
	met := map[string]bool{}
	for _, c := range was.Criteria {
		met[c.Name] = c.Met
	}
	for _, c := range is.Criteria {
		if before, ok := met[c.Name]; ok && before != c.Met {
			name := shown[c.Name]
			if name == "" {
				name = phrase.Spoken(page.Clean(c.Name))
			}
			if c.Met {
				list = append(list, l.Say("“{condition}” is met now", l.Known(name)))
			} else {
				list = append(list, l.Say("“{condition}” is no longer met", l.Known(name)))
			}
		}
	}
	add(locale.Mark("prompting {was} → {is}"), word(l, was.Rubric.Letter), word(l, is.Rubric.Letter))
	if quotes(was) != quotes(is) {
		list = append(list, l.Say("rests on other lines"))
	}
	return list
}

func word(l *locale.Locale, name string) string {
	if name == "" {
		return l.Say("none")
	}
	return l.Known(phrase.Spoken(page.Clean(name)))
}

// quotes are all lines that a verdict rests on, as one text.
func quotes(v *fact.Verdict) string {
	var all []string
	for _, e := range cited(v) {
		all = append(all, e.Quote.String())
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "\x00")
}
