package web

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/store"
)

// query is what an address asks for. It is written back as it was asked, so that
// "the last 30 days" stays that.
type query struct {
	values url.Values // what is set, and means something
	from   time.Time
	to     time.Time
	now    time.Time
}

// Names of what a query may set, and for each the values that it may have; none: any.
func terms() map[string][]string {
	yesNo := []string{"yes", "no"}
	return map[string][]string{
		"since": nil, "until": nil, "repo": nil, "branch": nil, "model": nil, "language": nil, "q": nil,
		"intent": store.IntentNames(), "crushed": yesNo, "counted": yesNo, "floor": yesNo, "open": yesNo, "automated": yesNo,
		"state":    store.StateNames(),
		"excluded": store.ExclusionNames(), "below": store.ShortfallNames(),
		"sort": store.OrderNames(), "reverse": yesNo, "col": append(columnNames(), usualColumns), "keep": {"yes"}, "offset": nil, "by": score.Dimensions(),
		"verdict": verdicts(), "miss": nil, "person": nil,
		"unit": {byDay, byWeek, byMonth}, "group": nil, "month": nil,
		"span": spanNames(), "at": nil, "tried": nil, "done": nil, "said": nil, "stale": nil, "undo": nil, "was": nil,
	}
}

// Bounds of what one term may hold, in bytes; that of what was said of many sessions
// is of as many as a page holds.
const (
	longestValue = 200
	longestList  = pageRows * 40
)

func longestOf(name string) int {
	if name == "stale" || name == "undo" {
		return longestList
	}
	return longestValue
}

func parseQuery(asked url.Values, now time.Time, window func(since, until string, now time.Time) (time.Time, time.Time, error)) (query, error) {
	q := query{values: url.Values{}, now: now}
	for name, allowed := range terms() {
		for _, v := range asked[name] {
			v = strings.TrimSpace(v)
			switch {
			case v == "":
			case len(v) > longestOf(name):
				return q, fmt.Errorf("%s is longer than %d bytes", name, longestOf(name))
			case allowed != nil && !slices.Contains(allowed, v):
				return q, fmt.Errorf("%s=%q: there are %s", name, v, strings.Join(allowed, ", "))
			case name == "intent" || name == "col" && !slices.Contains(q.values[name], v) || name == "miss" && len(q.values[name]) < mostMisses || len(q.values[name]) == 0:
				q.values.Add(name, v)
			}
		}
	}
	if since, until := q.Get("since"), q.Get("until"); since != "" || until != "" {
		var err error
		if q.from, q.to, err = window(since, until, now); err != nil {
			return q, err
		}
	}
	return q, nil
}

// Get is what was asked for a term, "" nothing.
func (q query) Get(name string) string { return q.values.Get(name) }

// Has reports whether a term is set to a value.
func (q query) Has(name, value string) bool { return slices.Contains(q.values[name], value) }

// filter is the query as stores understand it.
func (q query) filter() store.Filter {
	f := store.Filter{
		Since: q.from, Until: q.to, Now: q.now, Repo: q.Get("repo"), Branch: q.Get("branch"), Model: q.Get("model"), Language: q.Get("language"),
		State: fact.State(q.Get("state")), Excluded: fact.Exclusion(q.Get("excluded")), Below: fact.Shortfall(q.Get("below")),
		IncludeOpen: q.Get("open") == "yes", IncludeAutomated: q.Get("automated") == "yes",
	}
	yes := func(name string) *bool {
		if q.Get(name) == "" {
			return nil
		}
		is := q.Get(name) == "yes"
		return &is
	}
	f.Crushed, f.Counted, f.Floor = yes("crushed"), yes("counted"), yes("floor")
	f.Misses = q.values["miss"]
	ended(&f, q.Get("verdict"))
	if p := q.Get("person"); p != "" {
		f.People = []string{p}
	}
	for _, i := range q.values["intent"] {
		f.Intents = append(f.Intents, fact.Intent(i))
	}
	return f
}

// mostMisses bounds how many reasons one address asks for.
const mostMisses = 20

// verdicts are how a session may have ended, as an address says it.
func verdicts() []string { return []string{"crushed", "missed", "reworked", "landed", "not_counted"} }

// ended narrows a filter to sessions that ended in one way; "" to none.
func ended(f *store.Filter, verdict string) {
	yes, no := true, false
	switch verdict {
	case "crushed":
		f.Crushed = &yes
	case "missed":
		f.Complete = &no
	case "reworked":
		f.Complete, f.Crushed = &yes, &no
	case "landed":
		f.Complete = &yes
	case "not_counted":
		f.Counted = &no
	}
}

// about is filter without what became of sessions: what a share is a share of.
func (q query) about() store.Filter {
	f := q.filter()
	f.Crushed, f.Counted, f.Floor, f.Complete, f.Misses, f.State, f.Excluded, f.Below = nil, nil, nil, nil, nil, "", fact.NotExcluded, fact.NoShortfall
	return f
}

// words are what is searched for.
func (q query) words() []string { return strings.Fields(strings.ToLower(q.Get("q"))) }

func (q query) order() store.Order {
	return store.Order{By: store.OrderKey(q.Get("sort")), Reverse: q.Get("reverse") == "yes"}
}

func (q query) offset() int {
	n, err := strconv.Atoi(q.Get("offset"))
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// options are the query as a score understands it.
func (q query) options(by ...string) score.Options {
	return score.Options{Since: q.from, Until: q.to, Zone: q.now.Location(), Now: q.now, By: by,
		IncludeOpen: q.Get("open") == "yes", IncludeAutomated: q.Get("automated") == "yes", AtNow: true}
}

// scope are the terms that all pages share: whoever goes on to another page goes on
// with the same sessions.
var scope = [...]string{"since", "until", "repo", "branch", "model", "language", "intent", "person", "q", "open", "automated"}

// To is the address of a page with what this query is about, and more set: pairs of
// name and value; the empty value takes a term out.
func (q query) To(path string, more ...string) string {
	out := url.Values{}
	for _, name := range scope {
		if v := q.values[name]; len(v) > 0 {
			out[name] = v
		}
	}
	return address(path, out, more)
}

// listed are the terms of a list beside the scope: whoever goes on to one of its sessions
// comes back to it.
var listed = [...]string{"verdict", "miss", "crushed", "counted", "floor", "state", "excluded", "below", "sort", "reverse", "offset", "col"}

// Within is To for the pages of one session of a list: they know the list.
func (q query) Within(path string, more ...string) string {
	out := url.Values{}
	for _, name := range slices.Concat(scope[:], listed[:]) {
		if v := q.values[name]; len(v) > 0 {
			out[name] = v
		}
	}
	return address(path, out, more)
}

// passing reports whether a term is of one answer, and no part of what is asked for.
func passing(name string) bool {
	return name == "offset" || name == "keep" || name == "said" || name == "stale" || name == "undo"
}

// With is this page's address with something changed.
func (q query) With(path string, more ...string) string {
	out := url.Values{}
	for name, v := range q.values {
		if !passing(name) {
			out[name] = v
		}
	}
	return address(path, out, more)
}

func address(path string, out url.Values, more []string) string {
	for i := 0; i+1 < len(more); i += 2 {
		out.Del(more[i])
		if more[i+1] != "" {
			out.Set(more[i], more[i+1])
		}
	}
	if len(out) == 0 {
		return path
	}
	return path + "?" + out.Encode()
}

// chip is one thing that was asked for, with the address without it.
type chip struct{ Text, Without string }

// chipsOf are what narrows a page.
func (r *request) chipsOf(path string) []chip {
	q := r.query
	var out []chip
	for _, name := range [...]string{"since", "until", "repo", "branch", "model", "language", "intent", "person", "q", "verdict", "miss", "crushed", "counted", "floor", "state", "excluded", "below", "open", "automated"} {
		for _, v := range q.values[name] {
			text := r.chip(name, v)
			rest := url.Values{}
			for n, list := range q.values {
				for _, x := range list {
					if !passing(n) && (n != name || x != v) {
						rest.Add(n, x)
					}
				}
			}
			out = append(out, chip{text, address(path, rest, nil)})
		}
	}
	return out
}

// chip words one thing that was asked for.
func (r *request) chip(name, v string) string {
	switch {
	case name == "miss":
		return r.Say("missed: {reason}", r.Known(phrase.MissedFor(v)))
	case name == "intent", name == "verdict":
		return r.Known(phrase.Spoken(v))
	case name == "excluded":
		return r.Say("left out: {reason}", r.Known(phrase.Spoken(v)))
	case name == "below":
		return r.Say("below the floor: {reason}", r.Known(phrase.Spoken(v)))
	case name == "floor" && v == "yes":
		return r.Say("something happened")
	case name == "floor":
		return r.Say("below the floor")
	case name == "open" && v == "yes":
		return r.Say("open ones counted")
	case name == "automated" && v == "yes":
		return r.Say("machine runs counted")
	case v == "yes":
		return r.Known(name)
	case v == "no":
		return r.Say("not {name}", r.Known(name))
	case name == "state":
		return r.Known(v)
	}
	return r.Say(map[string]string{
		"since": locale.Mark("since {time}"), "until": locale.Mark("until {time}"), "repo": locale.Mark("repository {name}"), "branch": locale.Mark("branch {name}"), "model": locale.Mark("model {name}"),
		"language": locale.Mark("in {language}"), "q": locale.Mark("words: {words}"), "person": locale.Mark("person {name}"),
	}[name], r.chipTime(name, v))
}

// chipTime is a time that an address asks for, in the words of a page; any other text as it is.
func (r *request) chipTime(name, v string) string {
	if name != "since" && name != "until" {
		return v
	}
	if day, err := time.Parse(time.DateOnly, v); err == nil {
		return r.Date(day)
	}
	return r.Known(v)
}

// Windows are the stretches of time that are offered.
func (q query) Windows() []struct{ Value, Name string } {
	return []struct{ Value, Name string }{
		{"", locale.Mark("all time")}, {"7d", locale.Mark("last 7 days")}, {"30d", locale.Mark("last 30 days")}, {"90d", locale.Mark("last 90 days")},
		{"this week", locale.Mark("this week")}, {"this month", locale.Mark("this month")}, {"this year", locale.Mark("this year")},
	}
}

// scoreBar is what narrows the score, with what there is to choose from.
type scoreBar struct {
	Intents, Verdicts, Excluded        []option
	Repos, Branches, Languages, Models []string // the most used
	More                               bool     // one of those that are folded away is set
	Held                               []held   // set elsewhere, and kept
	Narrowed                           bool
	Sessions                           string // the same sessions, as a list
}

// verdictOptions are the ways in which sessions may have ended, to choose from.
func (r *request) verdictOptions() (list []option) {
	for _, v := range verdicts() {
		list = append(list, option{v, r.Known(phrase.Spoken(v)), r.query.Has("verdict", v)})
	}
	return list
}

// held is a term that a form hands on as it is.
type held struct{ Name, Value string }

// suggested is how many values are suggested for a term.
const suggested = 30

func barOf(r *request, groups []score.Breakdown) scoreBar {
	q := r.query
	b := scoreBar{Sessions: q.With("/sessions", "unit", ""), Narrowed: len(r.chipsOf("/")) > 0}
	for _, i := range fact.Intents {
		b.Intents = append(b.Intents, option{string(i), intent(r.Locale, i), q.Has("intent", string(i))})
	}
	b.Verdicts = r.verdictOptions()
	for _, x := range fact.Exclusions {
		b.Excluded = append(b.Excluded, option{string(x), r.Known(phrase.ExcludedShort(x)), q.Has("excluded", string(x))})
	}
	for _, g := range groups {
		list := map[string]*[]string{"repo": &b.Repos, "branch": &b.Branches, "language": &b.Languages, "model": &b.Models}[g.By]
		for i := range g.Groups {
			if list != nil && i < suggested {
				*list = append(*list, clean(g.Groups[i].Key))
			}
		}
	}
	for _, name := range [...]string{"branch", "language", "model", "verdict", "excluded"} {
		b.More = b.More || q.Get(name) != ""
	}
	for _, name := range [...]string{"until", "person", "q", "open", "automated", "unit", "by", "miss", "crushed", "counted", "floor", "state", "below"} {
		for _, v := range q.values[name] {
			b.Held = append(b.Held, held{name, v})
		}
	}
	return b
}

// verdictAsked reports whether an address asks what became of sessions.
func (q query) verdictAsked() bool {
	return cmp.Or(q.Get("verdict"), q.Get("excluded"), q.Get("miss"), q.Get("crushed"), q.Get("counted"), q.Get("floor"), q.Get("state"), q.Get("below")) != ""
}
