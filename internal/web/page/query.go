package page

import (
	"cmp"
	"fmt"
	"maps"
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

// Query is what an address asks for. It is written back as it was asked, so that
// "the last 30 days" stays that.
type Query struct {
	Terms url.Values // what is set, and means something
	Since time.Time
	Until time.Time
	// Unasked names what stands in the address and no page knows, as it may be shown: it is
	// left out.
	Unasked string
	now     time.Time
}

// Bounds of what one term may hold, in bytes; that of what was said of many sessions
// is of as many as a page holds.
const (
	longestValue = 200
	longestList  = PageRows * 40
)

func longestOf(name string) int {
	if name == "stale" || name == "undo" {
		return longestList
	}
	return longestValue
}

// ParseQuery reads what an address asks for: of the terms that there are, each with the values that it
// may have (none: any). Its error says what does not read.
func ParseQuery(asked url.Values, terms map[string][]string, now time.Time, window func(since, until string, now time.Time) (time.Time, time.Time, error)) (Query, error) {
	q := Query{Terms: url.Values{}, now: now, Unasked: strings.Join(unknown(asked, terms), ", ")}
	for name, allowed := range terms {
		for _, v := range asked[name] {
			v = strings.TrimSpace(v)
			switch {
			case v == "":
			case len(v) > longestOf(name):
				return q, fmt.Errorf("%s is longer than %d bytes", name, longestOf(name))
			case name == "offset" && !isCount(v):
				return q, fmt.Errorf("%s=%q: a whole number from 0 on is needed", name, v)
			case allowed != nil && !slices.Contains(allowed, v):
				return q, fmt.Errorf("%s=%q: there are %s", name, v, strings.Join(allowed, ", "))
			case name == "intent" || name == "col" && !slices.Contains(q.Terms[name], v) || name == "miss" && len(q.Terms[name]) < mostMisses || len(q.Terms[name]) == 0:
				q.Terms.Add(name, v)
			}
		}
	}
	if since, until := q.Get("since"), q.Get("until"); since != "" || until != "" {
		var err error
		if q.Since, q.Until, err = window(since, until, now); err != nil {
			return q, err
		}
	}
	return q, nil
}

// isCount reports whether a text is a whole number from 0 on.
func isCount(v string) bool {
	n, err := strconv.Atoi(v)
	return err == nil && n >= 0
}

// unknownShown bounds how many unknown names are told, and how long each may be.
const (
	unknownShown = 5
	unknownLong  = 40
)

// unknown are the names in an address that are no terms, nor what parts of pages ask by.
func unknown(asked url.Values, terms map[string][]string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		if _, known := terms[name]; !known && name != "from" && name != "after" && len(out) < unknownShown {
			out = append(out, Shorten(Clean(name), unknownLong))
		}
	}
	return out
}

// Get is what was asked for a term, "" nothing.
func (q Query) Get(name string) string { return q.Terms.Get(name) }

// Has reports whether a term is set to a value.
func (q Query) Has(name, value string) bool { return slices.Contains(q.Terms[name], value) }

// Filter is the query as stores understand it.
func (q Query) Filter() store.Filter {
	f := store.Filter{
		Since: q.Since, Until: q.Until, Now: q.now, Repo: q.Get("repo"), Branch: q.Get("branch"), Model: q.Get("model"), Language: q.Get("language"),
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
	f.Misses, f.Met, f.Lacked = q.Terms["miss"], q.Get("met"), q.Get("lacked")
	ended(&f, q.Get("verdict"))
	if p := q.Get("person"); p != "" {
		f.People = []string{p}
	}
	for _, i := range q.Terms["intent"] {
		f.Intents = append(f.Intents, fact.Intent(i))
	}
	return f
}

// Verdicts are how a session may have ended, as an address says it.
func Verdicts() []string { return []string{"crushed", "missed", "reworked", "landed", "not_counted"} }

// verdictWord is one of Verdicts as it is shown.
func verdictWord(v string) string {
	switch v {
	case "missed":
		return phrase.NotLanded
	case "not_counted":
		return phrase.NotCounted
	}
	return v // the word itself
}

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

// About is filter without what became of sessions: what a share is a share of.
func (q Query) About() store.Filter {
	f := q.Filter()
	f.Crushed, f.Counted, f.Floor, f.Complete, f.Misses, f.State, f.Excluded, f.Below, f.Met, f.Lacked = nil, nil, nil, nil, nil, "", fact.NotExcluded, fact.NoShortfall, "", ""
	return f
}

// Words are what is searched for.
func (q Query) Words() []string { return strings.Fields(strings.ToLower(q.Get("q"))) }

// Order is that of the list that is asked for.
func (q Query) Order() store.Order {
	return store.Order{By: store.OrderKey(q.Get("sort")), Reverse: q.Get("reverse") == "yes"}
}

// Offset is how many sessions of the list stand before what is asked for.
func (q Query) Offset() int {
	n, err := strconv.Atoi(q.Get("offset"))
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// Options are the query as a score understands it.
func (q Query) Options(by ...string) score.Options {
	return score.Options{Since: q.Since, Until: q.Until, Zone: q.now.Location(), Now: q.now, By: by,
		IncludeOpen: q.Get("open") == "yes", IncludeAutomated: q.Get("automated") == "yes", AtNow: true}
}

// scope are the terms that all pages share: whoever goes on to another page goes on
// with the same sessions.
var scope = [...]string{"since", "until", "repo", "branch", "model", "language", "intent", "person", "q", "open", "automated"}

// To is the address of a page with what this query is about, and more set: pairs of
// name and value; the empty value takes a term out.
func (q Query) To(path string, more ...string) string {
	out := url.Values{}
	for _, name := range scope {
		if v := q.Terms[name]; len(v) > 0 {
			out[name] = v
		}
	}
	return Address(path, out, more)
}

// listed are the terms of a list beside the scope: whoever goes on to one of its sessions
// comes back to it.
var listed = [...]string{"verdict", "miss", "met", "lacked", "crushed", "counted", "floor", "state", "excluded", "below", "sort", "reverse", "offset", "col"}

// Within is To for the pages of one session of a list: they know the list.
func (q Query) Within(path string, more ...string) string {
	out := url.Values{}
	for _, name := range slices.Concat(scope[:], listed[:]) {
		if v := q.Terms[name]; len(v) > 0 {
			out[name] = v
		}
	}
	return Address(path, out, more)
}

// Passing reports whether a term is of one answer, and no part of what is asked for.
func Passing(name string) bool {
	return name == "offset" || name == "keep" || name == "said" || name == "stale" || name == "undo"
}

// With is this page's address with something changed.
func (q Query) With(path string, more ...string) string {
	out := url.Values{}
	for name, v := range q.Terms {
		if !Passing(name) {
			out[name] = v
		}
	}
	return Address(path, out, more)
}

// Address is a path with terms, and more set: pairs of name and value; the empty value takes one out.
func Address(path string, out url.Values, more []string) string {
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

// Chip is one thing that was asked for, with the address without it.
type Chip struct{ Text, Without string }

// ChipsOf are what narrows a page.
func (r *Request) ChipsOf(path string) []Chip {
	q := r.Query
	var out []Chip
	for _, name := range [...]string{"since", "until", "repo", "branch", "model", "language", "intent", "person", "q", "verdict", "miss", "met", "lacked", "crushed", "counted", "floor", "state", "excluded", "below", "open", "automated"} {
		for _, v := range q.Terms[name] {
			text := r.chip(name, v)
			rest := url.Values{}
			for n, list := range q.Terms {
				for _, x := range list {
					if !Passing(n) && (n != name || x != v) {
						rest.Add(n, x)
					}
				}
			}
			out = append(out, Chip{text, Address(path, rest, nil)})
		}
	}
	return out
}

// chip words one thing that was asked for.
func (r *Request) chip(name, v string) string {
	switch {
	case name == "miss":
		return r.Say("not landed: {reason}", r.Known(phrase.MissedFor(v)))
	case name == "met":
		return r.Say("with {check}", r.Known(phrase.Spoken(v)))
	case name == "lacked":
		return r.Say("without {check}", r.Known(phrase.Spoken(v)))
	case name == "verdict":
		return r.Known(verdictWord(v))
	case name == "intent":
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
func (r *Request) chipTime(name, v string) string {
	if name != "since" && name != "until" {
		return v
	}
	if day, err := time.Parse(time.DateOnly, v); err == nil {
		return r.Date(day)
	}
	return r.Known(v)
}

// Windows are the stretches of time that are offered.
func (q Query) Windows() []struct{ Value, Name string } {
	return []struct{ Value, Name string }{
		{"", locale.Mark("all time")}, {"7d", locale.Mark("last 7 days")}, {"30d", locale.Mark("last 30 days")}, {"90d", locale.Mark("last 90 days")},
		{"this week", locale.Mark("this week")}, {"this month", locale.Mark("this month")}, {"this year", locale.Mark("this year")},
	}
}

// VerdictOptions are the ways in which sessions may have ended, to choose from.
func (r *Request) VerdictOptions() (list []Option) {
	for _, v := range Verdicts() {
		list = append(list, Option{v, r.Known(verdictWord(v)), r.Query.Has("verdict", v)})
	}
	return list
}

// Held is a term that a form hands on as it is.
type Held struct{ Name, Value string }

// VerdictAsked reports whether an address asks what became of sessions.
func (q Query) VerdictAsked() bool {
	return cmp.Or(q.Get("verdict"), q.Get("excluded"), q.Get("miss"), q.Get("met"), q.Get("lacked"), q.Get("crushed"), q.Get("counted"), q.Get("floor"), q.Get("state"), q.Get("below")) != ""
}

// Option is one value of several to choose from.
type Option struct {
	Value, Name string
	On          bool
}
